/**
 * Laws of the queue, for any events, failures, numbers of lanes, workers and processes:
 * - an event's effect is there exactly once, or not at all if the event was given up;
 * - the events of a tenant's line have their effects in the order in which they were stored;
 * - between two turns of a tenant, everybody else whose event was due has had a turn, or has it now.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { connectPostgres } from "../../src/db/postgres.ts";
import { type Sql, sql } from "../../src/db/sql.ts";
import { connectionsOf, createWorker, type Worker } from "../../src/jobs/worker.ts";
import type { Observe } from "../../src/observe.ts";
import { cloneDatabase, type TestDatabase } from "../support/database.ts";
import { CHANNELS, type Errand, errandHandlers, lineOf, prepareEffects, RULES } from "./errands.ts";

let database: TestDatabase;
const undo: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  database = await cloneDatabase();
  await prepareEffects(database.owner);
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  await database.drop();
});

interface NewErrand extends Errand {
  readonly tenant: string;
  readonly channel: string;
}

const rows = (statement: Sql) => database.owner.transaction((tx) => tx.query(statement));

async function store(errands: readonly NewErrand[]): Promise<void> {
  await rows(sql`
    select app.enqueue(e ->> 'channel', jsonb_build_object('failures', e -> 'failures', 'takes', e -> 'takes')::text, e ->> 'tenant')
    from jsonb_array_elements(${JSON.stringify(errands)}::jsonb) e`);
}

function makeWorker(
  lanes: number,
  began: (tenant: string) => void = () => {},
  observe: Observe = () => {},
): Worker {
  const pool = connectPostgres({ url: database.url, max: connectionsOf(lanes) });
  const worker = createWorker({
    database: pool,
    handlers: errandHandlers(began),
    rules: RULES,
    lanes,
    schedule: [],
    observe,
  });
  undo.push(async () => {
    await worker.stop();
    await pool.close();
  });
  return worker;
}

/** Postponed events become due at once, until none is left. */
async function untilDone(): Promise<void> {
  for (;;) {
    const open = await rows(sql`
      with brought as (update app.events set due = now() where processed is null and not dead and due > now()),
        woken as (select pg_notify('wakelog_events', ''))
      select count(*)::int as n from woken, app.events where processed is null and not dead`);
    if (open[0]?.n === 0) return;
    await sleep(20);
  }
}

const effectRow = z.object({ event_id: z.number(), tenant: z.string(), channel: z.string() });
const eventRow = z.object({ id: z.number(), dead: z.boolean(), done: z.boolean() });

/** The first two laws, compared with the event log. */
async function checkEffects(stored: number): Promise<void> {
  const effects = (await rows(sql`select event_id, tenant, channel from app.effects order by at`)).map(
    (row) => effectRow.parse(row),
  );
  const events = (
    await rows(sql`select id, dead, processed is not null as done from app.events order by id`)
  ).map((row) => eventRow.parse(row));
  expect(events).toHaveLength(stored);
  expect(events.every(({ dead, done }) => dead !== done)).toBe(true);
  expect(effects.map(({ event_id }) => event_id).sort((a, b) => a - b)).toEqual(
    events.filter(({ done }) => done).map(({ id }) => id),
  );
  const last = new Map<string, number>();
  for (const { event_id, tenant, channel } of effects) {
    const line = lineOf(channel);
    if (line === null) continue;
    expect(event_id, `${tenant} ${line}`).toBeGreaterThan(last.get(`${tenant} ${line}`) ?? 0);
    last.set(`${tenant} ${line}`, event_id);
  }
  expect(await rows(sql`select * from app.turns`)).toEqual([]);
  expect(await rows(sql`select * from app.arrivals`)).toEqual([]);
}

const errand = fc.record<NewErrand>({
  tenant: fc.constantFrom("Kapla", "Aava", "Tuuli", "Meri", "Lumo"),
  channel: fc.constantFrom(...CHANNELS),
  failures: fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 3 }) },
    { weight: 1, arbitrary: fc.constant(99) },
  ),
  takes: fc.integer({ min: 0, max: 4 }),
});
/** Batches are stored one after the other while the workers work. */
const batches = fc.array(fc.array(errand, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 });

