-- Logs and stays entered by hand: completes missing values and rejects impossible ones. Triggers fire in alphabetical
-- order, so completing comes before refusing.

create or replace function app.refuse(message text, hint text) returns void
language plpgsql as $$
begin
  raise exception '%', message using errcode = '22023', hint = hint;
end
$$;

create or replace function app.refuse_times(what text, since timestamptz, until timestamptz) returns void
language sql volatile as $$
  select app.refuse(format('A %s needs real times for its beginning and its end', what),
    'Send times such as 2026-06-01T07:20:00Z.')
  where not (isfinite(since) and isfinite(coalesce(until, since)));
  select app.refuse(format('A %s must be in the years 1 to 9999', what), 'Send times such as 2026-06-01T07:20:00Z.')
  where not app.is_dated(since, until);
  select app.refuse(format('The %s would end at %s, which is not after its beginning at %s',
      what, app.spoken(until), app.spoken(since)),
    'Send an end that is later than the beginning.')
  where until <= since;
$$;

create or replace function app.refuse_position(lat double precision, lng double precision) returns void
language sql volatile as $$
  select app.refuse(
    format('The position %s, %s is not on Earth', coalesce(lat::text, '?'), coalesce(lng::text, '?')),
    'Latitudes go from -90 to 90 degrees, longitudes from -180 to 180.')
  where not coalesce(lat between -90 and 90, true) or not coalesce(lng between -180 and 180, true);
$$;

-- Rejects figures outside 0 to 1000000, including infinity and NaN, with which a log could not be finished or exported.
create or replace function app.refuse_figure(what text, figure numeric) returns void
language sql volatile as $$
  select app.refuse(format('The %s of a log cannot be %s', what, left(figure::text, 20)),
    'Send a number from 0 to 1000000, or null.')
  where not figure between 0 and 1000000;
$$;

