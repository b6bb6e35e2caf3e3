/** The head line of a season, and which seasons it compares. */
import { expect, test } from "vitest";
import type { YearShare } from "../../src/api/statistics/statistics.ts";
import { AS_SAID, speechWith } from "../../src/languages/speech.ts";
import { comparedSeason, seasonWords } from "../../src/pages/statistics/season-words.ts";
import { type ShownUnits, UNITS_OF } from "../../src/units/quantity.ts";

const season = (year: number, nm: number, toDateNm: number): YearShare => ({
  ...{ year, nm, toDateNm, logs: 1, seconds: 3600, months: [] },
});
const YEARS = [season(2023, 100, 90), season(2025, 900, 374), season(2026, 412.4, 412.4)];
const nautical: ShownUnits = { ...UNITS_OF.nautical, ...AS_SAID };
const words = (year: number | null, today: string, shown = nautical, years = YEARS) => {
  const compared = comparedSeason(years, year, today);
  return compared === null ? null : seasonWords(compared, shown);
};

test("a season that goes on is compared with the one before up to the same day", () => {
  for (const year of [null, 2026])
    expect(words(year, "2026-07-30")).toBe("412 NM, 38 more than at this time last year.");
  const years = [season(2025, 900, 500), season(2026, 412.4, 412.4)];
  expect(words(null, "2026-07-30", nautical, years)).toBe("412 NM, 88 less than at this time last year.");
});

test("a season that is over is compared with the whole one before", () => {
  expect(words(null, "2027-01-02")).toBe("412 NM, 488 less than in 2025.");
  expect(words(2025, "2026-07-30")).toBe("900 NM in 2025.");
});

test("describes equal seasons and short ones as they are", () => {
  const years = [season(2025, 9, 3.2), season(2026, 3.2, 3.2)];
  expect(words(null, "2026-07-30", nautical, years)).toBe("3.2 NM, as much as at this time last year.");
  expect(words(null, "2027-07-30", nautical, years)).toBe("3.2 NM, 5.8 less than in 2025.");
});

test("the words and numbers are in the reader's units and language", () => {
  expect(words(null, "2026-07-30", { ...UNITS_OF.metric, ...AS_SAID })).toBe(
    "764 km, 71 more than at this time last year.",
  );
  const german = { ...UNITS_OF.nautical, ...speechWith("de", { NM: "sm" }, null) };
  const years = [season(2025, 9, 3.2), season(2026, 3.25, 3.25)];
  expect(words(2025, "2026-07-30", german, years)).toBe("9,0 sm in 2025.");
});

test("a year without logs has no season", () => {
  expect(words(1999, "2026-07-30")).toBeNull();
  expect(words(null, "2026-07-30", nautical, [])).toBeNull();
});
