-- Row versions: a short text that changes with users' text in a row. A change sent with the version it was made from
-- (If-Match) is rejected if a user has changed the same columns since. Other columns and computed values do not count.

-- One part per value, by name.
create or replace function app.version_of(texts jsonb) returns text
language sql immutable parallel safe as $$
  select string_agg(left(md5(t.value::text), 8), '.' order by t.key) from jsonb_each(texts) t
$$;

create or replace function app.log_texts(name text, "from" text, "to" text, notes text, extra jsonb) returns jsonb
language sql immutable parallel safe as $$
  select jsonb_build_object('name', name, '_from', "from", '_to', "to", 'notes', notes, 'tags', extra -> 'tags',
    'observations', extra -> 'observations', 'crew', extra -> 'crew')
$$;

-- Columns that users write, by table.
create or replace function app.texts_in(written api.logbook) returns jsonb
language sql immutable as $$
  select app.log_texts(written.name, written._from, written._to, written.notes, written.extra)
$$;
create or replace function app.texts_in(written api.stays) returns jsonb
language sql immutable as $$
  select jsonb_build_object('name', written.name, 'notes', written.notes, 'stay_code', written.stay_code,
    'arrived', extract(epoch from written.arrived), 'departed', extract(epoch from written.departed))
$$;
create or replace function app.texts_in(written api.moorages) returns jsonb
language sql immutable as $$
  select jsonb_build_object('name', written.name, 'notes', written.notes, 'stay_code', written.stay_code,
    'home_flag', written.home_flag, 'radius_m', written.radius_m,
    'latitude', written.latitude, 'longitude', written.longitude)
$$;
create or replace function app.texts_in(written api.log_entries) returns jsonb
language sql immutable as $$
  select jsonb_build_object('time', extract(epoch from written."time"), 'latitude', written.latitude,
    'longitude', written.longitude, 'kind', written.kind, 'text', written.text, 'extra', written.extra)
$$;

-- Requests select it as a column: select=*,version.
create or replace function app.version(written api.logbook) returns text
language sql immutable as 'select app.version_of(app.texts_in(written))';
create or replace function app.version(written api.stays) returns text
language sql immutable as 'select app.version_of(app.texts_in(written))';
create or replace function app.version(written api.moorages) returns text
language sql immutable as 'select app.version_of(app.texts_in(written))';
create or replace function app.version(written api.log_entries) returns text
language sql immutable as 'select app.version_of(app.texts_in(written))';

-- The parts of the version sent with the request; null if absent or `*`.
create or replace function app.sent_version() returns text[]
language sql stable as $$
  select string_to_array(trim(both '" ' from regexp_replace(sent.tag, '^\s*W/', '')), '.')
  from (select nullif(current_setting('request.headers', true), '')::json ->> 'if-match' as tag) sent
  where trim(sent.tag) <> '*'
$$;

-- The columns of a row that a user wrote, which the service does not compute again.
create or replace function app.typed_columns(vessel text, resource text, row_id integer) returns text[]
language sql stable security definer set search_path = pg_catalog as $$
  select w.columns from app.written_by_people w
  where w.vessel_id = vessel and w.resource = typed_columns.resource and w.id = row_id
$$;

-- Rejects a change that conflicts with another one, with both texts. Names that the service made are no text.
create or replace function app.refuse_stale() returns trigger
language plpgsql as $$
declare
  base constant text[] := app.sent_version();
  stored constant jsonb := app.texts_in(old);
  sent constant jsonb := app.texts_in(new);
  typed constant text[] := coalesce(app.typed_columns(old.vessel_id, tg_table_name, old.id), '{}');
  stale text[];
begin
  if cardinality(base) <> (select count(*) from jsonb_object_keys(stored)) then
    perform app.refuse('If-Match is not a version of this row', 'Send the version that was read with it, in quotes.');
  end if;
  select array_agg(s.key order by s.key) into stale
  from (select t.key, t.value, row_number() over (order by t.key) as n from jsonb_each(stored) t) s
  where s.value <> sent -> s.key and left(md5(s.value::text), 8) <> base[s.n]
    and (s.key not in ('name', '_from', '_to') or s.key = any(typed));
  if stale is not null then
    perform app.refuse_as_stale('This was changed meanwhile: ' || array_to_string(stale, ', '),
      jsonb_build_object('stored', app.only(stored, stale), 'sent', app.only(sent, stale),
        'version', app.version_of(stored)));
  end if;
  return new;
end
$$;

create or replace function app.only(texts jsonb, names text[]) returns jsonb
language sql immutable as $$
  select jsonb_object_agg(t.key, case when t.key in ('time', 'arrived', 'departed') and t.value <> 'null'
    then to_jsonb(app.instant_text(to_timestamp(t.value::double precision))) else t.value end)
  from jsonb_each(texts) t where t.key = any(names)
$$;

-- Rejects a versioned change of a deleted row.
create or replace function app.refuse_gone() returns trigger
language plpgsql as $$
begin
  if app.sent_version() is not null and not exists (select from changed) then
    perform app.refuse_as_stale('What you changed is not there any more', '{"stored": null}');
  end if;
  return null;
end
$$;

create or replace function app.refuse_as_stale(message text, details jsonb) returns void
language plpgsql as $$
begin
  raise exception using errcode = 'PGRST', detail = '{"status": 409, "headers": {}}',
    message = jsonb_build_object('code', 'stale', 'message', message, 'details', details,
      'hint', 'Look at both, and send the change again with the version as it is now.');
end
$$;

do $$
declare
  tenant regclass;
begin
  foreach tenant in array array['api.logbook', 'api.stays', 'api.moorages', 'api.log_entries']::regclass[]
  loop
    -- After completing triggers, to see what will be stored.
    execute format('create trigger refuse_stale before update on %s for each row
      when (current_user in (''user_role'', ''vessel_role'', ''admin_role'') and app.sent_version() is not null)
      execute function app.refuse_stale()', tenant);
    execute format('create trigger refuse_gone after update on %s referencing new table as changed for each statement
      when (current_user in (''user_role'', ''vessel_role'', ''admin_role''))
      execute function app.refuse_gone()', tenant);
  end loop;
end
$$;

grant execute on function app.version_of(jsonb), app.log_texts(text, text, text, text, jsonb),
    app.texts_in(api.logbook), app.texts_in(api.stays), app.texts_in(api.moorages), app.texts_in(api.log_entries),
    app.version(api.logbook), app.version(api.stays), app.version(api.moorages), app.version(api.log_entries)
  to user_role, vessel_role, admin_role, wakelog_viewer;
grant execute on function app.sent_version(), app.typed_columns(text, text, integer), app.only(jsonb, text[]),
    app.refuse_as_stale(text, jsonb), app.instant_text(timestamptz) to user_role, vessel_role, admin_role;
