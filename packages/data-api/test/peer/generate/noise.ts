/** Random requests without sense. */
import fc from "fast-check";
import { type PeerRequest, wire } from "../request.ts";
import { oneOf } from "./one-of.ts";
import { ACCEPTS } from "./reads.ts";

const PIECES = [
  ..."()[]{},.:!*\"'\\-><=&?;%+ ",
  "select=",
  "order=",
  "limit=",
  "offset=",
  "or=",
  "and=",
  "not.",
  "eq.",
  "in.",
  "is.null",
  "like(any).",
  "fts(x).",
  "id",
  "name",
  "sites",
  "telescopes",
  "nights",
  "...",
  "::",
  "->",
  "->>",
  "!inner",
  "null",
  "count()",
  ".sum()",
  "1",
  "-1",
  "1e9",
  "columns=",
  "on_conflict=",
  "é",
  "😀",
  "%00",
  "%ff",
  "%",
  "99999999999999999999",
];

/** Noise: pieces of the grammar in any order, any method, any body. */
export function noise(): fc.Arbitrary<PeerRequest> {
  return fc
    .record({
      method: oneOf(["GET", "GET", "GET", "HEAD", "POST", "PATCH", "DELETE", "PUT", "OPTIONS"]),
      path: oneOf([
        "/sites",
        "/telescopes",
        "/stars",
        "/rpc/add",
        "/rpc/all_telescopes",
        "/rpc/echo_json",
        "/",
        "/x",
      ]),
      query: fc.array(oneOf(PIECES), { maxLength: 12 }).map((pieces) => pieces.join("")),
      accept: oneOf([...ACCEPTS, "", ";;,", "text/plain", "application/octet-stream"]),
      type: oneOf(["application/json", "text/csv", "application/x-www-form-urlencoded", "text/plain", "x"]),
      prefer: oneOf([
        "",
        "return=representation",
        "count=exact",
        "count=estimated",
        ",;=",
        "handling=strict, x",
      ]),
      body: fc.oneof(
        oneOf([
          "",
          "{}",
          "[]",
          "[{}]",
          "{",
          "null",
          '{"id":1}',
          "a,b\n1",
          "a=b&c",
          "\u0000",
          '[{"id":1},{"name":2}]',
        ]),
        fc.json({ maxDepth: 2 }),
      ),
    })
    .map(({ method, path, query, accept, type, prefer, body }) => ({
      method,
      target: wire(query === "" ? path : `${path}?${query}`),
      headers: {
        "Content-Type": type,
        ...(accept === "" ? {} : { Accept: accept }),
        ...(prefer === "" ? {} : { Prefer: prefer }),
      },
      ...(method === "GET" || method === "HEAD" || method === "OPTIONS" ? {} : { body }),
    }));
}
