/** Detects that a boat has gone silent. Its return is detected when its plugin posts again. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";

/** The plugin makes contact at least once an hour; ten more minutes avoid false alarms on a slow link. */
export const SILENCE_MINUTES = 70;

/** Declares vessels offline after too long a silence, and records it in the event log. */
export async function declareOffline(tx: Tx): Promise<void> {
  await tx.run(sql`select app.declare_offline(make_interval(mins => ${SILENCE_MINUTES}::int))`);
}
