-- Metric rows: storing them, and folding again what a person or an operator changed among them.

comment on table api.metrics is 'Measurements over time, as the vessel sent them: one row per instant.';
select app.describe('metrics', $json${
  "time": "When it was measured, UTC.",
  "client_id": "Identity of the marine data server on board, from older plugins.",
  "vessel_id": "The vessel; taken from the token.",
  "latitude": "Latitude, WGS84, in degrees, north positive.",
  "longitude": "Longitude, WGS84, in degrees, east positive.",
  "speedoverground": "Speed over ground (SOG), in knots.",
  "courseovergroundtrue": "Course over ground (COG), in degrees true.",
  "windspeedapparent": "Apparent wind speed (AWS), in knots.",
  "anglespeedapparent": "Apparent wind angle (AWA), in degrees, negative to port.",
  "status": "What the vessel reports of itself: sailing, motoring, moored or anchored; null when it says nothing."
}$json$);
comment on column api.metrics.metrics is
  'Every other measurement: an object of path and value, in SI units (metres, metres per second, radians, kelvin, '
  'pascal, volts, ratios from 0 to 1).';

-- The rows of a batch, typed.
create or replace function app.metric_rows(rows json)
returns table (n integer, "time" timestamptz, client_id text, latitude double precision, longitude double precision,
  speedoverground double precision, courseovergroundtrue double precision, windspeedapparent double precision,
  anglespeedapparent double precision, status api.status, metrics jsonb)
language sql stable as $$
  select * from json_to_recordset(rows) as r (n integer, "time" timestamptz, client_id text, latitude double precision,
    longitude double precision, speedoverground double precision, courseovergroundtrue double precision,
    windspeedapparent double precision, anglespeedapparent double precision, status api.status, metrics jsonb)
$$;

-- Which of some rows were stored before, all but those of the times `fresh`, and whether they are the same in every
-- value. Each is looked up by its key: what that costs depends neither on the vessel's history nor on what the
-- statistics say of it.
create or replace function app.known_metrics(rows json, fresh timestamptz[])
returns table (n integer, same boolean)
language sql volatile
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off
as $$
  select g.n, (g.client_id, g.latitude, g.longitude, g.speedoverground, g.courseovergroundtrue, g.windspeedapparent,
      g.anglespeedapparent, g.status, g.metrics)
    is not distinct from (m.client_id, m.latitude, m.longitude, m.speedoverground, m.courseovergroundtrue,
      m.windspeedapparent, m.anglespeedapparent, m.status, m.metrics)
  from app.metric_rows(rows) g
  cross join lateral (
    select * from api.metrics k where k.vessel_id = app.current_vessel() and k."time" = g."time" limit 1) m
  where not g."time" = any(fresh)
$$;

-- Stores rows of the caller's vessel, as the caller. Returns the numbers of those that were stored already, and whether
-- they are the same in every value.
create or replace function app.store_metrics(rows json) returns table (n integer, same boolean)
language plpgsql volatile as $$
#variable_conflict use_column
declare
  vessel constant text := app.current_vessel();
  fresh timestamptz[];
begin
  with stored as (
    insert into api.metrics (vessel_id, "time", client_id, latitude, longitude, speedoverground,
      courseovergroundtrue, windspeedapparent, anglespeedapparent, status, metrics)
    select vessel, "time", client_id, latitude, longitude, speedoverground,
      courseovergroundtrue, windspeedapparent, anglespeedapparent, status, metrics
    from app.metric_rows(rows)
    on conflict (vessel_id, "time") do nothing
    returning "time")
  select coalesce(array_agg("time"), '{}') into fresh from stored;
  perform app.note_metric_days(vessel, fresh);
  if cardinality(fresh) < json_array_length(rows) then
    return query select k.n, k.same from app.known_metrics(rows, fresh) k;
  end if;
end
$$;

-- Metric rows that a person removed: the logbook is folded again from the earliest to the latest of them.
create or replace function app.enqueue_refold() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  lost record;
begin
  for lost in select vessel_id, min("time") as since, max("time") as until from gone group by vessel_id
  loop
    perform app.await_metric_days(lost.vessel_id, lost.since, lost.until);
    perform app.enqueue('refold', app.span_text(lost.since, lost.until), lost.vessel_id);
  end loop;
  return null;
end
$$;

-- Metric rows that an operator changed: the logbook is folded again from the earliest of their times before and after.
create or replace function app.enqueue_refold_of_change() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  changed record;
begin
  for changed in
    select vessel_id, min("time") as since, max("time") as until
    from (select vessel_id, "time" from gone union all select vessel_id, "time" from come) touched group by vessel_id
  loop
    perform app.await_metric_days(changed.vessel_id, changed.since, changed.until);
    perform app.enqueue('refold',
      to_char(changed.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), changed.vessel_id);
  end loop;
  return null;
end
$$;

-- Some versions of TimescaleDB do not have transition tables: with those, everything of the vessel is folded again.
create or replace function app.enqueue_whole_refold() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.await_metric_days(app.current_vessel(), '-infinity', 'infinity');
  perform app.enqueue('refold', '1970-01-01T00:00:00Z', app.current_vessel()) where app.current_vessel() is not null;
  return null;
end
$$;

do $$
begin
  create trigger enqueue_refold after delete on api.metrics referencing old table as gone for each statement
    when (current_user in ('user_role', 'admin_role')) execute function app.enqueue_refold();
  create trigger enqueue_refold_of_change after update on api.metrics referencing old table as gone new table as come
    for each statement when (current_user = 'admin_role') execute function app.enqueue_refold_of_change();
exception when feature_not_supported then
  create trigger enqueue_refold after delete on api.metrics for each statement
    when (current_user in ('user_role', 'admin_role')) execute function app.enqueue_whole_refold();
  create trigger enqueue_refold_of_change after update on api.metrics for each statement
    when (current_user = 'admin_role') execute function app.enqueue_whole_refold();
end
$$;

grant execute on function app.metric_rows(json), app.known_metrics(json, timestamptz[]), app.store_metrics(json)
  to user_role, vessel_role, admin_role;
