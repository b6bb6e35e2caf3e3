/** Wind rose and polar of many logs: after any corrections they equal a plain count over the logs' rows. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { ALWAYS } from "@wakelog/kit/time/span.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { passage } from "../../../../../../test/support/passage.ts";
import { mergeLogs, splitLog, undoEdit } from "../../../../src/boat/voyages/corrections/corrections.ts";
import { refold } from "../../../../src/boat/voyages/logbook/fold.ts";

const START = Date.UTC(2026, 5, 1);
const NOW = Date.UTC(2026, 5, 10);
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** Three trips under sail and engine, in winds from everywhere. */
const ROWS: readonly JsonObject[] = passage(START, [
  { stay: "moored", minutes: 60 },
  { sail: 160, knots: 5, minutes: 80 },
  { stay: "anchored", minutes: 240 },
  { sail: 340, knots: 6, minutes: 70 },
  { stay: "moored", minutes: 300 },
  { sail: 90, knots: 4, minutes: 60 },
  { stay: "moored", minutes: 300 },
]).map((row, n) => ({
  ...row,
  windspeedapparent: 4 + ((n / 7) % 25),
  anglespeedapparent: ((n * 11) % 360) - 180,
  status: row.status === "sailing" && n % 40 > 30 ? "motoring" : row.status,
}));

type Cells = ReadonlyMap<string, readonly [seconds: number, knotSeconds: number]>;

/** Counts the rows of all finished logs, one by one, in coordinates of the water. */
async function counted(boat: Boat): Promise<{ readonly rose: Cells; readonly polar: Cells }> {
  const logs = await boat.rows(sql`
    select (extract(epoch from _from_time) * 1000)::float8 as since, (extract(epoch from _to_time) * 1000)::float8 as until,
      segments from api.logbook where vessel_id = ${boat.vesselId} and _to_time is not null`);
  const rows = await boat.rows(sql`
    select (extract(epoch from "time") * 1000)::float8 as at, speedoverground::float8 as boat, courseovergroundtrue::float8 as course,
      windspeedapparent::float8 as wind, anglespeedapparent::float8 as angle
    from app.metrics where vessel_id = ${boat.vesselId} order by "time"`);
  const whole = { rose: new Map<string, [number, number]>(), polar: new Map<string, [number, number]>() };
  for (const { since, until, segments } of logs) {
    const own = rows.filter(({ at }) => Number(at) >= Number(since) && Number(at) <= Number(until));
    const log = { rose: new Map<string, [number, number]>(), polar: new Map<string, [number, number]>() };
    for (const [n, row] of own.entries()) {
      const seconds = Math.min(Number(row.at) - Number(own[n - 1]?.at ?? row.at), 600_000) / 1000;
      const [speed, course, wind] = [Number(row.boat), Number(row.course), Number(row.wind)];
      if (speed < 0.5) continue;
      // Where air comes from, north and east, over ground and over deck.
      const over = (degrees: number) => [
        Math.cos((degrees * Math.PI) / 180),
        Math.sin((degrees * Math.PI) / 180),
      ];
      const [deck, bow] = [over(course + Number(row.angle)), over(course)];
      const [north = 0, east = 0] = [0, 1].map((axis) => wind * (deck[axis] ?? 0) - speed * (bow[axis] ?? 0));
      const from = (Math.atan2(east, north) * 180) / Math.PI;
      const band = Math.min(5, Math.floor(Math.hypot(north, east) / 5));
      const turn = Math.abs(((((from - course) % 360) + 540) % 360) - 180);
      const add = (cells: Map<string, [number, number]>, cell: number) => {
        const [time, knots] = cells.get(`${cell} ${band}`) ?? [0, 0];
        cells.set(`${cell} ${band}`, [time + seconds, knots + speed * seconds]);
      };
      add(log.rose, Math.round((from + 360) / 22.5) % 16);
      const made: readonly { readonly kind: string; readonly from: string; readonly to: string }[] =
        JSON.parse(JSON.stringify(segments));
      const isSailed = made.some(
        (part) =>
          part.kind === "sailing" &&
          Date.parse(part.from) <= Number(row.at) &&
          Date.parse(part.to) >= Number(row.at),
      );
      if (isSailed) add(log.polar, Math.round(turn / 10) * 10);
    }
    for (const kind of ["rose", "polar"] as const) {
      for (const [cell, [time, knots]] of log[kind]) {
        const [before, sum] = whole[kind].get(cell) ?? [0, 0];
        if (Math.round(time) > 0) whole[kind].set(cell, [before + Math.round(time), sum + knots]);
      }
    }
  }
  return whole;
}

