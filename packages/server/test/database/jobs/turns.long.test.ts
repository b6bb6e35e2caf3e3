/**
 * Laws of turns, for any numbers of events, lanes and workers: between two turns of a tenant, every other tenant with
 * a due event has had a turn, or has it now; and finding a turn costs the same whatever is queued.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type ErrandQueue, openErrandQueue } from "./errand-queue.ts";

let queue: ErrandQueue;
beforeEach(async () => {
  queue = await openErrandQueue();
});
afterEach(() => queue.drop());

const lanesOfWorkers = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 });

describe("turns", () => {
  const pending = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 8 });

  test("come to everybody between two of one tenant", async () => {
    await fc.assert(
      fc
        .asyncProperty(pending, lanesOfWorkers, fc.boolean(), async (counts, lanes, careful) => {
          await queue.store(
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
          await queue.start(lanes, { observe, careful });
          await queue.untilDone();
          await queue.stopWorkers();
          const turns = await turnsTaken(ends);
          expect(turns).toHaveLength(counts.reduce((sum, count) => sum + count, 0));
          expect(unfairTurns(turns)).toEqual([]);
        })
        .afterEach(() => queue.clear()),
      { numRuns: 25 },
    );
  }, 240_000);

  test("of a tenant with 20 000 events leave room for another's after one of them", async () => {
    await queue.rows(sql`
      insert into app.events (channel, payload, ref_id)
      select 'first', '{"failures": 0, "takes": 0}', 'importer' from generate_series(1, 20000)`);
    const turns: string[] = [];
    // With one lane, only the queue makes room.
    await queue.start([1], { began: (tenant) => turns.push(tenant) });
    for (let i = 0; i < 20; i++) {
      await expect.poll(() => turns.filter((one) => one === "importer").length).toBeGreaterThan(i * 5);
      const other = `sailor ${i}`;
      await queue.store([{ tenant: other, channel: "second", failures: 0, takes: 0 }]);
      const before = turns.length;
      await expect.poll(() => turns.includes(other), { interval: 1 }).toBe(true);
      // The turn that goes on when the event is stored, and the one that is taken while it is being noticed.
      expect(turns.indexOf(other) - before).toBeLessThanOrEqual(2);
    }
    expect(turns.length).toBeLessThan(20_000);
  });

  test("are found without reading what waits", async () => {
    await queue.rows(sql`
      insert into app.events (channel, payload, ref_id)
      select case when n % 3 = 0 then 'first' else 'loose' end, '{"failures": 0, "takes": 0}', 'vessel ' || n % 500
      from generate_series(1, 30000) n`);
    const serveSome = async (): Promise<z.infer<typeof countRow>> => {
      const { done } = await counts();
      await queue.start([1]);
      await expect.poll(async () => (await counts()).done, { timeout: 20_000 }).toBeGreaterThan(done + 100);
      // A session's counts are sure to be there when it has ended.
      await queue.stopWorkers();
      await sleep(200);
      return await counts();
    };
    await serveSome();
    await queue.rows(sql`analyze app.events`);
    await queue.rows(sql`analyze app.turns`);
    const before = await serveSome();
    const after = await serveSome();
    expect(after.read, "the counts are there").toBeGreaterThan(before.read);
    expect(after.scans - before.scans).toBe(0);
    // One look-up per line and channel, twice a turn, plus events served since the index was last cleaned.
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
  const effects = await queue.rows(sql`
    select event_id, tenant, (extract(epoch from began) * 1000)::float8 as from,
      (extract(epoch from taken) * 1000)::float8 as taken
    from app.effects order by began`);
  return effects.map((row) => {
    const { event_id, tenant, from, taken } = takenRow.parse(row);
    return { tenant, from, taken, to: ends.get(event_id) ?? Number.POSITIVE_INFINITY };
  });
}

/** Pairs of a tenant's turns between which another tenant with work left had no part of a turn. */
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
  const [row] = await queue.rows(sql`
    select (select count(*)::float8 from app.effects) as done,
      sum(seq_scan)::float8 as scans, sum(seq_tup_read + idx_tup_fetch)::float8 as read
    from pg_stat_user_tables where relid in ('app.events'::regclass, 'app.turns'::regclass, 'app.arrivals'::regclass)`);
  return countRow.parse(row);
}
