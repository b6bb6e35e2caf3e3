-- Metric rows: storing them, and folding again after users' or operators' changes.

-- For users and programs: packed rows are unpacked. Internal code reads the table and unpacks as needed.
create or replace view api.metrics as
  select m."time", m.client_id, m.vessel_id, m.latitude, m.longitude, m.speedoverground, m.courseovergroundtrue,
    m.windspeedapparent, m.anglespeedapparent, m.status, app.whole_metrics(m.metrics, m.shape, m.numbers) as metrics
  from app.metrics m;
alter view api.metrics alter column vessel_id set default nullif(current_setting('wakelog.vessel_id', true), '');
comment on view api.metrics is 'Measurements over time, as the vessel sent them: one row per instant.';
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
  "status": "Status reported by the vessel: sailing, motoring, moored or anchored; null if none."
}$json$);
comment on column api.metrics.metrics is
  'Every other measurement: an object of path and value, in SI units (metres, metres per second, radians, kelvin, '
  'pascal, volts, ratios from 0 to 1).';

-- The rows of a batch: an array with times in milliseconds since 1970, typed, and numbered from zero.
create or replace function app.metric_rows(rows json)
returns table (n integer, "time" timestamptz, client_id text, latitude double precision, longitude double precision,
  speedoverground double precision, courseovergroundtrue double precision, windspeedapparent double precision,
  anglespeedapparent double precision, status api.status, metrics jsonb)
language sql stable as $$
  select (r.place - 1)::integer, to_timestamp(r.millis / 1000), r.client_id, r.latitude, r.longitude,
    r.speedoverground, r.courseovergroundtrue, r.windspeedapparent, r.anglespeedapparent, r.status, r.metrics
  from rows from (json_to_recordset(rows) as ("time" double precision, client_id text, latitude double precision,
    longitude double precision, speedoverground double precision, courseovergroundtrue double precision,
    windspeedapparent double precision, anglespeedapparent double precision, status api.status, metrics jsonb))
    with ordinality as r (millis, client_id, latitude, longitude, speedoverground, courseovergroundtrue,
      windspeedapparent, anglespeedapparent, status, metrics, place)
$$;

-- Rows stored before (excluding the times `fresh`), and whether all values are equal. Looked up by key, whatever the
-- vessel's history and statistics. Times are computed first (offset 0): inside the condition, row security would scan
-- the vessel, because the conversion can fail and so leak rows.
create or replace function app.known_metrics(rows json, fresh timestamptz[])
returns table (n integer, same boolean)
language sql volatile
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off
as $$
  select g.n, (g.client_id, g.latitude, g.longitude, g.speedoverground, g.courseovergroundtrue, g.windspeedapparent,
      g.anglespeedapparent, g.status, g.metrics)
    is not distinct from (m.client_id, m.latitude, m.longitude, m.speedoverground, m.courseovergroundtrue,
      m.windspeedapparent, m.anglespeedapparent, m.status, app.whole_metrics(m.metrics, m.shape, m.numbers))
  from (select * from app.metric_rows(rows) offset 0) g
  cross join lateral (
    select * from app.metrics k where k.vessel_id = app.current_vessel() and k."time" = g."time" limit 1) m
  where not g."time" = any(fresh)
$$;

-- What a stored row takes: 150 bytes besides its metrics, including the index.
create or replace function app.metric_bytes(client_id text, metrics jsonb) returns bigint
language sql stable as $$
  select 150::bigint + coalesce(octet_length(client_id), 0) + coalesce(pg_column_size(metrics), 0)
$$;

-- Stores rows of the caller's vessel, as the caller. Returns the numbers of those already stored, and whether all
-- values are equal.
create or replace function app.store_metrics(rows json) returns table (n integer, same boolean)
language plpgsql volatile as $$
#variable_conflict use_column
declare
  vessel constant text := app.current_vessel();
  fresh timestamptz[];
  bytes bigint;
begin
  with stored as (
    insert into app.metrics (vessel_id, "time", client_id, latitude, longitude, speedoverground,
      courseovergroundtrue, windspeedapparent, anglespeedapparent, status, metrics)
    select vessel, "time", client_id, latitude, longitude, speedoverground,
      courseovergroundtrue, windspeedapparent, anglespeedapparent, status, metrics
    from app.metric_rows(rows)
    on conflict (vessel_id, "time") do nothing
    returning "time", app.metric_bytes(client_id, metrics) as bytes)
  select coalesce(array_agg(s."time"), '{}'), sum(s.bytes) into fresh, bytes from stored s;
  perform app.note_metric_days(array_fill(vessel, array[cardinality(fresh)]), fresh), app.count_bytes(vessel, bytes);
  if cardinality(fresh) < json_array_length(rows) then
    return query select k.n, k.same from app.known_metrics(rows, fresh) k;
  end if;
end
$$;

