/**
 * The laws of the fold through the database, with its jobs and users' edits: fewer cases than in memory, but
 * everything visible is compared. `WAKELOG_LAW_CASES=100000` tries more.
 */

import { DatabaseError } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { ALWAYS } from "@wakelog/kit/time/span.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { lawCases } from "../../../../../../test/support/laws/cases.ts";
import { mergeLogs, splitLog, undoEdit } from "../../../../src/boat/voyages/corrections/corrections.ts";
import { refold } from "../../../../src/boat/voyages/logbook/fold.ts";
import type { MetricRow } from "../../../../src/boat/voyages/record/metric-row.ts";
import { batchesOf, type Plan, plans, posted, rowsOf, type Saying } from "./plan.ts";
import { asTypedInto, idsOf, namesOf, wholeStory } from "./whole-story.ts";

/** Fewer cases than in memory: each takes some hundred times as long. */
const CASES = lawCases(1 / 24);
const START = Date.UTC(2025, 0, 1);
/** After the last row of the longest past: silences can last for weeks. */
const NOW = START + 300 * 24 * 3_600_000;
const HOUR = 3_600_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const at = (time: number) => new Date(time).toISOString();
const person = (boat: Boat, work: Parameters<Boat["as"]>[1]) => boat.as("user_role", work);

/** A user's edit, by any of the API's ways. @returns the typed text by row */
async function say(boat: Boat, saying: Saying, typed: Map<string, string>): Promise<void> {
  const { what, pick, at: part } = saying;
  const isStay = what === "no stop" || what === "type" || what === "times" || (what === "name" && part < 0.5);
  const rows = await boat.rows(
    isStay
      ? sql`select id, (extract(epoch from arrived) * 1000)::float8 as from, (extract(epoch from departed) * 1000)::float8 as to
          from api.stays where vessel_id = ${boat.vesselId} order by arrived`
      : sql`select id, (extract(epoch from _from_time) * 1000)::float8 as from, (extract(epoch from _to_time) * 1000)::float8 as to
          from api.logbook where vessel_id = ${boat.vesselId} order by _from_time`,
  );
  if (what === "undo") return undo(boat, pick);
  if (what === "draw") return tryDrawing(boat, START + pick * 96 * HOUR, part);
  const place = Math.floor(pick * rows.length);
  const [row, next] = rows.slice(place, place + 2);
  if (row === undefined) return;
  const id = Number(row.id);
  const own = sql`vessel_id = ${boat.vesselId} and id = ${id}::int`;
  const from = Number(row.from);
  const to = row.to === null ? null : Number(row.to);
  await person(boat, async (tx) => {
    if (what === "delete") await tx.run(sql`delete from api.logbook where ${own}`);
    else if (what === "no stop") await tx.run(sql`delete from api.stays where ${own}`);
    else if (what === "type")
      await tx.run(sql`update api.stays set stay_code = ${1 + Math.floor(part * 4)}::int where ${own}`);
    else if (what === "times")
      await tx.run(
        sql`update api.stays set arrived = ${at(from + (part - 0.5) * HOUR)}::timestamptz where ${own}`,
      );
    else if (what === "join" && next !== undefined) await mergeLogs(tx, id, Number(next.id));
    else if (what === "split" && to !== null && to - from > 10)
      await splitLog(tx, id, Math.round(from + 1 + part * (to - from - 2)));
    else if (what === "name") {
      const name = `Typed ${typed.size}`;
      const table = isStay ? sql`api.stays` : sql`api.logbook`;
      await tx.run(sql`update ${table} set name = ${name} where ${own}`);
      typed.set(`${isStay ? "stay" : "log"} ${id}`, name);
    }
  });
}

async function undo(boat: Boat, pick: number): Promise<void> {
  const edits = await boat.rows(
    sql`select id from app.edits where vessel_id = ${boat.vesselId} and undone_at is null order by id`,
  );
  const id = edits[Math.floor(pick * edits.length)]?.id;
  if (id !== undefined) await person(boat, (tx) => undoEdit(tx, Number(id)));
}

async function draw(boat: Boat, from: number, part: number): Promise<void> {
  await person(boat, (tx) =>
    tx.run(sql`
      insert into api.logbook (vessel_id, _from_time, _to_time, _from_lat, _from_lng, _to_lat, _to_lng)
      values (${boat.vesselId}, ${at(from)}::timestamptz, ${at(from + HOUR / 4 + part * 4 * HOUR)}::timestamptz, 59.8, 22.9, 59.9, 23)`),
  );
}

/** Draws a log where the logbook has room for it: two logs over the same time are refused, and change nothing. */
async function tryDrawing(boat: Boat, from: number, part: number): Promise<void> {
  const isOverlap = (error: unknown) =>
    error instanceof DatabaseError &&
    error.sqlstate === "22023" &&
    error.message.startsWith("The log overlaps log");
  await draw(boat, from, part).catch((error: unknown) => {
    if (!isOverlap(error)) throw error;
  });
}

