/** Dashboard and messages format values and instants the same way, for any settings. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Quantity } from "../../../server/src/people/notifications/messages/figures.ts";
import { speechFor } from "../../../server/src/people/notifications/messages/reading.ts";
import { wishesOf } from "../../../server/src/people/notifications/wishes.ts";
import { AS_SAID } from "../../src/languages/speech.ts";
import { type Measure, quantityOf } from "../../src/measurements/measure.ts";
import { accountChoices, deviceChoices, displayOf } from "../../src/preferences/choices.ts";
import { formatTimeWithZone } from "../../src/units/instant.ts";
import { nauticalMiles, spoken, UNITS_OF } from "../../src/units/quantity.ts";

const ZONES = ["UTC", "Europe/Helsinki", "America/St_Johns", "Pacific/Chatham", "Sea/Nowhere", "", 7];

/** Preferences of an account, including those of earlier releases. */
const preferences = fc.record(
  {
    units: fc.constantFrom("nautical", "metric", "imperial", "furlongs"),
    use_imperial_units: fc.constantFrom(true, false, "true"),
    temperature_unit: fc.constantFrom("celsius", "fahrenheit", "kelvin"),
    pressure_unit: fc.constantFrom("hectopascal", "inches", null),
    depth_unit: fc.constantFrom("metres", "feet", "fathoms"),
    time_zone: fc.constantFrom(...ZONES),
    quiet_hours: fc.record({
      from: fc.constant("22:00"),
      to: fc.constant("07:00"),
      zone: fc.constantFrom(...ZONES),
    }),
  },
  { requiredKeys: [] },
);

/** Quantities as named by messages and the dashboard, with typical ranges. */
const MEASURED: readonly (readonly [Quantity, Measure, number, number])[] = [
  ["temperature", "temperature", 230, 330],
  ["pressure", "pressure", 85_000, 110_000],
  ["speed", "speed", 0, 100],
  ["depth", "depth", 0, 300],
  ["length", "length", 0, 900],
  ["voltage", "volts", 0, 60],
  ["ratio", "ratio", 0, 1],
];

/** Both formatters, for the same preferences. */
function readers(chosen: object) {
  const { figures } = speechFor(wishesOf("ada@example.org", chosen).reading);
  const display = { ...AS_SAID, ...displayOf(accountChoices({ ...chosen }), {}) };
  return { figures, display };
}

test("values have the same figures and units", () => {
  fc.assert(
    fc.property(
      preferences,
      fc.constantFrom(...MEASURED),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (chosen, [quantity, measure, least, most], part) => {
        const { figures, display } = readers(chosen);
        const si = least + part * (most - least);
        expect(figures.value(quantity, si)).toBe(spoken(quantityOf(measure, si, display)));
      },
    ),
  );
});

test("distances too", () => {
  fc.assert(
    fc.property(preferences, fc.double({ min: 0, max: 999, noNaN: true }), (chosen, miles) => {
      const { figures, display } = readers(chosen);
      expect(figures.distance(miles)).toBe(spoken(nauticalMiles(miles, display)));
    }),
  );
});

test("instants are shown by the same clock", () => {
  const instant = fc.date({ min: new Date("2000-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(preferences, instant, (chosen, time) => {
      const { figures, display } = readers(chosen);
      expect(figures.time(time.getTime()).endsWith(formatTimeWithZone(time, display))).toBe(true);
    }),
  );
});

test("a device remembers only what was chosen on it", () => {
  const account = accountChoices({ units: "imperial", time_zone: "Europe/Helsinki" });
  expect(displayOf(account, deviceChoices('{"units": "metric"}'))).toEqual({
    ...UNITS_OF.metric,
    clock: "local",
    zone: "Europe/Helsinki",
  });
  expect(displayOf(accountChoices({}), deviceChoices('{"units": "metric"}')).zone).toBe(null);
  for (const text of [null, "", "utc metric celsius", "[]", '{"zone": "Sea/Nowhere", "units": 7}']) {
    expect(deviceChoices(text)).toEqual({});
  }
});
