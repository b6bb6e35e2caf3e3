/** What a move keeps: every row that was acknowledged, every number that can be kept, and nothing where it began. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ident, sql } from "../../src/db/sql.ts";
import { moveAccount } from "../../src/relocation/moving/move.ts";
import { expectAsCalm, season, sendOn } from "../faults/plugin.ts";
import { jpeg } from "../photos/pictures.ts";
import { type Client, newSailor, type Sailor } from "../support/client.ts";
import { DAY_TRIP, passage } from "../support/passage.ts";
import { idsOf, type TwoCells, twoCells } from "./two-cells.ts";

const DAY_MS = 86_400_000;
let cells: TwoCells;
beforeAll(async () => {
  cells = await twoCells();
}, 60_000);
afterAll(() => cells?.stop());

const move = (email: string, from: "north" | "south" = "north") => {
  const to = from === "north" ? "south" : "north";
  return moveAccount({ from: cells[from].database.owner, to: cells[to].database.owner, cell: to }, email);
};

/** Each table of a cell in which a text stands, with how many rows. */
async function whereIs(cell: "north" | "south", text: string): Promise<Readonly<Record<string, number>>> {
  return cells[cell].database.owner.transaction(async (tx) => {
    const found: Record<string, number> = {};
    const { rows } = await tx.run(sql`
      select schemaname, tablename from pg_tables where schemaname in ('api', 'app') order by 1, 2`);
    for (const [schema = "", name = ""] of rows) {
      const { rows: counted } = await tx.run(sql`
        select count(*) from ${ident(schema ?? "", name ?? "")} t where strpos(t::text, ${text}) > 0`);
      if (Number(counted[0]?.[0]) > 0) found[`${schema}.${name}`] = Number(counted[0]?.[0]);
    }
    return found;
  });
}

async function everything(api: Client, { userToken: token }: Sailor) {
  const rows = async (path: string) => {
    const answer = await api.get(path, { token });
    expect(answer.status, `${path}: ${answer.text}`).toBe(200);
    return answer.json;
  };
  return {
    logs: await rows("/logbook?order=_from_time"),
    stays: await rows("/stays?order=arrived"),
    // Where it lies, the time grows with the clock.
    moorages: (await rows("/moorages?order=latitude")).map(
      ({ stay_duration: _, ...moorage }: { readonly id: number; readonly stay_duration: string }) => moorage,
    ),
    rules: await rows("/alert_rules?order=name"),
    alerts: await rows("/alerts_view?order=raised_at"),
    rows: await rows("/metrics?order=time"),
    events: await rows("/eventlogs_view?order=stored"),
    entries: await rows("/log_entries?order=time"),
    photos: await rows("/log_photos?order=time"),
    imports: await rows("/imports_view"),
    metadata: await rows("/metadata"),
    tracks: await rows("/rpc/tracks_fn"),
    settings: await rows("/rpc/settings_fn"),
  };
}

/** A person with a past: a day trip, and something of all that people do. */
async function sailorWithPast(api: Client, at: "north" | "south", boat: string): Promise<Sailor> {
  const sailor = await newSailor(api, boat);
  const { userToken: token, vesselToken } = sailor;
  const start = Date.now() - 9 * 3_600_000;
  const done = async (answer: Promise<{ readonly status: number; readonly text: string }>) => {
    const { status, text } = await answer;
    expect(status, text).toBeLessThan(300);
  };
  await done(api.post("/metadata", { name: boat, length: 12 }, { token: vesselToken }));
  await done(api.post("/metrics", passage(start, DAY_TRIP), { token: vesselToken }));
  await cells[at].drainJobs();
  const [first, second] = (await api.get("/logbook?order=id", { token })).json;
  await done(api.patch(`/logbook?id=eq.${first.id}`, { name: "Our best day", notes: "Åland" }, { token }));
  await done(api.delete(`/logbook?id=eq.${second.id}`, { token }));
  await done(api.post("/alert_rules", { name: "Shallow", kind: "below", key: "depth", low: 3 }, { token }));
  await done(api.post("/eventlogs_view", { channel: "note", payload: "remember this" }, { token }));
  await done(api.post("/log_entries", { text: "Whales", time: new Date(start).toISOString() }, { token }));
  const picture = await fetch(`${cells[at].apiUrl}/rpc/add_log_photo_fn`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/octet-stream" },
    body: new Uint8Array(jpeg(null)),
  });
  expect(picture.status).toBe(200);
  const preference = { key: "{public_logs}", value: JSON.stringify([first.id]) };
  await done(api.post("/rpc/update_user_preferences_fn", preference, { token }));
  await cells[at].drainJobs();
  return sailor;
}

