/** An edit is the same however it is made: by writing to a table, or by calling a procedure. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { type Part, passage } from "../../../../../../test/support/passage.ts";
import {
  deleteLog,
  mergeLogs,
  splitLog,
  undoEdit,
} from "../../../../src/boat/voyages/corrections/corrections.ts";
import { wholeStory } from "../logbook/whole-story.ts";

const RUNS = Math.ceil(Number(process.env.WAKELOG_LAW_CASES ?? 1000) / 50);
const START = Date.UTC(2026, 5, 1, 6);
const NOW = Date.UTC(2026, 5, 5);
const MINUTE = 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

interface Change {
  readonly what: "delete" | "draw" | "undraw" | "split" | "join" | "undo" | "type";
  /** Which row, and where in it: from 0 to 1. */
  readonly pick: number;
  readonly part: number;
  /** Whether the jobs of each boat run before the next change. */
  readonly jobs: readonly [boolean, boolean];
}

const fraction = fc.double({ min: 0, max: 0.999, noNaN: true });
const changes = fc.array(
  fc.record<Change>({
    what: fc.constantFrom("delete", "delete", "draw", "undraw", "split", "join", "undo", "type"),
    pick: fraction,
    part: fraction,
    jobs: fc.tuple(fc.boolean(), fc.boolean()),
  }),
  { minLength: 1, maxLength: 6 },
);
const trips = fc.array(
  fc.record({
    course: fc.integer({ min: 0, max: 359 }),
    sailed: fc.integer({ min: 20, max: 50 }),
    stayed: fc.constantFrom(30, 60, 120),
  }),
  { minLength: 1, maxLength: 3 },
);

