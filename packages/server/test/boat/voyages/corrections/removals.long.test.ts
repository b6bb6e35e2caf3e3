/** Removed measurements come back when the edit is undone, and everything that follows from them does. */
import { ident, sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { LAW_TIMEOUT, lawCases } from "../../../../../../test/support/laws/cases.ts";
import { type Part, passage } from "../../../../../../test/support/passage.ts";
import { rollUpDays } from "../../../../src/boat/monitoring/ageing/roll-ups.ts";
import { mergeLogs, splitLog, undoEdit } from "../../../../src/boat/voyages/corrections/corrections.ts";
import { deleteTripEntry } from "../../../../src/boat/voyages/corrections/trip-edits.ts";

const START = Date.UTC(2026, 5, 1, 6);
const NOW = Date.UTC(2026, 5, 5);
const MINUTE = 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

interface Row {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

/** As the boat's owner. */
const asOwner = <T>(boat: Boat, work: Parameters<typeof boat.as<T>>[1]) =>
  boat.as("user_role", async (tx) => {
    await tx.run(sql`select set_config('wakelog.account_id', ${boat.vesselId}, true)`);
    return work(tx);
  });

async function logsOf(boat: Boat): Promise<readonly Row[]> {
  const rows = await boat.rows(sql`
    select id, extract(epoch from _from_time) * 1000 as "from",
      extract(epoch from coalesce(_to_time, _from_time + interval '1 day')) * 1000 as "to"
    from api.logbook where vessel_id = ${boat.vesselId} order by _from_time`);
  return rows.map(({ id, from, to }) => ({ id: Number(id), from: Number(from), to: Number(to) }));
}

async function editsInForce(boat: Boat, kind: string): Promise<readonly number[]> {
  const rows = await boat.rows(sql`
    select id from app.edits where vessel_id = ${boat.vesselId} and kind = ${kind} and undone_at is null order by id`);
  return rows.map(({ id }) => Number(id));
}

/** All that the owner reads, but when it was written; the present stay's time grows with the clock. */
async function everything(boat: Boat) {
  await boat.drain();
  await rollUpDays((work) => database.owner.transaction(work, { role: "wakelog_worker" }));
  const [row] = await asOwner(boat, (tx) =>
    tx.query(sql`
      select (select jsonb_agg(to_jsonb(l) - '{created_at,updated_at}'::text[] order by id) from api.logbook l) as logs,
        (select jsonb_agg(to_jsonb(v) - 'updated_at' order by v.id) from api.logs_view v) as shown,
        (select jsonb_agg(to_jsonb(s) - '{created_at,updated_at}'::text[] order by id) from api.stays s) as stays,
        (select jsonb_agg(to_jsonb(m) - '{id,created_at,updated_at,stay_duration}'::text[]
          || jsonb_build_object('moorage_id', m.id) order by id) from api.moorages m) as moorages,
        (select jsonb_agg(to_jsonb(e) order by id) from api.log_entries e) as notes,
        (select jsonb_agg(to_jsonb(e) order by log_id, id) from api.log_entries_view e) as notes_of_logs,
        (select jsonb_agg(to_jsonb(m) order by "time") from api.metrics m) as rows,
        (select jsonb_agg(to_jsonb(g) order by id) from api.review_view g) as review,
        regexp_replace(api.stats_fn('2026-05-01', '2026-06-04')::text,
          '"id" ?: ?(\d+)(, ?"moorage")', '"moorage_id": \1\2', 'g')::json as stats, api.winds_fn(null::int) as winds,
        api.graph_logs_network_fn() as network`),
  );
  const stored = await Promise.all(
    ["written_by_people", "log_figures", "log_lines", "metric_days"].map((name) =>
      boat.rows(sql`
        select to_jsonb(t) as row from ${ident("app", name)} t where vessel_id = ${boat.vesselId}
        order by to_jsonb(t)::text`),
    ),
  );
  return rounded({ ...row, stored });
}

/** An unchanged moorage goes with its last stay, and comes back under another id: ids by place. */
async function moorages(boat: Boat): Promise<ReadonlyMap<string, number>> {
  const rows = await boat.rows(sql`
    select id, latitude || ' ' || longitude || ' ' || (exists (
      select from app.written_by_people w
      where w.vessel_id = m.vessel_id and w.resource = 'moorages' and w.id = m.id))::text as place
    from api.moorages m where vessel_id = ${boat.vesselId}`);
  return new Map(rows.map(({ id, place }) => [String(place), Number(id)]));
}

/** With the ids that moorages had before; those that were changed keep theirs. */
function withFormerIds(
  all: unknown,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): unknown {
  const former = new Map([...after].map(([place, id]) => [id, before.get(place)]));
  for (const [place, id] of before) if (place.endsWith("true")) expect(after.get(place)).toBe(id);
  const text = JSON.stringify(all, (key, value: unknown) =>
    /moorage_id$/.test(key) && typeof value === "number" ? former.get(value) : value,
  );
  return JSON.parse(text);
}

/** Sums of doubles differ in their last digit by the order in which the database comes upon the rows. */
function rounded(value: unknown): unknown {
  const text = JSON.stringify(value, null, 1);
  return JSON.parse(text.replace(/\d+\.\d+/g, (one) => String(Number(Number(one).toFixed(9)))));
}

const fraction = fc.double({ min: 0, max: 0.999, noNaN: true });
const trips = fc.array(
  fc.record({
    course: fc.constantFrom(0, 45, 90, 180, 270, 300),
    sailed: fc.integer({ min: 15, max: 60 }),
    stayed: fc.constantFrom(10, 30, 60, 120),
  }),
  { minLength: 1, maxLength: 4 },
);
const past = fc.array(
  fc.record({
    what: fc.constantFrom("name", "split", "join", "delete", "type", "place"),
    pick: fraction,
    part: fraction,
  }),
  { maxLength: 3 },
);
const removals = fc.array(
  fc.record({
    pick: fraction,
    /** Where in the log it begins and ends, also beyond it. */
    from: fc.double({ min: -0.2, max: 1.1, noNaN: true }),
    length: fc.oneof(
      fc.double({ min: 0, max: 0.2, noNaN: true }),
      fc.double({ min: 0, max: 1.3, noNaN: true }),
    ),
    brackets: fc.tuple(fc.constantFrom("[", "("), fc.constantFrom("]", ")")),
    isDrained: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);

const choices = fc.record({ isPacked: fc.boolean(), isReverse: fc.boolean() });

async function edit(boat: Boat, { what, pick, part }: { what: string; pick: number; part: number }) {
  const logs = await logsOf(boat);
  const [log, next] = logs.slice(Math.floor(pick * logs.length));
  if (log === undefined) return;
  await asOwner(boat, async (tx) => {
    const own = sql`vessel_id = ${boat.vesselId} and id = ${log.id}::int`;
    if (what === "name")
      await tx.run(sql`
        update api.logbook set name = 'Typed', notes = 'Said', user_data = '{"mood": "calm"}' where ${own}`);
    else if (what === "type")
      await tx.run(sql`update api.stays set stay_code = 4, notes = 'Said' where id = (
      select max(id) from api.stays where vessel_id = ${boat.vesselId})`);
    else if (what === "place")
      await tx.run(sql`update api.moorages set notes = 'Said' where id = (
        select max(id) from api.moorages where vessel_id = ${boat.vesselId})`);
    else if (what === "delete") await tx.run(sql`delete from api.logbook where ${own}`);
    else if (what === "join" && next !== undefined) await mergeLogs(tx, log.id, next.id);
    else if (what === "split" && log.to - log.from > MINUTE)
      await splitLog(tx, log.id, Math.round(log.from + 1 + part * (log.to - log.from - 2)));
  });
}

it("removing rows and undoing it changes nothing, whatever was removed and in whatever order it comes back", {
  timeout: 3 * LAW_TIMEOUT,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      trips,
      past,
      removals,
      choices,
      async (parts, edits, removed, { isPacked, isReverse }) => {
        const boat = await makeBoat(database, () => NOW);
        const rows = passage(START, [
          { stay: "moored", minutes: 60 },
          ...parts.flatMap(({ course, sailed, stayed }): Part[] => [
            { sail: course, knots: 5, minutes: sailed },
            { stay: "anchored", minutes: stayed },
          ]),
        ]);
        await boat.post(rows);
        await boat.drain();
        for (const one of edits) {
          await edit(boat, one);
          await boat.drain();
        }
        await asOwner(boat, (tx) =>
          tx.run(sql`
          insert into api.log_entries ("time", text)
          select to_timestamp(${(START + 70 * MINUTE) / 1000}::float8) + n * interval '17 min', 'Remark ' || n
          from generate_series(0, 4) n`),
        );
        if (isPacked)
          await boat.rows(sql`select app.pack_metrics(${boat.vesselId}, '-infinity', 'infinity')`);
        const before = await everything(boat);
        const places = await moorages(boat);
        for (const { pick, from, length, brackets, isDrained } of removed) {
          const logs = await logsOf(boat);
          const log = logs[Math.floor(pick * logs.length)];
          if (log === undefined) continue;
          const [since, until] = [from, from + length].map((place) =>
            new Date(Math.round(log.from + place * (log.to - log.from))).toISOString(),
          );
          const span = `${brackets[0]}${since}, ${until}${brackets[1]}`;
          await asOwner(boat, (tx) => deleteTripEntry(tx, log.id, span));
          if (isDrained) await boat.drain();
        }
        const made = await editsInForce(boat, "remove");
        for (const id of isReverse ? made.toReversed() : made)
          expect(await asOwner(boat, (tx) => undoEdit(tx, id))).toBe(true);
        const after = await everything(boat);
        expect(withFormerIds(after, places, await moorages(boat))).toEqual(before);
        expect(await boat.rows(sql`select from app.removed_rows where vessel_id = ${boat.vesselId}`)).toEqual(
          [],
        );
      },
    ),
    { numRuns: lawCases(1 / 2) },
  );
});