/** Another boat with the same rows in order, and the same edits from the start. */
async function undisturbed(boat: Boat, rows: readonly MetricRow[]): Promise<Boat> {
  const fresh = await makeBoat(database, () => NOW);
  const edits = await boat.rows(sql`
    select e.id, e.kind, to_char(e.from_time, 'YYYY-MM-DD"T"HH24:MI:SS.USOF') as since, e.facts ->> 'log' as log
    from app.edits e where e.vessel_id = ${boat.vesselId} and e.undone_at is null order by e.made_at, e.id`);
  for (const { id, kind } of edits) {
    if (kind !== "draw") {
      await fresh.rows(sql`
        insert into app.edits (vessel_id, kind, from_time, to_time, facts, made_at)
        select ${fresh.vesselId}, kind, from_time, to_time, facts - 'log' - 'stay' - 'identities', made_at
        from app.edits where id = ${Number(id)}::int`);
      continue;
    }
    const [drawn] = await boat.rows(sql`
      select (extract(epoch from from_time) * 1000)::float8 as from, (extract(epoch from to_time) * 1000)::float8 as to
      from app.edits where id = ${Number(id)}::int`);
    const from = Number(drawn?.from);
    await draw(fresh, from, (Number(drawn?.to) - from - HOUR / 4) / (4 * HOUR));
    await fresh.rows(sql`
      update app.edits n set made_at = o.made_at from app.edits o where o.id = ${Number(id)}::int
        and n.id = (select max(id) from app.edits where vessel_id = ${fresh.vesselId})`);
  }
  await fresh.post(rows.map(posted));
  await fresh.drain();
  return fresh;
}

/** Which of three services takes a POST: switched now and then, so that each finds the others' data. */
function services({ sizes }: Plan): (post: number) => number {
  return (post) => Math.floor((post * (sizes[0] ?? 1)) / 97) % 3;
}

/** The same past, its rows a few at a time: between two of them nothing may have been saved. */
function fewAtATime({ sizes, stretches, first, last, ...rest }: Plan): Plan {
  return {
    ...rest,
    sizes: sizes.map((size) => 1 + (size % 6)),
    stretches: stretches.slice(0, 2),
    first: first / 4,
    last: last / 8,
  };
}

async function live(
  plan: Plan,
): Promise<{ boat: Boat; rows: readonly MetricRow[]; typed: Map<string, string> }> {
  const boat = await makeBoat(database, () => NOW, services(plan));
  const typed = new Map<string, string>();
  let rows = rowsOf(plan, START);
  for (const [n, batch] of batchesOf(plan, rows).entries()) {
    const then = plan.between[n % plan.between.length];
    const sent = batch.map(posted);
    if (then === "abort") await boat.postAndFail(sent);
    expect(await boat.post(sent)).toHaveLength(sent.length);
    if (then === "jobs") await boat.drain();
    if (then === "remove") {
      const [gone] = batch.slice(Math.floor(batch.length / 2));
      rows = rows.filter((row) => row !== gone);
      await person(boat, (tx) =>
        tx.run(sql`
          delete from api.metrics where vessel_id = ${boat.vesselId} and "time" = ${at(gone?.time ?? 0)}::timestamptz`),
      );
    }
    for (const saying of plan.sayings.filter(({ after }) => after === n)) {
      await say(boat, saying, typed);
      if (!saying.isLate) await boat.drain();
    }
  }
  await boat.drain();
  return { boat, rows, typed };
}

it.each<[string, fc.Arbitrary<Plan>]>([
  [
    "rows come in any order, with jobs and lost connections in between",
    plans({ sayings: ["name"], between: ["nothing", "jobs", "jobs", "abort"], stretches: 4, silences: true }),
  ],
  [
    "rows come and go and people correct what is shown",
    plans({
      sayings: ["delete", "join", "split", "no stop", "type", "times", "draw", "undo", "name"],
      between: ["nothing", "jobs", "remove"],
      stretches: 4,
      silences: true,
    }),
  ],
  [
    "rows come a few at a time, to one service or another",
    plans({
      sayings: ["delete", "join", "split", "no stop", "times", "undo"],
      between: ["nothing", "nothing", "nothing", "jobs", "remove", "abort"],
      stretches: 2,
      silences: true,
    }).map(fewAtATime),
  ],
])(
  "the logbook is that of a boat whose rows came in order, and folding everything again changes no id and no name: %s",
  async (_, pasts) => {
    await fc.assert(
      fc.asyncProperty(pasts, async (plan) => {
        const { boat, rows, typed } = await live(plan);
        const story = await wholeStory(boat);
        const wanted = await wholeStory(await undisturbed(boat, rows));
        // Which part of a split drawing keeps its number depends on the order of questions; neither part was measured.
        expect(asTypedInto(story, wanted)).toEqual(asTypedInto(wanted, story));
        const [ids, names] = [await idsOf(boat), await namesOf(boat)];
        // A row that is gone has taken its words with it.
        for (const [row, name] of typed) if (names.has(row)) expect(names.get(row)).toBe(name);
        await boat.as("wakelog_worker", (tx) => refold(tx, ALWAYS));
        await boat.drain();
        expect(await idsOf(boat)).toEqual(ids);
        expect(await namesOf(boat)).toEqual(names);
        expect(await wholeStory(boat)).toEqual(story);
      }),
      { numRuns: CASES },
    );
  },
  60_000 + CASES * 10_000,
);
