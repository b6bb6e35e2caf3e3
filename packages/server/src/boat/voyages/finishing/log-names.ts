/** Names a finished log: its two moorages, then the log. Names typed by a user are kept. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { namePosition } from "@wakelog/kit/geo/places.ts";
import { z } from "zod";

const end = z.object({
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** The stored name, and whether a user typed it. */
  name: z.string().nullable(),
  written: z.boolean(),
  moorageId: z.number().nullable(),
  moorage: z.string().nullable(),
});
const logRow = z.object({
  id: z.number(),
  started: z.number(),
  name: z.string().nullable(),
  written: z.boolean(),
  from: end,
  to: end,
});

/**
 * Names the listed logs that have ended, and every log whose moorages or their names have changed. Sets the departure
 * moorage of the open log. Takes four statements for any number of logs.
 */
export async function nameLogs(tx: Tx, vesselId: string, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    update api.logbook l set _from_moorage_id = s.moorage_id from api.stays s
    where l.vessel_id = ${vesselId} and l.active and s.vessel_id = l.vessel_id and s.departed = l._from_time
      and l._from_moorage_id is distinct from s.moorage_id`);
  const rows = await tx.query(sql`
    with ended as materialized (
      select l.*, coalesce(w.columns, '{}') as written,
        coalesce((${beside(sql`s.departed = l._from_time`)}), app.moorage_near(l.vessel_id, l._from_lat, l._from_lng, 0),
          case when l._from_lat is null then app.moorage_at(l.vessel_id, l._from_time) end) as from_id,
        coalesce((${beside(sql`s.arrived = l._to_time`)}), app.moorage_near(l.vessel_id, l._to_lat, l._to_lng, 0),
          case when l._to_lat is null then app.moorage_at(l.vessel_id, l._to_time) end) as to_id
      from (
        select id, vessel_id, name, _from, _to, _from_time, _to_time, _from_lat, _from_lng, _to_lat, _to_lng,
          _from_moorage_id, _to_moorage_id
        from api.logbook
        where vessel_id = ${vesselId} and not coalesce(active, false) and _to_time is not null
          and app.is_dated(_from_time, _to_time)) l
      left join app.written_by_people w on w.vessel_id = l.vessel_id and w.resource = 'logbook' and w.id = l.id
      where 'id' = any(w.columns) or app.is_derived(l.vessel_id, 'log', l.id))
    select l.id, (extract(epoch from l._from_time) * 1000)::float8 as started, l.name, 'name' = any(l.written) as written,
      jsonb_build_object('latitude', l._from_lat, 'longitude', l._from_lng, 'name', l._from,
        'written', '_from' = any(l.written), 'moorageId', f.id, 'moorage', f.name) as "from",
      jsonb_build_object('latitude', l._to_lat, 'longitude', l._to_lng, 'name', l._to,
        'written', '_to' = any(l.written), 'moorageId', t.id, 'moorage', t.name) as "to"
    from ended l
    left join api.moorages f on f.vessel_id = l.vessel_id and f.id = l.from_id
    left join api.moorages t on t.vessel_id = l.vessel_id and t.id = l.to_id
    where l.name is null or (l._from_moorage_id, l._to_moorage_id) is distinct from (f.id, t.id)
      or l.id = any (${ids}::int[])
      or f.name <> l._from and not '_from' = any(l.written) or t.name <> l._to and not '_to' = any(l.written)`);
  // An emptied name is the service's again.
  await tx.run(sql`
    update app.written_by_people w set columns = array_remove(w.columns, 'name')
    from api.logbook l
    where w.vessel_id = ${vesselId} and w.resource = 'logbook' and 'name' = any(w.columns)
      and l.vessel_id = w.vessel_id and l.id = w.id and coalesce(l.name, '') = ''`);
  const named = rows.map((row) => nameOf(logRow.parse(row)));
  if (named.length === 0) return;
  await tx.run(sql`
    update api.logbook l set name = n.name, _from = n."from", _to = n."to", _from_moorage_id = n."fromMoorage",
      _to_moorage_id = n."toMoorage"
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n (id integer, name text, "from" text, "to" text,
      "fromMoorage" integer, "toMoorage" integer)
    where l.vessel_id = ${vesselId} and l.id = n.id
      and (l.name, l._from, l._to, l._from_moorage_id, l._to_moorage_id)
        is distinct from (n.name, n."from", n."to", n."fromMoorage", n."toMoorage")`);
}

/** The stay next to a log's end, unless the user assigned a moorage. */
function beside(meeting: Sql): Sql {
  return sql`
    select s.moorage_id from api.stays s
    where s.vessel_id = l.vessel_id and ${meeting} and s.moorage_id is not null and not coalesce('id' = any(w.columns), false)
    order by s.id limit 1`;
}

function nameOf(log: z.infer<typeof logRow>): object {
  const from = placeOf(log.from);
  const to = placeOf(log.to);
  const isTyped = log.written && log.name !== null && log.name !== "";
  return {
    id: log.id,
    name: isTyped ? log.name : wholeName(from, to, log.started),
    from,
    to,
    fromMoorage: log.from.moorageId,
    toMoorage: log.to.moorageId,
  };
}

/** The user's name for it, or else the moorage's, or else the nearest place's; null if none is known. */
function placeOf({ name, written, moorage, latitude, longitude }: z.infer<typeof end>): string | null {
  if (written && name !== null && name !== "") return name;
  if (moorage !== null) return moorage;
  return latitude === null || longitude === null ? null : namePosition(latitude, longitude).name;
}

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

function wholeName(from: string | null, to: string | null, started: number): string {
  if (from !== null && to !== null) return `${from} to ${to}`;
  if (from !== null) return `From ${from}`;
  return to === null ? `Log of ${DAY.format(started)}` : `To ${to}`;
}