interface Row {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

async function spansOf(boat: Boat, statement: Sql): Promise<readonly Row[]> {
  const rows = await boat.rows(statement);
  return rows.map(({ id, from, to }) => ({ id: Number(id), from: Number(from), to: Number(to) }));
}
const millis = (column: Sql) => sql`(extract(epoch from ${column}) * 1000)::float8`;
const logsOf = (boat: Boat) =>
  spansOf(
    boat,
    sql`select id, ${millis(sql`_from_time`)} as from, ${millis(sql`coalesce(_to_time, 'infinity')`)} as to
      from api.logbook where vessel_id = ${boat.vesselId} order by _from_time`,
  );
const staysOf = (boat: Boat) =>
  spansOf(
    boat,
    sql`select id, ${millis(sql`arrived`)} as from, ${millis(sql`coalesce(departed, 'infinity')`)} as to
      from api.stays where vessel_id = ${boat.vesselId} order by arrived`,
  );
const editsInForce = (boat: Boat, kind: Sql) =>
  spansOf(
    boat,
    sql`select id, ${millis(sql`from_time`)} as from, ${millis(sql`to_time`)} as to
      from app.edits where vessel_id = ${boat.vesselId} and undone_at is null and ${kind} order by id`,
  );

/** Equal on both boats: pairs of rows with the same times. */
async function shared(
  boats: readonly [Boat, Boat],
  read: (boat: Boat) => Promise<readonly Row[]>,
): Promise<readonly (readonly [Row, Row])[]> {
  const [ours, theirs] = [await read(boats[0]), await read(boats[1])];
  return ours.flatMap((one) => {
    const other = theirs.find(({ from, to }) => from === one.from && to === one.to);
    return other === undefined ? [] : [[one, other] as const];
  });
}

/** The edits as a user reads them; ids are of the boat's own rows. */
const editsOf = (boat: Boat) =>
  boat.rows(sql`
    select kind, from_time, to_time, facts - 'identities' - 'log' - 'stay' as facts,
      undone_at is not null as undone
    from app.edits where vessel_id = ${boat.vesselId} order by id`);
const foldsAskedFor = (boat: Boat) =>
  boat.rows(
    sql`select id from app.events where ref_id = ${boat.vesselId} and channel = 'rederive' and processed is null`,
  );

const person = (boat: Boat, work: Parameters<Boat["as"]>[1]) => boat.as("user_role", work);

/** Makes a change on the first boat by writing to tables, and on the second by procedures, where both can. */
async function change(boats: readonly [Boat, Boat], { what, pick, part }: Change): Promise<void> {
  const [tables, procedures] = boats;
  const both = (work: (boat: Boat, row: Row) => Promise<unknown>, pair: readonly [Row, Row]) =>
    Promise.all([work(tables, pair[0]), work(procedures, pair[1])]);
  const one = <T>(pairs: readonly T[]): T | undefined => pairs[Math.floor(pick * pairs.length)];
  if (what === "draw") {
    const from = START + Math.floor(pick * 400) * MINUTE;
    const to = from + Math.floor(10 + part * 60) * MINUTE;
    const draw = (boat: Boat) =>
      person(boat, (tx) =>
        tx.run(sql`
          insert into api.logbook (vessel_id, _from_time, _to_time, _from_lat, _from_lng, _to_lat, _to_lng)
          values (${boat.vesselId}, to_timestamp(${from / 1000}::float8), to_timestamp(${to / 1000}::float8),
            59.8, 22.9, 59.9, 23)`),
      ).then(
        () => "drawn",
        (refused: Error) => refused.message.replace(/\d+/, "…"),
      );
    expect(await draw(tables)).toBe(await draw(procedures));
  } else if (what === "undraw") {
    const pair = one(await shared(boats, (boat) => editsInForce(boat, sql`kind = 'draw'`)));
    if (pair === undefined) return;
    await person(tables, (tx) =>
      tx.run(sql`delete from api.logbook l using app.edits e
        where l.vessel_id = ${tables.vesselId} and e.id = ${pair[0].id}::int and to_jsonb(l.id) = e.facts -> 'log'`),
    );
    await person(procedures, (tx) => undoEdit(tx, pair[1].id));
  } else if (what === "undo") {
    const pair = one(await shared(boats, (boat) => editsInForce(boat, sql`kind <> 'draw'`)));
    if (pair !== undefined) await both((boat, { id }) => person(boat, (tx) => undoEdit(tx, id)), pair);
  } else if (what === "type") {
    const pair = one(await shared(boats, staysOf));
    if (pair === undefined) return;
    const type = 1 + Math.floor(part * 4);
    await both(
      (boat, { id }) =>
        person(boat, (tx) =>
          tx.run(sql`update api.stays set stay_code = ${type}::int where id = ${id}::int`),
        ),
      pair,
    );
  } else {
    const pairs = await shared(boats, logsOf);
    const pair = one(pairs);
    if (pair === undefined) return;
    if (what === "delete") {
      await person(tables, (tx) => tx.run(sql`delete from api.logbook where id = ${pair[0].id}::int`));
      const answer = await person(procedures, (tx) => deleteLog(tx, pair[1].id));
      const [edit] = await procedures.rows(sql`
        select id from app.edits where vessel_id = ${procedures.vesselId}
        order by greatest(made_at, undone_at) desc, id desc limit 1`);
      expect(answer).toEqual({ edit: Number(edit?.id) });
    } else if (what === "split" && Number.isFinite(pair[0].to) && pair[0].to - pair[0].from > MINUTE) {
      const at = Math.round(pair[0].from + 1 + part * (pair[0].to - pair[0].from - 2));
      await both((boat, { id }) => person(boat, (tx) => splitLog(tx, id, at)), pair);
    } else if (what === "join") {
      const next = pairs[pairs.indexOf(pair) + 1];
      if (next === undefined) return;
      await person(tables, (tx) => mergeLogs(tx, pair[0].id, next[0].id));
      await person(procedures, (tx) => mergeLogs(tx, pair[1].id, next[1].id));
    }
  }
}

it("makes the same edits and the same logbook by tables and by procedures", async () => {
  await fc.assert(
    fc.asyncProperty(trips, changes, async (parts, made) => {
      const rows = passage(START, [
        { stay: "moored", minutes: 30 },
        ...parts.flatMap(({ course, sailed, stayed }): Part[] => [
          { sail: course, knots: 5, minutes: sailed },
          { stay: "anchored", minutes: stayed },
        ]),
      ]);
      const boats = [await makeBoat(database, () => NOW), await makeBoat(database, () => NOW)] as const;
      for (const boat of boats) {
        await boat.post(rows);
        await boat.drain();
      }
      for (const one of made) {
        await change(boats, one);
        for (const [n, boat] of boats.entries()) if (one.jobs[n]) await boat.drain();
      }
      for (const boat of boats) await boat.drain();
      expect(await editsOf(boats[0])).toEqual(await editsOf(boats[1]));
      expect(await wholeStory(boats[0])).toEqual(await wholeStory(boats[1]));
    }),
    { numRuns: RUNS },
  );
}, 300_000);

it("asks for the fold of an edit once: a table write leaves it to a job, a procedure does it", async () => {
  const boat = await makeBoat(database, () => NOW);
  await boat.post(
    passage(START, [
      { stay: "moored", minutes: 30 },
      { sail: 90, knots: 5, minutes: 40 },
      { stay: "anchored", minutes: 60 },
      { sail: 180, knots: 5, minutes: 40 },
      { stay: "moored", minutes: 60 },
    ]),
  );
  await boat.drain();
  const [first, second] = await logsOf(boat);
  await person(boat, (tx) => deleteLog(tx, second?.id ?? 0));
  expect(await foldsAskedFor(boat)).toHaveLength(0);
  await person(boat, (tx) => tx.run(sql`delete from api.logbook where id = ${first?.id ?? 0}::int`));
  expect(await foldsAskedFor(boat)).toHaveLength(1);
  const [deleted] = await editsInForce(
    boat,
    sql`from_time = to_timestamp(${(first?.from ?? 0) / 1000}::float8)`,
  );
  // Taken back before the job came to it: the procedure has done both.
  await person(boat, (tx) => undoEdit(tx, deleted?.id ?? 0));
  expect(await foldsAskedFor(boat)).toHaveLength(0);
  expect((await logsOf(boat)).map(({ id }) => id)).toEqual([first?.id]);
});

it("makes and takes back edits in one function each", async () => {
  const writers = (statement: string) =>
    database.owner.transaction(async (tx) => {
      const { rows } = await tx.run(
        sql`select p.oid::regprocedure from pg_proc p where pronamespace = 'app'::regnamespace and prosrc ~* ${statement}`,
      );
      return rows.flat();
    });
  expect(await writers("(insert\\s+into|merge\\s+into)\\s+app\\.edits")).toEqual([
    "app.make_edit(text,text,timestamp with time zone,timestamp with time zone,jsonb)",
  ]);
  // A deleted account takes its name from edits, and changes nothing else of them.
  expect([...(await writers("update\\s+app\\.edits"))].sort()).toEqual([
    "app.forget_editor(text)",
    "app.undo_edit(text,integer)",
  ]);
});
