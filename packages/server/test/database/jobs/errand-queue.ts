/** A database with a queue of errands, and workers that do them; for the laws. */
import { setTimeout as sleep } from "node:timers/promises";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { connectionsOf, createWorker, type Worker } from "../../../src/database/jobs/worker.ts";
import { type Errand, errandHandlers, prepareEffects, RULES } from "./errands.ts";

export interface NewErrand extends Errand {
  readonly tenant: string;
  readonly channel: string;
}

export interface ErrandQueue {
  readonly database: TestDatabase;
  readonly rows: (statement: Sql) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  store(errands: readonly NewErrand[]): Promise<void>;
  /**
   * Starts workers with this many lanes each.
   * @param how.careful whether they find that an earlier worker died: they then count attempts beforehand
   */
  start(
    lanes: readonly number[],
    how?: {
      readonly careful?: boolean;
      readonly began?: (tenant: string) => void;
      readonly observe?: Observe;
    },
  ): Promise<void>;
  /** Waits until no event is left; postponed ones become due at once. */
  untilDone(): Promise<void>;
  stopWorkers(): Promise<void>;
  /** Stops the workers and forgets every event. */
  clear(): Promise<void>;
  drop(): Promise<void>;
}

export async function openErrandQueue(): Promise<ErrandQueue> {
  const database = await cloneDatabase();
  await prepareEffects(database.owner);
  const rows = (statement: Sql) => database.owner.transaction((tx) => tx.query(statement));
  const running: { readonly worker: Worker; readonly close: () => Promise<void> }[] = [];

  const stopWorkers = async (): Promise<void> => {
    await Promise.all(
      running.splice(0).map(async ({ worker, close }) => {
        await worker.stop();
        await close();
      }),
    );
  };
  return {
    database,
    rows,
    stopWorkers,
    async store(errands) {
      await rows(sql`
        select app.enqueue(e ->> 'channel', jsonb_build_object('failures', e -> 'failures', 'takes', e -> 'takes')::text,
          e ->> 'tenant')
        from jsonb_array_elements(${JSON.stringify(errands)}::jsonb) e`);
    },
    async start(lanes, { careful = false, began, observe = () => {} } = {}) {
      for (const number of lanes) {
        const pool = connectPostgres({ url: database.url, max: connectionsOf(number) });
        const worker = createWorker({
          database: pool,
          handlers: errandHandlers(began),
          rules: RULES,
          lanes: number,
          schedule: [],
          observe,
        });
        running.push({ worker, close: () => pool.close() });
        await rows(
          careful
            ? sql`insert into app.workers (worker_id) values (gen_random_uuid())`
            : sql`delete from app.workers`,
        );
        await worker.start();
      }
    },
    async untilDone() {
      for (;;) {
        const open = await rows(sql`
          with brought as (update app.events set due = now() where processed is null and not dead and due > now()),
            woken as (select pg_notify('wakelog_events', ''))
          select count(*)::int as n from woken, app.events where processed is null and not dead`);
        if (open[0]?.n === 0) return;
        await sleep(20);
      }
    },
    async clear() {
      await stopWorkers();
      await rows(sql`truncate app.effects, app.events, app.turns, app.arrivals`);
    },
    async drop() {
      await stopWorkers();
      await database.drop();
    },
  };
}
