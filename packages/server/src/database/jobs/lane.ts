/**
 * One turn of a lane. The event and its handler's writes commit together, so each event takes effect exactly once,
 * however many lanes and processes share the work.
 */
import { ConnectionError, type Database, PoolTimeoutError, type Tx } from "@wakelog/data-api/db/database.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { within } from "@wakelog/kit/time/within.ts";
import type { LaneKind } from "./channels.ts";
import { type AfterCommit, BusyError, type JobHandler } from "./handlers.ts";
import type { Event } from "./queue.ts";
import {
  type CountedTry,
  complete,
  countBeforehand,
  endTurn,
  giveBack,
  postpone,
  takeTurn,
  WORKER_ROLE,
} from "./turns.ts";

/** Outcome of a turn: none was due, its tenant had no event, it was given back, or an event was tried. */
export type TurnOutcome = "none" | "empty" | "busy" | "tried";

/** Dependencies of a lane. */
export interface LaneDeps {
  readonly database: Database;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  /** See `describeChannels`. */
  readonly channels: string;
  /** Timeout of a handler, milliseconds. */
  readonly handlerLimitMs: number;
  /** Whether to count each try before it runs; see `predecessors.ts`. */
  readonly isCareful: () => boolean;
  readonly observe: Observe;
  /** Runs a handler's work after the commit. */
  readonly afterCommit: (event: Event, work: AfterCommit) => Promise<void>;
}

/**
 * Takes one turn.
 * @param taken called if the turn has an event, before it is handled
 * @throws ConnectionError, PoolTimeoutError or a fault of the queue itself; a handler's errors are recorded
 */
export async function serveOne(deps: LaneDeps, lane: LaneKind, taken: () => void): Promise<TurnOutcome> {
  const { database, channels, observe } = deps;
  const started = performance.now();
  // Recording a failure needs these after the rollback.
  const current: { event: Event | null; counted: CountedTry | null } = { event: null, counted: null };
  try {
    const served = await database.transaction(
      async (tx) => {
        const turn = await takeTurn(tx, lane, channels);
        if (turn === null) return null;
        current.event = turn.event;
        if (turn.event !== null) taken();
        if (turn.event !== null && deps.isCareful()) current.counted = await count(database, turn.event);
        const after = turn.event === null ? null : await handle(deps, turn.event, tx);
        await endTurn(tx, lane, turn, channels);
        return { event: turn.event, after };
      },
      { role: WORKER_ROLE },
    );
    if (served === null) return "none";
    const { event, after } = served;
    if (event === null) return "empty";
    const { channel, id } = event;
    observe({ kind: "job-done", channel, id, milliseconds: Math.round(performance.now() - started) });
    if (after !== null) await deps.afterCommit(event, after);
    return "tried";
  } catch (cause) {
    // A lost database connection is not the event's fault.
    if (current.event === null || cause instanceof ConnectionError || cause instanceof PoolTimeoutError) {
      throw cause;
    }
    if (cause instanceof BusyError) {
      const { event, counted } = current;
      await database.transaction((tx) => giveBack(tx, lane, event, counted), { role: WORKER_ROLE });
      return "busy";
    }
    await keepFailure(deps, lane, current.event, cause);
    return "tried";
  }
}

/** Uses another connection, so that the count survives a rollback of the turn. */
function count(database: Database, event: Event): Promise<CountedTry> {
  return database.transaction((tx) => countBeforehand(tx, event), { role: WORKER_ROLE });
}

/** @throws Error on a timeout; the handler is abandoned, and its transaction rolled back */
async function handle(deps: LaneDeps, event: Event, tx: Tx): Promise<AfterCommit | null> {
  const { handlers, handlerLimitMs } = deps;
  const work = handlers.get(event.channel)?.(event, tx);
  if (work !== undefined && !(await within(handlerLimitMs, work)))
    throw new Error(`the handler took longer than ${Math.round(handlerLimitMs / 1000)} s`);
  const after = await work;
  await complete(tx, event);
  return after ?? null;
}

/** Runs in a new transaction: the handler's was rolled back, whatever it still tries to do. */
async function keepFailure(deps: LaneDeps, lane: LaneKind, event: Event, cause: unknown): Promise<void> {
  const { channel, id, attempts } = event;
  deps.observe({ kind: "job-failed", channel, id, attempts: attempts + 1, cause });
  await deps.database.transaction(
    async (tx) => {
      await postpone(tx, event, cause);
      await endTurn(tx, lane, { tenant: event.refId, event }, deps.channels);
    },
    { role: WORKER_ROLE },
  );
}
