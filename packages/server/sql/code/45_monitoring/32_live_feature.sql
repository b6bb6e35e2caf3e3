-- Where the vessel is, as GeoJSON: at a stay, or under way on a log.

-- True wind of a row by the owner's keys, or else the usual ones: m/s, radians. Falls back to the wind over ground.
create or replace function app.true_wind(measured jsonb, chosen jsonb)
returns table (speed double precision, direction double precision)
language sql immutable as $$
  select coalesce(app.reading(measured -> (chosen ->> 'windSpeedKey')),
      app.reading(measured -> 'environment.wind.speedTrue'),
      app.reading(measured -> 'environment.wind.speedOverGround')),
    coalesce(app.reading(measured -> (chosen ->> 'windDirectionKey')),
      app.reading(measured -> 'environment.wind.directionTrue'))
$$;

-- The anchor: as the boat sends it, or else the anchor watch; null if there is neither.
create or replace function app.anchor_of(vessel text, measured jsonb) returns jsonb
language sql stable as $$
  select coalesce(nullif(measured -> 'anchor', 'null'), (
    select jsonb_build_object('position', jsonb_build_object('latitude', r.area #> '{coordinates,1}',
      'longitude', r.area #> '{coordinates,0}'), 'radius', r.area -> 'radius')
    from api.alert_rules r where r.vessel_id = vessel and r.kind = 'drag' order by r.id limit 1))
$$;

-- The recorded line of a log under way, at most about 2000 points, and its nautical miles.
create or replace function app.line_so_far(vessel text, since timestamptz, out line jsonb, out nm numeric)
language sql stable as $$
  with row as (
    select m."time", m.longitude, m.latitude, row_number() over so_far as n, count(*) over () as total,
      app.distance_m(lag(m.latitude) over so_far, lag(m.longitude) over so_far, m.latitude, m.longitude) as step
    from app.metrics m
    where m.vessel_id = vessel and m."time" >= since and m."time" <= app.present_until()
      and m.latitude is not null and m.longitude is not null
    window so_far as (order by m."time")
  )
  select jsonb_agg(jsonb_build_array(longitude, latitude) order by n)
      filter (where (n - 1) % ceil(total / 2000.0)::bigint = 0 or n = total),
    round((coalesce(sum(step), 0) / 1852)::numeric, 4)
  from row
$$;

create or replace function app.live_stay(vessel text) returns jsonb
language sql stable as $$
  select jsonb_build_object('type', 'Feature',
    'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(s.longitude, s.latitude)),
    'properties', jsonb_build_object('name', coalesce(m.name, s.name), 'time', n."time", 'stay_code', s.stay_code,
      'arrived', s.arrived, 'latitude', s.latitude, 'longitude', s.longitude,
      'anchor', app.anchor_of(vessel, n.metrics), 'status', n.status))
  from api.stays s
  left join api.moorages m on m.vessel_id = s.vessel_id and m.id = s.moorage_id
  left join lateral app.newest_row(vessel) n on true
  where s.vessel_id = vessel and s.active
$$;

create or replace function app.live_log(vessel text) returns jsonb
language plpgsql stable as $$
begin
  return (select jsonb_build_object('type', 'FeatureCollection', 'features', jsonb_build_array(
    app.cut_feature(jsonb_build_object('type', 'Feature',
      'geometry', jsonb_build_object('type', 'LineString', 'coordinates', so_far.line),
      'properties', jsonb_build_object('_from_time', l._from_time, 'distance', so_far.nm, 'duration',
        n."time" - l._from_time, 'in_route', true))),
    jsonb_build_object('type', 'Feature',
      'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(p.longitude, p.latitude)),
      'properties', jsonb_build_object('time', p."time", 'courseovergroundtrue', n.courseovergroundtrue,
        'speedoverground', n.speedoverground, 'windspeedapparent', n.windspeedapparent, 'longitude', p.longitude,
        'latitude', p.latitude, 'notes', '', 'truewindspeed', w.speed, 'truewinddirection', w.direction,
        'status', n.status))))
  from api.logbook l
  cross join lateral app.line_so_far(vessel, l._from_time) so_far
  cross join lateral app.newest_row(vessel) n
  cross join lateral app.true_wind(n.metrics, app.measurement_keys(vessel)) w
  cross join lateral (
    select m."time", m.longitude, m.latitude from app.metrics m
    where m.vessel_id = vessel and m.latitude is not null and m.longitude is not null
      and m."time" <= app.present_until()
    order by m."time" desc limit 1) p
  where l.vessel_id = vessel and l.active);
end
$$;

-- Null if the logbook knows neither.
create or replace function app.live_feature(vessel text) returns jsonb
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select coalesce(app.live_log(vessel), app.live_stay(vessel))
$$;

-- Means of 10 minutes of the air pressure over the last 6 hours, oldest first; null without values.
create or replace function app.pressure_history(vessel text) returns jsonb
language plpgsql stable set timezone = 'UTC' as $$
declare
  since constant timestamptz := date_bin('10 minutes', now() - interval '6 hours', 'epoch');
begin
  return (
    select jsonb_agg(jsonb_build_object('time', since + make_interval(mins => 10 * r.slot),
      'outsidePressure', round((r.total / r.n)::numeric, 2)) order by r.slot)
    from app.readings_between(vessel, array['pressure'], since, now(), 600) r);
end
$$;

grant execute on function app.true_wind(jsonb, jsonb), app.anchor_of(text, jsonb), app.line_so_far(text, timestamptz),
    app.live_stay(text), app.live_log(text), app.live_feature(text), app.pressure_history(text)
  to user_role, vessel_role, admin_role, wakelog_viewer;
