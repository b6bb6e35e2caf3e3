import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Link } from "../../src/link/link.ts";
import { Boat } from "../boat.ts";
import { draft, open } from "../buffer/drafts.ts";
import { emptyFolder } from "../folder.ts";
import { json, SmallShore } from "./small-shore.ts";

/** A folder whose buffer has rows that were never sent. */
async function folderWithRows(count: number): Promise<string> {
  const folder = emptyFolder();
  const buffer = await open(folder, "before");
  for (let second = 0; second < count; second += 1) buffer.append(draft(second, { run: "before" }), false);
  buffer.close();
  return folder;
}

async function paired(count: number): Promise<{ shore: SmallShore; boat: Boat; folder: string }> {
  const folder = await folderWithRows(count);
  const shore = await SmallShore.start();
  const boat = new Boat(folder);
  boat.start({ pairing: shore.line });
  return { shore, boat, folder };
}

const waitingOf = async (boat: Boat) => (await boat.status()).waiting;

describe("pairing", () => {
  it("takes the line out of the settings, and keeps the key in a file of its own", async () => {
    const { boat, folder, shore } = await paired(0);
    await expect.poll(() => boat.server.saved).toEqual({});
    expect(statSync(join(folder, "key.json")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, "key.json"), "utf8")).toContain("wl_kkk");
    expect(shore.pairings[0]).toMatchObject({
      code: "7K3M9QXP",
      device: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const status = JSON.stringify(await boat.status());
    expect(status).toContain('"paired":true');
    expect(status).not.toContain("wl_");
  });

  it("says what is wrong with a code, and records all the same", async () => {
    const { boat, shore } = await paired(3);
    shore.code = "AAAAAAAA";
    await expect.poll(async () => (await boat.status()).last_error).toBe("The code is unknown or too old.");
    expect(await boat.status()).toMatchObject({ paired: false, state: "not paired", waiting: 3 });
    await expect.poll(() => boat.server.said.at(-1)).toMatch(/^Not paired: 3 rows/);
  });

  it("works from the page too, with the same device", async () => {
    const folder = await folderWithRows(2);
    const shore = await SmallShore.start();
    const boat = new Boat(folder);
    boat.start();
    const refused = await boat.server.ask("POST /pair", {}, { line: "nonsense" });
    expect(refused.code).toBe(400);
    const line = shore.line.replace("7K3M9QXP", "7k3m-9qxp");
    expect((await boat.server.ask("POST /pair", {}, { line })).code).toBe(200);
    await expect.poll(() => shore.stored.size).toBe(2);
  });
});

describe("sending", () => {
  it("sends everything once, the newest first, then the oldest, compressed", async () => {
    const { boat, shore } = await paired(450);
    await expect.poll(() => shore.stored.size).toBe(450);
    expect(shore.doubles).toBe(0);
    const [first, second] = shore.exchanges;
    expect(first?.rows.map(([number]) => number).slice(0, 3)).toEqual([450, 1, 2]);
    expect([first?.rows.length, second?.rows.length]).toEqual([100, 200]);
    expect(first?.encoding).toBe("br");
    expect(first?.body).toMatchObject({ waiting: 450, mode: "normal", settings: 0, alerts: 0 });
    expect(first?.body.about).toMatchObject({ node: process.versions.node, server: "2.32.0" });
    await expect.poll(() => waitingOf(boat)).toBe(0);
    expect((await boat.status()).state).toBe("sending");
  });

  it("names a path's number once, and again when the shore has forgotten it", async () => {
    const { boat, shore } = await paired(5);
    await expect.poll(() => shore.stored.size).toBe(5);
    expect([...shore.paths.values()]).toEqual([
      "navigation.speedOverGround",
      "electrical.batteries.0.voltage",
    ]);
    shore.paths.clear();
    boat.server.say("navigation.speedOverGround", 1);
    boat.server.say("notifications.test", { state: "warn", message: "new" });
    await expect.poll(() => shore.stored.size).toBe(6);
  });

  it("sends a notification at once", async () => {
    const { boat, shore } = await paired(0);
    await expect.poll(() => shore.exchanges.length).toBeGreaterThan(0);
    const before = Date.now();
    boat.server.say("notifications.mob", { state: "emergency", message: "Overboard" });
    await expect.poll(() => shore.stored.size).toBe(1);
    expect(Date.now() - before).toBeLessThan(4000);
    expect([...shore.stored.values()][0]).toContain(
      '"alarms":{"mob":{"state":"emergency","message":"Overboard"}}',
    );
  });

  it.each([
    [
      "a login page",
      (_: unknown, response: import("node:http").ServerResponse) => response.end("<html>Sign in</html>"),
    ],
    [
      "JSON without ack",
      (_: unknown, response: import("node:http").ServerResponse) => json(response, 200, { ok: true }),
    ],
    [
      "other rows",
      (_: unknown, response: import("node:http").ServerResponse) =>
        json(response, 200, { ack: [[1, 1_000_000]], stored: 3 }),
    ],
    [
      "half a body",
      (_: unknown, response: import("node:http").ServerResponse) => {
        response.writeHead(200, { "Content-Length": "500" }).write('{"ack": [[1,');
        setTimeout(() => response.destroy(), 20);
      },
    ],
  ])("believes nothing that is no answer: %s", async (_, fault) => {
    const { boat, shore } = await paired(30);
    let faults = 0;
    shore.fault = (request, response) => {
      if (request.url !== "/link" || faults >= 1) return false;
      faults += 1;
      fault(request, response);
      return true;
    };
    await expect.poll(async () => (await boat.status()).state).toBe("offline");
    expect(await waitingOf(boat)).toBe(30);
    await boat.server.ask("POST /send");
    await expect.poll(() => shore.stored.size).toBe(30);
    expect(shore.doubles).toBe(0);
  });

  it("loses nothing and doubles nothing when an answer is lost after the commit", async () => {
    const { boat, shore } = await paired(30);
    await expect.poll(() => shore.exchanges.length).toBeGreaterThan(0);
    await expect.poll(() => shore.stored.size).toBe(30);
    await expect.poll(() => waitingOf(boat)).toBe(0);
    const kept = new Map(shore.stored);
    await boat.plugin.stop();
    boat.start();
    await expect.poll(async () => (await boat.status()).last_sent).not.toBe(null);
    // A run that does not know the time asks it before it sends.
    expect(shore.exchanges.at(-1)?.rows).toEqual([]);
    expect(shore.stored).toEqual(kept);
  });

  it("sends again what the shore lost, however much is new and whether it can be asked", async () => {
    const { boat, shore } = await paired(40);
    await expect.poll(() => shore.stored.size).toBe(40);
    await expect.poll(() => waitingOf(boat)).toBe(0);
    shore.restore(38);
    let refused = 0;
    shore.fault = (request, response) => {
      if (request.url?.startsWith("/link/has") !== true || refused > 0) return false;
      refused += 1;
      json(response, 503, { message: "Later." });
      return true;
    };
    for (let row = 0; row < 4; row += 1) {
      boat.server.say("notifications.test", { state: "warn", message: `new ${row}` });
      await new Promise((done) => setTimeout(done, 1200));
    }
    await boat.server.ask("POST /send");
    await expect.poll(() => shore.stored.size).toBe(44);
    expect([refused, shore.changed]).toEqual([1, 0]);
  });

  it("sends again what the shore lost when it was restored from an older copy", async () => {
    const { boat, shore } = await paired(40);
    await expect.poll(() => shore.stored.size).toBe(40);
    await expect.poll(() => waitingOf(boat)).toBe(0);
    shore.restore(10);
    boat.server.say("notifications.test", { state: "warn", message: "new" });
    await expect.poll(() => shore.stored.size).toBe(41);
  });

  it("says that its key is refused, and what to do", async () => {
    const { boat, shore } = await paired(3);
    await expect.poll(() => shore.stored.size).toBe(3);
    shore.fault = (_, response) => {
      json(response, 401, { message: "The key is not known." });
      return true;
    };
    boat.server.say("notifications.test", { state: "warn", message: "new" });
    await expect.poll(async () => (await boat.status()).state).toBe("refused");
    await expect.poll(() => boat.server.said.at(-1)).toMatch(/^Refused: .*Pair the boat again/);
  });
});

describe("modes", () => {
  it("sends one partial row by satellite, and keeps the full ones", async () => {
    const { boat, shore } = await paired(3);
    await expect.poll(() => shore.stored.size).toBe(3);
    boat.server.say("navigation.position", { latitude: 59.123456, longitude: 22.654321 });
    await boat.server.ask("POST /mode", {}, { mode: "satellite" });
    await expect.poll(() => shore.exchanges.at(-1)?.body.mode).toBe("satellite");
    const part = shore.exchanges.at(-1);
    expect(part?.rows).toMatchObject([
      [expect.any(Number), expect.any(Number), 59.12346, 22.65432, {}, { part: true }],
    ]);
    expect(part?.bytes).toBeLessThan(110);
    expect((await boat.status()).waiting).toBe(1);
  });

  it("asks the time before it sends by satellite, and then sends at once", async () => {
    const { boat, shore } = await paired(1);
    await expect.poll(() => shore.stored.size).toBe(1);
    await boat.server.ask("POST /mode", {}, { mode: "satellite" });
    await boat.plugin.stop();
    const before = shore.exchanges.length;
    boat.start();
    await expect.poll(() => shore.exchanges.length).toBe(before + 2);
    const [asking, telling] = shore.exchanges.slice(before);
    expect([asking?.rows, asking?.body.mode]).toEqual([[], undefined]);
    expect([telling?.rows.length, telling?.body.mode]).toEqual([1, "satellite"]);
  });

  it("lets only alarms hurry by satellite", async () => {
    const { boat, shore } = await paired(1);
    shore.news = { settings: { version: 1, watch: [{ path: "tanks.fuel.0.level", low: 0.1, high: null }] } };
    await expect.poll(() => shore.stored.size).toBe(1);
    await boat.server.ask("POST /mode", {}, { mode: "satellite" });
    await expect.poll(() => shore.exchanges.at(-1)?.body.mode).toBe("satellite");
    const before = shore.exchanges.length;
    const urge = vi.spyOn(Link.prototype, "urge");
    onTestFinished(() => urge.mockRestore());
    boat.server.say("tanks.fuel.0.level", 0.2);
    boat.server.say("tanks.fuel.0.level", 0.05);
    await expect.poll(() => waitingOf(boat)).toBeGreaterThan(0);
    expect([urge.mock.calls.length, shore.exchanges.length]).toEqual([0, before]);
    boat.server.say("notifications.mob", { state: "emergency", message: "Overboard" });
    await expect.poll(() => urge.mock.calls.length).toBe(1);
  });

  it("polls no longer than the budget allows", async () => {
    const { boat, shore } = await paired(1);
    await expect.poll(() => shore.polls).toBeGreaterThan(0);
    shore.tell({ settings: { version: 2, budget: { normal: 1000 } } });
    await expect.poll(async () => (await boat.status()).today).toMatchObject({ budget: 1000 });
    const before = shore.polls;
    await new Promise((done) => setTimeout(done, 2500));
    expect(shore.polls).toBe(before);
  });

  it("passes no budget but for an emergency", async () => {
    const { boat, shore } = await paired(1);
    await expect.poll(() => shore.stored.size).toBe(1);
    shore.tell({ settings: { version: 2, budget: { normal: 1000 } } });
    await expect.poll(async () => (await boat.status()).today).toMatchObject({ budget: 1000 });
    // The news itself was answered, and is over.
    await new Promise((done) => setTimeout(done, 1500));
    const before = shore.exchanges.length;
    boat.server.say("notifications.test", { state: "alarm", message: "new" });
    await boat.server.ask("POST /send");
    await new Promise((done) => setTimeout(done, 2500));
    expect(shore.exchanges.length).toBe(before);
    boat.server.say("notifications.mob", { state: "emergency", message: "Overboard" });
    await expect.poll(() => shore.stored.size).toBe(3);
  });

  it("sends nothing when it is off", async () => {
    const { boat, shore } = await paired(3);
    await expect.poll(() => shore.stored.size).toBe(3);
    await boat.server.ask("POST /mode", {}, { mode: "off" });
    const before = shore.exchanges.length;
    boat.server.say("notifications.test", { state: "warn", message: "new" });
    await new Promise((done) => setTimeout(done, 1500));
    expect(shore.exchanges.length).toBe(before);
    expect(await boat.status()).toMatchObject({ state: "waiting", waiting: 1, mode: "off" });
  });
});

describe("a stop", () => {
  it("may come at any time, and a start after it goes on", async () => {
    const { boat, shore } = await paired(10);
    for (const pause of [0, 5, 50]) {
      await boat.plugin.stop();
      boat.start({ pairing: shore.line });
      await new Promise((done) => setTimeout(done, pause));
    }
    await expect.poll(() => shore.stored.size).toBe(10);
    expect(shore.doubles).toBe(0);
  });
});
