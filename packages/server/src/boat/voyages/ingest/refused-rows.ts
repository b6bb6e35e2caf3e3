/** Refused rows, kept for their senders for a month. */
import type { AsService } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";

const KEPT_DAYS = 30;
/** Rows deleted per transaction, to keep locks short. */
const SLICE = 1000;

/** Deletes expired refused rows in slices. */
export async function pruneRefusedRows(service: AsService): Promise<void> {
  for (;;) {
    const { affected } = await service((tx) =>
      tx.run(sql`
        delete from app.metrics_rejected where ctid = any (array(
          select ctid from app.metrics_rejected
          where rejected_at < now() - make_interval(days => ${KEPT_DAYS}::int) limit ${SLICE}::int))`),
    );
    if (affected < SLICE) return;
  }
}
