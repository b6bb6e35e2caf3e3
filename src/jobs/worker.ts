/**
 * Works off the event log. An event and what its handler wrote commit together, so each event has its effect in
 * the database exactly once; what leaves the database runs after the commit.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionError, type Database, PoolTimeoutError, type Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { Observe } from "../observe.ts";
import type { Event } from "./queue.ts";
import { createSchedule, type ScheduledTask, WORKER_ROLE } from "./schedule.ts";

/** Work that must not run inside a transaction: sending, asking other servers. Lost when the process dies first. */
export type AfterCommit = () => Promise<void>;

/** Handles an event inside its transaction, as `wakelog_worker`. Throwing undoes it; it is tried again later. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing is the usual one
export type JobHandler = (event: Event, tx: Tx) => Promise<AfterCommit | void>;

export interface Worker {
  start(): Promise<void>;
  /** Waits for the event in hand and for what runs after commits. */
  stop(): Promise<void>;
  /** Works off every due event and runs every scheduled task once, until nothing is left; for tests and tools. */
  drain(): Promise<void>;
}

/** The channel that `app.enqueue` notifies. */
const WAKE_CHANNEL = "wakelog_events";
/** Looked for this often without being woken: notifications are lost while the listening connection is. */
const POLL_MS = 30_000;
/** After a failure of the database, which is probably restarting. */
const RETRY_MS = 1_000;
/** Eight attempts at 10 s, 30 s, 90 s … capped at an hour span some two hours: longer than most outages. */
const ATTEMPTS = 8;
const FIRST_BACKOFF_SECONDS = 10;
const BACKOFF_FACTOR = 3;
const LONGEST_BACKOFF_SECONDS = 3_600;
/** Parallel sends after commits; more wait, and with them the next event. */
const AFTER_COMMITS_AT_ONCE = 8;
const FAILURE_LENGTH = 500;

/**
 * Makes a worker. Any number of them may work on one database; the events of one `refId` in one channel are
 * never handled at the same time.
 * @param deps.handlers by channel; events of other channels count as processed
 */
export function createWorker(deps: {
  readonly database: Database;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  readonly schedule: readonly ScheduledTask[];
  readonly observe: Observe;
}): Worker {
  const { database, handlers, observe } = deps;
  const schedule = createSchedule({ database, tasks: deps.schedule, observe });
  const stopping = new AbortController();
  const afterCommits = new Set<Promise<void>>();
  let running: Promise<void> = Promise.resolve();
  let busy: Promise<unknown> = Promise.resolve();
  let wake: (() => void) | null = null;
  let unlisten: (() => Promise<void>) | null = null;

  /** Handles one due event. @returns false when there is none */
  const handleOne = async (elsewhere: Set<string>): Promise<boolean> => {
    const started = performance.now();
    const hand: { event: Event | null; after: AfterCommit | null } = { event: null, after: null };
    try {
      await database.transaction(
        async (tx) => {
          const event = await claim(tx, elsewhere);
          hand.event = event;
          if (event === null) return;
          hand.after = (await handlers.get(event.channel)?.(event, tx)) ?? null;
          await tx.run(sql`
            update app.events set processed = now(), failure = null, attempts = attempts + 1 where id = ${event.id}::int`);
        },
        { role: WORKER_ROLE },
      );
    } catch (cause) {
      // Without its database no event can be blamed.
      if (hand.event === null || cause instanceof ConnectionError || cause instanceof PoolTimeoutError) {
        throw cause;
      }
      await postpone(hand.event, cause);
      return true;
    }
    const { event, after } = hand;
    if (event === null) return false;
    const { channel, id } = event;
    observe({ kind: "job-done", channel, id, milliseconds: Math.round(performance.now() - started) });
    if (after !== null) await runAfterCommit(event, after);
    return true;
  };

  const postpone = async (event: Event, cause: unknown): Promise<void> => {
    const attempts = event.attempts + 1;
    observe({ kind: "job-failed", channel: event.channel, id: event.id, attempts, cause });
    const failure = (cause instanceof Error ? cause.message : String(cause)).slice(0, FAILURE_LENGTH);
    await database.transaction(
      (tx) =>
        tx.run(sql`
          update app.events set attempts = ${attempts}::int, failure = ${failure}, dead = ${attempts >= ATTEMPTS}::bool,
            due = now() + make_interval(secs => ${backoffSeconds(attempts)}::float8)
          where id = ${event.id}::int and processed is null`),
      { role: WORKER_ROLE },
    );
  };

  const runAfterCommit = async (event: Event, after: AfterCommit): Promise<void> => {
    const running = after()
      .catch((cause: unknown) =>
        observe({
          kind: "job-failed",
          channel: event.channel,
          id: event.id,
          attempts: event.attempts + 1,
          cause,
        }),
      )
      .then(() => void afterCommits.delete(running));
    afterCommits.add(running);
    if (afterCommits.size >= AFTER_COMMITS_AT_ONCE) await Promise.race(afterCommits);
  };

  /** Handles all due events, one after the other, oldest first. @returns how many */
  const workOff = (): Promise<number> => {
    const turn = busy.then(async () => {
      let count = await skipUnhandled(database, [...handlers.keys()]);
      const elsewhere = new Set<string>();
      while (!stopping.signal.aborted && (await handleOne(elsewhere))) count++;
      return count;
    });
    busy = turn.catch(() => {});
    return turn;
  };

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      let waitMs = RETRY_MS;
      // Whoever is told of an event from here on makes the wait below end at once.
      let woken = false;
      const slept = new AbortController();
      wake = () => {
        woken = true;
        slept.abort();
      };
      try {
        await workOff();
        waitMs = await untilNextDue(database);
      } catch (cause) {
        if (!(cause instanceof ConnectionError || cause instanceof PoolTimeoutError)) {
          observe({ kind: "fault", where: "worker", cause });
        }
      }
      if (woken || stopping.signal.aborted) continue;
      await sleep(waitMs, undefined, { signal: slept.signal }).catch(() => {});
    }
  };

  return {
    async start() {
      unlisten = await database.listen(WAKE_CHANNEL, () => wake?.());
      running = loop();
      schedule.start();
    },
    async stop() {
      stopping.abort();
      wake?.();
      await unlisten?.();
      await Promise.all([running, busy, schedule.stop()]);
      await Promise.all(afterCommits);
    },
    async drain() {
      const events = async (): Promise<void> => {
        while ((await workOff()) > 0) await Promise.all(afterCommits);
        await Promise.all(afterCommits);
      };
      await events();
      await schedule.runAll();
      await events();
    },
  };
}

