/** Rules that the service makes from the owner's preferences. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it } from "vitest";
import { cloneDatabase } from "../../../../../test/support/database.ts";
import { AUTHENTICATOR_PASSWORD } from "../../../../../test/support/server.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { migrate } from "../../../src/database/migrations/migrate.ts";
import { volts, type WatchedBoat, watchedBoat } from "./watched-boat.ts";

const service = serviceForTests();
const { api } = service;

const prefer = async (boat: WatchedBoat, key: string, value: unknown) => {
  const answer = await boat.call("update_user_preferences_fn", {
    key,
    value: typeof value === "string" ? value : JSON.stringify(value),
  });
  expect(answer.status, answer.text).toBe(200);
};
interface Shown {
  readonly kind: string;
  readonly key: string;
  readonly low: number | null;
  readonly high: number | null;
}
const builtIn = async (boat: WatchedBoat): Promise<Readonly<Record<string, number | null>>> => {
  const rules: readonly Shown[] = await boat.rows("/alert_rules?built_in=is.true&order=key");
  return Object.fromEntries(
    rules.map(({ kind, key, low, high }) => [`${key} ${kind}`, kind === "below" ? low : high]),
  );
};

/** The built-in rules with alerting on and no other setting. */
const DEFAULTS = {
  "charge below": 0.5,
  "depth below": 1,
  "fuel below": 0.2,
  "inside_temperature below": 280.15,
  "outside_temperature below": 276.15,
  "pressure below": 99_000,
  "pressure_change below": -1200,
  "voltage above": 15,
  "voltage below": 12.5,
  "water_temperature below": 283.15,
  "wind above": expect.closeTo(15.4333, 4),
};

