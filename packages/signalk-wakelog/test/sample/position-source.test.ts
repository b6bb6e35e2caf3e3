import { describe, expect, it } from "vitest";
import { Sea } from "./sea.ts";

describe("the position", () => {
  it("is of one source until it has been silent for 30 s", () => {
    const sea = new Sea();
    sea.fix(59.5, 22.5, "a");
    sea.pass(20, () => sea.fix(1, 1, "b"));
    expect(sea.sampler.source.current).toBe("a");
    sea.pass(15, () => sea.fix(1, 1, "b"));
    expect(sea.sampler.source.current).toBe("b");
  });

  it("is of the source that was set, once it is heard", () => {
    const sea = new Sea({ position_source: "b" });
    sea.fix(1, 1, "a");
    expect(sea.rows).toEqual([]);
    sea.fix(59.5, 22.5, "b");
    sea.fix(1, 1, "a");
    expect(sea.rows.map(({ latitude }) => latitude)).toEqual([59.5]);
  });
});
