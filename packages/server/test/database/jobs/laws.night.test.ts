/**
 * Laws of the queue, for any events, failures, numbers of lanes, workers and processes:
 * - an event's effect is there exactly once, or not at all if the event was given up;
 * - the events of a tenant's line have their effects in the order in which they were stored.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type ErrandQueue, type NewErrand, openErrandQueue } from "./errand-queue.ts";
import { CHANNELS, lineOf } from "./errands.ts";

let queue: ErrandQueue;
const processes: ChildProcess[] = [];
beforeEach(async () => {
  queue = await openErrandQueue();
});
afterEach(async () => {
  for (const one of processes.splice(0)) one.kill("SIGKILL");
  await queue.drop();
});

const effectRow = z.object({ event_id: z.number(), tenant: z.string(), channel: z.string() });
const eventRow = z.object({ id: z.number(), dead: z.boolean(), done: z.boolean() });

/** The first two laws, compared with the event log. */
async function checkEffects(stored: number): Promise<void> {
  const effects = (await queue.rows(sql`select event_id, tenant, channel from app.effects order by at`)).map(
    (row) => effectRow.parse(row),
  );
  const events = (
    await queue.rows(sql`select id, dead, processed is not null as done from app.events order by id`)
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
  expect(await queue.rows(sql`select * from app.turns`)).toEqual([]);
  expect(await queue.rows(sql`select * from app.arrivals`)).toEqual([]);
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
        .asyncProperty(batches, lanesOfWorkers, fc.boolean(), async (drawn, lanes, careful) => {
          await queue.start(lanes, { careful });
          for (const batch of drawn) await queue.store(batch);
          await queue.untilDone();
          await queue.stopWorkers();
          await checkEffects(drawn.flat().length);
        })
        .afterEach(() => queue.clear()),
      { numRuns: 20 },
    );
  }, 240_000);

  test("that are killed in the middle and started again change nothing of it", async () => {
    const seed = Number(process.env.WAKELOG_TEST_SEED ?? 1);
    const drawn = fc.sample(fc.array(errand, { minLength: 60, maxLength: 60, size: "max" }), {
      seed,
      numRuns: 6,
    });
    for (let i = 0; i < 2; i++) processes.push(await startProcess());
    let kills = 0;
    for (const [i, batch] of drawn.entries()) {
      await queue.store(batch);
      await sleep(40 + ((i * 37) % 80));
      const victim = processes.shift();
      if (victim !== undefined && (await queue.rows(sql`select from app.turns limit 1`)).length > 0) kills++;
      victim?.kill("SIGKILL");
      processes.push(await startProcess());
    }
    await queue.untilDone();
    for (const one of processes) one.kill("SIGKILL");
    expect(kills, "killed while there was work").toBeGreaterThan(2);
    await checkEffects(drawn.flat().length);
  }, 120_000);
});

async function startProcess(): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "worker-process.ts"), queue.database.url, "2"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  if (child.stdout !== null) await once(child.stdout, "data");
  return child;
}
