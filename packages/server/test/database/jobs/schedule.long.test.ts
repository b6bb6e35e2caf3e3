import { setTimeout as sleep } from "node:timers/promises";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Observation } from "@wakelog/kit/observe.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { createSchedule, type Schedule, type ScheduledTask } from "../../../src/database/jobs/schedule.ts";

let database: TestDatabase;
let seen: Observation[];
const undo: (() => Promise<void>)[] = [];

beforeEach(async () => {
  database = await cloneDatabase();
  seen = [];
});

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  await database.drop();
});

function scheduleOf(tasks: readonly ScheduledTask[], on = database.owner): Schedule {
  const schedule = createSchedule({ database: on, tasks, observe: (o) => seen.push(o) });
  undo.push(() => schedule.stop());
  return schedule;
}

describe("a schedule", () => {
  test("runs a task at once and then once per period", async () => {
    const times: number[] = [];
    const started = performance.now();
    const run = async (): Promise<void> => void times.push(performance.now() - started);
    const schedule = scheduleOf([{ name: "tick", everySeconds: 0.5, run }]);
    schedule.start();
    await expect.poll(() => times.length, { timeout: 10_000, interval: 10 }).toBe(4);
    await schedule.stop();
    // Periods are counted by the database's clock; a busy machine only makes them longer.
    for (let i = 1; i < times.length; i++) expect((times[i] ?? 0) - (times[i - 1] ?? 0)).toBeGreaterThan(400);
    const runs = times.length;
    await sleep(700);
    expect(times.length).toBe(runs);
  });

  test("runs a task once per period however many there are of it", async () => {
    let runs = 0;
    const task: ScheduledTask = { name: "tick", everySeconds: 600, run: async () => void runs++ };
    const pools = [0, 1, 2].map(() => connectPostgres({ url: database.url, max: 1 }));
    const schedules = pools.map((pool) => scheduleOf([task], pool));
    for (const schedule of schedules) schedule.start();
    await expect.poll(() => runs).toBe(1);
    await sleep(300);
    for (const schedule of schedules) await schedule.stop();
    for (const pool of pools) await pool.close();
    expect(runs).toBe(1);
  });

  test("remembers over a restart when a task is due", async () => {
    let runs = 0;
    const task: ScheduledTask = { name: "tick", everySeconds: 600, run: async () => void runs++ };
    const first = scheduleOf([task]);
    first.start();
    await expect.poll(() => runs).toBe(1);
    await first.stop();
    const second = scheduleOf([task]);
    second.start();
    await sleep(300);
    await second.stop();
    expect(runs).toBe(1);
    await database.owner.transaction((tx) => tx.run(sql`update app.schedules set due = now()`));
    scheduleOf([task]).start();
    await expect.poll(() => runs).toBe(2);
  });

  test("goes on after a task fails, and tells of it", async () => {
    let runs = 0;
    const run = async (): Promise<void> => {
      if (runs++ === 0) throw new Error("fog");
    };
    scheduleOf([{ name: "fragile", everySeconds: 0.2, run }]).start();
    await expect.poll(() => runs).toBeGreaterThan(1);
    expect(seen).toContainEqual(
      expect.objectContaining({
        kind: "fault",
        where: "schedule: fragile",
        cause: expect.objectContaining({ message: "fog" }),
      }),
    );
  });

  test("runs everything on demand, due or not", async () => {
    const ran: string[] = [];
    const task = (name: string): ScheduledTask => ({
      name,
      everySeconds: 600,
      run: async () => void ran.push(name),
    });
    const schedule = scheduleOf([task("one"), task("two")]);
    await schedule.runAll();
    await schedule.runAll();
    expect(ran).toEqual(["one", "two", "one", "two"]);
  });
});
