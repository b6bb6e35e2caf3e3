/** Boats over MQTT, through a real broker, as Home Assistant would see them. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { type Observation, sentence } from "@wakelog/kit/observe.ts";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, client } from "../../../../../test/support/client.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { volts, type WatchedBoat, watchedBoat } from "../../boat/monitoring/watched-boat.ts";
import { type Broker, retainedFor, startBroker } from "./servers/mqtt-broker.ts";

let broker: Broker;
let service: TestService;
let api: Client;
const observed: Observation[] = [];
/** What a new client receives: the retained messages. */
let follower: MqttClient | null = null;
const seen = new Map<string, string>();

async function follow(): Promise<void> {
  await follower?.endAsync(true);
  seen.clear();
  follower = await connectAsync(`mqtt://127.0.0.1:${broker.port}`);
  follower.on("message", (topic, payload) => seen.set(topic, payload.toString()));
  await follower.subscribeAsync("#");
}
const json = (topic: string) => JSON.parse(seen.get(topic) ?? "null");
const run = (statement: Sql) => service.database.owner.transaction((tx) => tx.query(statement));
const vesselOf = async (boat: WatchedBoat) => {
  const [row] = await run(sql`
    select vessel_id from app.memberships join app.accounts using (account_id) where email = ${boat.sailor.email}`);
  return String(row?.vessel_id);
};
const contact = (boat: WatchedBoat, name: string) =>
  api.post("/metadata", { name, plugin_version: "1" }, { token: boat.sailor.vesselToken });

beforeAll(async () => {
  broker = await startBroker();
  service = await startService({ WAKELOG_MQTT_URL: `mqtt://me:hush@127.0.0.1:${broker.port}` }, (one) =>
    observed.push(one),
  );
  api = client(service.apiUrl);
  await vi.waitFor(() => expect(observed.map(sentence).join()).toContain("mqtt: connected"), {
    timeout: 10_000,
  });
});
afterAll(async () => {
  await service.stop();
  await follower?.endAsync(true);
  await broker.stop();
});

describe("a boat", () => {
  it("has its state, its availability and its alerts retained, and appears in Home Assistant by itself", async () => {
    const boat = await watchedBoat(api, "Aava");
    // It has not described itself: its rows make it known.
    const id = await vesselOf(boat);
    const rule = await boat.rule({
      name: "House bank low",
      kind: "below",
      key: "voltage",
      low: 12,
      after: "PT0S",
    });
    await boat.send([
      {
        minute: -2,
        away: [0, 0],
        metrics: { "electrical.batteries.House.voltage": 12.6, "tanks.fuel.0.currentLevel": 0.5 },
        row: { status: "moored", speedoverground: 0 },
      },
    ]);
    await service.drainJobs();
    await follow();
    await vi.waitFor(() => expect(seen.get(`wakelog/${id}/availability`)).toBe("online"), {
      timeout: 12_000,
    });
    expect(json(`wakelog/${id}/state`)).toMatchObject({
      name: "Aava",
      online: true,
      status: "moored",
      voltage: 12.6,
      fuel: 0.5,
      latitude: expect.closeTo(59.8, 6),
      longitude: expect.closeTo(22.9, 6),
      log: null,
    });
    const ruleId = rule.json[0].id;
    const alert = () => json(`wakelog/${id}/alert/${ruleId}`)?.state;
    expect(alert()).toBe("cleared");

    const { device, components } = json(`homeassistant/device/wakelog_${id}/config`);
    expect(device).toMatchObject({ name: "Aava", identifiers: [`wakelog_${id}`] });
    expect(Object.keys(components).sort()).toEqual(
      ["fuel", "position", "speed", "voltage", `alert_${ruleId}`].sort(),
    );
    expect(components.position).toMatchObject({
      platform: "device_tracker",
      json_attributes_topic: `wakelog/${id}/state`,
    });
    expect(components.voltage).toMatchObject({
      platform: "sensor",
      device_class: "voltage",
      unit_of_measurement: "V",
    });
    expect(components[`alert_${ruleId}`]).toMatchObject({
      platform: "binary_sensor",
      device_class: "problem",
      state_topic: `wakelog/${id}/alert/${ruleId}`,
      name: "House bank low",
    });
    for (const { unique_id } of Object.values<{ unique_id: string }>(components))
      expect(unique_id).toContain(id);

    // An alert is published at once, without any schedule.
    await boat.send([volts(-1, 11.5)]);
    await vi.waitFor(() => expect(alert()).toBe("raised"), { timeout: 12_000, interval: 20 });
    expect(json(`wakelog/${id}/alert/${ruleId}`)).toMatchObject({
      value: 11.5,
      threshold: 12,
      name: "House bank low",
    });

    // A rule that is deleted is taken away.
    await api.delete(`/alert_rules?id=eq.${ruleId}`, { token: boat.sailor.userToken });
    await vi.waitFor(() => expect(seen.get(`wakelog/${id}/alert/${ruleId}`)).toBe(""), { timeout: 12_000 });
  });

  it("is offline when the monitoring says so", async () => {
    const boat = await watchedBoat(api, "Silent");
    const id = await vesselOf(boat);
    await contact(boat, "Silent");
    await service.drainJobs();
    await follow();
    await vi.waitFor(() => expect(seen.get(`wakelog/${id}/availability`)).toBe("online"), {
      timeout: 12_000,
    });
    await run(sql`update api.metadata set time = now() - interval '3 hours' where vessel_id = ${id}`);
    await service.drainJobs();
    await service.drainJobs();
    await vi.waitFor(() => expect(seen.get(`wakelog/${id}/availability`)).toBe("offline"), {
      timeout: 12_000,
    });
  });
});

