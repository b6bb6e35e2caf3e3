import { describe, expect, it } from "vitest";
import { Boat } from "../boat.ts";
import { emptyFolder } from "../folder.ts";
import { SmallShore } from "../link/small-shore.ts";

async function sailing(): Promise<{ boat: Boat; shore: SmallShore }> {
  const shore = await SmallShore.start();
  const boat = new Boat(emptyFolder());
  boat.start({ pairing: shore.line });
  await expect.poll(() => shore.exchanges.length).toBeGreaterThan(0);
  return { boat, shore };
}

const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const doneOf = (shore: SmallShore) =>
  shore.exchanges.flatMap(({ body }) => (Array.isArray(body.done) ? body.done : []));

describe("alerts from ashore", () => {
  it("stand aboard as notifications, change, and are cleared", async () => {
    const { boat, shore } = await sailing();
    const alert = {
      id: 12,
      name: "Bilge",
      severity: "alarm",
      message: "Water in the bilge",
      acknowledged: false,
    };
    shore.tell({ alerts: { version: 1, raised: [alert] } });
    await expect
      .poll(() => boat.server.values.get("notifications.wakelog.12"))
      .toMatchObject({
        value: { state: "alarm", message: "Water in the bilge" },
      });
    shore.tell({ alerts: { version: 2, raised: [] } });
    await expect
      .poll(() => boat.server.values.get("notifications.wakelog.12"))
      .toMatchObject({
        value: { state: "normal" },
      });
    expect(JSON.stringify(await boat.server.ask("GET /rows", { after: 0 }))).not.toContain("wakelog");
  });

  it("are acknowledged ashore when they are acknowledged aboard", async () => {
    const { boat, shore } = await sailing();
    const alert = { id: 7, name: "Bilge", severity: "alarm", message: "Water", acknowledged: false };
    shore.tell({ alerts: { version: 1, raised: [alert] } });
    await expect.poll(() => boat.server.values.has("notifications.wakelog.7")).toBe(true);
    boat.server.say("notifications.wakelog.7", {
      state: "alarm",
      message: "Water",
      status: { acknowledged: true },
    });
    await expect.poll(() => shore.exchanges.map(({ body }) => body.acknowledged)).toContainEqual([7]);
  });
});

describe("commands", () => {
  it("are carried out once, and reported", async () => {
    const { boat, shore } = await sailing();
    const data = { latitude: 59.5, longitude: 22.5, radius: 40 };
    const command = { id: "c1", kind: "anchor_watch", data, expires: soon(10) };
    shore.tell({ commands: [command] });
    await expect.poll(() => doneOf(shore)).toEqual([["c1", true, ""]]);
    expect((await boat.status()).anchor).toEqual({ ...data, state: "normal" });
    await boat.server.ask("POST /mode", {}, { mode: "normal" });
    shore.tell({ commands: [command, { id: "c2", kind: "anchor_watch_off", data: {}, expires: soon(10) }] });
    await expect.poll(() => doneOf(shore)).toContainEqual(["c2", true, ""]);
    expect((await boat.status()).anchor).toBe(null);
  });

  it("are refused with the reason: too late, unknown, or switched off aboard", async () => {
    const { boat, shore } = await sailing();
    shore.tell({
      commands: [
        { id: "late", kind: "send", data: {}, expires: soon(-1) },
        { id: "unknown", kind: "start_engine", data: {}, expires: soon(10) },
        { id: "none", kind: "silence", data: { path: "mob" }, expires: soon(10) },
      ],
    });
    await expect
      .poll(() => doneOf(shore))
      .toEqual([
        ["late", false, "It came too late."],
        ["unknown", false, "The plugin aboard does not know this command."],
        ["none", false, "There is no such notification."],
      ]);
    await boat.server.ask("POST /commands", {}, { on: false });
    shore.tell({ commands: [{ id: "off", kind: "send", data: {}, expires: soon(10) }] });
    await expect
      .poll(() => doneOf(shore).at(-1))
      .toEqual(["off", false, "Commands are switched off aboard."]);
  });

  it("silence a notification aboard", async () => {
    const { boat, shore } = await sailing();
    boat.server.values.set("notifications.mob", {
      value: { state: "alarm", method: ["visual", "sound"], message: "x" },
    });
    shore.tell({ commands: [{ id: "s", kind: "silence", data: { path: "mob" }, expires: soon(10) }] });
    await expect
      .poll(() => boat.server.values.get("notifications.mob"))
      .toMatchObject({ value: { method: ["visual"] } });
  });
});

describe("settings", () => {
  it("from ashore count at once, and after a restart", async () => {
    const { boat, shore } = await sailing();
    shore.tell({
      settings: { version: 4, mode: "metered", budget: { metered: 5000 }, keep: { megabytes: 10 } },
    });
    const expected = { mode: "metered", today: { budget: 5000 }, bytes: { limit: 10_000_000 } };
    await expect.poll(() => boat.status()).toMatchObject(expected);
    await boat.plugin.stop();
    boat.start();
    await expect.poll(() => boat.status()).toMatchObject(expected);
  });
});

it("publishes the trip where the settings say so", async () => {
  const { boat, shore } = await sailing();
  const under = (second: number) => {
    boat.server.say("navigation.speedOverGround", 3);
    boat.server.say("navigation.position", { latitude: 59.5 + second / 30_000, longitude: 22.5 });
  };
  under(1);
  await expect.poll(async () => (await boat.status()).trip).toMatch(/^[0-9a-f-]{36}$/);
  expect(boat.server.values.has("navigation.trip.id")).toBe(false);
  shore.tell({ settings: { version: 5, publish_trip: true } });
  await expect
    .poll(() => boat.server.values.get("navigation.trip.id"))
    .toEqual({ value: (await boat.status()).trip });
  shore.tell({ settings: { version: 6, publish_trip: false } });
  await expect.poll(() => boat.server.values.get("navigation.trip.id")).toEqual({ value: null });
});
