-- Documents of logs, written by the service.

create or replace function api.export_logbook_gpx_fn(_id integer) returns text
language sql stable as $$ select app.implemented_in_service('export_logbook_gpx_fn') $$;
comment on function api.export_logbook_gpx_fn is 'A finished log as GPX 1.1; 404 if there is none.';

create or replace function api.export_logbook_kml_fn(_id integer) returns text
language sql stable as $$ select app.implemented_in_service('export_logbook_kml_fn') $$;
comment on function api.export_logbook_kml_fn is 'A finished log as KML 2.2; 404 if there is none.';

create or replace function api.export_logbooks_gpx_fn(start_log integer default null, end_log integer default null)
returns text language sql stable as $$ select app.implemented_in_service('export_logbooks_gpx_fn') $$;
comment on function api.export_logbooks_gpx_fn is
  'Logs from start_log to end_log as GPX 1.1, one track each; both bounds are optional.';

create or replace function api.export_logbooks_kml_fn(start_log integer default null, end_log integer default null)
returns text language sql stable as $$ select app.implemented_in_service('export_logbooks_kml_fn') $$;
comment on function api.export_logbooks_kml_fn is
  'Logs from start_log to end_log as KML 2.2; both bounds are optional.';

grant execute on function api.export_logbook_gpx_fn(integer), api.export_logbook_kml_fn(integer),
    api.export_logbooks_gpx_fn(integer, integer), api.export_logbooks_kml_fn(integer, integer) to user_role, admin_role;

create or replace function api.export_chosen_logs_gpx_fn(logs integer[]) returns text
language sql stable as $$ select app.implemented_in_service('export_chosen_logs_gpx_fn') $$;
comment on function api.export_chosen_logs_gpx_fn is 'The logs with these ids as GPX 1.1, one track each.';

create or replace function api.export_chosen_logs_kml_fn(logs integer[]) returns text
language sql stable as $$ select app.implemented_in_service('export_chosen_logs_kml_fn') $$;
comment on function api.export_chosen_logs_kml_fn is 'The logs with these ids as KML 2.2.';

grant execute on function api.export_chosen_logs_gpx_fn(integer[]), api.export_chosen_logs_kml_fn(integer[])
  to user_role, admin_role;

-- The names and manners of programs that export trips.

create or replace function api.export_logbook_gpx_trip_fn(_id integer default null) returns text
language sql stable as $$ select app.implemented_in_service('export_logbook_gpx_trip_fn') $$;
comment on function api.export_logbook_gpx_trip_fn is 'As export_logbook_gpx_fn, but null if there is no such log.';

create or replace function api.export_logbook_kml_trip_fn(_id integer default null) returns text
language sql stable as $$ select app.implemented_in_service('export_logbook_kml_trip_fn') $$;
comment on function api.export_logbook_kml_trip_fn is 'As export_logbook_kml_fn, but null if there is no such log.';

create or replace function api.export_logbooks_gpx_trips_fn(
  start_log integer default null, end_log integer default null
) returns text language sql stable as $$ select app.implemented_in_service('export_logbooks_gpx_trips_fn') $$;
comment on function api.export_logbooks_gpx_trips_fn is
  'As export_logbooks_gpx_fn, but start_log alone chooses that log alone.';

create or replace function api.export_logbooks_kml_trips_fn(
  start_log integer default null, end_log integer default null
) returns text language sql stable as $$ select app.implemented_in_service('export_logbooks_kml_trips_fn') $$;
comment on function api.export_logbooks_kml_trips_fn is
  'As export_logbooks_kml_fn, but start_log alone chooses that log alone.';

-- As the caller wants it: CSV or text itself, or else a JSON string.
create or replace function api.export_logbook_polar_csv_fn(_id integer) returns api."*/*"
language plpgsql stable as $$
declare
  csv constant text := (
    select l.extra ->> 'polar' from api.logbook l where l.vessel_id = app.current_vessel() and l.id = _id);
  accepted constant text := coalesce(current_setting('request.headers', true)::jsonb ->> 'accept', '');
  raw constant text := substring(accepted from '^\s*(text/csv|text/plain)');
begin
  perform set_config('response.headers', json_build_array(json_build_object('Content-Type',
    case when csv is null or raw is null then 'application/json' else raw end || '; charset=utf-8'))::text, true);
  return convert_to(case when csv is null then 'null' when raw is null then to_json(csv)::text else csv end, 'UTF8');
end
$$;
comment on function api.export_logbook_polar_csv_fn is
  'The polar diagram of a log as CSV: boat speeds (knots) by true wind angle (degrees) and speed (knots); null if '
  'there is none.';

grant execute on function api.export_logbook_gpx_trip_fn(integer), api.export_logbook_kml_trip_fn(integer),
    api.export_logbooks_gpx_trips_fn(integer, integer), api.export_logbooks_kml_trips_fn(integer, integer),
    api.export_logbook_polar_csv_fn(integer)
  to user_role, admin_role;
