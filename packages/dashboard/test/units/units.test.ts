import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AS_SAID } from "../../src/languages/speech.ts";
import {
  degreesOfRadians,
  inchesOfMercuryOfPascal,
  knotsOfMetresPerSecond,
} from "../../src/units/convert.ts";
import { durationParts, formatAge, formatDuration, secondsOfDuration } from "../../src/units/duration.ts";
import { isFresh } from "../../src/units/freshness.ts";
import {
  formatInstant,
  formatMonthOf,
  formatShortInstants,
  formatTimeWithZone,
  inUtc,
} from "../../src/units/instant.ts";
import { formatLatitude, formatLongitude } from "../../src/units/position.ts";
import {
  degrees,
  knots,
  metres,
  nauticalMiles,
  pressure,
  type ShownUnits,
  spoken,
  temperature,
  UNITS_OF,
  UNKNOWN,
  type UnitSystem,
} from "../../src/units/quantity.ts";

const METRIC = { temperature: "celsius", pressure: "hectopascal", ...AS_SAID } as const;
const IMPERIAL = { temperature: "fahrenheit", pressure: "inches", ...AS_SAID } as const;

const shownIn = (units: UnitSystem): ShownUnits => ({ ...UNITS_OF[units], ...AS_SAID });
const UTC = inUtc(AS_SAID);

describe("conversions for people", () => {
  test("10 m/s are 19.4 kn, and one standard atmosphere is 29.92 inches of mercury", () => {
    expect(knotsOfMetresPerSecond(10)).toBeCloseTo(19.438, 3);
    expect(inchesOfMercuryOfPascal(101_325)).toBeCloseTo(29.921, 3);
  });

  test("a bearing of any winding comes out between 0 and 360", () => {
    expect(degreesOfRadians(-Math.PI / 2)).toBeCloseTo(270, 9);
    fc.assert(
      fc.property(fc.double({ min: -50, max: 50, noNaN: true }), (radians) => {
        const degrees = degreesOfRadians(radians);
        expect(degrees).toBeGreaterThanOrEqual(0);
        expect(degrees).toBeLessThanOrEqual(360);
      }),
    );
  });

  test("no figure has a sign or digits that rounding took away", () => {
    expect(nauticalMiles(9.994, shownIn("nautical")).figure).toBe("9.99");
    expect(nauticalMiles(9.996, shownIn("nautical")).figure).toBe("10.0");
    expect(degrees(359.4, AS_SAID).figure).toBe("359");
    expect(degrees(359.6, AS_SAID).figure).toBe("0");
    expect(temperature(273.12, METRIC).figure).toBe("0.0");
    expect(temperature(273.05, METRIC).figure).toBe("-0.1");
  });

  test("temperatures and pressures follow the choice", () => {
    expect(spoken(temperature(288.15, METRIC))).toBe("15.0 °C");
    expect(spoken(temperature(288.15, IMPERIAL))).toBe("59.0 °F");
    expect(spoken(pressure(101_320, METRIC))).toBe("1013 hPa");
    expect(spoken(pressure(101_320, IMPERIAL))).toBe("29.92 inHg");
  });

  test("speeds, distances and depths follow the system of units", () => {
    const shown = (units: ShownUnits) =>
      [knots(10, units), nauticalMiles(141.9, units), metres(12.5, units), temperature(288.15, units)].map(
        spoken,
      );
    expect(shown(shownIn("nautical"))).toEqual(["10.0 kn", "141.9 NM", "12.5 m", "15.0 °C"]);
    expect(shown(shownIn("metric"))).toEqual(["5.1 m/s", "262.8 km", "12.5 m", "15.0 °C"]);
    expect(shown(shownIn("imperial"))).toEqual(["11.5 mph", "163.3 mi", "41 ft", "59.0 °F"]);
  });

  test("what is not known is a dash and never a zero", () => {
    expect(temperature(null, METRIC).figure).toBe(UNKNOWN);
    expect(spoken(nauticalMiles(null, shownIn("nautical")))).toBe("unknown");
    expect(spoken(nauticalMiles(0, shownIn("nautical")))).toBe("0.00 NM");
  });
});

