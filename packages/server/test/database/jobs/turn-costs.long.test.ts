/**
 * Taking and ending a turn reads the same few rows whatever is queued and whatever the planner believes, counted by
 * PostgreSQL per transaction.
 */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { connectPostgres, type Postgres } from "@wakelog/data-api/db/postgres.ts";
import { ident, type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { describeChannels } from "../../../src/database/jobs/channels.ts";
import { arrangeTurns, endTurn, takeTurn, WORKER_ROLE } from "../../../src/database/jobs/turns.ts";
import { CHANNELS, RULES } from "./errands.ts";

const TABLES = ["events", "turns", "arrivals"];
const channels = describeChannels(CHANNELS, RULES);
/** One look for each line and channel, and the place. */
const FEW = 20;

let database: TestDatabase;
let lane: Postgres;
beforeAll(async () => {
  database = await cloneDatabase();
  // One session, as a lane keeps it, with the plans that it made.
  lane = connectPostgres({ url: database.url, max: 1 });
  // Statistics change only when a test says so.
  for (const table of TABLES) {
    await rows(sql`alter table ${ident("app", table)} set (autovacuum_enabled = off)`);
  }
});
afterAll(async () => {
  await lane.close();
  await database.drop();
});

const rows = (statement: Sql) => database.owner.transaction((tx) => tx.query(statement));

async function store(events: number, tenants: number): Promise<void> {
  await rows(sql`
    insert into app.events (channel, payload, ref_id)
    select case when n % 3 = 0 then 'first' else 'loose' end, '', 'vessel ' || n % ${tenants}::int
    from generate_series(1, ${events}::int) n`);
  await arrangeTurns(database.owner, channels);
}

const counted = z.object({ scans: z.number(), reads: z.number() });

async function countReads(tx: Tx): Promise<z.infer<typeof counted>> {
  const [row] = await tx.query(sql`
    select sum(seq_scan)::int as scans, sum(seq_tup_read + idx_tup_fetch)::int as reads
    from pg_stat_xact_user_tables where schemaname = 'app' and relname = any (${TABLES})`);
  return counted.parse(row);
}

/** The maximum read by one of a dozen turns: after some, PostgreSQL keeps a generic plan. */
async function dearestTurn(): Promise<z.infer<typeof counted>> {
  let [scans, reads] = [0, 0];
  for (let i = 0; i < 12; i++) {
    await lane.transaction(
      async (tx) => {
        const before = await countReads(tx);
        const turn = await takeTurn(tx, "work", channels);
        if (turn === null) throw new Error("no turn is due");
        await endTurn(tx, "work", turn, channels);
        const after = await countReads(tx);
        scans = Math.max(scans, after.scans - before.scans);
        reads = Math.max(reads, after.reads - before.reads);
      },
      { role: WORKER_ROLE },
    );
  }
  return { scans, reads };
}

describe("a turn costs the same few rows", () => {
  test.each([
    { known: "nothing", analyze: "never", tenants: 500 },
    { known: "empty tables", analyze: "empty", tenants: 500 },
    { known: "what is there", analyze: "full", tenants: 500 },
    { known: "nothing of thousands who arrived at once", analyze: "never", tenants: 5000 },
  ])("when the planner knows $known", async ({ analyze, tenants }) => {
    await rows(sql`truncate app.events, app.turns, app.arrivals`);
    if (analyze === "empty") await rows(sql`analyze app.events, app.turns, app.arrivals`);
    await store(15_000, tenants);
    if (analyze === "full") await rows(sql`analyze app.events, app.turns, app.arrivals`);
    const { scans, reads } = await dearestTurn();
    expect(scans).toBe(0);
    expect(reads).toBeLessThan(FEW);
  });

  test("when the session's plans are from a time when one tenant waited", async () => {
    await rows(sql`truncate app.events, app.turns, app.arrivals`);
    await store(15, 1);
    await rows(sql`analyze app.events, app.turns, app.arrivals`);
    await dearestTurn();
    await store(15_000, 500);
    const { scans, reads } = await dearestTurn();
    expect(scans).toBe(0);
    expect(reads).toBeLessThan(FEW);
  });
});
