/** Random calls of the fixture's functions: by the right names mostly, by every kind of body. */
import fc from "fast-check";
import type { PeerRequest } from "../request.ts";
import { filter, logic } from "./condition.ts";
import { oneOf } from "./one-of.ts";
import { encoded } from "./query-string.ts";
import { select } from "./select.ts";

/** A function: values for its parameters, and the relation whose rows it gives. */
interface Called {
  readonly parameters: Readonly<Record<string, readonly unknown[]>>;
  readonly relation?: string;
}

const FUNCTIONS: Readonly<Record<string, Called>> = {
  add: { parameters: { a: [1, "2", "x", null, 2.5], b: [10, -1, "99999999999"] } },
  greet: { parameters: { name: ["you", "", "ä", null, 5, "eq.x"] } },
  total: { parameters: { amounts: [[1, 2], [], "{1,2}", 3, null] } },
  divide: { parameters: { a: [7, "8"], b: [2, 0, null] } },
  half: { parameters: { a: [9, "x"] } },
  find_star: { parameters: { name: ["Vega", "x"], catalog: ["HR"], number: [7001, "x"] }, relation: "stars" },
  one_star: { parameters: {}, relation: "stars" },
  no_star: { parameters: {}, relation: "stars" },
  all_telescopes: { parameters: {}, relation: "telescopes" },
  countdown: { parameters: { start: [3, 0, "x"] } },
  words: { parameters: {} },
  site_report: { parameters: { minimum: [0, 1, "x"] } },
  as_json: { parameters: {} },
  as_class: { parameters: { value: ["A", "Z", null] } },
  twin: { parameters: { value: [1, "x"] } },
  measure: { parameters: { value: [1, "x"], other: [2] } },
  echo_named: { parameters: { value: [{ a: 1 }, [1], "x", 5, null] } },
  count_stars: { parameters: {} },
  touch: { parameters: {} },
  nothing: { parameters: {} },
  nothing_here: { parameters: { a: [1] } },
  any_rows: { parameters: { rows: [0, 1, 3, "x"] } },
  any_row: { parameters: {} },
  xml_rows: { parameters: {} },
  xml_declared: { parameters: {} },
  takes: { parameters: { size: [1, "x"], a: [1] } },
  takes_raw: { parameters: { a: [1] } },
  takes_default: { parameters: { a: [1] } },
  all_forms: { parameters: {}, relation: "forms" },
};

/** Media types of bodies: JSON most often. */
const BODY_TYPES = [
  "application/json",
  "application/json",
  "application/json",
  "application/x-www-form-urlencoded",
  "application/x-www-form-urlencoded",
  "text/csv",
  "text/plain",
  "text/xml",
  "application/octet-stream",
] as const;

const PAGES: readonly (readonly (readonly [string, string])[])[] = [
  [],
  [],
  [["limit", "1"]],
  [["offset", "1"]],
];

/** A call by GET, HEAD or POST, with parameters on its rows. */
export function calls(): fc.Arbitrary<PeerRequest> {
  return oneOf(Object.entries(FUNCTIONS)).chain(([name, { parameters, relation }]) => {
    const isPaged =
      relation !== undefined || ["countdown", "words", "site_report", "any_rows", "xml_rows"].includes(name);
    return fc
      .record({
        method: oneOf(["GET", "GET", "POST", "POST", "HEAD"]),
        given: fc.record(
          Object.fromEntries(Object.entries(parameters).map(([one, values]) => [one, oneOf(values)])),
          { requiredKeys: [] },
        ),
        shape: relation === undefined ? fc.constant(null) : fc.option(select(relation, 1)),
        said:
          relation === undefined
            ? fc.constant([])
            : fc.array(fc.oneof(filter(relation), logic(relation)), { maxLength: 1 }),
        page: isPaged ? oneOf(PAGES) : fc.constant([]),
        type: oneOf(BODY_TYPES),
        prefer: oneOf(["", "", "count=exact", "params=single-object", "return=minimal"]),
        accept: oneOf([
          "",
          "",
          "",
          "text/csv",
          "application/vnd.pgrst.object+json",
          "text/plain",
          "text/xml",
          "*/*",
        ]),
      })
      .map(({ method, given, shape, said, page, type, prefer, accept }): PeerRequest => {
        const texts = Object.entries(given).map(([key, value]) => [key, textOf(value)] as const);
        const selected = shape === null ? [] : [["select", shape.list] as const, ...shape.parameters];
        const isPost = method === "POST";
        const query = encoded([...(isPost ? [] : texts), ...selected, ...said, ...page]);
        const headers = {
          ...(prefer === "" ? {} : { Prefer: prefer }),
          ...(accept === "" ? {} : { Accept: accept }),
          ...(isPost ? { "Content-Type": type } : {}),
        };
        const target = query === "" ? `/rpc/${name}` : `/rpc/${name}?${query}`;
        return {
          method,
          target,
          headers,
          ...(isPost ? { body: bodyOf(type, given, texts) } : {}),
        };
      });
  });
}

function bodyOf(
  type: string,
  given: Readonly<Record<string, unknown>>,
  texts: readonly (readonly [string, string])[],
): string {
  if (type === "application/x-www-form-urlencoded") return encoded(texts);
  if (type !== "text/csv" || texts.length === 0) return JSON.stringify(given);
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  return `${texts.map(([one]) => cell(one)).join()}\n${texts.map(([, one]) => cell(one)).join()}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