/** Seconds until an event that failed `attempts` times is tried again. */
export function backoffSeconds(attempts: number): number {
  return Math.min(FIRST_BACKOFF_SECONDS * BACKOFF_FACTOR ** (attempts - 1), LONGEST_BACKOFF_SECONDS);
}

/**
 * The oldest due event, locked until the transaction ends.
 * @param elsewhere keys (channel and ref) whose events another worker has in hand; grows
 */
async function claim(tx: Tx, elsewhere: Set<string>): Promise<Event | null> {
  for (;;) {
    const [row] = await tx.query(sql`
      select id, channel, payload, ref_id, attempts, channel || ' ' || ref_id as key
      from app.events
      where processed is null and not dead and due <= now()
        and channel || ' ' || ref_id <> all (array(select jsonb_array_elements_text(${JSON.stringify([...elsewhere])}::jsonb)))
      order by due, id limit 1 for update skip locked`);
    if (row === undefined) return null;
    const key = String(row.key);
    const [lock] = await tx.query(sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as ours`);
    if (lock?.ours !== true) {
      elsewhere.add(key);
      continue;
    }
    return {
      id: Number(row.id),
      channel: String(row.channel),
      payload: String(row.payload),
      refId: String(row.ref_id),
      attempts: Number(row.attempts),
    };
  }
}

/** Marks the due events that nobody here handles: they are a record, not a task. */
async function skipUnhandled(database: Database, handled: readonly string[]): Promise<number> {
  const result = await database.transaction(
    (tx) =>
      tx.run(sql`
        update app.events set processed = now()
        where processed is null and not dead and due <= now()
          and channel <> all (array(select jsonb_array_elements_text(${JSON.stringify(handled)}::jsonb)))`),
    { role: WORKER_ROLE },
  );
  return result.affected;
}

/** Milliseconds until an event is due that was postponed, or until it is time to look again anyway. */
async function untilNextDue(database: Database): Promise<number> {
  const [row] = await database.transaction(
    (tx) =>
      tx.query(sql`
        select (extract(epoch from min(due) - now()) * 1000)::float8 as wait
        from app.events where processed is null and not dead`),
    { role: WORKER_ROLE },
  );
  const wait = row?.wait;
  if (typeof wait !== "number") return POLL_MS;
  // What is due and still there is in another worker's hands; it is looked at again in case that one dies.
  return wait <= 0 ? RETRY_MS : Math.min(Math.ceil(wait), POLL_MS);
}
