/**
 * Works off the event log: several lanes at once, one event of each tenant in turn; account mail and alerts have lanes
 * of their own. Any number of workers may share one database. Why it is ours: docs/adr/0007-our-own-queue.md.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionError, type Database, PoolTimeoutError } from "@wakelog/data-api/db/database.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { alone, together } from "@wakelog/kit/time/one-at-a-time.ts";
import { createAfterCommits } from "./after-commits.ts";
import { type ChannelRules, describeChannels, type LaneKind } from "./channels.ts";
import { type Crew, createCrew } from "./crew.ts";
import type { JobHandler } from "./handlers.ts";
import { type LaneDeps, serveOne } from "./lane.ts";
import { createPredecessors } from "./predecessors.ts";
import { createSchedule, type ScheduledTask } from "./schedule.ts";
import { arrangeTurns, BUSY_SECONDS, noteWaiting, untilNextTurn } from "./turns.ts";

export interface Worker {
  start(): Promise<void>;
  /** Waits for the events that are being handled and for what runs after commits. */
  stop(): Promise<void>;
  /** Works off every due event and runs every scheduled task once, until nothing is left; for tests and tools. */
  drain(): Promise<void>;
}

/** The channel that `app.enqueue` notifies. */
const WAKE_CHANNEL = "wakelog_events";
/** How often events are looked for without being woken: notifications are lost while the listening connection is. */
const POLL_MS = 30_000;
/** How long to wait after a failure of the database, which is probably restarting. */
const RETRY_MS = 1_000;
/** How far our clock and the database's may drift apart in a second. */
const MARGIN_MS = 20;
/** Lanes for vessels' work if the configuration does not say. */
const LANES = 3;
/** Lanes for alerts: while one waits for the disk, others go on, which counts when a squall hits a whole fleet. */
const ALERT_LANES = 3;
/** Longer than the largest logbook takes to be folded again. */
const HANDLER_LIMIT_MS = 10 * 60_000;

/**
 * Connections that a worker with so many lanes uses at once: one each, the other kinds', and the schedule's; and one to
 * count tries with beforehand, which a careful worker does for one event of each kind at a time.
 */
export function connectionsOf(lanes: number): number {
  return lanes + ALERT_LANES + 3;
}

/**
 * Limits of a worker's sessions: no statement may hang forever, and a process that stopped without closing its
 * connections loses what it holds, later than any handler takes.
 */
export const WORKER_SETTINGS = {
  statement_timeout: "5min",
  idle_in_transaction_session_timeout: `${HANDLER_LIMIT_MS + 60_000}ms`,
} as const;

/**
 * Makes a worker.
 * @param deps.handlers by channel; events of other channels count as processed
 * @param deps.rules how channels are lined up, for those that are not on their own
 * @param deps.lanes lanes for vessels' work; there is one more for account mail, and some for alerts
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

  /** Takes one turn after the other until none is due. @param taken is called whenever there was an event in one */
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

  const crewOf = (kind: LaneKind, lanes: number): Crew =>
    createCrew({
      lanes,
      serve: (taken) => serve(kind, taken),
      untilNextLook: async () => waitUntil(await untilNextTurn(database, kind)),
      failed(cause) {
        if (!(cause instanceof ConnectionError || cause instanceof PoolTimeoutError)) {
          observe({ kind: "fault", where: `worker: ${kind}`, cause });
        }
        return RETRY_MS;
      },
    });
  const crews: readonly Crew[] = [
    crewOf("account", 1),
    crewOf("alert", ALERT_LANES),
    crewOf("work", deps.lanes ?? LANES),
  ];
  const callAll = (): void => {
    for (const crew of crews) crew.call();
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
      // A turn that was given back for a moment, here or by another lane, is due all the same.
      const waitMs = busyUntil - performance.now();
      if (waitMs > 0) {
        again = true;
        await sleep(waitMs);
      }
      // What a turn has stored meanwhile, this lane's or another's, may have come after the last look.
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
      const finished = crews.map((crew) => crew.stop());
      await unlisten?.();
      await Promise.all([...finished, Promise.allSettled([...inHand]), schedule.stop()]);
      await afterCommits.finished();
      // Without its database it leaves as if it had died, and the next one is careful.
      await predecessors.leave().catch(() => {});
    },
    async drain() {
      await drainEvents();
      // What is found on schedule may be work, and may produce messages.
      for (let served = -1; served !== turnsServed; ) {
        served = turnsServed;
        await schedule.runAll();
        await drainEvents();
      }
    },
  };
}

/** What is due and not taken is in other hands; it is looked at again in case they give it back. */
function waitUntil(nextTurnMs: number | null): number {
  if (nextTurnMs === null) return POLL_MS;
  return nextTurnMs <= 0 ? RETRY_MS : Math.min(Math.ceil(nextTurnMs), POLL_MS);
}
