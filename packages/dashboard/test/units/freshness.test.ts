/** How long values count as current, by how often the boat sends. */
import { describe, expect, test } from "vitest";
import { freshSecondsOf, isFresh } from "../../src/units/freshness.ts";

const START = Date.parse("2026-11-25T00:00:00Z");
/** Rows of a boat that waits these seconds between them. */
function rows(waits: readonly number[], sogKnots = 0) {
  let at = START;
  return [0, ...waits].map((wait) => {
    at += wait * 1000;
    return { time: new Date(at), sogKnots };
  });
}
const steady = (wait: number, count = 20) => Array.from({ length: count }, () => wait);

describe("values are current for", () => {
  test.each([
    ["ten minutes without rows", [], 600],
    ["ten minutes of a boat with a row a minute", steady(60), 600],
    ["ten minutes of a boat with a row every five minutes", steady(300), 600],
    ["two hours of a boat with a row an hour", steady(3600), 7200],
    ["as long of a boat whose hour is not exact", steady(3640), 7280],
    ["ten minutes despite one outage of half an hour", [...steady(300), 1800], 600],
    ["ten minutes after too few waits", steady(3600, 2), 600],
    ["ten minutes, for longer pauses are outages", [...steady(60, 5), ...steady(4201, 50)], 600],
  ])("%s", (_, waits, seconds) => {
    expect(freshSecondsOf(rows(waits))).toBeCloseTo(seconds, 6);
  });

  test("ten minutes of a boat that was under way: her pauses say nothing of her rest", () => {
    expect(freshSecondsOf(rows(steady(1800), 5))).toBe(600);
  });

  test("as long as they are given", () => {
    const [now, time] = [new Date(START), new Date(START - 3_600_000)];
    expect(isFresh(time, now)).toBe(false);
    expect(isFresh(time, now, 7200)).toBe(true);
    expect(isFresh(null, now, 7200)).toBe(false);
  });
});
