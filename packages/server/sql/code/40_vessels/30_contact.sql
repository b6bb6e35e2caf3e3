-- Contact: when the boat last sent something, and whether it is online.

-- Silence after which a boat is offline: its hourly contact and some slack.
create or replace function app.offline_after() returns interval
language sql immutable parallel safe as $$ select interval '70 minutes' $$;

-- The newest past row that the boat sent itself; none if the newest are all of a file or the sample voyage. Looks
-- behind a sample voyage, but not through a file of years.
create or replace function app.newest_own_row(vessel text) returns table ("time" timestamptz)
language sql stable as $$
  select r."time"
  from (
    select m."time" from app.metrics m where m.vessel_id = vessel and m."time" <= now()
    order by m."time" desc limit 200) r
  where not exists (
    select from app.imported_rows i where i.vessel_id = vessel and i."time" = r."time")
  order by r."time" desc limit 1
$$;

-- Time of the last contact; null if there was none. Rows from the future are skipped.
create or replace function app.last_contact(vessel text) returns timestamptz
language sql stable as $$
  select greatest(d."time", own."time")
  from app.vessels v
  left join api.metadata d on d.vessel_id = v.vessel_id
  left join lateral app.newest_own_row(vessel) own on true
  where v.vessel_id = vessel
$$;

-- Records contact now, by the server's clock. A boat that sends rows before metadata is named as it was registered.
create or replace function app.note_contacts(vessels text[]) returns void
language plpgsql volatile as $$
declare
  noted integer;
begin
  update api.metadata set "time" = now(), active = true where vessel_id = any (vessels);
  get diagnostics noted = row_count;
  if noted < cardinality(vessels) then
    perform set_config('wakelog.by_rows', 'on', true);
    insert into api.metadata as d (vessel_id, name, "time", active)
    select v.vessel_id, v.name, now(), true from app.vessels v where v.vessel_id = any (vessels)
    on conflict (vessel_id) do update set "time" = now(), active = true;
    perform set_config('wakelog.by_rows', '', true);
  end if;
end
$$;
create or replace function app.note_contact() returns void
language plpgsql volatile security definer set search_path = pg_catalog set plan_cache_mode = force_generic_plan
as $$
begin
  perform app.note_contacts(array[app.current_vessel()]);
end
$$;

-- Metadata from a boat: sets the contact time by the server's clock, and impossible values to null.
create or replace function app.stamp_contact() returns trigger
language plpgsql as $$
begin
  new.vessel_id := coalesce(new.vessel_id, app.current_vessel());
  new."time" := now();
  new.active := true;
  new.updated_at := now();
  -- An MMSI has nine digits.
  new.mmsi := case when new.mmsi between 100000000 and 999999999 and new.mmsi = trunc(new.mmsi)
    then trunc(new.mmsi) end;
  new.platform := nullif(trim(regexp_replace(new.platform, '[^[:alnum:] ._()/+-]', '', 'g')), '');
  new.user_data := coalesce(new.user_data, '{}');
  new.plugin_version := coalesce(new.plugin_version, 'unknown');
  new.navdata_version := coalesce(new.navdata_version, 'unknown');
  return new;
end
$$;
create trigger stamp_contact before insert or update on api.metadata for each row
  when (current_user = 'vessel_role') execute function app.stamp_contact();

-- The boat came online: with its first metadata, and after it was declared offline.
create or replace function app.announce_online() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'INSERT' then
    perform app.enqueue('monitoring_online', new.id::text, new.vessel_id);
  else
    perform app.announce_return(new.vessel_id, new.id, old."time");
  end if;
  return null;
end
$$;
create trigger announce_online_first after insert on api.metadata for each row
  when (new.active and current_setting('wakelog.by_rows', true) is distinct from 'on')
  execute function app.announce_online();
create trigger announce_online_again after update on api.metadata for each row
  when (new.active and old.active is not true) execute function app.announce_online();

grant execute on function app.note_contact() to vessel_role, admin_role;
grant execute on function app.last_contact(text) to user_role, admin_role;
grant execute on function app.newest_own_row(text) to user_role, vessel_role, admin_role, wakelog_viewer;
grant execute on function app.offline_after()
  to anonymous, user_role, vessel_role, admin_role, messenger_role, wakelog_viewer;
