/** Enqueues events. An event commits with the change that caused it, or not at all. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonValue } from "@wakelog/kit/json/json.ts";

/** Something that happened and may need work. */
export interface NewEvent {
  readonly channel: string;
  /** Its subject: an id as text, or an e-mail address. */
  readonly payload: string;
  /** Its tenant: a vessel id or an account id. */
  readonly refId: string;
  /** Further input of its handler, hidden from others. */
  readonly facts?: JsonValue;
}

/** An event as its handler receives it. */
export interface Event extends NewEvent {
  readonly id: number;
  /** Number of earlier tries. */
  readonly attempts: number;
}

/** The statement that stores an event; the commit wakes the lanes. */
function enqueueStatement(event: NewEvent): Sql {
  const facts = event.facts === undefined ? null : JSON.stringify(event.facts);
  return sql`select app.enqueue(${event.channel}, ${event.payload}, ${event.refId}, ${facts}::jsonb)`;
}

/** Stores an event in the caller's transaction. */
export async function enqueue(tx: Tx, event: NewEvent): Promise<void> {
  await tx.run(enqueueStatement(event));
}
