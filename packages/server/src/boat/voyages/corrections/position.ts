/** The boat's position at an instant of a log, for splitting it there. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { instant } from "@wakelog/kit/time/instant.ts";
import type { Span } from "@wakelog/kit/time/span.ts";
import { z } from "zod";
import { type Drawing, drawnPosition } from "../finishing/drawing.ts";

/**
 * The position at an instant, degrees: on the drawn line, or on the straight line across an unrecorded part; otherwise
 * the newest fix by then, or the log's start.
 */
export async function positionAt(tx: Tx, log: Span, at: number): Promise<JsonObject> {
  const drawn = (await drawingAt(tx, at)) ?? (await straightAt(tx, log, at));
  const place = drawn === null ? null : drawnPosition(drawn, at);
  if (place !== null) return place;
  const [found] = await tx.query(sql`
    (select 0 as place, latitude, longitude from app.metrics
      where vessel_id = app.current_vessel() and latitude is not null and longitude is not null
        and "time" between ${instant(log.from)}::timestamptz and ${instant(at)}::timestamptz
      order by "time" desc limit 1)
    union all
    (select 1, _from_lat, _from_lng from api.logbook
      where vessel_id = app.current_vessel() and _from_time = ${instant(log.from)}::timestamptz limit 1)
    order by place limit 1`);
  return z.object({ latitude: z.number(), longitude: z.number() }).parse(found);
}

const drawing = z.object({
  from: z.number(),
  to: z.number(),
  line: z.array(z.tuple([z.number(), z.number()])).min(2),
  distanceNm: z.number(),
});

/** The drawing in force at an instant; null if there is none. */
async function drawingAt(tx: Tx, at: number): Promise<Drawing | null> {
  const [found] = await tx.query(sql`
    select (extract(epoch from from_time) * 1000)::float8 as "from",
      (extract(epoch from to_time) * 1000)::float8 as "to",
      facts -> 'line' as line, facts -> 'distanceNm' as "distanceNm"
    from app.edits
    where vessel_id = app.current_vessel() and kind = 'draw' and undone_at is null and facts ? 'line'
      and ${instant(at)}::timestamptz between from_time and to_time
    order by id desc limit 1`);
  return found === undefined ? null : drawing.parse(found);
}

/** The straight line across the unrecorded part of a log at an instant; null if it was recorded. */
async function straightAt(tx: Tx, log: Span, at: number): Promise<Drawing | null> {
  const [found] = await tx.query(sql`
    select (extract(epoch from p.since) * 1000)::float8 as "from", (extract(epoch from p.until) * 1000)::float8 as "to",
      jsonb_build_array(jsonb_build_array(a.longitude, a.latitude), jsonb_build_array(b.longitude, b.latitude)) as line,
      p.nm as "distanceNm"
    from api.logbook l
    cross join lateral (
      select (e ->> 'from')::timestamptz as since, (e ->> 'to')::timestamptz as until, (e -> 'distanceNm')::float8 as nm
      from jsonb_array_elements(l.segments) e where e ->> 'kind' = 'gap') p
    cross join lateral (
      select latitude, longitude from app.metrics where vessel_id = l.vessel_id and "time" <= p.since
        and latitude is not null and longitude is not null order by "time" desc limit 1) a
    cross join lateral (
      select latitude, longitude from app.metrics where vessel_id = l.vessel_id and "time" >= p.until
        and latitude is not null and longitude is not null order by "time" limit 1) b
    where l.vessel_id = app.current_vessel() and l._from_time = ${instant(log.from)}::timestamptz
      and ${instant(at)}::timestamptz between p.since and p.until
    limit 1`);
  return found === undefined ? null : drawing.parse(found);
}
