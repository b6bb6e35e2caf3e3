/** A user's settings, as the procedures read and write them. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, test } from "vitest";
import { refusal, valueAs } from "../../../../test/support/acting.ts";
import { twoBoatsForTests } from "../../../../test/support/two-boats.ts";

const boats = twoBoatsForTests();
const asUser = (statement: Sql) => valueAs(boats.db, boats.alfa.user, statement);

describe("settings and preferences", () => {
  const preferences = async () => {
    const settings = await asUser(sql`select api.settings_fn()`);
    return (settings as { preferences: Record<string, unknown> }).preferences;
  };
  const set = (key: string, value: string | null) =>
    asUser(sql`select api.update_user_preferences_fn(${key}, ${value})`);

  test("settings_fn gives the account as clients read it", async () => {
    expect(await asUser(sql`select api.settings_fn()`)).toMatchObject({
      email: "alfa@example.org",
      first: "alfa",
      last: "Sailor",
      preferences: { email_notifications: true },
      username: "A Sailor",
      has_vessel: true,
      public_id: expect.any(Number),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/),
    });
  });

  test("a value is JSON where it is JSON and text otherwise, and missing groups are made", async () => {
    expect(await set("{use_imperial_units}", "true")).toBe(true);
    await set("{preferred_homepage}", "3");
    await set("{website}", "yes");
    await set("{alerting,enabled}", "true");
    await set("{alerting,low_battery_voltage_threshold}", "12.5");
    await set("list", "[1, 2]");
    await set("{number}", "0049");
    expect(await preferences()).toMatchObject({
      use_imperial_units: true,
      preferred_homepage: 3,
      website: "yes",
      alerting: { enabled: true, low_battery_voltage_threshold: 12.5 },
      list: [1, 2],
      number: "0049",
      email_notifications: true,
    });
  });

  test.each([
    ["ntfy_urll", "ntfy_url"],
    ["use_imperial_unit", "use_imperial_units"],
    ["{alerting,low_fuel_treshold}", "alerting.low_fuel_threshold"],
    ["{muted,pusch}", "muted.push"],
    ["units ", "units"],
  ])("%s, one letter off, is refused with the name %s", async (key, nearest) => {
    await expect(set(key, "1")).rejects.toMatchObject({
      sqlstate: "22023",
      message: expect.stringContaining("there is no preference"),
      hint: `Did you mean ${nearest}?`,
    });
    expect(await set(key, null)).toBe(true);
  });

  test("null clears one key and leaves the others", async () => {
    await set("{website}", "x");
    expect(await set("{website}", null)).toBe(true);
    await set("{preferred_homepage}", "null");
    const left = await preferences();
    expect(left).not.toHaveProperty("website");
    expect(left).not.toHaveProperty("preferred_homepage");
    expect(left).toMatchObject({ email_notifications: true });
  });

  test("what proves or grants something cannot be set", async () => {
    for (const key of [
      "{email_valid}",
      "email_valid",
      "{messenger}",
      "{messenger,from}",
      "{badges,Helmsman}",
    ]) {
      expect(
        await refusal(boats.db, boats.alfa.user, sql`select api.update_user_preferences_fn(${key}, 'true')`),
        key,
      ).toBe("42501");
    }
  });

  test("a key that names nothing, broken JSON and oversized values are refused as bad input", async () => {
    for (const [key, value] of [
      ["{}", "1"],
      ["{a,}", "1"],
      ["{a", "1"],
      ["", "1"],
      ["{a}", "{oops"],
      ["{a}", "[1"],
      ["{a}", "x".repeat(70_000)],
    ] as const) {
      expect(
        await refusal(
          boats.db,
          boats.alfa.user,
          sql`select api.update_user_preferences_fn(${key}, ${value})`,
        ),
        key,
      ).toMatch(/^22/);
    }
  });

  test("another's preferences stay as they are", async () => {
    const other = await valueAs(boats.db, boats.bravo.user, sql`select api.settings_fn()`);
    expect(other).toMatchObject({ email: "bravo@example.org", preferences: { email_notifications: true } });
  });
});