interface Winds {
  readonly rose: readonly (readonly [number, number, number])[];
  readonly polar: readonly (readonly [number, number, number, number])[];
}

async function shown(boat: Boat, year: number | null = null): Promise<Winds> {
  const [row] = await boat.as("user_role", (tx) => tx.query(sql`select api.winds_fn(${year}::int) as winds`));
  return JSON.parse(JSON.stringify(row?.winds));
}

async function agrees(boat: Boat, what: string): Promise<void> {
  await boat.drain();
  const [{ rose, polar }, plain] = [await shown(boat), await counted(boat)];
  expect(new Map(rose.map(([sector, band, seconds]) => [`${sector} ${band}`, seconds])), what).toEqual(
    new Map([...plain.rose].map(([cell, [seconds]]) => [cell, seconds])),
  );
  expect(polar.map(([angle, band, seconds]) => `${angle} ${band}: ${seconds}`).sort(), what).toEqual(
    [...plain.polar].map(([cell, [seconds]]) => `${cell}: ${seconds}`).sort(),
  );
  for (const [angle, band, seconds, knots] of polar) {
    const [, sum] = plain.polar.get(`${angle} ${band}`) ?? [0, Number.NaN];
    expect(knots, `${what} ${angle} ${band}`).toBeCloseTo(sum / seconds, 1);
  }
}

const logsOf = async (boat: Boat) =>
  (
    await boat.rows(sql`
      select id, (extract(epoch from _from_time) * 1000)::float8 as since, (extract(epoch from _to_time) * 1000)::float8 as until
      from api.logbook where vessel_id = ${boat.vesselId} and _to_time is not null order by _from_time`)
  ).map(({ id, since, until }) => ({ id: Number(id), since: Number(since), until: Number(until) }));

/** One correction, at a place chosen by two numbers from 0 to 1. */
async function correct(boat: Boat, what: string, pick: number, part: number): Promise<void> {
  const logs = await logsOf(boat);
  const at = Math.floor(pick * logs.length);
  const [log, next] = [logs[at], logs[at + 1]];
  if (what === "undo") {
    const edits = await boat.rows(
      sql`select id from app.edits where vessel_id = ${boat.vesselId} and undone_at is null order by id`,
    );
    const edit = edits[Math.floor(pick * edits.length)];
    if (edit !== undefined) await boat.as("user_role", (tx) => undoEdit(tx, Number(edit.id)));
  } else if (what === "again") {
    await boat.as("wakelog_worker", (tx) => refold(tx, ALWAYS));
  } else if (what === "late") {
    const row = ROWS[Math.floor(part * ROWS.length)];
    await boat.post([{ ...row, time: new Date(Date.parse(String(row?.time)) + 20_000).toISOString() }]);
  } else if (log === undefined) {
    return;
  } else if (what === "split") {
    const when = Math.round(log.since + 1 + part * (log.until - log.since - 2));
    await boat.as("user_role", (tx) => splitLog(tx, log.id, when));
  } else if (what === "join" && next !== undefined) {
    await boat.as("user_role", (tx) => mergeLogs(tx, log.id, next.id));
  } else if (what === "delete") {
    await boat.as("user_role", (tx) => tx.run(sql`delete from api.logbook where id = ${log.id}::int`));
  }
}

