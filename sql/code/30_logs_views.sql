-- Confidence below which a log waits for a decision. A boundary inside a silence has 0.5, a record that begins under
-- way 0.6, a boundary at the edge of a silence 0.7; one that was seen has 0.75 or more, and two of those 0.6 or more
-- together.
create or replace function app.review_below() returns double precision
language sql immutable parallel safe as $$ select 0.6::double precision $$;

-- Nautical miles of a log across silences, which its distance includes; null if all of it was recorded. People may
-- write what they like into `extra`, so its type is checked.
create or replace function app.not_recorded_nm(extra jsonb) returns numeric
language sql immutable parallel safe as $$
  select case when jsonb_typeof(extra -> 'not_recorded') = 'number' and extra -> 'not_recorded' > to_jsonb(0)
    then (extra ->> 'not_recorded')::numeric end
$$;

-- Logs as clients list and open them. Plain enough to be written through: a person edits names and notes there.
create or replace view api.logs_view as
  select id, name, _from as "from", _from_time as started, _to as "to", _to_time as ended, distance, duration,
    voyage_id, _from_moorage_id, _to_moorage_id, extra -> 'tags' as tags,
    confidence, coalesce(confidence < app.review_below(), false) as doubtful, app.not_recorded_nm(extra) as not_recorded
  from api.logbook
  where _to_time is not null
  order by _from_time desc;

create or replace view api.log_view as
  select id, name, _from as "from", _from_time as started, _to as "to", _to_time as ended, distance, duration, notes,
    track_geojson as geojson, avg_speed, max_speed, max_wind_speed, extra,
    voyage_id, _from_moorage_id, _to_moorage_id, confidence, reasons, segments,
    coalesce(confidence < app.review_below(), false) as doubtful, app.not_recorded_nm(extra) as not_recorded
  from api.logbook
  where _to_time is not null
  order by _from_time desc;

-- A log counts in the month of its departure, whole, so that months add up to totals.
create or replace view api.logs_by_month_view as
  select to_char(_from_time at time zone 'UTC', 'YYYY-MM') as month, count(*)::integer as logs, sum(distance) as distance,
    sum(app.not_recorded_nm(extra)) as not_recorded, justify_hours(sum(duration)) as duration
  from api.logbook
  where _to_time is not null
  group by vessel_id, month
  order by month desc;

-- The logs once more, as they were when the worker last looked. Private; people read it through logs_mat_view.
create materialized view app.logs_mat as
  select id, vessel_id, name, _from as "from", _from_time as started, _to as "to", _to_time as ended, distance, duration
  from api.logbook
  where _to_time is not null
with no data;
create unique index on app.logs_mat (vessel_id, id);
create index on app.logs_mat (vessel_id, started desc);
alter materialized view app.logs_mat owner to wakelog_worker;
refresh materialized view app.logs_mat;

create or replace function app.refresh_logs_mat() returns void
language sql volatile security definer set search_path = pg_catalog as
'refresh materialized view concurrently app.logs_mat';

-- Row security does not reach into a materialised view, so this view filters by itself.
create or replace view api.logs_mat_view with (security_barrier) as
  select id, name, "from", started, "to", ended, distance, duration
  from app.logs_mat
  where vessel_id = (select app.current_vessel()) or (select current_setting('role')) = 'admin_role'
  order by started desc;

grant execute on function app.review_below(), app.not_recorded_nm(jsonb)
  to anonymous, user_role, vessel_role, admin_role, wakelog_viewer;
grant select on api.logs_view, api.log_view, api.logs_by_month_view, api.logs_mat_view
  to user_role, vessel_role, admin_role;
grant select on api.logs_view, api.log_view to anonymous;
grant insert (name, "from", started, "to", ended, distance, duration), delete on api.logs_view to user_role;
grant update (name, "from", "to") on api.logs_view to user_role;
grant insert (name, "from", started, "to", ended, distance, duration, notes, geojson, avg_speed, max_speed,
    max_wind_speed, extra), delete on api.log_view to user_role;
grant update (name, "from", "to", notes, extra) on api.log_view to user_role;
grant insert (name, "from", started, "to", ended, distance, duration),
    update (name, "from", started, "to", ended, distance, duration) on api.logs_view to vessel_role;
grant insert (name, "from", started, "to", ended, distance, duration, notes, geojson, avg_speed, max_speed,
    max_wind_speed, extra),
  update (name, "from", started, "to", ended, distance, duration, notes, geojson, avg_speed, max_speed,
    max_wind_speed, extra) on api.log_view to vessel_role;
grant insert, update, delete on api.logs_view, api.log_view to admin_role;
