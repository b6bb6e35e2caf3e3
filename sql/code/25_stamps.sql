-- Triggers: they stamp, reject or enqueue, and derive nothing. `current_user` in their conditions is whoever
-- writes: a request's role, or wakelog_worker where a job or one of its functions does.

-- The installation gives out ids. A row with the id of a row that the writer can see is about that row (an upsert by
-- id), and need only name what it changes; any other id is replaced by a new one, so that nobody learns which ids
-- other vessels have, or takes one that has not been given out yet.
create or replace function app.stamp_id() returns trigger
language plpgsql as $$
declare
  vessel text;
  since timestamptz;
begin
  if new.id is not null then
    execute format('select vessel_id, %s from api.%I where id = $1',
      case tg_table_name when 'logbook' then '_from_time' when 'stays' then 'arrived' else 'null::timestamptz' end,
      tg_table_name) into vessel, since using new.id;
  end if;
  if vessel is null then
    new.id := nextval(format('app.%I', tg_table_name || '_id')::regclass);
    return new;
  end if;
  new.vessel_id := coalesce(new.vessel_id, vessel);
  if tg_table_name = 'logbook' then
    new._from_time := coalesce(new._from_time, since);
  elsif tg_table_name = 'stays' then
    new.arrived := coalesce(new.arrived, since);
  end if;
  return new;
end
$$;
create trigger stamp_id before insert on api.logbook for each row
  when (new.id is null or current_user in ('user_role', 'vessel_role', 'admin_role')) execute function app.stamp_id();
create trigger stamp_id before insert on api.stays for each row
  when (new.id is null or current_user in ('user_role', 'vessel_role', 'admin_role')) execute function app.stamp_id();
create trigger stamp_id before insert on api.moorages for each row
  when (new.id is null or current_user in ('user_role', 'vessel_role', 'admin_role')) execute function app.stamp_id();

-- An upsert by id writes the id too, so that right is granted; the id itself never changes.
create or replace function app.keep_id() returns trigger
language plpgsql as $$
begin
  raise exception 'The id of a row never changes.' using errcode = '42501', hint = 'Leave the id out.';
end
$$;
create trigger keep_id before update on api.logbook for each row
  when (new.id <> old.id) execute function app.keep_id();
create trigger keep_id before update on api.stays for each row
  when (new.id <> old.id) execute function app.keep_id();
create trigger keep_id before update on api.moorages for each row
  when (new.id <> old.id) execute function app.keep_id();
create trigger keep_id before update on api.metadata for each row
  when (new.id <> old.id) execute function app.keep_id();

-- A body may have a null vessel_id and mean the caller's own vessel. An operator has none, and must name it.
create or replace function app.stamp_vessel() returns trigger
language plpgsql as $$
begin
  new.vessel_id := app.current_vessel();
  if new.vessel_id is null then
    raise exception 'Vessel Required' using errcode = 'PT551', detail = 'Invalid vessel',
      hint = 'Name the vessel: in vessel_id of each row, or in the header X-Vessel-Id.';
  end if;
  return new;
end
$$;
create trigger stamp_vessel before insert on api.logbook for each row
  when (new.vessel_id is null) execute function app.stamp_vessel();
create trigger stamp_vessel before insert on api.stays for each row
  when (new.vessel_id is null) execute function app.stamp_vessel();
create trigger stamp_vessel before insert on api.moorages for each row
  when (new.vessel_id is null) execute function app.stamp_vessel();
create trigger stamp_vessel before insert on api.metrics for each row
  when (new.vessel_id is null) execute function app.stamp_vessel();
create trigger stamp_vessel before insert on api.metadata for each row
  when (new.vessel_id is null) execute function app.stamp_vessel();

-- Metadata sent by a boat: contact is now by the server's clock, and what cannot be right becomes null.
create or replace function app.stamp_contact() returns trigger
language plpgsql as $$
begin
  new.vessel_id := coalesce(new.vessel_id, app.current_vessel());
  new."time" := now();
  new.active := true;
  new.updated_at := now();
  -- A radio identity has nine digits.
  new.mmsi := case when new.mmsi between 100000000 and 999999999 and new.mmsi = trunc(new.mmsi) then trunc(new.mmsi) end;
  new.platform := nullif(trim(regexp_replace(new.platform, '[^[:alnum:] ._()/+-]', '', 'g')), '');
  new.user_data := coalesce(new.user_data, '{}');
  new.plugin_version := coalesce(new.plugin_version, 'unknown');
  new.navdata_version := coalesce(new.navdata_version, 'unknown');
  return new;
