/** Seasons of made-up logs, as finishing would have left them: for pages that show many. */
import type { Database } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";

/** Which seasons: each from April to October, with this many logs. */
export interface Seasons {
  readonly first: number;
  readonly last: number;
  readonly logs: number;
}

/** Writes the logs of a vessel and the stays between them. The same every time. */
export async function sailSeasons(
  database: Database,
  vesselId: string,
  { first, last, logs }: Seasons,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(sql`select set_config('wakelog.vessel_id', ${vesselId}, true)`);
    await tx.run(sql`
      insert into api.logbook (active, name, _from, _to, _from_lat, _from_lng, _to_lat, _to_lng, track_geom,
        _from_time, _to_time, distance, duration, avg_speed, max_speed, max_wind_speed, notes, confidence, segments, extra)
      select false, p.here || ' to ' || p.there, p.here, p.there, 59.8, 22.9, 59.8 + h.nm / 60, 22.9,
        app.make_line(jsonb_build_array(jsonb_build_array(22.9, 59.8), jsonb_build_array(23.1, 59.8 + h.nm / 90),
          jsonb_build_array(22.9, 59.8 + h.nm / 60))),
        t.started, t.started + make_interval(hours => h.hours), h.nm,
        make_interval(hours => h.hours), h.nm / h.hours, h.nm / h.hours * 1.4, 8 + n.n % 23,
        case when n.n % 9 = 0 then 'Saw a porpoise off ' || p.there end, case when n.n % 31 = 5 then 0.4 else 0.9 end,
        jsonb_build_array(
          jsonb_build_object('kind', 'motoring', 'distanceNm', h.nm * h.engine, 'from', t.started,
            'to', t.started + make_interval(hours => h.hours) * h.engine),
          jsonb_build_object('kind', 'sailing', 'distanceNm', h.nm * (1 - h.engine),
            'from', t.started + make_interval(hours => h.hours) * h.engine,
            'to', t.started + make_interval(hours => h.hours))),
        jsonb_strip_nulls(jsonb_build_object('countries', case n.n % 5 when 0 then '["fi", "se"]'::jsonb else '["fi"]' end,
          'seas', '["Gulf of Finland", "Baltic Sea"]'::jsonb, 'best_24h_nm', least(h.nm, 130),
          'not_recorded', case when n.n % 17 = 3 then 4.5 end,
          'tags', case n.n % 4 when 0 then '["family"]'::jsonb when 1 then '["race", "night"]' end))
      from generate_series(${first}::int, ${last}::int) year
      cross join generate_series(0, ${logs}::int - 1) n (n)
      cross join lateral (select make_timestamptz(year, 4, 8, 5 + n.n % 11, 30, 0, 'UTC')
        + make_interval(days => n.n * 200 / ${logs}::int) as started) t
      cross join lateral (select case when n.n % 20 = 7 then 61 else 2 + n.n * 7 % 9 end as hours,
        (array[0.2, 0.1, 1, 0.5, 0.15])[1 + n.n % 5]::numeric as engine,
        (case when n.n % 20 = 7 then 61 else 2 + n.n * 7 % 9 end * (3.7 + n.n % 7 * 0.3 + year % 4 * 0.2))::numeric as nm) h
      cross join lateral (select (array['Hanko', 'Ekenäs', 'Kökar', 'Mariehamn', 'Utö', 'Helsinki'])[1 + n.n % 6] as here,
        (array['Ekenäs', 'Kökar', 'Mariehamn', 'Utö', 'Helsinki', 'Hanko'])[1 + n.n % 6] as there) p`);
    await tx.run(sql`
      insert into api.stays (active, name, latitude, longitude, arrived, departed, stay_code)
      select false, l._to, l._to_lat, l._to_lng, l._to_time, l.next, 1 + l.id % 4
      from (select *, lead(_from_time) over (order by _from_time) as next from api.logbook
        where vessel_id = ${vesselId}) l
      where l.next > l._to_time`);
    // The second and third log of each season are legs of one voyage.
    await tx.run(sql`
      update api.logbook l set voyage_id = v.first
      from (select id, min(id) over (partition by year) as first
        from (select id, date_part('year', _from_time) as year,
            row_number() over (partition by date_part('year', _from_time) order by _from_time) as place
          from api.logbook where vessel_id = ${vesselId} and segments is not null) placed
        where place in (2, 3)) v
      where l.vessel_id = ${vesselId} and l.id = v.id`);
    await tx.run(sql`
      insert into app.log_lines (vessel_id, id, longitudes, latitudes, seconds, places, metres, gaps)
      select l.vessel_id, l.id, array_agg(2290000 + (sin(n * 0.5 + l.id) * 6000 + n * (l.id % 7 - 3) * 900)::int order by n),
        array_agg(5980000 + (cos(n * 0.4 + l.id) * 3000 + n * (l.id % 5 - 2) * 700)::int order by n),
        array_agg(n * 300 order by n), array_agg(n order by n), array_agg(10000 - n order by n), '{}'
      from api.logbook l, generate_series(0, 30) n
      where l.vessel_id = ${vesselId} and l._to_time is not null and l.segments is not null
      group by l.vessel_id, l.id`);
  });
}
