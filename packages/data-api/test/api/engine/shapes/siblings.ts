/** Requests of one shape: the same request with other values. */
import fc from "fast-check";
import { anyText } from "../../../../../../test/support/laws/any-text.ts";
import type { HttpInput } from "../../../../src/engine/request/api-request.ts";
import { queryOf, queryShape, type Value } from "../../../../src/engine/request/query-shape.ts";
import type { PeerRequest } from "../../../peer/request.ts";

/** Values that mean something to one of the parsers, to SQL, to JSON, to URLs or to the engine. */
export const NASTY: readonly string[] = [
  ...[
    "",
    " ",
    "null",
    "NULL",
    "not_null",
    "true",
    "*",
    "**",
    "%",
    "%%",
    "%25",
    "+",
    "a+b",
    "-1",
    "0",
    "1e9",
    "NaN",
  ],
  ...[
    "'",
    "''",
    '"',
    '""',
    "\\",
    "\\'",
    "a'b",
    'say "x"',
    ",",
    "a,b",
    ".",
    "..",
    "a.b",
    "eq.1",
    "not.eq.1",
    "in.(1)",
  ],
  ...[
    "is.null",
    "(",
    ")",
    "()",
    "(a)",
    "{",
    "}",
    "{}",
    "{1,2}",
    '{"a b",c}',
    "[",
    "[]",
    "[1,2)",
    "[{",
    "$1",
    "$$",
    ";",
  ],
  ...[
    "&",
    "=",
    "a=b",
    "&a=b",
    "#",
    "?",
    "\u0000",
    "\u0001",
    "\n",
    "\r\n",
    "\t",
    "😀",
    "\ud800",
    "é",
    "e\u0301",
    "ﬀ",
    "\u202e",
  ],
  ...[
    "*\u0001",
    "%2A%01",
    "*\\u0001",
    "00000000-0000-0000-0000-000000000000",
    "2024-01-01T00:00:00Z",
    "2024-13-99",
  ],
  ...["x".repeat(5000), "'".repeat(300), "/", "--", "/*", "or 1=1", "__proto__", "constructor", "undefined"],
];

/** Numbers are small: some of the functions that are called count up to theirs. */
function text(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
    { weight: 2, arbitrary: fc.nat(999).map(String) },
    { weight: 1, arbitrary: anyText(12) },
  );
}

/** A list element: quoted if needed, or not at all. */
function element(): fc.Arbitrary<string> {
  return text().map((one) => (/[,()"\\]/.test(one) ? `"${one.replace(/["\\]/g, "\\$&")}"` : one));
}

function other(value: Value): fc.Arbitrary<Value> {
  if (typeof value === "string") return text();
  return fc
    .array(element(), { minLength: 1, maxLength: 3 })
    .map((elements) => ({ text: elements.join(","), elements }));
}

function valuesLike(values: readonly Value[]): fc.Arbitrary<readonly Value[]> {
  return fc.tuple(...values.map(other));
}

/** The same JSON with other texts and numbers in it. */
function jsonLike(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value)) return fc.tuple(...value.map(jsonLike));
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, one]) => jsonLike(one).map((like) => [key, like]));
    return fc.tuple(...entries).map((all) => Object.fromEntries(all));
  }
  return fc.oneof(fc.constant(value), text(), fc.nat(999));
}

function bodyLike(body: string): fc.Arbitrary<string> {
  try {
    const value: unknown = JSON.parse(body);
    return jsonLike(value).map((like) => JSON.stringify(like));
  } catch {
    return fc.constant(body);
  }
}

function encodedSafely(value: Value): Value {
  const safe = (one: string): string => one.toWellFormed();
  return typeof value === "string" ? safe(value) : { ...value, text: safe(value.text) };
}

/** A request as the engine gets it. */
export function inputOf({ method, target, headers, body = "" }: PeerRequest): HttpInput {
  const mark = target.indexOf("?");
  return {
    method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: Buffer.from(body),
  };
}

/** A request with some that differ only in the values of their queries and bodies; the first is the request itself. */
export function siblings(requests: fc.Arbitrary<PeerRequest>): fc.Arbitrary<readonly HttpInput[]> {
  return requests.chain((request) => {
    const input = inputOf(request);
    const shape = queryShape(input.query);
    const one = fc.tuple(valuesLike(shape.values), bodyLike(request.body ?? "")).map(([values, body]) => ({
      ...input,
      query: queryOf(shape.text, values.map(encodedSafely)),
      body: Buffer.from(body),
    }));
    return fc.array(one, { minLength: 2, maxLength: 4 }).map((others) => [input, ...others]);
  });
}
