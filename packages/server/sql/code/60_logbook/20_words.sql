-- Users' text in rows, and users' own rows: no fold or job overwrites them.

-- Records what a user wrote in a derived row. Arguments: the columns that count. A row made by a user has 'id' among
-- its columns and is entirely theirs.
create or replace function app.remember_writer() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{"user_data": {}}' end;
  after jsonb := to_jsonb(new);
  -- A new row of unknown type states no type; a later change of a track follows from its log.
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
    'max_wind_speed', 'track_geojson', 'user_data');
create trigger remember_writer after insert or update on api.stays for each row
  when (current_user in ('user_role', 'admin_role'))
  execute function app.remember_writer('name', 'notes', 'stay_code', 'arrived', 'departed', 'user_data');
create trigger remember_writer after insert or update on api.moorages for each row
  when (current_user in ('user_role', 'admin_role'))
  execute function app.remember_writer('name', 'notes', 'stay_code', 'home_flag', 'latitude', 'longitude',
    'radius_m', 'user_data');

-- Whether a user made the row, rather than the fold.
create or replace function app.is_by_hand(vessel text, resource text, row_id integer) returns boolean
language sql stable as $$
  select exists (select from app.written_by_people w
    where w.vessel_id = vessel and w.resource = is_by_hand.resource and w.id = row_id and 'id' = any(w.columns))
$$;

-- Whether the fold derived a row, and so would restore it.
create or replace function app.is_derived(vessel text, row_kind text, row_id integer) returns boolean
language sql stable as $$
  select exists (
    select from app.interval_identities i where i.vessel_id = vessel and i.kind = row_kind and i.id = row_id)
$$;

-- Whether a user wrote a column of a derived row.
create or replace function app.is_typed(resource text, row_id integer, col text) returns boolean
language sql stable as $$
  select exists (
    select from app.written_by_people w
    where w.vessel_id = app.current_vessel() and w.resource = is_typed.resource and w.id = row_id
      and col = any(w.columns))
$$;

-- Whether a log has its own name. Any other is made of its places, or its day, and changes with them.
create or replace function app.is_named(vessel text, log_id integer) returns boolean
language sql stable strict security definer set search_path = pg_catalog as $$
  select coalesce('name' = any(w.columns), false) or not coalesce('id' = any(w.columns), false) and not exists (
    select from app.interval_identities i where i.vessel_id = vessel and i.kind = 'log' and i.id = log_id)
  from (select) one
  left join app.written_by_people w on w.vessel_id = vessel and w.resource = 'logbook' and w.id = log_id
$$;
grant execute on function app.is_named(text, integer)
  to anonymous, user_role, vessel_role, admin_role, wakelog_viewer;

-- The user's part of a log's `extra`: everything that differs from the computed figures and from empty observations.
-- Null if there is none.
create or replace function app.typed_extra(extra jsonb, counted jsonb) returns jsonb
language sql immutable as $$
  select jsonb_object_agg(key, typed) filter (where typed is not null)
  from (
    select e.key, case
      when e.key = 'not_recorded' or e.value = counted -> e.key then null
      when e.value = '{"seaState": -1, "cloudCoverage": -1, "visibility": -1}' and e.key = 'observations' then null
      when e.key = 'metrics' and jsonb_typeof(e.value) = 'object' then (
        select jsonb_object_agg(m.key, m.value) from jsonb_each(e.value) m
        where m.value is distinct from counted #> array['metrics', m.key])
      else e.value end as typed
    from jsonb_each(case jsonb_typeof(extra) when 'object' then extra end) e) one
$$;

-- The last computed figures of a log.
create or replace function app.counted_figures(vessel text, log_id integer) returns jsonb
language sql stable as $$
  select f.figures from app.log_figures f where f.vessel_id = vessel and f.id = log_id
$$;

-- Keeps users' text when a derived row is deleted.
create or replace function app.keep_words() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  said jsonb := to_jsonb(old);
begin
  if tg_table_name = 'logbook' then
    said := said || jsonb_build_object('extra',
      app.typed_extra(said -> 'extra', app.counted_figures(old.vessel_id, old.id)),
      'user_data', old.user_data - array['tags', 'observations']);
    delete from app.log_figures f where f.vessel_id = old.vessel_id and f.id = old.id;
  end if;
  update app.interval_identities i set written = (
    select jsonb_object_agg(c, said -> c)
    from app.written_by_people w, unnest(w.columns) c
    where w.vessel_id = old.vessel_id and w.resource = tg_table_name and w.id = old.id and c <> 'id')
  where i.vessel_id = old.vessel_id and i.id = old.id
    and i.kind = case tg_table_name when 'logbook' then 'log' else 'stay' end;
  return null;
end
$$;
create trigger keep_words after delete on api.logbook for each row execute function app.keep_words();
create trigger keep_words after delete on api.stays for each row execute function app.keep_words();
