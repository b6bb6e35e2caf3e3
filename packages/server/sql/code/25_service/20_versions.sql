-- Versions of the service and the software it uses.

-- Schema and software versions. The release is the one that the data API announces.
create or replace function app.api_version() returns text
language sql immutable parallel safe as $$ select '1.0.0-rc.1'::text $$;

create or replace view api.versions_view as
  select app.api_version() as api_version,
    'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1) as sys_version,
    coalesce((select extversion::text from pg_catalog.pg_extension where extname = 'timescaledb'), 'plain')
      as timeseriesdb,
    app.spatial_version() as spatialdb,
    'Wakelog 11.2.1'::text as restserver;
comment on view api.versions_view is
  'Versions of the service and the software it uses. Read-only: a write is answered 405 even to an operator, who '
  'may use every verb.';
select app.describe('versions_view', $json${
  "api_version": "Version of this service.",
  "sys_version": "Database server.",
  "timeseriesdb": "Time-series extension, or plain.",
  "spatialdb": "Spatial extension, or plain.",
  "restserver": "Server of this API."
}$json$);

-- The contract lists every verb for versions, but they are facts. Operators have every verb, so writes are rejected
-- here; as elsewhere, a write that matches no row succeeds.
create or replace function app.keep_versions() returns trigger
language plpgsql as $$
begin
  raise exception 'Versions can be read, not written.' using errcode = 'PT405',
    hint = 'They are the versions of the software that is running.';
end
$$;
create trigger keep_versions instead of insert or update or delete on api.versions_view for each row
  execute function app.keep_versions();

create or replace function api.versions_fn() returns json
language sql stable as $$
  -- The extension mobilitydb, which later clients look for, is not used.
  select row_to_json(v) from (select *, null::text as mobilitydb from api.versions_view) v
$$;
comment on function api.versions_fn is 'Versions of the service and the software it uses.';

grant select on api.versions_view to anonymous, user_role, vessel_role, admin_role, messenger_role;
grant insert, update, delete on api.versions_view to admin_role;
grant execute on function app.api_version()
  to anonymous, user_role, vessel_role, admin_role, messenger_role, wakelog_viewer;
grant execute on function api.versions_fn() to anonymous, user_role, vessel_role, admin_role, messenger_role;