const lanesOfWorkers = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 });

describe("any number of lanes and workers", () => {
  test("give each event its effect exactly once, in the order of its line", async () => {
    await fc.assert(
      fc
        .asyncProperty(batches, lanesOfWorkers, async (drawn, lanes) => {
          for (const worker of lanes.map((number) => makeWorker(number))) await worker.start();
          for (const batch of drawn) await store(batch);
          await untilDone();
          for (const step of undo.splice(0).reverse()) await step();
          await checkEffects(drawn.flat().length);
        })
        .afterEach(async () => {
          for (const step of undo.splice(0).reverse()) await step();
          await rows(sql`truncate app.effects, app.events, app.turns, app.arrivals`);
        }),
      { numRuns: 20 },
    );
  }, 240_000);

  test("that are killed in the middle and started again change nothing of it", async () => {
    const seed = Number(process.env.WAKELOG_TEST_SEED ?? 1);
    const drawn = fc.sample(fc.array(errand, { minLength: 60, maxLength: 60, size: "max" }), {
      seed,
      numRuns: 6,
    });
    const processes: ChildProcess[] = [];
    undo.push(async () => {
      for (const one of processes) one.kill("SIGKILL");
    });
    for (let i = 0; i < 2; i++) processes.push(await startProcess());
    let kills = 0;
    for (const [i, batch] of drawn.entries()) {
      await store(batch);
      await sleep(40 + ((i * 37) % 80));
      const victim = processes.shift();
      if (victim !== undefined && (await rows(sql`select from app.turns limit 1`)).length > 0) kills++;
      victim?.kill("SIGKILL");
      processes.push(await startProcess());
    }
    await untilDone();
    for (const one of processes) one.kill("SIGKILL");
    expect(kills, "killed while there was work").toBeGreaterThan(2);
    await checkEffects(drawn.flat().length);
  }, 120_000);
});

async function startProcess(): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "worker-process.ts"), database.url, "2"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  if (child.stdout !== null) await once(child.stdout, "data");
  return child;
}

