/** Preferences in any state that users, clients and database edits leave: reading them never fails. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wishesOf } from "../../../../src/people/notifications/wishes.ts";

const EMAIL = "aino@example.org";
const KEYS = [
  "email_notifications",
  "phone_notifications",
  "push_user_key",
  "messenger",
  "webpush_subscriptions",
  "webhook_url",
  "ntfy_url",
  "apprise_url",
  "muted",
  "units",
  "language",
  "quiet_hours",
  "use_imperial_units",
  "temperature_unit",
  "pressure_unit",
  "depth_unit",
  "time_zone",
];

it("reads any JSON at all, and names what it cannot read", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...KEYS, "other"), fc.jsonValue())),
      (preferences) => {
        const wishes = wishesOf(EMAIL, preferences);
        expect(typeof wishes.isProven).toBe("boolean");
        for (const key of wishes.unreadable) expect(KEYS).toContain(key);
        for (const addresses of wishes.addresses.values()) expect(addresses.length).toBeGreaterThan(0);
      },
    ),
  );
});

it("assumes that people who linked a telephone or a chat want messages there, unless they say otherwise", () => {
  const linked = { push_user_key: "key", messenger: { chat: { id: 7 }, from: { id: 7 } } };
  const phone = (preferences: object) => {
    const { addresses } = wishesOf(EMAIL, preferences);
    return [addresses.get("push"), addresses.get("messenger")];
  };
  expect(phone(linked)).toEqual([["key"], ["7"]]);
  for (const phone_notifications of [true, "true", null, "perhaps"]) {
    expect(phone({ ...linked, phone_notifications })).toEqual([["key"], ["7"]]);
  }
  for (const phone_notifications of [false, "false"]) {
    expect(phone({ ...linked, phone_notifications })).toEqual([undefined, undefined]);
  }
});

describe("a language", () => {
  const languageOf = (language: unknown) => wishesOf(EMAIL, { language }).reading.language;

  it.each([
    ["de", "de"],
    ["DE-at", "de"],
    ["fr_FR.UTF-8", "fr"],
    ["pt-BR", "pt"],
    ["br", "pt"],
    ["es-419", "es"],
    ["en-GB", "en"],
    ["gb", "en"],
    ["fi", "en"],
    ["", "en"],
    ["constructor", "en"],
    [7, "en"],
    [undefined, "en"],
  ])("%s is read as %s", (given, meant) => {
    expect(languageOf(given)).toBe(meant);
  });
});

describe("units", () => {
  const unitsOf = (preferences: object) => wishesOf(EMAIL, preferences).reading.units.units;

  it("are those that were chosen, else what earlier clients chose, else nautical", () => {
    expect(unitsOf({ units: "metric", use_imperial_units: true })).toBe("metric");
    expect(unitsOf({ use_imperial_units: "true" })).toBe("imperial");
    expect(unitsOf({ units: "furlongs" })).toBe("nautical");
    expect(unitsOf({})).toBe("nautical");
  });
});
