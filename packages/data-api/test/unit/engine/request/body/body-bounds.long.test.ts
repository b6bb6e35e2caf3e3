/** Limits of a body's parts; and a body read in pieces equals the whole. */

import { ApiError } from "@wakelog/kit/errors.ts";
import { atOnce } from "@wakelog/kit/time/slices.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { releaseOf } from "../../../../../src/engine/release/release.ts";
import { jsonFault } from "../../../../../src/engine/request/body/json-fault.ts";
import { readPayload } from "../../../../../src/engine/request/body/payload.ts";

interface How {
  readonly type?: string;
  readonly isJudged?: boolean;
  readonly isHandled?: boolean;
}

function read(
  text: string | Buffer,
  { type = "application/json", isJudged = false, isHandled = false }: How = {},
) {
  const body = Buffer.from(text);
  const context = { body, contentType: type, isCall: true, columns: null, maxRows: 100_000, ownJson: false };
  return atOnce(readPayload({ ...context, isJudged, isHandled, errors: releaseOf().errors }));
}

function refusal(text: string | Buffer, how: How = {}): readonly [number, string] | null {
  try {
    read(text, how);
    return null;
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault;
    return [fault.status, fault.message];
  }
}

const keys = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(",")}}`;
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const columns = (count: number): string => `${"a,".repeat(count - 1)}a\n${"1,".repeat(count - 1)}1\n`;

describe("a body", () => {
  it("may have 4,000 columns, arguments or fields", () => {
    const sentence = "A body can name at most 4000 columns or arguments";
    const forms = (count: number): string => "a=1&".repeat(count);
    expect(refusal(keys(4_000))).toBe(null);
    expect(refusal(keys(4_001))).toEqual([400, sentence]);
    expect(refusal(`[${keys(4_001)}]`)).toEqual([400, sentence]);
    expect(refusal(columns(4_000), { type: "text/csv" })).toBe(null);
    expect(refusal(columns(4_001), { type: "text/csv" })).toEqual([400, sentence]);
    expect(refusal(forms(4_000), { type: "application/x-www-form-urlencoded" })).toBe(null);
    expect(refusal(forms(4_001), { type: "application/x-www-form-urlencoded" })).toEqual([400, sentence]);
  });

  it("may have 64 levels, and more where a handler refuses rows one by one", () => {
    expect(refusal(`{"a":${nested(63)}}`)).toBe(null);
    const sentence = "The values of a body can be nested at most 64 levels deep";
    expect(refusal(`{"a":${nested(64)}}`)).toEqual([400, sentence]);
    expect(refusal(`{"a":"${"[".repeat(100)}"}`)).toBe(null);
    expect(refusal(nested(900), { isJudged: true })).toBe(null);
    expect(refusal(nested(100_000), { isJudged: true })?.[0]).toBe(400);
  });

  it("may have 250,000 values in a row, and any number in all rows together", () => {
    const row = (values: number): string => `{"a":[${"1,".repeat(values - 1)}1]}`;
    expect(refusal(`[${row(200_000)},${row(200_000)}]`)).toBe(null);
    const sentence = "A row can have at most 250000 values, over all levels";
    expect(refusal(`[{"a":1},${row(250_001)}]`)).toEqual([413, sentence]);
    expect(refusal(row(24_998), { isHandled: true })).toBe(null);
    expect(refusal(row(25_001), { isHandled: true })?.[0]).toBe(413);
  });

  it("may have 8 MB in a row", () => {
    const sentence = "A row can have at most 8 MB";
    expect(refusal(`{"a":"${"x".repeat(8_388_500)}"}`)).toBe(null);
    expect(refusal(`[{"a":1},{"a":"${"x".repeat(8_400_000)}"}]`)).toEqual([413, sentence]);
  });

  it("may have 8 MB in a field of a table", () => {
    const text = "x".repeat(8_388_000);
    expect(refusal(`a\n"${"x".repeat(30_000_000)}"\n`, { type: "text/csv" })?.[0]).toBe(413);
    expect(read(`a\n"${text}"\n`, { type: "text/csv" })).toMatchObject({ text: `[{"a":"${text}"}]` });
  });

  it("is the same whether it is read in parts or as a whole", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constant("x".repeat(70_000)),
      fc.constant('],{"a":[\\'),
    );
    const row = fc.record({ a: texts, b: fc.jsonValue({ maxDepth: 3 }) });
    const blank = fc.constantFrom("", " ", "\n\t");
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), blank, (rows, space) => {
        const text = `${space}[${rows.map((one) => `${space}${JSON.stringify(one)}${space}`).join(",")}]${space}`;
        const found = read(text, { isJudged: true });
        expect(found).toMatchObject({
          kind: "json",
          isArray: true,
          count: rows.length,
          elements: JSON.parse(text),
        });
        expect(read(text)).toMatchObject({ keys: rows.length === 0 ? [] : ["a", "b"], count: rows.length });
      }),
    );
  });

  it("of a long row is read in pieces, and gives the keys of all", () => {
    const key = fc.constantFrom("a", "b", "", "__proto__", "1", "long ".repeat(30), '"', "é😀");
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.constant("x".repeat(70_000)),
      fc.constant(Array.from({ length: 9_000 }, (_, at) => ({ [`k${at}`]: [at, { "": "]," }] }))),
    );
    const row = fc
      .array(fc.tuple(key, value), { minLength: 1, maxLength: 5 })
      .map((members) => members.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`).join())
      .map((members) => `{${members}}`);
    const broken = fc.constantFrom("", "", "", ",", "]", "}", "[", ":", '"', "x", '"a":1,', ",,");
    fc.assert(
      fc.property(
        row,
        row,
        fc.nat(),
        broken,
        fc.constantFrom("row", "array"),
        (one, two, at, extra, form) => {
          const where = at % one.length;
          const first = one.slice(0, where) + extra + one.slice(where);
          const text = form === "row" ? first : `[${first},${two}]`;
          let wanted: unknown;
          try {
            wanted = JSON.parse(text);
          } catch {
            expect(refusal(text)?.[0]).toBe(400);
            return;
          }
          const keysOf = (object: unknown): string => Object.keys(Object(object)).sort().join("\u0000");
          const rows = Array.isArray(wanted) ? wanted : [wanted];
          const areSame = rows.every((each) => keysOf(each) === keysOf(rows[0]));
          if (!areSame) expect(refusal(text)).toEqual([400, "All object keys must match"]);
          else {
            const found = read(text);
            expect(found).toMatchObject({ kind: "json", text, count: rows.length });
            expect(found.kind === "json" && [...found.keys].sort().join("\u0000")).toBe(keysOf(rows[0]));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("that is not JSON is refused, whichever part of it is not", () => {
    const long = `{"a":"${"x".repeat(70_000)}"}`;
    const bodies = [`[${long},,${long}]`, `[${long},${long},]`, `[,${long},${long}]`, `[${long},${long}`];
    for (const text of [
      ...bodies,
      `[${long},${long}]]`,
      `[${long},${long}} `,
      `[${long},{"a":1]}`,
      `${long}x`,
    ])
      expect(refusal(text)?.[0], text.replaceAll("x", "")).toBe(400);
    const part = fc.constantFrom(
      "[",
      "]",
      "{",
      "}",
      ",",
      ":",
      '"',
      "\\",
      "1",
      " ",
      '"a"',
      "null",
      '{"a":1}',
      long,
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
        const text = parts.join("");
        if (text === "") return;
        const isJson = jsonFault(text) === null;
        expect(refusal(text, { isJudged: true }) === null).toBe(isJson);
      }),
      { numRuns: 500 },
    );
  });
});