end
$$;
create trigger stamp_contact before insert or update on api.metadata for each row
  when (current_user = 'vessel_role') execute function app.stamp_contact();

create or replace function app.stamp_updated_at() returns trigger
language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger stamp_updated_at before update on api.metadata for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.stamp_updated_at();

-- The plugin asks for keys that were chosen since it last read them.
create or replace function app.stamp_configuration() returns trigger
language plpgsql as $$
begin
  if jsonb_typeof(new.configuration) <> 'object' then
    raise exception 'configuration is not an object of keys' using errcode = '22023',
      hint = 'Send an object such as {"depthKey": "environment.depth.belowKeel"}, or null.';
  end if;
  new.configuration := new.configuration
    || jsonb_build_object('update_at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  return new;
end
$$;
create trigger stamp_configuration before update of configuration on api.metadata for each row
  when (current_user in ('user_role', 'admin_role') and new.configuration is distinct from old.configuration)
  execute function app.stamp_configuration();

create trigger stamp_updated_at before update on app.vessels for each row execute function app.stamp_updated_at();

-- The boat came online: at its first metadata, and whenever it had been declared offline before.
create or replace function app.announce_online() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.enqueue('monitoring_online', new.id::text, new.vessel_id,
    case when tg_op = 'UPDATE' then jsonb_build_object('silent_since', old."time") end);
  return null;
end
$$;
create trigger announce_online_first after insert on api.metadata for each row
  when (new.active) execute function app.announce_online();
create trigger announce_online_again after update on api.metadata for each row
  when (new.active and old.active is not true) execute function app.announce_online();

-- What a person wrote in a derived row, so that no job writes over it. Arguments: the columns that count.
-- A row that a person made has 'id' among its columns: it is theirs as a whole.
create or replace function app.remember_writer() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  after jsonb := to_jsonb(new);
  -- A new row of unknown type says nothing of its type; a track that changes later does so because its log does.
  written text[] := array(
    select c from unnest(tg_argv) c where after -> c is distinct from coalesce(before -> c, 'null')
      and not (tg_op = 'INSERT' and c = 'stay_code' and after -> c = '1' or tg_op = 'UPDATE' and c = 'track_geojson'))
    || case when tg_op = 'INSERT' then array['id'] else '{}'::text[] end;
begin
  if written <> '{}' then
    insert into app.written_by_people as w (vessel_id, resource, id, columns)
    values (new.vessel_id, tg_table_name, new.id, written)
    on conflict (vessel_id, resource, id) do update
      set columns = array(select distinct c from unnest(w.columns || excluded.columns) c order by c);
  end if;
  return null;
end
$$;
create trigger remember_writer after insert or update on api.logbook for each row
  when (current_user in ('user_role', 'admin_role'))
  execute function app.remember_writer('name', 'notes', '_from', '_to', 'extra', 'distance', 'avg_speed', 'max_speed',
    'max_wind_speed', 'track_geojson');
create trigger remember_writer after insert or update on api.stays for each row
  when (current_user in ('user_role', 'admin_role'))
  execute function app.remember_writer('name', 'notes', 'stay_code', 'arrived', 'departed');
create trigger remember_writer after insert or update on api.moorages for each row
  when (current_user in ('user_role', 'admin_role'))
  execute function app.remember_writer('name', 'notes', 'stay_code', 'home_flag', 'latitude', 'longitude');

-- What the line of a stored track says about its log. A track has thousands of points and is stored as one document for
-- those who read it whole; what its line says always agrees with the row, whoever writes the row.
create or replace function app.stamp_track() returns trigger
language plpgsql set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
declare
  path text[] := (
    select array['features', (n - 1)::text, 'properties']
    from jsonb_array_elements(case when jsonb_typeof(new.track_geojson -> 'features') = 'array'
      then new.track_geojson -> 'features' else '[]' end) with ordinality f (feature, n)
    where feature #>> '{geometry,type}' is distinct from 'Point' and jsonb_typeof(feature) = 'object' order by n limit 1);
begin
  if path is not null then
    new.track_geojson := jsonb_set(new.track_geojson, path, app.track_properties(new));
  end if;
  return new;
end
$$;
create or replace function app.track_properties(log api.logbook) returns jsonb
language sql stable set timezone = 'UTC' set intervalstyle = 'iso_8601' as $$
  select jsonb_build_object('id', log.id, 'name', log.name, 'distance', log.distance, 'duration', log.duration,
    'avg_speed', log.avg_speed, 'max_speed', log.max_speed, 'max_wind_speed', log.max_wind_speed,
    '_from_time', log._from_time, '_to_time', log._to_time, '_from', log._from, '_to', log._to, 'notes', log.notes)
$$;
create trigger stamp_track before insert on api.logbook for each row
  when (new.track_geojson is not null) execute function app.stamp_track();
create trigger stamp_track_again before update on api.logbook for each row
  when (new.track_geojson is not null and (new.name, new.distance, new.duration, new.avg_speed, new.max_speed,
      new.max_wind_speed, new._from_time, new._to_time, new._from, new._to, new.notes, new.track_geojson)
    is distinct from (old.name, old.distance, old.duration, old.avg_speed, old.max_speed,
      old.max_wind_speed, old._from_time, old._to_time, old._from, old._to, old.notes, old.track_geojson))
  execute function app.stamp_track();

-- A moorage that a person moved or made shows where it is now.
create or replace function app.stamp_position() returns trigger
language plpgsql as $$
begin
  new.geog := app.make_point(new.latitude, new.longitude);
  return new;
end
$$;
create trigger stamp_position before update on api.moorages for each row
  when (new.latitude is distinct from old.latitude or new.longitude is distinct from old.longitude)
  execute function app.stamp_position();
create trigger stamp_position_new before insert on api.moorages for each row
  when (new.geog is null) execute function app.stamp_position();
create trigger stamp_position_new before insert on api.stays for each row
  when (new.geog is null) execute function app.stamp_position();

-- A moorage that goes leaves its stays and logs where they are, without it. (`on delete set null` of one column
-- of a foreign key needs PostgreSQL 15.)
create or replace function app.detach_moorage() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  update api.stays set moorage_id = null where vessel_id = old.vessel_id and moorage_id = old.id;
  update api.logbook set _from_moorage_id = null where vessel_id = old.vessel_id and _from_moorage_id = old.id;
  update api.logbook set _to_moorage_id = null where vessel_id = old.vessel_id and _to_moorage_id = old.id;
  return old;
end
$$;
create trigger detach_moorage before delete on api.moorages for each row execute function app.detach_moorage();

-- A note belongs to the caller's vessel unless it says otherwise, and nobody has to work on it.
create or replace function app.stamp_note() returns trigger
language plpgsql as $$
begin
  new.ref_id := coalesce(new.ref_id, app.current_vessel(), app.current_account());
  new.stored := coalesce(new.stored, now());
  new.processed := coalesce(new.processed, now());
  return new;
end
$$;
create trigger stamp_note before insert on app.events for each row
  when (new.channel = 'note') execute function app.stamp_note();

-- Metric rows that a person removed: the logbook is folded again from the earliest to the latest of them.
create or replace function app.enqueue_refold() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  lost record;
begin
  for lost in select vessel_id, min("time") as since, max("time") as until from gone group by vessel_id
  loop
    perform app.enqueue('refold', app.span_text(lost.since, lost.until), lost.vessel_id);
  end loop;
  return null;
end
$$;

-- Metric rows that an operator changed: folded again from the earliest of them, by its time before or after.
create or replace function app.enqueue_refold_of_change() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  changed record;
begin
  for changed in
    select vessel_id, min("time") as since
    from (select vessel_id, "time" from gone union all select vessel_id, "time" from come) touched group by vessel_id
  loop
    perform app.enqueue('refold',
      to_char(changed.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), changed.vessel_id);
  end loop;
  return null;
end
$$;

-- Some versions of TimescaleDB give no transition tables: then everything of the vessel is folded again.
create or replace function app.enqueue_whole_refold() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
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
