/** Periodic tasks: each runs once per period, however many workers there are. */
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionError, type Database, PoolTimeoutError } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { alone } from "@wakelog/kit/time/one-at-a-time.ts";
import { WORKER_ROLE } from "./turns.ts";

/** A periodic task. Opens its own transactions; running it twice must be harmless. */
export interface ScheduledTask {
  /** Its key in `app.schedules`; a new name forgets the last run. */
  readonly name: string;
  readonly everySeconds: number;
  readonly run: () => Promise<unknown>;
}

export interface Schedule {
  start(): void;
  /** Waits for running tasks to finish. */
  stop(): Promise<void>;
  /** Runs every task once now, due or not, one after the other. */
  runAll(): Promise<void>;
}

/** Delay if the database cannot be queried; it is probably restarting. */
const RETRY_MS = 5_000;
/** Timers and the database's clock differ by some milliseconds; waking a little late saves a second query. */
const LATE_MS = 20;

/** Runs tasks by the database's clock. A failed task is observed and runs again in its next period. */
export function createSchedule(deps: {
  readonly database: Database;
  readonly tasks: readonly ScheduledTask[];
  readonly observe: Observe;
}): Schedule {
  const { database, tasks, observe } = deps;
  const stopping = new AbortController();
  // Each task waits on this signal.
  setMaxListeners(tasks.length + 1, stopping.signal);
  const loops: Promise<void>[] = [];
  // Many tasks come due at the same instant; a query each would take many connections.
  const asking = alone();

  const run = async (task: ScheduledTask): Promise<void> => {
    try {
      await task.run();
    } catch (cause) {
      observe({ kind: "fault", where: `schedule: ${task.name}`, cause });
    }
  };

  const loop = async (task: ScheduledTask): Promise<void> => {
    while (!stopping.signal.aborted) {
      let waitMs = RETRY_MS;
      try {
        const taken = await asking(async () => (stopping.signal.aborted ? null : takePeriod(database, task)));
        if (taken === null) return;
        const started = performance.now();
        if (taken.ours) await run(task);
        waitMs = taken.nextMs - (performance.now() - started) + LATE_MS;
      } catch (cause) {
        // The pool has already reported a lost database.
        if (!(cause instanceof ConnectionError || cause instanceof PoolTimeoutError)) {
          observe({ kind: "fault", where: `schedule: ${task.name}`, cause });
        }
      }
      await sleep(Math.max(waitMs, LATE_MS), undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  return {
    start() {
      for (const task of tasks) loops.push(loop(task));
    },
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
    async runAll() {
      for (const task of tasks) await run(task);
    },
  };
}

/**
 * Claims the task's current period if it is free, by advancing its next time. @returns whether it was claimed, and when
 * to retry
 */
async function takePeriod(
  database: Database,
  task: ScheduledTask,
): Promise<{ readonly ours: boolean; readonly nextMs: number }> {
  return await database.transaction(
    async (tx) => {
      const taken = await tx.run(sql`
        insert into app.schedules as s (name, due)
        values (${task.name}, now() + make_interval(secs => ${task.everySeconds}::float8))
        on conflict (name) do update set due = excluded.due where s.due <= now()
        returning name`);
      if (taken.rows.length > 0) return { ours: true, nextMs: task.everySeconds * 1000 };
      const [row] = await tx.query(sql`
        select (extract(epoch from due - now()) * 1000)::float8 as wait from app.schedules where name = ${task.name}`);
      // A shortened period applies at once, not only after the old one.
      return { ours: false, nextMs: Math.min(Number(row?.wait ?? 0), task.everySeconds * 1000) };
    },
    { role: WORKER_ROLE },
  );
}
