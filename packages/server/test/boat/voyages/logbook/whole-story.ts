/** Everything that a boat's rows of logbook, stays and moorages say, ids as places in the order of time. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Boat } from "../../../../../../test/support/boat.ts";

type Row = Readonly<Record<string, unknown>>;

export interface Story {
  readonly logs: readonly Row[];
  readonly stays: readonly Row[];
  readonly moorages: readonly Row[];
}

/** Stands for any user text. */
const TYPED = "(typed)";

/** Columns excluded from comparison, by the column that a user edited; for a drawn log `id` counts as edited. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  name: ["name"],
  _from: ["from"],
  _to: ["to"],
  // Unrecorded figures are those given with the drawing, or by its first end.
  id: [
    ...["name", "from", "to", "distance", "avg_speed", "max_speed", "max_wind_speed", "extra"],
    ...["track", "points", "line", "from_moorage", "to_moorage"],
  ],
};

function withoutSaid({ written, ...row }: Row): Row {
  const said = (Array.isArray(written) ? written : []).flatMap((column) => SAID[String(column)] ?? []);
  return { ...row, ...Object.fromEntries(said.map((column) => [column, TYPED])) };
}

/** The current logbook. */
export async function wholeStory(boat: Boat): Promise<Story> {
  const logs = await boat.rows(sql`
    select to_json(w.columns) as written, active, _from_time, _to_time, _from_lat, _from_lng, _to_lat, _to_lng, confidence,
      reasons, segments, name, _from as "from", _to as "to", distance::text, duration::text, avg_speed, max_speed,
      max_wind_speed, extra, notes, md5((track_geojson #> '{features,0,geometry}')::text) as track,
      jsonb_array_length(track_geojson -> 'features') as points, track_geom::text as line, (
        select count(*) from api.logbook v
        where v.vessel_id = l.vessel_id and v.voyage_id = l.voyage_id and v._from_time < l._from_time)::integer as leg,
      (select latitude from api.moorages m where m.id = _from_moorage_id and m.vessel_id = l.vessel_id) as from_moorage,
      (select latitude from api.moorages m where m.id = _to_moorage_id and m.vessel_id = l.vessel_id) as to_moorage
    from api.logbook l
    left join app.written_by_people w on w.vessel_id = l.vessel_id and w.resource = 'logbook' and w.id = l.id
    where l.vessel_id = ${boat.vesselId} order by _from_time, _to_time`);
  const stays = await boat.rows(sql`
    select to_json(w.columns) as written, s.active, s.arrived, s.departed, s.latitude, s.longitude, s.radius_m, s.reasons,
      s.duration::text as duration, s.name,
      s.stay_code, m.latitude as moorage
    from api.stays s left join api.moorages m on m.vessel_id = s.vessel_id and m.id = s.moorage_id
    left join app.written_by_people w on w.vessel_id = s.vessel_id and w.resource = 'stays' and w.id = s.id
    where s.vessel_id = ${boat.vesselId} order by s.arrived, s.departed`);
  const moorages = await boat.rows(sql`
    select name, country, latitude, longitude, reference_count, stay_code,
      -- Where it lies now, the time grows with the clock.
      case when not exists (select from api.stays s where s.vessel_id = m.vessel_id and s.moorage_id = m.id and s.active)
        then stay_duration::text end as total
    from api.moorages m where vessel_id = ${boat.vesselId} order by latitude, longitude, name`);
  return { logs: logs.map(withoutSaid), stays: stays.map(withoutSaid), moorages };
}

/** A copy of a story that excludes text typed in another one from comparison. */
export function asTypedInto(wanted: Story, typed: Story): Story {
  const rows = (kind: "logs" | "stays") =>
    wanted[kind].map((row, i) => {
      const other = Object.entries(typed[kind][i] ?? {}).filter(([, value]) => value === TYPED);
      return { ...row, ...Object.fromEntries(other) };
    });
  return { ...wanted, logs: rows("logs"), stays: rows("stays") };
}

/** Ids with the times of their rows. */
export async function idsOf(boat: Boat): Promise<unknown> {
  return boat.rows(sql`
    select 'log' as kind, id, _from_time as at from api.logbook where vessel_id = ${boat.vesselId}
    union all select 'stay', id, arrived from api.stays where vessel_id = ${boat.vesselId} order by 1, 3, 2`);
}

/** Names that rows have, by id. */
export async function namesOf(boat: Boat): Promise<ReadonlyMap<string, unknown>> {
  const rows = await boat.rows(sql`
    select 'log ' || id as row, name from api.logbook where vessel_id = ${boat.vesselId}
    union all select 'stay ' || id, name from api.stays where vessel_id = ${boat.vesselId}`);
  return new Map(rows.map(({ row, name }) => [String(row), name]));
}