const corrections = fc.array(
  fc.tuple(
    fc.constantFrom("split", "join", "delete", "undo", "again", "late"),
    fc.double({ min: 0, max: 0.999, noNaN: true }),
    fc.double({ min: 0, max: 0.999, noNaN: true }),
  ),
  { minLength: 3, maxLength: 5 },
);

it("equal a plain count over the rows of the logs, after any corrections", async () => {
  await fc.assert(
    fc.asyncProperty(corrections, async (sayings) => {
      const boat = await makeBoat(database, () => NOW);
      await boat.post(ROWS);
      await agrees(boat, "at first");
      expect((await shown(boat)).rose.length).toBeGreaterThan(20);
      expect((await shown(boat)).polar.length).toBeGreaterThan(20);
      for (const [what, pick, part] of sayings) {
        await correct(boat, what, pick, part);
        await agrees(boat, what);
      }
    }),
    { numRuns: 4 },
  );
}, 120_000);

it("are those of the year that a log began in, and of no other boat", async () => {
  const [boat, other] = [await makeBoat(database, () => NOW), await makeBoat(database, () => NOW)];
  await boat.post(ROWS);
  await boat.drain();
  const whole = await shown(boat);
  expect(whole).toMatchObject({ logs: 3, sailed: 3 });
  expect(await shown(boat, 2026)).toEqual(whole);
  for (const none of [await shown(boat, 2025), await shown(other)])
    expect(none).toEqual({ logs: 0, sailed: 0, rose: [], polar: [] });
  await expect(boat.as("user_role", (tx) => tx.run(sql`delete from app.log_winds`))).rejects.toMatchObject({
    sqlstate: "42501",
  });
});

it("come from measurements of true wind, direction and speed through the water where there are any", async () => {
  const boat = await makeBoat(database, () => NOW);
  const knots = (value: number) => (value * 1852) / 3600;
  await boat.post(
    ROWS.map((row) => ({
      ...row,
      metrics: {
        "environment.wind.speedTrue": knots(12),
        "environment.wind.angleTrueWater": -Math.PI / 2,
        "environment.wind.directionTrue": Math.PI,
        "navigation.speedThroughWater": knots(7),
      },
    })),
  );
  await boat.drain();
  const { rose, polar } = await shown(boat);
  expect(rose.map((cell) => cell.slice(0, 2))).toEqual([[8, 2]]);
  expect(polar.map(([angle, band, , speed]) => [angle, band, speed])).toEqual([[90, 2, 7]]);
});

it("leave out readings that stand for none, and keep no log from being finished", async () => {
  const boat = await makeBoat(database, () => NOW);
  const none = [-1e300, -1e9, -3, 1e308, Number.MAX_VALUE];
  await boat.post(
    ROWS.map((row, n) => {
      const value = none[n % none.length] ?? 0;
      const path = ["environment.wind.speedTrue", "environment.wind.angleTrueWater"][n % 2] ?? "";
      const others = { "environment.wind.speedTrue": 6, "environment.wind.angleTrueWater": 1 };
      return { ...row, metrics: { ...others, [path]: value, "environment.wind.directionTrue": value } };
    }),
  );
  await boat.drain();
  const logs = await boat.rows(sql`
    select distance from api.logbook where vessel_id = ${boat.vesselId} and _to_time is not null`);
  expect(logs).toHaveLength(3);
  for (const { distance } of logs) expect(Number(distance)).toBeGreaterThan(1);
  const { rose, polar } = await shown(boat);
  for (const [cell = -1, band = -1, seconds = 0] of [...rose, ...polar]) {
    expect(cell).toBeGreaterThanOrEqual(0);
    expect(band).toBeGreaterThanOrEqual(0);
    expect(band).toBeLessThan(6);
    expect(seconds).toBeGreaterThan(0);
  }
});