const retainedOf = (id: string) => retainedFor(broker, id);
/** A boat with a rule, of which the broker has everything. */
async function toldBoat(name: string) {
  const boat = await watchedBoat(api, name);
  const id = await vesselOf(boat);
  await contact(boat, name);
  const made = await boat.rule({ name: "Low", kind: "below", key: "voltage", low: 12 });
  const topics = [
    `homeassistant/device/wakelog_${id}/config`,
    `wakelog/${id}/alert/${made.json[0].id}`,
    `wakelog/${id}/availability`,
    `wakelog/${id}/state`,
  ];
  await service.drainJobs();
  await vi.waitFor(async () => expect(await retainedOf(id)).toEqual(expect.arrayContaining(topics)), WAIT);
  const deleteRule = () =>
    api.delete(`/alert_rules?id=eq.${made.json[0].id}`, { token: boat.sailor.userToken });
  return { boat, id, alert: topics[1] ?? "", deleteRule };
}
const WAIT = { timeout: 20_000, interval: 300 };
async function deleteAccount({ sailor }: WatchedBoat): Promise<void> {
  const { email, password: pass, userToken: token } = sailor;
  expect((await api.post("/rpc/delete_account_fn", { pass, email }, { token })).status).toBe(200);
}
const remembered = (id: string) => run(sql`select rules from app.retained where vessel_id = ${id}`);

describe("what is deleted", () => {
  it("leaves the broker with the account, though others stay, and is remembered nowhere", async () => {
    const { boat, id } = await toldBoat("Leaver");
    const other = await toldBoat("Stayer");
    const before = await remembered(id);
    await deleteAccount(boat);
    await vi.waitFor(async () => expect(await retainedOf(id)).toEqual([]), WAIT);
    await vi.waitFor(async () => expect([before.length, await remembered(id)]).toEqual([1, []]), WAIT);
    expect(await retainedOf(other.id)).toContain(other.alert);
  }, 60_000);

  it("leaves the broker when that comes back, if it was away", async () => {
    const { boat, id } = await toldBoat("Unheard");
    const still = await toldBoat("Unruled");
    await broker.leave();
    await deleteAccount(boat);
    await still.deleteRule();
    await service.drainJobs();
    await broker.comeBack();
    await vi.waitFor(async () => expect(await retainedOf(id)).toEqual([]), WAIT);
    await vi.waitFor(async () => expect(await retainedOf(still.id)).not.toContain(still.alert), WAIT);
    expect(await retainedOf(still.id)).toContain(`wakelog/${still.id}/state`);
  }, 90_000);

  it("leaves the broker when the service starts again, if that was away", async () => {
    const telling = service;
    // Another process answers in the meantime; only one with the broker's address publishes.
    service = await startService();
    api = client(service.apiUrl);
    const settings = {
      WAKELOG_MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
      DATABASE_URL: service.database.url,
    };
    let teller = await startService(settings);
    const { boat, id } = await toldBoat("Asleep");
    const still = await toldBoat("Dozing");
    await teller.stop();
    await deleteAccount(boat);
    await still.deleteRule();
    expect(await retainedOf(id)).not.toEqual([]);
    expect(await retainedOf(still.id)).toContain(still.alert);
    teller = await startService(settings);
    await vi.waitFor(async () => expect(await retainedOf(id)).toEqual([]), WAIT);
    await vi.waitFor(async () => expect(await retainedOf(still.id)).not.toContain(still.alert), WAIT);
    expect(await retainedOf(still.id)).toContain(`wakelog/${still.id}/state`);
    await teller.stop();
    await service.stop();
    service = telling;
    api = client(service.apiUrl);
  }, 90_000);
});

describe("the broker", () => {
  it("gets everything again after it was away, and learns that the service is gone when it stops", async () => {
    const boat = await watchedBoat(api, "Again");
    const id = await vesselOf(boat);
    await contact(boat, "Again");
    await service.drainJobs();
    const { port } = broker;
    await follower?.endAsync(true);
    follower = null;
    await broker.stop();
    // While it is away, boats and users are served as always.
    expect((await contact(boat, "Again")).status).toBe(201);
    await service.drainJobs();
    broker = await startBroker(port);
    await follow();
    await vi.waitFor(() => expect(json(`wakelog/${id}/state`)?.name).toBe("Again"), { timeout: 15_000 });
    expect(seen.get("wakelog/availability")).toBe("online");
    await service.stop();
    await vi.waitFor(() => expect(seen.get("wakelog/availability")).toBe("offline"), { timeout: 12_000 });
    expect(observed.map(sentence).join("\n")).not.toContain("hush");
    service = await startService();
  }, 30_000);
});

describe("a setting that is no broker's address", () => {
  it("is refused before anything starts", async () => {
    await expect(startService({ WAKELOG_MQTT_URL: "http://broker" })).rejects.toThrow(
      /mqtt:\/\/user:password@host/,
    );
  });
});
