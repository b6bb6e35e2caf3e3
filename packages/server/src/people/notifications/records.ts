/** Announces a log with the boat's greatest distance ever within 24 hours. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import type { Event } from "../../database/jobs/queue.ts";
import { type Notifier, notify } from "./notify.ts";

/** Least distance of a record, nautical miles in 24 hours. */
const LEAST_NM = 50;

const recordRow = z.object({ name: z.string(), ended: z.string(), best: z.number(), before: z.number() });

/**
 * Announces a finished log that beats every earlier one of the boat, once, unless it ended long ago, as with imports.
 * The event's payload is its id. A first log beats nothing. An earlier log without a computed best day counts with its
 * whole distance.
 */
export async function notifyOfRecord(notifier: Notifier, event: Event, tx: Tx): Promise<void> {
  const [found] = await tx.query(sql`
    select l.name, app.instant_text(l._to_time) as ended, (f.figures -> 'best_24h_nm')::float8 as best,
      earlier.best as before
    from api.logbook l
    join app.log_figures f on f.vessel_id = l.vessel_id and f.id = l.id
    cross join lateral (
      select max(coalesce((e.figures -> 'best_24h_nm')::float8, o.distance))::float8 as best
      from api.logbook o left join app.log_figures e on e.vessel_id = o.vessel_id and e.id = o.id
      where o.vessel_id = l.vessel_id and o.id <> l.id and o._from_time < l._from_time
        and not coalesce(o.active, false)) earlier
    where l.vessel_id = ${event.refId} and l.id = ${event.payload}::int and not coalesce(l.active, false)
      and l.name is not null and l._to_time > now() - interval '30 days'
      and (f.figures -> 'best_24h_nm')::float8 >= ${LEAST_NM}::float8
      and (f.figures -> 'best_24h_nm')::float8 > earlier.best`);
  if (found === undefined || (await wasAnnounced(tx, event))) return;
  const { name, ended, best, before } = recordRow.parse(found);
  await notify(
    tx,
    notifier,
    event,
    { vessel: event.refId },
    {
      kind: "new_24h_record",
      compose: ({ figures }) => ({
        facts: {
          log: name,
          logId: event.payload,
          distance: figures.distance(best),
          before: figures.distance(before),
        },
        type: "log.record",
        at: Date.parse(ended),
        data: {
          vessel_id: event.refId,
          id: Number(event.payload),
          name,
          best_24h_nm: best,
          before_nm: before,
        },
      }),
    },
  );
}

/** Whether this log's record was announced before: a log may be finished more than once. */
async function wasAnnounced(tx: Tx, event: Event): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from app.deliveries d join app.events e on e.id = d.event_id
    where d.kind = 'new_24h_record' and e.ref_id = ${event.refId} and e.payload = ${event.payload}
      and e.id <> ${event.id}::int
    limit 1`);
  return rows.length > 0;
}