describe("durations", () => {
  test.each([
    ["PT25M", 1500],
    ["PT2H37M", 9420],
    ["P1DT2H3M", 93_780],
    ["PT46H", 165_600],
    ["PT0S", 0],
    ["PT12.5S", 12.5],
    ["-PT1M", -60],
  ])("%s is %d seconds", (text, seconds) => {
    expect(secondsOfDuration(text)).toBe(seconds);
  });

  test.each(["", "P", "PT", "25 minutes", "02:37:00"])("%j is not an ISO duration", (text) => {
    expect(secondsOfDuration(text)).toBeNull();
  });

  test.each([
    [45, "45 s"],
    [2220, "37 min"],
    [3599, "1 h 00 min"],
    [7500, "2 h 05 min"],
    [86_400, "1 d"],
    [86_369, "23 h 59 min"],
    [86_399, "1 d"],
    [183_600, "2 d 3 h"],
    [1_497_000, "17 d 8 h"],
    [-5, "0 s"],
  ])("%d seconds read %j", (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  test("figures show the same units as texts, whatever the length", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e8 }), (seconds) => {
        const parts = durationParts(seconds);
        expect(parts.map(({ figure, unit }) => `${figure} ${unit}`).join(" ")).toBe(formatDuration(seconds));
        expect(parts.length).toBeLessThanOrEqual(2);
        expect(parts.some(({ unit }) => unit === "d")).toBe(Math.round(seconds / 60) >= 1440);
      }),
    );
    expect(durationParts(null)).toEqual([{ figure: UNKNOWN, unit: "h" }]);
  });

  test("ages are rounded down", () => {
    expect(formatAge(59, AS_SAID)).toBe("just now");
    expect(formatAge(3599, AS_SAID)).toBe("59 min ago");
    expect(formatAge(7200, AS_SAID)).toBe("2 h ago");
    expect(formatAge(200_000, AS_SAID)).toBe("2 days ago");
    expect(formatAge(-59, AS_SAID)).toBe("just now");
    expect(formatAge(-7200, AS_SAID)).toBe("2 h 00 min ahead of the clock");
  });
});

describe("positions", () => {
  test("are written in degrees and decimal minutes", () => {
    expect(formatLatitude(59.9768833)).toBe("59° 58.613′ N");
    expect(formatLongitude(-5.5)).toBe("005° 30.000′ W");
  });

  test("carry over when the minutes round up to sixty", () => {
    expect(formatLatitude(59.999_999_9)).toBe("60° 00.000′ N");
  });

  test("beyond the 180th meridian are the same place", () => {
    expect(formatLongitude(181)).toBe("179° 00.000′ W");
    expect(formatLongitude(-541)).toBe("179° 00.000′ E");
  });
});

describe("instants", () => {
  const instant = new Date("2026-08-12T00:41:00Z");

  test("say their zone", () => {
    const both = { ...AS_SAID, clock: "both", zone: "Asia/Tokyo" } as const;
    expect(formatTimeWithZone(instant, both)).toBe("00:41 UTC (09:41 GMT+9)");
    const end = new Date(instant.getTime() + 7_200_000);
    expect(formatShortInstants(instant, end, both)).toMatch(/, 00:41 – 02:41 UTC \(09:41 – 11:41 GMT\+9\)$/);
    expect(formatTimeWithZone(instant, UTC)).toBe("00:41 UTC");
    expect(formatInstant(instant, UTC)).toBe("Wed 12 Aug 2026, 00:41 UTC");
  });

  test.each([
    ["2026-08-12T22:03:00Z", "Wed 12 Aug, 00:41 – 22:03 UTC"],
    ["2026-08-13T00:41:00Z", "Wed 12 Aug, 00:41 – Thu 13 Aug, 00:41 UTC"],
    ["2027-01-02T08:00:00Z", "Wed 12 Aug 2026, 00:41 – Sat 2 Jan 2027, 08:00 UTC"],
  ])("an end on another day (%s) is shown with its day", (end, words) => {
    expect(formatShortInstants(instant, new Date(end), UTC)).toBe(words);
  });

  test("a month is named from its UTC text; any other text gives null", () => {
    expect(formatMonthOf("2026-07", AS_SAID)).toBe("July 2026");
    expect(formatMonthOf("", AS_SAID)).toBeNull();
  });
});

describe("freshness", () => {
  const now = new Date("2026-08-12T12:00:00Z");

  test.each([
    ["2026-08-12T11:50:00Z", true],
    ["2026-08-12T11:49:59Z", false],
    ["2026-08-12T12:00:30Z", true],
    ["2026-08-12T14:00:00Z", false],
  ])("a value of %s is fresh at noon: %s", (time, fresh) => {
    expect(isFresh(new Date(time), now)).toBe(fresh);
  });

  test("a value without a time is not", () => {
    expect(isFresh(null, now)).toBe(false);
  });
});
