import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonFault } from "../../../../../src/engine/request/body/json-fault.ts";

describe("what is wrong with text that is not JSON", () => {
  it.each([
    ["", "not enough input"],
    [" ", "not enough input"],
    ["x", "Failed reading: not a valid json value at 'x'"],
    ["{", "not enough input"],
    ['{"a', "Failed reading: string without end. Expecting object key"],
    ['{"a"', "not enough input. Expecting ':'"],
    ['{"a":', "not enough input. Expecting object value"],
    ['{"a":1', "not enough input. Expecting ',' or '}'"],
    ['{"a":1,}', "Failed reading: satisfy. Expecting object key at '}'"],
    ["{a:1}", "Failed reading: satisfy. Expecting object key at 'a:1}'"],
    ['{"a" 1}', "Failed reading: satisfyWith. Expecting ':' at '1}'"],
    ['{"a":{"b":[1,}}', "Failed reading: not a valid json value. Expecting object value at '}}'"],
    ["[1 2]", "Failed reading: satisfy. Expecting ',' or ']' at '2]'"],
    ["[]]", "endOfInput at ']'"],
    ['{} "a" /b', "endOfInput at 'ab'"],
    ["tru", "not enough input at 'tru'"],
    ["trux", "string at 'trux'"],
    ["01", "Failed reading: leading zero"],
    ["[1.]", "Failed reading: takeWhile1. Expecting json list value at ']'"],
    ["1e", "endOfInput at 'e'"],
    ['"\t"', "Failed reading: unescaped control character"],
    ['"\\', "not enough input"],
    ["x\ny", "Failed reading: not a valid json value at 'x'"],
    [`x${"y".repeat(200)}`, `Failed reading: not a valid json value at 'x${"y".repeat(99)}'`],
  ])("%j: %s", (text, told) => {
    expect(jsonFault(text)).toBe(told);
  });

  it.each(['"\\ud800"', '["\\udc00"]', '"\\ud800\\n\\udc00"', '"\\x"'])(
    "a string whose escapes are not characters: %s",
    (text) => {
      expect(jsonFault(text)).toMatch(/^Failed reading: Cannot decode input: /);
    },
  );

  it("is nothing for JSON", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(jsonFault(text)).toBeNull();
      }),
    );
  });

  it("is something for whatever else", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string(), (text, at, more) => {
        const place = at % (text.length + 1);
        const changed = text.slice(0, place) + more + text.slice(place + 1);
        let isJson = true;
        try {
          JSON.parse(changed);
        } catch {
          isJson = false;
        }
        // Control characters behind an escape are let pass.
        if (/[\p{Cc}]/u.test(changed)) return;
        expect(jsonFault(changed) === null).toBe(isJson);
      }),
    );
  });

  it("is reported for texts of any length and depth", () => {
    expect(jsonFault("[".repeat(1_000_000))).not.toBeNull();
    expect(jsonFault(`["${"\\n".repeat(1_000_000)}`)).toBe("not enough input. Expecting json list value");
  });
});
