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
