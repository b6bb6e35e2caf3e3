-- What Grafana logins read. They read through functions, because planner estimates of tables (visible in EXPLAIN and
-- debug_print_plan) cover all vessels' rows; for a function they are constant. Ownership is checked before any table.

create or replace function grafana.own_vessels()
returns table (vessel text, name text, mmsi numeric, online boolean, last_contact timestamptz)
language sql stable security definer set search_path = pg_catalog as $$
  select v.vessel_id, v.name, v.mmsi, coalesce(d.active, false), d."time"
  from app.vessels v left join api.metadata d on d.vessel_id = v.vessel_id
  order by v.name
$$;

create or replace function grafana.own_logs()
returns table (vessel text, id integer, name text, "from" text, "to" text, started timestamptz, ended timestamptz,
  distance_nm double precision, hours double precision, avg_speed_kn double precision, max_speed_kn double precision,
  max_wind_kn double precision)
language sql stable security definer set search_path = pg_catalog as $$
  select vessel_id, id, name, _from, _to, _from_time, _to_time, distance::double precision,
    extract(epoch from app.time_between(_from_time, _to_time))::double precision / 3600, avg_speed, max_speed,
    max_wind_speed
  from api.logbook
  where _to_time is not null
$$;

create or replace function grafana.own_stays()
returns table (vessel text, id integer, place text, kind text, arrived timestamptz, departed timestamptz,
  hours double precision, latitude double precision, longitude double precision)
language sql stable security definer set search_path = pg_catalog as $$
  select s.vessel_id, s.id, coalesce(m.name, s.name), t.description, s.arrived, s.departed,
    extract(epoch from app.time_between(s.arrived, coalesce(s.departed, now())))::double precision / 3600,
    s.latitude, s.longitude
  from api.stays s
  left join api.stays_at t on t.stay_code = s.stay_code
  left join api.moorages m on m.vessel_id = s.vessel_id and m.id = s.moorage_id
$$;

create or replace function grafana.own_moorages()
returns table (vessel text, id integer, name text, country text, kind text, home boolean, visits bigint,
  latitude double precision, longitude double precision)
language sql stable security definer set search_path = pg_catalog as $$
  select m.vessel_id, m.id, m.name, m.country, t.description, coalesce(m.home_flag, false),
    (select count(*) from api.stays s where s.vessel_id = m.vessel_id and s.moorage_id = m.id), m.latitude, m.longitude
  from api.moorages m left join api.stays_at t on t.stay_code = m.stay_code
$$;

create or replace function grafana.own_keys()
returns table (vessel text, key text, kind text, first_seen timestamptz, last_seen timestamptz)
language sql stable security definer set search_path = pg_catalog as $$
  select vessel_id, key, kind, first_seen, last_seen from app.metric_keys
$$;

-- A boat's newest position.
create or replace function grafana.newest_position(vessel text)
returns table ("time" timestamptz, latitude double precision, longitude double precision, speed_kn double precision,
  course_deg double precision, status text)
language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if vessel = any (app.grafana_vessels()) then
    return query
      select m."time", m.latitude, m.longitude, m.speedoverground, m.courseovergroundtrue, m.status::text
      from app.metrics m
      where m.vessel_id = newest_position.vessel and m.latitude is not null and m.longitude is not null
        and m."time" <= app.present_until()
      order by m."time" desc limit 1;
  end if;
end
$$;

-- A boat's track: the first position in each of at most `most` equal spans.
create or replace function grafana.track(vessel text, since timestamptz, until timestamptz, most integer default 2000)
returns table ("time" timestamptz, latitude double precision, longitude double precision, speed_kn double precision,
  course_deg double precision, wind_kn double precision, wind_angle_deg double precision, status text)
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  step interval := greatest(
    (until - since) / least(greatest(most, 1), 10000), interval '1 second');
begin
  if vessel = any (app.grafana_vessels()) and until > since and until - since < interval '20 years' then
    return query
      select distinct on (date_bin(step, m."time", since)) m."time", m.latitude, m.longitude, m.speedoverground,
        m.courseovergroundtrue, m.windspeedapparent, m.anglespeedapparent, m.status::text
      from app.metrics m
      where m.vessel_id = track.vessel and m."time" >= since and m."time" < until
        and m.latitude is not null and m.longitude is not null
      order by date_bin(step, m."time", since), m."time";
  end if;
end
$$;

-- A boat's readings over time, SI units, in steps of some seconds (longer beyond 2000 steps). Keys are monitored values
-- or any measured keys.
create or replace function grafana.readings(vessel text, keys text[], since timestamptz, until timestamptz,
  step_seconds double precision)
returns table ("time" timestamptz, key text, mean double precision, low double precision, high double precision)
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  seconds double precision := extract(epoch from until - since);
  step integer := least(greatest(60, step_seconds, seconds / 2000), 86400 * 31);
begin
  -- Longer steps are read from roll-ups.
  step := case when step < 300 then step when step < 3600 then ceil(step / 300.0) * 300
    else ceil(step / 3600.0) * 3600 end;
  if vessel = any (app.grafana_vessels()) and until > since and until - since < interval '20 years'
      and cardinality(keys) between 1 and 50 then
    since := to_timestamp(floor(extract(epoch from since) / step) * step);
    return query
      select since + make_interval(secs => r.slot * step), r.key, r.total / r.n, r.low, r.high
      from app.readings_between(readings.vessel, readings.keys, since, until, step) r
      order by 1, 2;
  end if;
end
$$;

create or replace view grafana.vessels with (security_barrier) as select * from grafana.own_vessels();
create or replace view grafana.logs with (security_barrier) as select * from grafana.own_logs();
create or replace view grafana.stays with (security_barrier) as select * from grafana.own_stays();
create or replace view grafana.moorages with (security_barrier) as select * from grafana.own_moorages();
create or replace view grafana.keys with (security_barrier) as select * from grafana.own_keys();
comment on view grafana.vessels is 'The account''s boats, with their last contact.';
comment on view grafana.logs is 'Finished logs: nautical miles, hours, knots.';
comment on view grafana.stays is 'Stays, the running one too: hours so far.';
comment on view grafana.moorages is 'Moorages, with the number of stays there.';
comment on view grafana.keys is 'Every key that a boat has measured.';

do $$
declare
  made text;
begin
  for made in select p.oid::regprocedure from pg_proc p where pronamespace = 'grafana'::regnamespace
  loop
    execute format('revoke all on function %s from public', made);
    execute format('grant execute on function %s to wakelog_grafana', made);
    execute format('alter function %s owner to wakelog_grafana_owner', made);
  end loop;
  for made in select oid::regclass from pg_class where relnamespace = 'grafana'::regnamespace and relkind = 'v'
  loop
    execute format('grant select on %s to wakelog_grafana', made);
    execute format('alter view %s owner to wakelog_grafana_owner', made);
  end loop;
end
$$;