-- Metric rows deleted by a user: folds again from the first to the last.
create or replace function app.enqueue_refold() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  lost record;
begin
  for lost in select vessel_id, min("time") as since, max("time") as until from gone group by vessel_id
  loop
    perform app.await_metric_days(lost.vessel_id, lost.since, lost.until);
    perform app.await_measuring(lost.vessel_id);
    perform app.enqueue('refold', app.span_text(lost.since, lost.until), lost.vessel_id);
  end loop;
  return null;
end
$$;

-- Inserts through the view, with the caller's rights. The service inserts into the table.
create or replace function app.add_metric() returns trigger
language plpgsql as $$
begin
  insert into app.metrics ("time", client_id, vessel_id, latitude, longitude, speedoverground, courseovergroundtrue,
    windspeedapparent, anglespeedapparent, status, metrics)
  values (new."time", new.client_id, new.vessel_id, new.latitude, new.longitude, new.speedoverground,
    new.courseovergroundtrue, new.windspeedapparent, new.anglespeedapparent, new.status, new.metrics)
  returning vessel_id into new.vessel_id;
  perform app.note_metric_days(array[new.vessel_id], array[new."time"]);
  return new;
end
$$;
create trigger add_metric instead of insert on api.metrics for each row execute function app.add_metric();

-- Notes that the row at a time changes in this transaction.
create or replace function app.note_changed_metric(vessel text, at timestamptz) returns void
language plpgsql volatile as $$
declare
  noted constant jsonb := coalesce(nullif(current_setting('wakelog.changed_metrics', true), ''), '{}');
begin
  perform set_config('wakelog.changed_metrics', (noted || jsonb_build_object(vessel, jsonb_build_array(
    least((noted -> vessel ->> 0)::timestamptz, at), greatest((noted -> vessel ->> 1)::timestamptz, at))))::text, true);
end
$$;

-- An operator's change through the view: unpacks the row; after its day is rolled up again, it is packed again.
create or replace function app.change_metric() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  update app.metrics m set "time" = new."time", client_id = new.client_id, vessel_id = new.vessel_id,
    latitude = new.latitude, longitude = new.longitude, speedoverground = new.speedoverground,
    courseovergroundtrue = new.courseovergroundtrue, windspeedapparent = new.windspeedapparent,
    anglespeedapparent = new.anglespeedapparent, status = new.status, metrics = new.metrics, shape = null,
    numbers = null
  where m.vessel_id = old.vessel_id and m."time" = old."time";
  if not found then
    return null;
  end if;
  perform app.note_changed_metric(old.vessel_id, old."time"), app.note_changed_metric(new.vessel_id, new."time"),
    app.note_metric_days(array[new.vessel_id], array[new."time"]);
  return new;
end
$$;
create trigger change_metric instead of update on api.metrics for each row execute function app.change_metric();

-- Metric rows changed by an operator: folds again from the earliest time before or after.
create or replace function app.enqueue_refold_of_change() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  changed record;
begin
  for changed in
    select key as vessel_id, (value ->> 0)::timestamptz as since, (value ->> 1)::timestamptz as until
    from jsonb_each(nullif(current_setting('wakelog.changed_metrics', true), '')::jsonb)
  loop
    perform app.await_metric_days(changed.vessel_id, changed.since, changed.until);
    perform app.enqueue('refold',
      to_char(changed.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), changed.vessel_id);
  end loop;
  perform set_config('wakelog.changed_metrics', '', true);
  return null;
end
$$;
create trigger enqueue_refold_of_change after update on api.metrics for each statement
  execute function app.enqueue_refold_of_change();

-- Some TimescaleDB versions lack transition tables: folds everything of the vessel again.
create or replace function app.enqueue_whole_refold() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.await_metric_days(app.current_vessel(), '-infinity', 'infinity');
  perform app.await_measuring(app.current_vessel());
  perform app.enqueue('refold', '1970-01-01T00:00:00Z', app.current_vessel()) where app.current_vessel() is not null;
  return null;
end
$$;

do $$
begin
  create trigger enqueue_refold after delete on app.metrics referencing old table as gone for each statement
    when (current_user in ('user_role', 'admin_role')) execute function app.enqueue_refold();
exception when feature_not_supported then
  create trigger enqueue_refold after delete on app.metrics for each statement
    when (current_user in ('user_role', 'admin_role')) execute function app.enqueue_whole_refold();
end
$$;

grant execute on function app.metric_rows(json), app.metric_bytes(text, jsonb),
    app.known_metrics(json, timestamptz[]), app.store_metrics(json)
  to user_role, vessel_role, admin_role;
grant select on api.metrics to user_role, vessel_role, wakelog_viewer;
grant insert on api.metrics to vessel_role;
grant delete on api.metrics to user_role, wakelog_viewer;
grant select, insert, update, delete on api.metrics to admin_role, wakelog_worker;
