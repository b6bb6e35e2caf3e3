-- The event log and the versions.
create or replace view api.eventlogs_view as
  select id, channel, payload, ref_id, stored, processed from app.events order by id;

-- Version of this schema and of the software around it. The release is the one in src/announced-releases.ts.
create or replace function app.api_version() returns text
language sql immutable parallel safe as $$ select '0.1.0'::text $$;

create or replace view api.versions_view as
  select app.api_version() as api_version,
    'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1) as sys_version,
    coalesce((select extversion::text from pg_catalog.pg_extension where extname = 'timescaledb'), 'plain') as timeseriesdb,
    app.spatial_version() as spatialdb,
    'Wakelog 11.2.1'::text as restserver;

grant select on api.eventlogs_view to user_role, vessel_role, admin_role;
grant insert (channel, payload, ref_id, stored, processed), update (payload, processed), delete on api.eventlogs_view
  to user_role;
grant insert, update, delete on api.eventlogs_view to admin_role;
grant select on api.versions_view to anonymous, user_role, vessel_role, admin_role, messenger_role;
