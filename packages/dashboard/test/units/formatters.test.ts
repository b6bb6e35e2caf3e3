import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Speech, speechWith } from "../../src/languages/speech.ts";
import { timeLabels } from "../../src/plots/time-labels.ts";
import { monthNames, weekdayNames } from "../../src/units/calendar.ts";
import { countryName } from "../../src/units/country.ts";
import { formatInstant, formatShortInstants, formatTimeWithZone } from "../../src/units/instant.ts";
import { knots, nauticalMiles, UNITS_OF, volts } from "../../src/units/quantity.ts";

const LANGUAGES = ["en", "fr", "es", "de", "pt"];
const ZONES = ["Europe/Helsinki", "America/Los_Angeles", "Pacific/Auckland", "UTC"];
const HOUR = 3_600_000;

afterEach(() => vi.unstubAllGlobals());

/** Counts formatters created by an action. */
function made(action: () => void): number {
  let count = 0;
  const counted = new Proxy(Intl, {
    get(intl, name) {
      const value: unknown = Reflect.get(intl, name);
      if (typeof value !== "function") return value;
      return new Proxy(value, {
        construct(kind, given) {
          count += 1;
          return Reflect.construct(kind, given);
        },
      });
    },
  });
  vi.stubGlobal("Intl", counted);
  action();
  vi.unstubAllGlobals();
  return count;
}

/** A list row's values: time, distance, speed, place. */
function row(index: number, speech: Speech): void {
  const [from, to] = [new Date(index * 9 * HOUR), new Date(index * 9 * HOUR + 7 * HOUR)];
  formatInstant(from, { ...speech, clock: "both", zone: null });
  formatShortInstants(from, to, { ...speech, clock: "local", zone: null });
  const nautical = { ...UNITS_OF.nautical, ...speech };
  [knots(index / 7, nautical), nauticalMiles(index / 3, nautical), volts(12.5, speech)].map(
    ({ figure }) => figure,
  );
  countryName(["FI", "SE", "EE"][index % 3] ?? null, speech.i18n.locale);
  monthNames("short", speech);
  weekdayNames("long", speech);
  timeLabels([index * 9 * 3600], 3600, "Europe/Helsinki", speech);
}

describe("formatters", () => {
  test("no more of them are made for a hundred rows than for three", () => {
    const speech = speechWith("pt", {}, null);
    const few = made(() => Array.from({ length: 3 }, (_, index) => row(index, speech)));
    expect(few).toBeGreaterThan(0);
    expect(made(() => Array.from({ length: 100 }, (_, index) => row(index, speech)))).toBe(0);
  });

  test("texts follow the language and the boat's zone whenever either changes", () => {
    const instant = fc.date({
      min: new Date("2000-01-01"),
      max: new Date("2040-01-01"),
      noInvalidDate: true,
    });
    const once = fc.tuple(fc.constantFrom(...LANGUAGES), fc.constantFrom(...ZONES), instant);
    fc.assert(
      fc.property(fc.array(once, { minLength: 2, maxLength: 12 }), (turns) => {
        for (const [language, zone, time] of turns) {
          const speech = speechWith(language, {}, null);
          const spoken = language === "en" ? "en-GB" : language;
          const parts = new Intl.DateTimeFormat(spoken, { timeZone: zone, timeZoneName: "short" });
          const named = parts.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value;
          const hours = time.toLocaleTimeString(spoken, {
            timeZone: zone,
            hourCycle: "h23",
            hour: "2-digit",
            minute: "2-digit",
          });
          expect(formatTimeWithZone(time, { ...speech, clock: "local", zone })).toBe(`${hours} ${named}`);
          expect(nauticalMiles(1.5, { ...UNITS_OF.nautical, ...speech }).figure).toBe(
            (1.5).toLocaleString(spoken, { minimumFractionDigits: 2 }),
          );
        }
      }),
      { numRuns: 40 },
    );
  });
});