-- Rejects a span that overlaps a log of the caller's vessel.
create or replace function app.refuse_overlapping_log(log integer, since timestamptz, until timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  select app.refuse(format('The log overlaps log %s, which lasts from %s to %s', o.id, app.spoken(o._from_time),
      coalesce(app.spoken(o._to_time), 'now')),
    'Choose times outside that log, or change or delete it first.')
  from api.logbook o
  where o.vessel_id = app.current_vessel() and o.id is distinct from log
    and o._from_time < coalesce(until, since + interval '1 ms')
    and coalesce(o._to_time, case when o.active then 'infinity' else o._from_time end) > since
  order by o._from_time limit 1
$$;

-- The same for stays. An open stay counts only up to the newest fix: nothing is known beyond it.
create or replace function app.refuse_overlapping_stay(stay integer, since timestamptz, until timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  select app.refuse(format('The stay overlaps stay %s, which lasts from %s to %s', o.id, app.spoken(o.arrived),
      coalesce(app.spoken(o.departed), 'now')),
    'Choose times outside that stay, or change or delete it first.')
  from api.stays o
  where o.vessel_id = app.current_vessel() and o.id is distinct from stay and o.arrived < coalesce(until, 'infinity')
    and coalesce(o.departed,
      case when o.active then greatest(app.newest_fix(o.vessel_id), o.arrived) end, 'infinity') > since
  order by o.arrived limit 1
$$;

-- Derives a log's missing ends from its line; if only the ends change, drops the old line.
create or replace function app.complete_log() returns trigger
language plpgsql as $$
declare
  moved boolean := tg_op = 'UPDATE' and (new._from_lat, new._from_lng, new._to_lat, new._to_lng)
    is distinct from (old._from_lat, old._from_lng, old._to_lat, old._to_lng);
  line jsonb;
begin
  if moved and new.track_geom::text is not distinct from old.track_geom::text then
    new.track_geom := null;
    new.track_geog := null;
    new.track_geojson := null;
  end if;
  line := app.geojson_of(coalesce(new.track_geom, new.track_geog)) -> 'coordinates';
  if line is null then
    line := jsonb_path_query_first(new.track_geojson, '$.features[*].geometry ? (@.type == "LineString").coordinates');
    new.track_geom := app.make_line(line);
  end if;
  new.track_geom := coalesce(new.track_geom, new.track_geog);
  new.track_geog := new.track_geom;
  if not moved and line is not null then
    new._from_lng := coalesce(new._from_lng, (line #>> '{0,0}')::double precision);
    new._from_lat := coalesce(new._from_lat, (line #>> '{0,1}')::double precision);
    new._to_lng := coalesce(new._to_lng, (line #>> '{-1,0}')::double precision);
    new._to_lat := coalesce(new._to_lat, (line #>> '{-1,1}')::double precision);
  end if;
  new.duration := app.time_between(new._from_time, new._to_time);
  return new;
end
$$;
create trigger complete_entry before insert on api.logbook for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.complete_log();
create trigger complete_entry_again before update on api.logbook for each row
  when (current_user in ('user_role', 'admin_role')
    and (new._from_time, new._to_time, new._from_lat, new._from_lng, new._to_lat, new._to_lng, new.track_geom::text)
      is distinct from (old._from_time, old._to_time, old._from_lat, old._from_lng,
        old._to_lat, old._to_lng, old.track_geom::text))
  execute function app.complete_log();

create or replace function app.refuse_log() returns trigger
language plpgsql as $$
begin
  perform app.refuse_times('log', new._from_time, new._to_time);
  perform app.refuse_position(new._from_lat, new._from_lng), app.refuse_position(new._to_lat, new._to_lng);
  if current_user <> 'vessel_role' and coalesce(new.vessel_id, app.current_vessel()) = app.current_vessel() then
    perform app.refuse_recorded(new.id) where tg_op = 'UPDATE';
    perform app.refuse_overlapping_log(new.id, new._from_time, new._to_time);
  end if;
  return new;
end
$$;

-- Times of a recorded log follow from measurements; users can set them only on logs entered by hand.
create or replace function app.refuse_recorded(log integer) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  select app.refuse(
    format('Log %s was recorded, so its times, positions, distance and track follow from the measurements', log),
    'Split it, join it with another, delete it, or remove the wrong measurements.')
  where not app.is_by_hand(app.current_vessel(), 'logbook', log)
$$;
create trigger refuse_entry before insert on api.logbook for each row
  when (current_user in ('user_role', 'admin_role', 'vessel_role')) execute function app.refuse_log();
create trigger refuse_entry_again before update on api.logbook for each row
  when (current_user in ('user_role', 'admin_role', 'vessel_role')
    and (new._from_time, new._to_time, new._from_lat, new._from_lng,
      new._to_lat, new._to_lng, new.distance, new.track_geom::text)
      is distinct from (old._from_time, old._to_time, old._from_lat, old._from_lng,
        old._to_lat, old._to_lng, old.distance, old.track_geom::text))
  execute function app.refuse_log();

create or replace function app.refuse_figures() returns trigger
language plpgsql as $$
begin
  perform app.refuse_figure('distance', new.distance),
    app.refuse_figure('average speed', new.avg_speed::numeric),
    app.refuse_figure('highest speed', new.max_speed::numeric),
    app.refuse_figure('strongest wind', new.max_wind_speed::numeric);
  perform app.refuse('The duration of a log must be between 0 and 10000 years',
      'Leave it out: it follows from the times.')
    where not new.duration between interval '0' and interval '10000 years';
  perform app.refuse('extra must be a JSON object', 'Send an object such as {"tags": ["race"]}, or null.')
    where jsonb_typeof(new.extra) not in ('object', 'null');
  perform app.refuse(format('%s must be a list of at most 50 names, each of 1 to 100 characters', l.name),
      format('Send {"%s": ["…", "…"]}, or null.', l.name))
    from (values ('tags'), ('crew')) l (name)
    where not app.is_name_list(coalesce(nullif(new.extra -> l.name, 'null'), '[]'))
      and (tg_op = 'INSERT' or new.extra -> l.name is distinct from old.extra -> l.name);
  return new;
end
$$;
create trigger refuse_figures before insert
  or update of distance, duration, avg_speed, max_speed, max_wind_speed, extra, user_data on api.logbook for each row
  when (current_user in ('user_role', 'admin_role', 'vessel_role')) execute function app.refuse_figures();

-- A stay without a position gets its moorage's.
create or replace function app.complete_stay() returns trigger
language plpgsql as $$
begin
  if new.latitude is null and new.longitude is null then
    select m.latitude, m.longitude into new.latitude, new.longitude from api.moorages m
    where m.vessel_id = coalesce(new.vessel_id, app.current_vessel()) and m.id = new.moorage_id;
  end if;
  new.duration := app.time_between(new.arrived, new.departed);
  return new;
end
$$;
create trigger complete_entry before insert or update of arrived, departed on api.stays for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.complete_stay();

create or replace function app.refuse_stay() returns trigger
language plpgsql as $$
begin
  perform app.refuse_times('stay', new.arrived, new.departed);
  perform app.refuse_position(new.latitude, new.longitude);
  if current_user <> 'vessel_role' and coalesce(new.vessel_id, app.current_vessel()) = app.current_vessel()
    and (tg_op = 'INSERT' or app.is_own_entry(new.id)) then
    perform app.refuse_overlapping_stay(new.id, new.arrived, new.departed);
  end if;
  return new;
end
$$;

-- Whether a stay of the caller's vessel was entered by hand. A recorded stay may overlap its neighbours: it takes their
-- time.
create or replace function app.is_own_entry(stay integer) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select app.is_by_hand(app.current_vessel(), 'stays', stay)
$$;
create trigger refuse_entry before insert or update of arrived, departed, latitude, longitude on api.stays for each row
  when (current_user in ('user_role', 'admin_role', 'vessel_role')) execute function app.refuse_stay();

create or replace function app.refuse_moorage() returns trigger
language plpgsql as $$
begin
  perform app.refuse_position(new.latitude, new.longitude);
  return new;
end
$$;
create trigger refuse_entry before insert or update of latitude, longitude on api.moorages for each row
  when (current_user in ('user_role', 'admin_role', 'vessel_role')) execute function app.refuse_moorage();

grant execute on function app.refuse(text, text), app.refuse_figure(text, numeric),
    app.refuse_times(text, timestamptz, timestamptz), app.refuse_position(double precision, double precision),
    app.refuse_overlapping_log(integer, timestamptz, timestamptz),
    app.refuse_overlapping_stay(integer, timestamptz, timestamptz), app.refuse_recorded(integer),
    app.is_own_entry(integer) to user_role, vessel_role, admin_role;