describe("the built-in rules", () => {
  it("come with the preference, in the units of rules, and go with it", async () => {
    const boat = await watchedBoat(api);
    expect(await builtIn(boat)).toEqual({});
    await prefer(boat, "{alerting}", { enabled: true });
    expect(await builtIn(boat)).toEqual(DEFAULTS);
    await prefer(boat, "{alerting,low_battery_voltage_threshold}", "11.9");
    await prefer(boat, "{alerting,low_indoor_temperature_threshold}", "-2.5");
    await prefer(boat, "{alerting,low_pressure_threshold}", "985");
    await prefer(boat, "{alerting,high_wind_speed_threshold}", "");
    await prefer(boat, "{alerting,low_battery_charge_threshold}", 35);
    await prefer(boat, "{alerting,min_notification_interval}", "12");
    expect(await builtIn(boat)).toEqual({
      ...DEFAULTS,
      "voltage below": 11.9,
      "inside_temperature below": 270.65,
      "pressure below": 98_500,
      "charge below": 0.35,
    });
    expect(await boat.rows("/alert_rules?select=repeat,severity&key=eq.voltage&kind=eq.below")).toEqual([
      { repeat: "PT12H", severity: "warn" },
    ]);
    await prefer(boat, "{alerting,enabled}", "false");
    expect(await builtIn(boat)).toEqual({});
  });

  it("take no monitored value for the bilge", async () => {
    const boat = await watchedBoat(api);
    await prefer(boat, "{alerting}", { enabled: true, bilge: "voltage" });
    expect(await builtIn(boat)).toEqual(DEFAULTS);
    await prefer(boat, "{alerting,bilge}", "electrical.pumps.bilge.state");
    expect(await builtIn(boat)).toEqual({ ...DEFAULTS, "electrical.pumps.bilge.state above": 0 });
  });

  it("are changed by the preference alone, and leave their past alerts", async () => {
    const boat = await watchedBoat(api);
    await prefer(boat, "{alerting}", { enabled: true, low_battery_voltage_threshold: "12.1" });
    const ask = { token: boat.sailor.userToken };
    const sentence = "The service made this rule from your preferences: change it there.";
    for (const answer of [
      await api.patch("/alert_rules?key=eq.voltage", { low: 3 }, ask),
      await api.delete("/alert_rules?key=eq.voltage", ask),
    ]) {
      expect([answer.status, answer.json.message]).toEqual([400, sentence]);
    }
    const volts = (minute: number, value: number) => ({
      minute,
      metrics: { "electrical.batteries.House.voltage": value },
    });
    await boat.send([volts(-9, 12), volts(-8, 12), volts(-7, 12)]);
    expect(await boat.alerts()).toEqual([["below", "voltage", "raised"]]);
    // A change of another preference does not touch it.
    await prefer(boat, "{alerting,low_water_depth_threshold}", 2);
    expect(await boat.alerts()).toEqual([["below", "voltage", "raised"]]);
    await prefer(boat, "{alerting,enabled}", false);
    expect(await boat.alerts()).toEqual([["below", "voltage", "cleared"]]);
  });

  it("do not count among the two hundred", async () => {
    const boat = await watchedBoat(api);
    await prefer(boat, "{alerting}", { enabled: true });
    const many = Array.from({ length: 200 }, () => ({ name: "x", kind: "offline" }));
    expect((await api.post("/alert_rules", many, { token: boat.sailor.userToken })).status).toBe(201);
  });

  it("watch the bilge once the boat says that it has a pump there", async () => {
    const boat = await watchedBoat(api);
    await prefer(boat, "{alerting}", { enabled: true });
    const metadata = (keys: readonly string[]) =>
      api.post(
        "/metadata?on_conflict=vessel_id",
        { name: "Bilge", plugin_version: "1", available_keys: keys.map((key) => ({ key })) },
        { token: boat.sailor.vesselToken, headers: { Prefer: "resolution=merge-duplicates" } },
      );
    await metadata(["navigation.position"]);
    expect(await builtIn(boat)).toEqual(DEFAULTS);
    const key = "electrical.switches.bilgePump.state";
    await metadata(["navigation.position", key]);
    expect(await boat.rows("/alert_rules?severity=eq.alarm&select=kind,key,high,escalate_after")).toEqual([
      { kind: "above", key, high: 0, escalate_after: "PT10M" },
    ]);
    await boat.send([
      { minute: -3, metrics: { [key]: "on" } },
      { minute: -2, metrics: { [key]: "on" } },
    ]);
    expect(await boat.alerts()).toEqual([["above", key, "raised"]]);
  });

  it("watch the bilge once it is measured, whatever the newest row has", async () => {
    const boat = await watchedBoat(api);
    const key = "electrical.pumps.bilge.state";
    await prefer(boat, "{alerting}", { enabled: true });
    await boat.send([volts(-9, 13)]);
    expect(await builtIn(boat)).toEqual(DEFAULTS);
    await boat.send([{ minute: -8, metrics: { [key]: 0 } }, volts(-7, 13)]);
    const withBilge = { ...DEFAULTS, [`${key} above`]: 0 };
    expect(await builtIn(boat)).toEqual(withBilge);
    await boat.send([
      { minute: -6, metrics: { [key]: 1 } },
      { minute: -4, metrics: { [key]: 1 } },
      volts(-3, 13),
    ]);
    await prefer(boat, "{alerting,low_fuel_threshold}", "20");
    expect(await builtIn(boat)).toEqual(withBilge);
    expect(await boat.alerts()).toEqual([["above", key, "raised"]]);
    await prefer(boat, "{alerting,bilge}", "off");
    await boat.send([{ minute: -2, metrics: { [key]: 1 } }]);
    expect(await builtIn(boat)).toEqual(DEFAULTS);
  });

  it("take nothing else in a bilge for its water", async () => {
    const boat = await watchedBoat(api);
    await prefer(boat, "{alerting}", { enabled: true });
    const others = {
      "environment.inside.bilge.temperature": 285,
      "electrical.switches.bilgeLight.state": 1,
      "electrical.pumps.bilgePump.voltage": 12.7,
    };
    await boat.send([{ minute: -3, metrics: others }]);
    expect(await builtIn(boat)).toEqual(DEFAULTS);
    const key = "tanks.bilge.0.currentLevel";
    await boat.send([{ minute: -2, metrics: { ...others, [key]: 0 } }]);
    expect(await builtIn(boat)).toEqual({ ...DEFAULTS, [`${key} above`]: 0 });
  });

  it("follow the keys that the owner chose", async () => {
    const boat = await watchedBoat(api);
    await api.post("/metadata", { name: "Keys", plugin_version: "1" }, { token: boat.sailor.vesselToken });
    await boat.rule({ name: "Depth", kind: "below", key: "depth", low: 2, after: "PT0S" });
    const depths = (minute: number, keel: number) => ({
      minute,
      metrics: { "environment.depth.belowKeel": keel, "environment.depth.belowTransducer": 5 },
    });
    await boat.send([depths(-9, 1)]);
    expect(await boat.alerts()).toEqual([]);
    const chosen = await api.patch(
      "/metadata",
      { configuration: { depthKey: "environment.depth.belowKeel" } },
      { token: boat.sailor.userToken },
    );
    expect(chosen.status, chosen.text).toBe(204);
    await boat.send([depths(-8, 1)]);
    expect(await boat.alerts()).toEqual([["below", "depth", "raised"]]);
  });

  it("notice a pressure that falls within three hours", async () => {
    const boat = await watchedBoat(api);
    await prefer(boat, "{alerting}", { enabled: true, low_pressure_threshold: "900" });
    const pressures = (minute: number, hPa: number) => ({
      minute,
      metrics: { "environment.outside.pressure": hPa * 100 },
    });
    // One request for each part of the afternoon would be late by now: as the boat sends it, so it is judged.
    const fall = Array.from({ length: 13 }, (_, n) => pressures(-13 + n, 1015 - n));
    await boat.send(fall);
    expect(await boat.alerts()).toEqual([]);
    await boat.send([pressures(-0.5, 1002.9), pressures(0.6, 1002.9)]);
    expect(await boat.alerts()).toEqual([["below", "pressure_change", "raised"]]);
    const [{ value, message }] = await boat.rows("/alerts_view");
    expect([value, message]).toEqual([
      expect.closeTo(-1210, 3),
      "Falling air pressure: -12.1 hPa, below -12.0 hPa.",
    ]);
  });
});

it("are made for boats from before there were any, when the database is brought up to this release", async () => {
  const db = await cloneDatabase();
  const asOwner = (statement: Sql) => db.owner.transaction((tx) => tx.query(statement));
  await asOwner(sql`insert into app.vessels (vessel_id, name) values ('old', 'From before')`);
  await asOwner(sql`
    insert into app.accounts (account_id, email, first, last, password_hash, preferences)
    values ('old', 'old@example.org', 'Aino', 'Meri', 'x', '{"alerting": {"enabled": true}}')`);
  await asOwner(sql`insert into app.memberships (account_id, vessel_id) values ('old', 'old')`);
  await asOwner(sql`delete from api.alert_rules`);
  await asOwner(sql`update app.schema_versions set hash = 'of before' where version !~ '^[0-9]'`);
  await migrate(db.owner, { authenticatorPassword: AUTHENTICATOR_PASSWORD });
  expect(await asOwner(sql`select count(*)::int as rules from api.alert_rules`)).toEqual([{ rules: 11 }]);
  await db.drop();
});
