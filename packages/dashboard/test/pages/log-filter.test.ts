/** Filters in addresses, and the requests for their lines. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ALL_LOGS, type LogFilter, SORTS } from "../../src/api/logbook/find-logs.ts";
import {
  daysOfYear,
  filterAddress,
  logsAddress,
  narrows,
  readFilter,
  readView,
  yearOfDays,
} from "../../src/features/log-filter/view.ts";
import { linesOf } from "../../src/features/tracks/found-tracks.ts";

const read = (query: string) => readFilter(new URLSearchParams(query));
const found = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe("the filter of the logbook in an address", () => {
  test("is read as it was written", () => {
    const id = fc.option(fc.integer({ min: 1, max: 2 ** 31 - 1 }));
    const filters: fc.Arbitrary<LogFilter> = fc.record({
      words: fc.string(),
      since: fc.constantFrom("", "2026-07-01"),
      until: fc.constantFrom("", "2026-07-31"),
      tag: fc.string(),
      place: fc.string(),
      fromMoorage: id,
      toMoorage: id,
      minNm: fc.option(fc.integer({ min: 0, max: 99_999 })),
      maxNm: fc.option(fc.integer({ min: 0, max: 99_999 })),
      way: fc.constantFrom(null, "sail", "motor"),
    });
    fc.assert(
      fc.property(filters, (filter) => {
        const address = filterAddress("/logs", filter);
        expect(read(address.slice("/logs".length))).toEqual(filter);
        expect(address === "/logs").toBe(!narrows(filter));
      }),
    );
  });

  test("leaves out what is no number of a moorage, and still takes part of a name", () => {
    for (const bad of ["", "0", "-1", "1.5", "x", "2147483648", "1e3", "99999999999999"])
      expect(read(`?to_moorage=${bad}`), bad).toEqual(ALL_LOGS);
    expect(read("?place=K%C3%B6kar&page=2")).toEqual({ ...ALL_LOGS, place: "Kökar" });
  });
});

describe("the order of the logbook in an address", () => {
  test("is read as it was written, and is no filter", () => {
    for (const sort of SORTS) {
      const address = logsAddress({ tag: "race" }, sort);
      const view = { filter: { ...ALL_LOGS, tag: "race" }, sort, page: 1 };
      expect(readView(new URLSearchParams(address.slice("/logs".length)))).toEqual(view);
    }
    expect(logsAddress({}, "wind")).toBe("/logs?sort=wind");
    expect(logsAddress({})).toBe("/logs");
    expect(readView(new URLSearchParams("?sort=name")).sort).toBe("date");
  });
});

describe("the days of a year", () => {
  test("are those of one year and of no other span", () => {
    for (const year of [1, 1999, 2024]) expect(yearOfDays({ ...ALL_LOGS, ...daysOfYear(year) })).toBe(year);
    const { since, until } = daysOfYear(2024);
    for (const other of [
      ALL_LOGS,
      { ...ALL_LOGS, since },
      { ...ALL_LOGS, until },
      { ...ALL_LOGS, since, until: daysOfYear(2025).until },
    ])
      expect(yearOfDays(other)).toBeNull();
  });
});

describe("the lines of the logs that a filter finds", () => {
  const since = "2026-07-01";

  test("are asked for by days where it chooses by days alone", () => {
    expect(linesOf(ALL_LOGS, found(3))).toEqual({});
    expect(linesOf({ ...ALL_LOGS, since }, undefined)).toEqual({ from: since });
  });

  test.each<Partial<LogFilter>>([{ words: "x" }, { toMoorage: 7 }, { way: "sail" }, { place: "x" }])(
    "are asked for by number with %o, if an address has room for the numbers",
    (more) => {
      const filter = { ...ALL_LOGS, since, ...more };
      expect(linesOf(filter, undefined)).toEqual({ ids: [] });
      expect(linesOf(filter, found(500))).toEqual({ ids: found(500) });
      expect(linesOf(filter, found(501))).toEqual({ from: since });
    },
  );
});
