/** Messages about a finished log: its name, figures and a picture of its track. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { simplify } from "@wakelog/kit/geo/simplify.ts";
import type { Track } from "@wakelog/kit/pictures/projection.ts";
import { z } from "zod";
import type { Event } from "../../database/jobs/queue.ts";
import { type Notifier, notify } from "./notify.ts";

const logRow = z.object({
  name: z.string(),
  distance: z.number().nullable(),
  seconds: z.number().nullable(),
  started: z.string(),
  ended: z.string(),
  from_name: z.string().nullable(),
  to_name: z.string().nullable(),
  average: z.number().nullable(),
  maximum: z.number().nullable(),
  line: z.unknown(),
});
const positions = z.array(z.tuple([z.number(), z.number()]).rest(z.unknown()));

/** Announces a finished log once, unless it ended long ago, as with late rows and imports. */
export async function notifyOfLog(notifier: Notifier, event: Event, tx: Tx): Promise<void> {
  if (await wasAnnounced(tx, event)) return;
  const [found] = await tx.query(sql`
    select name, distance::float8 as distance, extract(epoch from duration)::float8 as seconds,
      app.instant_text(_from_time) as started, app.instant_text(_to_time) as ended, _from as from_name, _to as to_name,
      avg_speed::float8 as average, max_speed::float8 as maximum,
      case when track_geom is not null then app.geojson_of(track_geom) -> 'coordinates' end as line
    from api.logbook
    where vessel_id = ${event.refId} and id = ${event.payload}::int and not coalesce(active, false)
      and name is not null and _to_time > now() - interval '30 days'`);
  if (found === undefined) return;
  const log = logRow.parse(found);
  const track = trackOf(log.line);
  await notify(
    tx,
    notifier,
    event,
    { vessel: event.refId },
    {
      kind: "logbook",
      compose: ({ figures }) => ({
        facts: {
          log: log.name,
          logId: event.payload,
          distance: figures.distance(log.distance ?? 0),
          duration: figures.logDuration(log.seconds ?? 0),
        },
        type: "log.finished",
        at: Date.parse(log.ended),
        data: {
          vessel_id: event.refId,
          id: Number(event.payload),
          name: log.name,
          from: log.from_name,
          to: log.to_name,
          started: log.started,
          ended: log.ended,
          distance_nm: log.distance,
          duration_seconds: log.seconds,
          average_knots: log.average,
          maximum_knots: log.maximum,
        },
        track,
      }),
    },
  );
}

/** Whether the log was announced before; releases up to 0.1.0 used the channel `new_logbook`. */
async function wasAnnounced(tx: Tx, event: Event): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from app.deliveries d join app.events e on e.id = d.event_id
    where d.kind = 'logbook' and e.channel in (${event.channel}, 'new_logbook') and e.ref_id = ${event.refId}
      and e.payload = ${event.payload} and e.id <> ${event.id}::int
    limit 1`);
  return rows.length > 0;
}

/** Most points of a picture; a small map shows no more. */
const MOST_POINTS = 400;
/** About 10 m, less than a pixel of any picture. */
const DECIMALS = 1e4;

/** The track of a log for drawing, or null. */
export function trackOf(line: unknown): Track | null {
  const places = positions.safeParse(line).data ?? [];
  if (places.length < 2) return null;
  let kept = places.map(([longitude, latitude]) => ({ longitude, latitude }));
  for (let toleranceM = 10; kept.length > MOST_POINTS; toleranceM *= 2) kept = simplify(kept, toleranceM);
  const rounded = (degrees: number): number => Math.round(degrees * DECIMALS) / DECIMALS;
  return kept.map(({ longitude, latitude }) => [rounded(longitude), rounded(latitude)] as const);
}