describe("turns", () => {
  const pending = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 8 });

  test("come to everybody between two of one tenant", async () => {
    await fc.assert(
      fc
        .asyncProperty(pending, lanesOfWorkers, async (counts, lanes) => {
          await store(
            counts.flatMap((count, i) =>
              Array.from({ length: count }, (_, k) => ({
                tenant: `vessel ${i}`,
                channel: k % 2 === 0 ? "first" : "second",
                failures: 0,
                takes: (i + k) % 4,
              })),
            ),
          );
          const ends = new Map<number, number>();
          const observe: Observe = (o) => {
            if (o.kind === "job-done") ends.set(o.id, Date.now() + 1);
          };
          const workers = lanes.map((number) => makeWorker(number, () => {}, observe));
          await Promise.all(workers.map((worker) => worker.start()));
          await untilDone();
          await Promise.all(workers.map((worker) => worker.stop()));
          const turns = await turnsTaken(ends);
          expect(turns).toHaveLength(counts.reduce((sum, count) => sum + count, 0));
          expect(unfairTurns(turns)).toEqual([]);
        })
        .afterEach(async () => {
          for (const step of undo.splice(0).reverse()) await step();
          await rows(sql`truncate app.effects, app.events, app.turns, app.arrivals`);
        }),
      { numRuns: 25 },
    );
  }, 240_000);

  test("of a tenant with 20 000 events leave room for another's after one of them", async () => {
    await rows(sql`
      insert into app.events (channel, payload, ref_id)
      select 'first', '{"failures": 0, "takes": 0}', 'importer' from generate_series(1, 20000)`);
    const turns: string[] = [];
    // With one lane, nobody but the queue makes room.
    await makeWorker(1, (tenant) => turns.push(tenant)).start();
    for (let i = 0; i < 20; i++) {
      await expect.poll(() => turns.filter((one) => one === "importer").length).toBeGreaterThan(i * 5);
      const other = `sailor ${i}`;
      await store([{ tenant: other, channel: "second", failures: 0, takes: 0 }]);
      const before = turns.length;
      await expect.poll(() => turns.includes(other), { interval: 1 }).toBe(true);
      // The turn that goes on when the event is stored, and the one that is taken while it is being noticed.
      expect(turns.indexOf(other) - before).toBeLessThanOrEqual(2);
    }
    expect(turns.length).toBeLessThan(20_000);
  });

  test("are found without reading what waits", async () => {
    await rows(sql`
      insert into app.events (channel, payload, ref_id)
      select case when n % 3 = 0 then 'first' else 'loose' end, '{"failures": 0, "takes": 0}', 'vessel ' || n % 500
      from generate_series(1, 30000) n`);
    const serveSome = async (): Promise<z.infer<typeof countRow>> => {
      const { done } = await counts();
      await makeWorker(1).start();
      await expect.poll(async () => (await counts()).done, { timeout: 20_000 }).toBeGreaterThan(done + 100);
      // A session's counts are sure to be there when it has ended.
      for (const step of undo.splice(0).reverse()) await step();
      await sleep(200);
      return await counts();
    };
    await serveSome();
    await rows(sql`analyze app.events`);
    await rows(sql`analyze app.turns`);
    const before = await serveSome();
    const after = await serveSome();
    expect(after.read, "the counts are there").toBeGreaterThan(before.read);
    expect(after.scans - before.scans).toBe(0);
    // One look for each line and channel, twice a turn; and what was served since the index was last cleaned.
    expect((after.read - before.read) / (after.done - before.done)).toBeLessThan(100);
  });
});

/** A turn in milliseconds of one clock: taken between `from` and `taken`, and committed before `to`. */
interface TakenTurn {
  readonly tenant: string;
  readonly from: number;
  readonly taken: number;
  readonly to: number;
}

const takenRow = z.object({ event_id: z.number(), tenant: z.string(), from: z.number(), taken: z.number() });

async function turnsTaken(ends: ReadonlyMap<number, number>): Promise<readonly TakenTurn[]> {
  const effects = await rows(sql`
    select event_id, tenant, (extract(epoch from began) * 1000)::float8 as from,
      (extract(epoch from taken) * 1000)::float8 as taken
    from app.effects order by began`);
  return effects.map((row) => {
    const { event_id, tenant, from, taken } = takenRow.parse(row);
    return { tenant, from, taken, to: ends.get(event_id) ?? Number.POSITIVE_INFINITY };
  });
}

/** Pairs of turns of one tenant between which another, that had work left, had no part of a turn. */
function unfairTurns(turns: readonly TakenTurn[]): readonly string[] {
  return turns.flatMap((second, j) => {
    const first = turns.slice(0, j).findLast(({ tenant }) => tenant === second.tenant);
    if (first === undefined) return [];
    const served = new Set(
      turns.filter(({ from, to }) => from <= second.taken && to >= first.from).map(({ tenant }) => tenant),
    );
    const later = turns.filter(({ from }) => from > second.taken);
    const waiting = new Set(later.map(({ tenant }) => tenant));
    return [...waiting].filter((one) => !served.has(one)).map((one) => `${second.tenant} before ${one}`);
  });
}

const countRow = z.object({ done: z.number(), scans: z.number(), read: z.number() });

async function counts(): Promise<z.infer<typeof countRow>> {
  const [row] = await rows(sql`
    select (select count(*)::float8 from app.effects) as done,
      sum(seq_scan)::float8 as scans, sum(seq_tup_read + idx_tup_fetch)::float8 as read
    from pg_stat_user_tables where relid in ('app.events'::regclass, 'app.turns'::regclass, 'app.arrivals'::regclass)`);
  return countRow.parse(row);
}
