import { ApiError } from "@wakelog/kit/errors.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { admitted, RequestCounts } from "../../../../src/http/request/counts.ts";

const MINUTE_MS = 60_000;

function isLetIn(counts: RequestCounts, caller: string, most: number, now: number): boolean {
  try {
    admitted(counts.count(caller, now), most);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    return false;
  }
}

describe("requests in a minute", () => {
  it("are as many for each caller as are allowed from their first one on, whatever others send", () => {
    const sent = fc.record({ caller: fc.constantFrom("a", "b", "c"), pause: fc.nat({ max: 20_000 }) });
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 200 }), fc.integer({ min: 1, max: 8 }), (requests, most) => {
        const counts = new RequestCounts();
        // Independently: the times of each caller's requests since the one that began the minute.
        const minutes = new Map<string, number[]>();
        let now = 0;
        for (const { caller, pause } of requests) {
          now += pause;
          const began = minutes.get(caller)?.[0] ?? Number.NEGATIVE_INFINITY;
          const times = now - began < MINUTE_MS ? [...(minutes.get(caller) ?? []), now] : [now];
          minutes.set(caller, times);
          expect(isLetIn(counts, caller, most, now)).toBe(times.length <= most);
        }
      }),
    );
  });

  it("tell what is left, and when to come again", () => {
    const counts = new RequestCounts();
    const told = (now: number) => new Map(admitted(counts.count("a", now), 2));
    expect(told(1_000).get("X-RateLimit-Remaining")).toBe("1");
    expect(told(2_000).get("X-RateLimit-Remaining")).toBe("0");
    expect(() => told(51_000)).toThrow(
      expect.objectContaining({ status: 429, hint: "Wait 10 s and try again." }),
    );
  });

  it("of very many callers take no more memory: those who came first are forgotten", () => {
    const counts = new RequestCounts();
    for (let n = 0; n < 50_000; n++) counts.count(`caller ${n}`, n / 1000);
    expect(isLetIn(counts, "caller 49999", 1, 51)).toBe(false);
    expect(isLetIn(counts, "caller 0", 1, 51)).toBe(true);
  });
});
