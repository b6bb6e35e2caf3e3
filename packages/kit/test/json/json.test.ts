import fc from "fast-check";
import { expect, it } from "vitest";
import { isRecord, parseJson } from "../../src/json/json.ts";

it("reads back whatever JSON can write, and finds the objects among it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(parseJson(text)).toEqual(JSON.parse(text));
      expect(isRecord(parseJson(text))).toBe(text.startsWith("{"));
    }),
  );
});

it("gives null for every text that is not JSON, and never throws", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, at) => {
      // A closing bracket that nothing opened makes any JSON text broken, except inside one of its strings.
      const before = text.slice(0, at % (text.length + 1));
      const isInString = (before.replaceAll(/\\./gs, "").match(/"/g)?.length ?? 0) % 2 === 1;
      if (!isInString) expect(parseJson(`${before}]}${text.slice(before.length)}`)).toBeNull();
    }),
  );
});
