/**
 * Processes the event log in several lanes, one event of each tenant in turn; account mail and alerts have separate
 * lanes. Any number of workers may share one database. See docs/adr/0007-our-own-queue.md.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionError, type Database, PoolTimeoutError } from "@wakelog/data-api/db/database.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { alone, together } from "@wakelog/kit/time/one-at-a-time.ts";
import { createAfterCommits } from "./after-commits.ts";
import { type ChannelRules, describeChannels, type LaneKind } from "./channels.ts";
import type { JobHandler } from "./handlers.ts";
import { type LaneDeps, serveOne } from "./lane.ts";
import { createPredecessors } from "./predecessors.ts";
import { createSchedule, type ScheduledTask } from "./schedule.ts";
import { arrangeTurns, BUSY_SECONDS, noteWaiting, untilNextTurn } from "./turns.ts";
import { createWorkerPool, type WorkerPool } from "./worker-pool.ts";

export interface Worker {
  start(): Promise<void>;
  /** Waits for running handlers and for their work after commits. */
  stop(): Promise<void>;
  /** Handles every due event and runs every scheduled task once, until nothing is left; for tests and tools. */
  drain(): Promise<void>;
}

/** The channel that `app.enqueue` notifies. */
const WAKE_CHANNEL = "wakelog_events";
/** Poll interval without notifications, which are lost while the listening connection is down. */
const POLL_MS = 30_000;
/** Wait after a database failure; it is probably restarting. */
const RETRY_MS = 1_000;
/** Most drift between our clock and the database's per second. */
const MARGIN_MS = 20;
/** Default number of lanes for vessels' work. */
const LANES = 3;
/** Lanes for alerts: others continue while one waits for the disk, as when a squall hits a whole fleet. */
const ALERT_LANES = 3;
/** Longer than refolding the largest logbook. */
const HANDLER_LIMIT_MS = 10 * 60_000;

/** Most connections of a worker: one per lane of each kind, one for the schedule, one to count tries beforehand. */
export function connectionsOf(lanes: number): number {
  return lanes + ALERT_LANES + 3;
}

/**
 * Session limits of a worker: no statement hangs forever, and a process that stopped without closing its connections
 * loses its locks, but only after the longest handler.
 */
export const WORKER_SETTINGS = {
  statement_timeout: "5min",
  idle_in_transaction_session_timeout: `${HANDLER_LIMIT_MS + 60_000}ms`,
} as const;

/**
 * Creates a worker.
 * @param deps.handlers by channel; events of other channels count as processed
 * @param deps.rules lane and order of channels that differ from the defaults
 * @param deps.lanes lanes for vessels' work; account mail has one more, alerts some
 */
export function createWorker(deps: {
  readonly database: Database;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  readonly rules?: ReadonlyMap<string, ChannelRules>;
  readonly lanes?: number;
  readonly handlerLimitMs?: number;
  readonly schedule: readonly ScheduledTask[];
  readonly observe: Observe;
}): Worker {
  const { database, observe } = deps;
  const schedule = createSchedule({ database, tasks: deps.schedule, observe });
  const stopping = new AbortController();
  const afterCommits = createAfterCommits(observe);
  const inHand = new Set<Promise<unknown>>();
  let turnsServed = 0;
  let busyUntil = 0;
  const channels = describeChannels(deps.handlers.keys(), deps.rules ?? new Map());
  const arrange = together(() => arrangeTurns(database, channels));
  const predecessors = createPredecessors(database);
  const oneAtATime: Readonly<Record<LaneKind, <T>(work: () => Promise<T>) => Promise<T>>> = {
    account: alone(),
    alert: alone(),
    work: alone(),
  };
  const lane: LaneDeps = {
    database,
    isCareful: predecessors.isCareful,
    handlers: deps.handlers,
    channels,
    handlerLimitMs: deps.handlerLimitMs ?? HANDLER_LIMIT_MS,
    observe,
    afterCommit: afterCommits.run,
  };
  let unlisten: (() => Promise<void>) | null = null;

  /** Takes turns until none is due. @param taken called for each turn with an event */
  const serve = async (kind: LaneKind, taken: () => void = () => {}): Promise<void> => {
    while (!stopping.signal.aborted) {
      await arrange();
      const turn = predecessors.isCareful()
        ? oneAtATime[kind](() => serveOne(lane, kind, taken))
        : serveOne(lane, kind, taken);
      inHand.add(turn);
      const outcome = await turn.finally(() => inHand.delete(turn));
      if (outcome === "none") return;
      turnsServed++;
      if (outcome === "busy") busyUntil = performance.now() + BUSY_SECONDS * 1000 + MARGIN_MS;
    }
  };

  const poolOf = (kind: LaneKind, lanes: number): WorkerPool =>
    createWorkerPool({
      lanes,
      serve: (taken) => serve(kind, taken),
      untilNextPoll: async () => waitUntil(await untilNextTurn(database, kind)),
      failed(cause) {
        if (!(cause instanceof ConnectionError || cause instanceof PoolTimeoutError)) {
          observe({ kind: "fault", where: `worker: ${kind}`, cause });
        }
        return RETRY_MS;
      },
    });
  const pools: readonly WorkerPool[] = [
    poolOf("account", 1),
    poolOf("alert", ALERT_LANES),
    poolOf("work", deps.lanes ?? LANES),
  ];
  const callAll = (): void => {
    for (const pool of pools) pool.call();
  };

  const drainEvents = async (): Promise<void> => {
    for (let again = true; again; ) {
      const served = turnsServed;
      await serve("account");
      await serve("alert");
      await serve("work");
      again = inHand.size + afterCommits.size() > 0;
      await Promise.allSettled([...inHand]);
      await afterCommits.finished();
      // Turns given back, by any lane, are still due.
      const waitMs = busyUntil - performance.now();
      if (waitMs > 0) {
        again = true;
        await sleep(waitMs);
      }
      // Events stored by a turn meanwhile may have missed the last poll.
      again ||= turnsServed !== served;
    }
  };

  return {
    async start() {
      await predecessors.arrive();
      await noteWaiting(database);
      unlisten = await database.listen(WAKE_CHANNEL, callAll);
      callAll();
      schedule.start();
    },
    async stop() {
      stopping.abort();
      const finished = pools.map((pool) => pool.stop());
      await unlisten?.();
      await Promise.all([...finished, Promise.allSettled([...inHand]), schedule.stop()]);
      await afterCommits.finished();
      // Without its database it leaves like a crashed process, and the next worker is careful.
      await predecessors.leave().catch(() => {});
    },
    async drain() {
      await drainEvents();
      // Scheduled tasks may enqueue events.
      for (let served = -1; served !== turnsServed; ) {
        served = turnsServed;
        await schedule.runAll();
        await drainEvents();
      }
    },
  };
}

/** A due turn that was not taken is held by another lane, so poll again in case it is given back. */
function waitUntil(nextTurnMs: number | null): number {
  if (nextTurnMs === null) return POLL_MS;
  return nextTurnMs <= 0 ? RETRY_MS : Math.min(Math.ceil(nextTurnMs), POLL_MS);
}
