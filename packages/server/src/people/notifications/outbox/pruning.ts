/** Gives up messages that are too old, and deletes those that ended long ago. */
import type { AsService } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { WITH_CODE } from "../words/facts.ts";

/** Days after which an unsent message is no longer news. */
const NEWS_DAYS = 7;
/** Days to keep a message that was sent or given up. */
export const KEPT_DAYS = 90;
/** Messages per transaction, so that each stays short. */
const SLICE = 1000;

const KINDS_WITH_CODE: readonly string[] = [...WITH_CODE];

/**
 * Gives up messages that are too old or whose code has expired, and deletes those sent or given up long ago, a slice at
 * a time.
 */
export async function pruneOutbox(service: AsService, codeMinutes: number): Promise<void> {
  await service((tx) =>
    tx.run(sql`
      update app.deliveries
      set dead = true, body = '', failure = coalesce(failure || '; ', '') || 'its code was no longer valid'
      where sent is null and not dead and kind = any (${KINDS_WITH_CODE})
        and stored < now() - make_interval(mins => ${codeMinutes}::int)`),
  );
  await service((tx) =>
    tx.run(sql`
      update app.deliveries set dead = true, failure = coalesce(failure || '; ', '') || 'it was too old to be sent'
      where sent is null and not dead and stored < now() - make_interval(days => ${NEWS_DAYS}::int)`),
  );
  for (;;) {
    const { affected } = await service((tx) =>
      tx.run(sql`
        delete from app.deliveries where id in (
          select id from app.deliveries
          where stored < now() - make_interval(days => ${KEPT_DAYS}::int) and (sent is not null or dead)
          order by stored limit ${SLICE}::int)`),
    );
    if (affected < SLICE) return;
  }
}
