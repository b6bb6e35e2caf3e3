-- The event log, the versions, and what was refused.
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

-- The contract lists every verb for the versions, but they are facts about the software that runs. An operator, who has
-- every verb, is told so; a write that concerns no row succeeds, as it does everywhere.
create or replace function app.keep_versions() returns trigger
language plpgsql as $$
begin
  raise exception 'Versions can be read, not written.' using errcode = 'PT405',
    hint = 'They are the versions of the software that is running.';
end
$$;
create trigger keep_versions instead of insert or update or delete on api.versions_view for each row
  execute function app.keep_versions();

-- Rows of metrics that ingest refused, each with the reason, for whoever sent them.
create or replace view api.metrics_rejected_view as
  select rejected_at, reason, metric, vessel_id from app.metrics_rejected order by rejected_at desc;

grant select on app.metrics_rejected to user_role, vessel_role, admin_role, wakelog_viewer;
grant select on api.metrics_rejected_view to user_role, vessel_role, admin_role;
grant select on api.eventlogs_view to user_role, vessel_role, admin_role;
grant insert (channel, payload, ref_id, stored, processed), update (payload, processed), delete on api.eventlogs_view
  to user_role;
grant insert, update, delete on api.eventlogs_view to admin_role;
grant select on api.versions_view to anonymous, user_role, vessel_role, admin_role, messenger_role;
grant insert, update, delete on api.versions_view to admin_role;