it("keeps everything with its numbers, leaves nothing but the signpost, and comes back", {
  timeout: 300_000,
}, async () => {
  const { atNorth, atSouth } = cells;
  const sailor = await sailorWithPast(atNorth, "north", "Seagull");
  const ids = await idsOf(cells.north, sailor);
  const before = await everything(atNorth, sailor);
  const rowsBefore = await whereIs("north", ids.account);
  expect(await move(sailor.email)).toEqual({ vessels: 1, rows: before.rows.length });
  await cells.south.drainJobs();
  expect(await everything(atSouth, sailor)).toEqual(before);
  expect(await whereIs("north", ids.account)).toEqual({ "app.moved": 1 });
  expect(await whereIs("north", ids.vessel)).toEqual({ "app.moved": 1 });
  expect(await whereIs("north", sailor.email)).toEqual({ "app.moved": 1 });
  expect(await whereIs("south", ids.account)).toEqual({ ...rowsBefore, "app.arriving": 1 });
  // Through the old address too.
  expect(await everything(atNorth, sailor)).toEqual(before);

  expect((await move(sailor.email, "south")).vessels).toBe(1);
  await cells.north.drainJobs();
  expect(await everything(atNorth, sailor)).toEqual(before);
  expect(await everything(atSouth, sailor)).toEqual(before);
  expect(await whereIs("north", ids.account)).toEqual({ ...rowsBefore, "app.arriving": 1 });
  expect(await whereIs("south", ids.account)).toEqual({ "app.moved": 1 });
});

it("gives new numbers where somebody there has them, and mixes nobody up", { timeout: 300_000 }, async () => {
  const { atNorth, atSouth } = cells;
  // Both cells count from one: as many boats here as there.
  const there = await sailorWithPast(atSouth, "south", "Skua");
  const sailor = await sailorWithPast(atNorth, "north", "Skua");
  const [before, others] = [await everything(atNorth, sailor), await everything(atSouth, there)];
  await move(sailor.email);
  await cells.south.drainJobs();
  const after = await everything(atSouth, sailor);
  expect(await everything(atSouth, there)).toEqual(others);
  const numbers = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id);
  for (const kind of ["logs", "stays", "moorages", "entries", "photos", "events"] as const) {
    expect(after[kind].length, kind).toBe(before[kind].length);
    expect(numbers(after[kind]).filter((id) => numbers(others[kind]).includes(id))).toEqual([]);
  }
  const [log] = after.logs;
  expect(log).toMatchObject({ name: "Our best day", distance: before.logs[0].distance });
  expect(after.settings.settings.preferences).toMatchObject({ public_logs: [log.id] });
  expect(after.settings.settings.preferences.public_vessel).toBe("Skua2");
  // The deleted log is still deleted when all is derived again, and what is new has numbers of nobody.
  const trip = passage(Date.now() - 3_600_000, [
    { sail: 90, knots: 5, minutes: 40 },
    { stay: "moored", minutes: 15 },
  ]);
  for (const one of [sailor, there]) {
    const answer = await atSouth.post("/metrics", trip, { token: one.vesselToken });
    expect(answer.status, answer.text).toBe(201);
  }
  await cells.south.drainJobs();
  const [mine, theirs] = [await everything(atSouth, sailor), await everything(atSouth, there)];
  expect(mine.logs.length).toBe(after.logs.length + 1);
  expect(numbers(mine.logs).filter((id) => numbers(theirs.logs).includes(id))).toEqual([]);
});

it("loses nothing of a boat that posts all the time, or of a person who writes and reads", {
  timeout: 300_000,
}, async () => {
  const { atNorth, atSouth } = cells;
  const rows = season(20, Date.now() - 30 * DAY_MS);
  let isOver = false;
  const sailor = await newSailor(atNorth, "Petrel");
  const boat = sendOn(
    () => atNorth,
    sailor,
    rows,
    () => isOver,
    { batch: 10, pauseMs: 5 },
  );
  const { userToken: token } = sailor;
  let [written, reads] = [0, 0];
  const person = (async () => {
    for (; !isOver; await sleep(10)) {
      const time = new Date(Date.now() - (written % 100) * DAY_MS).toISOString();
      const answer = await atNorth.post("/log_entries", { text: `Line ${written}`, time }, { token });
      expect([201, 503], answer.text).toContain(answer.status);
      if (answer.status === 201) written++;
      const preference = { key: "{language}", value: JSON.stringify("fi") };
      const set = await atNorth.post("/rpc/update_user_preferences_fn", preference, { token });
      expect([200, 503], set.text).toContain(set.status);
      const read = await atNorth.get("/logs_view?limit=3", { token });
      expect([200, 503], read.text).toContain(read.status);
      if (read.status === 200) reads++;
    }
  })();
  person.catch(() => undefined);
  await sleep(2000);
  for (const from of ["north", "south", "north"] as const) {
    await move(sailor.email, from);
    await sleep(1000);
  }
  isOver = true;
  const acknowledged = await boat.acknowledged;
  await person;
  expect(acknowledged).toBeGreaterThan(300);
  expect(reads).toBeGreaterThan(20);
  await cells.south.drainJobs();
  const entries = (await atSouth.get("/log_entries?select=text", { token })).json;
  expect(new Set(entries.map(({ text }: { text: string }) => text)).size).toBe(written);
  expect(entries.length).toBe(written);
  await expectAsCalm(atSouth, [boat], rows, "after three moves", { timeout: 120_000, interval: 500 });
});
