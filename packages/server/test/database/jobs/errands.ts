/** Events whose effects can be counted: each handler writes one row, now and then fails, and takes its time. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import type { Postgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { ChannelRules } from "../../../src/database/jobs/channels.ts";
import type { JobHandler } from "../../../src/database/jobs/handlers.ts";

/** Channels of every kind: two with their own lines, two that share one, an independent one, and account mail. */
export const CHANNELS = ["first", "second", "lost", "found", "loose", "mail"] as const;
export const RULES: ReadonlyMap<string, ChannelRules> = new Map<string, ChannelRules>([
  ["lost", { line: "contact" }],
  ["found", { line: "contact" }],
  ["loose", { independent: true }],
  ["mail", { lane: "account" }],
]);

/** The line of a channel's events; null if they need not keep their order. */
export function lineOf(channel: string): string | null {
  const { line = channel, independent = false } = RULES.get(channel) ?? {};
  return independent ? null : line;
}

/** The handler's action, from an event's payload. */
export interface Errand {
  /** So many attempts fail. */
  readonly failures: number;
  /** Milliseconds that it takes. */
  readonly takes: number;
}

/** The table that effects are counted in; `at` is in the order in which they were written, `began` before the turn was taken, `taken` after. */
export async function prepareEffects(database: Postgres): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(sql`
      create table app.effects (at bigint generated always as identity, event_id integer, tenant text, channel text,
        began timestamptz not null default now(), taken timestamptz not null default clock_timestamp())`);
    await tx.run(sql`grant insert on app.effects to wakelog_worker`);
  });
}

/** Does errands. @param began receives each attempt */
export function errandHandlers(began: (tenant: string) => void = () => {}): ReadonlyMap<string, JobHandler> {
  const handle: JobHandler = async (event, tx: Tx) => {
    began(event.refId);
    const { failures, takes } = JSON.parse(event.payload) as Errand;
    await tx.run(sql`
      insert into app.effects (event_id, tenant, channel) values (${event.id}::int, ${event.refId}, ${event.channel})`);
    await tx.run(sql`select pg_sleep(${takes / 1000}::float8)`);
    if (event.attempts < failures) throw new Error("not yet");
  };
  return new Map(CHANNELS.map((channel) => [channel, handle]));
}
