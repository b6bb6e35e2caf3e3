import { describe, expect, it } from "vitest";
import { Recent } from "../../../../src/engine/shape/recent.ts";

describe("what was used lately", () => {
  it("is kept while ten thousand others come, if it is used between them", () => {
    const recent = new Recent<number>();
    recent.keep("often", 1, 100);
    for (let other = 0; other < 10_000; other++) {
      recent.keep(`other ${other}`, other, 100);
      if (other % 200 === 0) expect(recent.find("often")).toBe(1);
    }
    expect(recent.find("other 0")).toBeUndefined();
  });

  it("is bounded in number and in size", () => {
    const count = (characters: number): number => {
      const recent = new Recent<number>();
      const keys = Array.from({ length: 5_000 }, (_, at) => String(at));
      for (const key of keys) recent.keep(key, 0, characters);
      return keys.filter((key) => recent.find(key) !== undefined).length;
    };
    expect(count(1)).toBeLessThanOrEqual(500);
    expect(count(100_000)).toBeLessThanOrEqual(10);
    expect(count(1_000_000)).toBe(0);
  });

  it("differs from what occurs for the first time", () => {
    const recent = new Recent<number>();
    expect(recent.recurs("a")).toBe(false);
    expect(recent.recurs("b")).toBe(false);
    expect(recent.recurs("a")).toBe(true);
    recent.keep("a", 1, 1);
    // It is known: there is nothing to learn.
    expect(recent.recurs("a")).toBe(false);
  });

  it("does not lose anything to ten thousand that occur once", () => {
    const recent = new Recent<number>();
    recent.keep("kept", 1, 100);
    for (let other = 0; other < 10_000; other++) {
      if (recent.recurs(`other ${other}`)) recent.keep(`other ${other}`, other, 100);
    }
    expect(recent.find("kept")).toBe(1);
  });
});
