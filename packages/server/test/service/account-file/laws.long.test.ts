/** Whatever a boat's history and its users' edits: it is the same in another installation, except for ids. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { ALWAYS } from "@wakelog/kit/time/span.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { lawCases } from "../../../../../test/support/laws/cases.ts";
import { mergeLogs, splitLog, undoEdit } from "../../../src/boat/voyages/corrections/corrections.ts";
import { deleteTripEntry } from "../../../src/boat/voyages/corrections/trip-edits.ts";
import { refold } from "../../../src/boat/voyages/logbook/fold.ts";
import { exportAccount } from "../../../src/service/account-file/export-account.ts";
import { importAccount } from "../../../src/service/account-file/import-account.ts";
import { batchesOf, plans, posted, rowsOf, type Saying } from "../../boat/voyages/logbook/plan.ts";
import { wholeStory } from "../../boat/voyages/logbook/whole-story.ts";

const START = Date.UTC(2025, 0, 1);
const NOW = START + 300 * 24 * 3_600_000;
const folder = mkdtempSync(join(tmpdir(), "wakelog-relocation-"));
let [here, there]: TestDatabase[] = [];
beforeAll(async () => {
  [here, there] = await Promise.all([cloneDatabase(), cloneDatabase()]);
});
afterAll(async () => {
  await Promise.all([here?.drop(), there?.drop()]);
  rmSync(folder, { recursive: true });
});

/** A user's edit of a log or a stay, if there is one. */
async function say(boat: Boat, { what, pick, at: part }: Saying): Promise<void> {
  const table = what === "type" || what === "no stop" ? sql`api.stays` : sql`api.logbook`;
  const rows = await boat.rows(sql`select * from ${table} where vessel_id = ${boat.vesselId} order by id`);
  const place = Math.floor(pick * rows.length);
  const [row, next] = rows.slice(place, place + 2);
  if (row === undefined) return;
  const own = sql`vessel_id = ${boat.vesselId} and id = ${Number(row.id)}::int`;
  await boat.as("user_role", async (tx) => {
    if (what === "delete" || what === "no stop") await tx.run(sql`delete from ${table} where ${own}`);
    else if (what === "type") await tx.run(sql`update api.stays set stay_code = 4 where ${own}`);
    else if (what === "name")
      await tx.run(sql`update api.logbook set name = 'Typed', notes = 'Said' where ${own}`);
    else if (what === "join" && next !== undefined) await mergeLogs(tx, Number(row.id), Number(next.id));
    else if (what === "split" && row._to_time !== null) {
      const [from, to] = [Date.parse(String(row._from_time)), Date.parse(String(row._to_time))];
      if (to - from > 10_000)
        await splitLog(tx, Number(row.id), Math.round(from + 1 + part * (to - from - 2)));
    } else if (what === "remove") {
      await tx.run(sql`select set_config('wakelog.account_id', ${boat.vesselId}, true)`);
      const from = Date.parse(String(row._from_time)) + Math.round(part * 3_600_000);
      const span = `[${new Date(from).toISOString()}, ${new Date(from + 1_800_000).toISOString()}]`;
      await deleteTripEntry(tx, Number(row.id), span);
    }
  });
}

/** An imported boat, with a test boat's methods. */
async function arrived(database: TestDatabase, email: string): Promise<Boat> {
  const [row] = await database.owner.transaction((tx) =>
    tx.query(sql`
      select vessel_id from app.memberships join app.accounts using (account_id) where email = ${email}`),
  );
  const vesselId = String(row?.vessel_id);
  const other = await makeBoat(database, () => NOW);
  const as: Boat["as"] = (role, work) =>
    (role === "wakelog_worker" ? database.owner : database.requests).transaction(
      async (tx) => {
        await tx.run(sql`select set_config('wakelog.vessel_id', ${vesselId}, true)`);
        return work(tx);
      },
      { role },
    );
  return { ...other, vesselId, as, rows: (statement) => as("wakelog_worker", (tx) => tx.query(statement)) };
}

/** Undoes all removals of rows, as the owner. */
async function takeBackRemovals(boat: Boat): Promise<void> {
  const made = await boat.rows(sql`
    select id from app.edits where vessel_id = ${boat.vesselId} and kind = 'remove' and undone_at is null order by id`);
  for (const { id } of made) await boat.as("user_role", (tx) => undoEdit(tx, Number(id)));
  await boat.drain();
}

/** Everything visible, and what would restore edits and texts. */
async function everything(boat: Boat) {
  const counted = await boat.rows(sql`
    select (select count(*)::int from api.metrics where vessel_id = ${boat.vesselId}) as metrics,
      (select md5(string_agg(to_jsonb(m)::text, ' ' order by "time")) from (
        select "time", latitude, longitude, speedoverground, status, metrics from api.metrics
        where vessel_id = ${boat.vesselId}) m) as rows,
      (select jsonb_agg(to_jsonb(r) - '{vessel_id,edit_id,shape,numbers}'::text[]
          || jsonb_build_object('metrics', app.whole_metrics(r.metrics, r.shape, r.numbers)) order by edit_id, "time")
        from app.removed_rows r where vessel_id = ${boat.vesselId}) as removed,
      (select count(*)::int from app.edits where vessel_id = ${boat.vesselId}) as edits`);
  return { ...(await wholeStory(boat)), counted };
}

it("an account that is exported and imported has an equal logbook, now and when it is derived again", {
  timeout: 300_000,
}, async () => {
  const sayings: readonly Saying["what"][] = ["delete", "no stop", "type", "join", "split", "name", "remove"];
  const plan = plans({ sayings, between: ["jobs", "nothing"], stretches: 4 });
  await fc.assert(
    fc.asyncProperty(plan, fc.boolean(), async (past, isFinished) => {
      if (here === undefined || there === undefined) throw new Error("there is no database");
      const boat = await makeBoat(here, () => NOW);
      for (const batch of batchesOf(past, rowsOf(past, START))) await boat.post(batch.map(posted));
      await boat.drain();
      for (const saying of past.sayings) {
        await say(boat, saying);
        if (!saying.isLate) await boat.drain();
      }
      if (isFinished) await boat.drain();
      const email = `${boat.vesselId}@example.org`;
      const file = join(folder, `${boat.vesselId}.zip`);
      await exportAccount(here, email, file);
      expect(await importAccount(there, file, null, 40)).toMatchObject({ email, vessels: 1, isNew: true });
      const twin = await arrived(there, email);
      expect(await everything(twin)).toEqual(await everything(boat));

      await boat.drain();
      await twin.drain();
      expect(await everything(twin)).toEqual(await everything(boat));
      for (const one of [boat, twin]) {
        await one.as("wakelog_worker", async (tx) => {
          await tx.run(sql`select app.lock_vessel()`);
          await refold(tx, ALWAYS);
        });
        await one.drain();
      }
      expect(await everything(twin)).toEqual(await everything(boat));
      for (const one of [boat, twin]) await takeBackRemovals(one);
      expect(await everything(twin)).toEqual(await everything(boat));
      await expect(importAccount(there, file, null, 40)).rejects.toThrow(
        /has a vessel with rows here already/,
      );
    }),
    { numRuns: Math.max(3, lawCases(1 / 40)) },
  );
});
