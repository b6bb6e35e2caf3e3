/**
 * Turns decide which tenant and event come next. Each tenant is served one event, then goes to the end of the queue.
 * The statements are in `packages/server/sql/code/25_service/15_turns.sql`.
 */

import type { Database, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import type { LaneKind } from "./channels.ts";
import type { Event } from "./queue.ts";

/** The role that jobs run as. */
export const WORKER_ROLE = "wakelog_worker";

/** Eight tries at intervals of 10 s, 30 s, 90 s …, capped at an hour: some two hours, longer than most outages. */
const ATTEMPTS = 8;
const FIRST_BACKOFF_SECONDS = 10;
const BACKOFF_FACTOR = 3;
const LONGEST_BACKOFF_SECONDS = 3_600;
const FAILURE_LENGTH = 500;
/** Delay of a turn that was given back; an edit of a logbook holds the vessel for less. */
export const BUSY_SECONDS = 0.5;
/** Most arrivals that `app.arrange_turns` handles in one call. */
const ARRIVALS_AT_ONCE = 1000;

/** A tenant's turn, held until the transaction ends. */
export interface Turn {
  /** A vessel id or an account id. */
  readonly tenant: string;
  /** Null if the tenant has no due event after all. */
  readonly event: Event | null;
}

/**
 * Queues tenants with new events behind those already waiting.
 * @param channels see `describeChannels`
 */
export async function arrangeTurns(database: Database, channels: string): Promise<void> {
  for (;;) {
    // A pipeline leaves no transaction open, so a process that stops midway blocks no other. A crash loses nothing: the
    // arrivals are still there.
    const results = await database.pipeline([
      {
        statement: sql`select set_config('role', ${WORKER_ROLE}, true), set_config('synchronous_commit', 'off', true)`,
      },
      { statement: sql`select app.arrange_turns(${channels}::jsonb)` },
    ]);
    if (Number(results.at(-1)?.rows[0]?.[0]) < ARRIVALS_AT_ONCE) return;
  }
}

/**
 * Lets the next {@link arrangeTurns} find a turn for every waiting event. Needed for events stored without the queue's
 * triggers, by a migration or a restored backup.
 */
export async function noteWaiting(database: Database): Promise<void> {
  await database.transaction((tx) => tx.run(sql`select app.note_waiting()`), { role: WORKER_ROLE });
}

const turnRow = z.object({
  tenant: z.string(),
  id: z.number().nullable(),
  channel: z.string().nullable(),
  payload: z.string().nullable(),
  attempts: z.number().nullable(),
});

/** Takes the next turn and holds the tenant until the transaction ends. @returns null if no event is due */
export async function takeTurn(tx: Tx, lane: LaneKind, channels: string): Promise<Turn | null> {
  const [row] = await tx.query(sql`select * from app.take_turn(${lane}, ${channels}::jsonb)`);
  if (row === undefined) return null;
  const { tenant, id, channel, payload, attempts } = turnRow.parse(row);
  const event =
    id === null || channel === null || payload === null || attempts === null
      ? null
      : { id, channel, payload, refId: tenant, attempts };
  return { tenant, event };
}

/** Moves the tenant to the end of the queue if an event was tried; removes it if it has none left. */
export async function endTurn(tx: Tx, lane: LaneKind, turn: Turn, channels: string): Promise<void> {
  const served = turn.event !== null;
  await tx.run(sql`select app.end_turn(${lane}, ${turn.tenant}, ${channels}::jsonb, ${served}::boolean)`);
}

/**
 * Gives back a turn whose event could not be tried now, so that others come first. The transaction that took the turn
 * has been rolled back.
 * @param counted the result of {@link countBeforehand}, if the try was counted; the count is undone
 */
export async function giveBack(
  tx: Tx,
  lane: LaneKind,
  event: Event,
  counted: CountedTry | null,
): Promise<void> {
  if (counted !== null) {
    await tx.run(sql`
      update app.events set attempts = ${event.attempts}::int, failure = ${counted.failureBefore}, dead = false,
        due = clock_timestamp() + make_interval(secs => ${BUSY_SECONDS}::float8)
      where id = ${event.id}::int and processed is null`);
  }
  await tx.run(sql`
    update app.turns set due = clock_timestamp() + make_interval(secs => ${BUSY_SECONDS}::float8)
    where lane = ${lane} and ref_id = ${event.refId}`);
}

/** Marks an event as processed, in the transaction of its effect. */
export async function complete(tx: Tx, event: Event): Promise<void> {
  await tx.run(sql`
    update app.events set processed = now(), failure = null, dead = false, attempts = ${event.attempts + 1}::int
    where id = ${event.id}::int`);
}

/** A try counted before it runs. */
export interface CountedTry {
  /** The event's earlier failure, or null. */
  readonly failureBefore: string | null;
}

/** Records a try as failed before it runs, so that a try that kills the process counts. */
export async function countBeforehand(tx: Tx, event: Event): Promise<CountedTry> {
  const [row] = await tx.query(sql`select failure from app.events where id = ${event.id}::int`);
  await postpone(tx, event, new Error("the process that was handling the event ended"));
  return { failureBefore: z.object({ failure: z.string().nullable() }).parse(row).failure };
}

/** Records a failure, then postpones the event or marks it dead. */
export async function postpone(tx: Tx, event: Event, cause: unknown): Promise<void> {
  const attempts = event.attempts + 1;
  const failure = (cause instanceof Error ? cause.message : String(cause)).slice(0, FAILURE_LENGTH);
  await tx.run(sql`
    update app.events set attempts = ${attempts}::int, failure = ${failure}, dead = ${attempts >= ATTEMPTS}::bool,
      due = clock_timestamp() + make_interval(secs => ${backoffSeconds(attempts)}::float8)
    where id = ${event.id}::int and processed is null`);
}

/** Seconds until an event that failed `attempts` times is tried again. */
export function backoffSeconds(attempts: number): number {
  return Math.min(FIRST_BACKOFF_SECONDS * BACKOFF_FACTOR ** (attempts - 1), LONGEST_BACKOFF_SECONDS);
}

/** Milliseconds until the next turn, negative if it is due; null if none waits. */
export async function untilNextTurn(database: Database, lane: LaneKind): Promise<number | null> {
  const [row] = await database.transaction(
    (tx) =>
      tx.query(sql`
        select (extract(epoch from due - clock_timestamp()) * 1000)::float8 as wait
        from app.turns where lane || '' = ${lane} order by due limit 1`),
    { role: WORKER_ROLE },
  );
  return row === undefined ? null : z.object({ wait: z.number() }).parse(row).wait;
}
