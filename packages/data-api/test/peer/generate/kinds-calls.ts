/** Random calls of the functions of `kinds.sql`. */
import fc from "fast-check";
import type { PeerRequest } from "../request.ts";
import { BODY_VALUES } from "./kinds-values.ts";
import { oneOf } from "./one-of.ts";
import { encoded } from "./query-string.ts";

/** Parameters by function; `rows` has the parameters on its result. */
const FUNCTIONS: Readonly<
  Record<string, { readonly takes: readonly string[]; readonly rows?: readonly string[] }>
> = {
  opt: { takes: ["a", "b", "c", "nope"] },
  req_opt: { takes: ["a", "b"] },
  arr: { takes: ["v"] },
  varia: { takes: ["v"] },
  outs: { takes: ["a"], rows: ["b", "c"] },
  inouts: { takes: ["a", "b"], rows: ["a", "b"] },
  out_set: { takes: [], rows: ["a", "b"] },
  tab: { takes: ["n"], rows: ["k", "v"] },
  over_def: { takes: ["a", "b"] },
  un: { takes: ["a"] },
  un_text: { takes: ["a"] },
  un_over: { takes: ["a"] },
  null_row: { takes: [], rows: ["id", "title"] },
  set_null: { takes: [] },
  comps: { takes: [], rows: ["a", "b"] },
  some_books: {
    takes: [],
    rows: [
      "id",
      "title",
      "price",
      "meta->>pages",
      "shout",
      "authors!author_id(name)",
      "genres(id)",
      "co_books(id)",
    ],
  },
  books_pl: { takes: ["lim"], rows: ["id", "title", "price", "author_id(name)"] },
  a_book: { takes: ["id"], rows: ["id", "title", "genres(id)"] },
  by_column: { takes: ["title"], rows: ["id", "title"] },
  ty: {
    takes: [
      "i",
      "t",
      "b",
      "j",
      "jb",
      "n",
      "m",
      "p",
      "pa",
      "ta",
      "r",
      "d",
      "ts",
      "by",
      "u",
      "iv",
      "c",
      "ch",
      "ja",
      "bo",
    ],
  },
  fail: { takes: ["code", "message", "detail", "hint"] },
  def_fn: { takes: ["d", "m"] },
  every_row: { takes: [], rows: ["id", "p1->a", "a1", "n4", "r1", "j2->a->k"] },
  nil: { takes: [] },
};

const TEXTS = [
  "1",
  "2",
  "",
  "x",
  "eq.1",
  "gt.0",
  "in.(1,2)",
  "is.null",
  "not.eq.1",
  "{1,2}",
  '{"a":1}',
  "like.*a*",
  "Alpha",
  "ok",
  "ä b",
];

/** A call by GET, HEAD or POST. */
export function kindCalls(): fc.Arbitrary<PeerRequest> {
  return oneOf(Object.entries(FUNCTIONS)).chain(([name, { takes, rows = [] }]) =>
    fc
      .record({
        method: oneOf(["GET", "GET", "POST", "POST", "POST", "HEAD"]),
        texts: fc.array(fc.tuple(oneOf([...takes, ...(takes.length === 0 ? ["zzz"] : [])]), oneOf(TEXTS)), {
          maxLength: 3,
        }),
        given: fc.dictionary(oneOf(takes.length === 0 ? ["zzz"] : takes), oneOf(BODY_VALUES), { maxKeys: 3 }),
        selected: fc.array(oneOf(rows.length === 0 ? ["x"] : rows), { maxLength: rows.length === 0 ? 0 : 3 }),
        filtered: fc.array(
          fc.tuple(
            oneOf(rows.length === 0 ? ["x"] : rows.filter((one) => !one.includes("("))),
            oneOf(TEXTS.filter((one) => one.includes("."))),
          ),
          { maxLength: rows.length === 0 ? 0 : 1 },
        ),
        page: oneOf([
          [],
          [],
          [],
          [["limit", "1"]],
          [["offset", "1"]],
          [
            ["limit", "1"],
            ["offset", "1"],
          ],
        ] as const),
        type: oneOf([
          "application/json",
          "application/json",
          "application/json",
          "",
          "application/x-www-form-urlencoded",
          "text/csv",
          "text/plain",
          "text/xml",
          "application/octet-stream",
        ]),
        shape: oneOf(["object", "object", "object", "array", "raw"]),
        prefer: oneOf(["", "", "", "count=exact", "params=single-object"]),
        accept: oneOf([
          "",
          "",
          "",
          "",
          "text/csv",
          "application/vnd.pgrst.object+json",
          "application/vnd.pgrst.object+json;nulls=stripped",
          "application/vnd.pgrst.array+json;nulls=stripped",
          "text/plain",
        ]),
      })
      .map(({ method, texts, given, selected, filtered, page, type, shape, prefer, accept }): PeerRequest => {
        const isPost = method === "POST";
        const query = encoded([
          ...(isPost ? [] : texts),
          ...(selected.length === 0 ? [] : [["select", [...new Set(selected)].join(",")] as const]),
          ...filtered,
          ...page,
        ]);
        const json =
          shape === "array"
            ? JSON.stringify([given])
            : shape === "raw"
              ? JSON.stringify(Object.values(given)[0] ?? null)
              : JSON.stringify(given);
        const body =
          type === "application/x-www-form-urlencoded"
            ? encoded(texts)
            : type === "text/csv"
              ? `${texts.map(([one]) => one).join(",")}\n${texts.map(([, one]) => `"${one.replaceAll('"', '""')}"`).join(",")}`
              : json;
        return {
          method,
          target: query === "" ? `/rpc/${name}` : `/rpc/${name}?${query}`,
          headers: {
            ...(prefer === "" ? {} : { Prefer: prefer }),
            ...(accept === "" ? {} : { Accept: accept }),
            ...(isPost && type !== "" ? { "Content-Type": type } : {}),
          },
          ...(isPost ? { body } : {}),
        };
      }),
  );
}
