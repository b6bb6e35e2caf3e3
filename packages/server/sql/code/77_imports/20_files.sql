-- Uploaded files: the text arrives in parts and is parsed into rows, which are stored in batches. Until then they
-- belong to the service alone.

alter table app.import_parts enable row level security, force row level security;
alter table app.import_batches enable row level security, force row level security;
create policy service on app.import_parts to wakelog_worker using (true) with check (true);
create policy service on app.import_batches to wakelog_worker using (true) with check (true);

-- Storage limit of a file being imported, bytes.
create or replace function app.import_room() returns bigint
language sql immutable parallel safe as 'select 67108864::bigint';

-- Whether this is a file import of the caller's vessel.
create or replace function app.is_own_file(import integer) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
  select exists (
    select from app.imports i where i.id = import and i.kind = 'file' and i.vessel_id = app.current_vessel())
$$;

-- Begins an import. Earlier imports are deleted if nothing of them was stored; otherwise only their unstored rows.
create or replace function api.begin_import_fn(name text) returns json
language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  if app.current_vessel() is null then
    raise exception 'there is no boat to import for' using errcode = '22023';
  end if;
  delete from app.imports i
  where i.vessel_id = app.current_vessel() and i.kind = 'file'
    and not exists (select from app.imported_rows r where r.import_id = i.id);
  delete from app.import_parts p using app.imports i where i.id = p.import_id and i.vessel_id = app.current_vessel();
  delete from app.import_batches b using app.imports i where i.id = b.import_id and i.vessel_id = app.current_vessel();
  return to_json(app.begin_import('file', begin_import_fn.name));
end
$$;
comment on function api.begin_import_fn(text) is
  'Begins an import of a file with this name; returns its id. Earlier imports are deleted if nothing of them was '
  'stored; otherwise only their unstored rows.';

create or replace function api.import_part_fn(_id integer, content text, encoding text default 'text')
returns boolean language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  bytes bytea;
begin
  if not app.is_own_file(_id) then
    return false;
  end if;
  bytes := case encoding when 'text' then convert_to(content, 'UTF8') when 'base64' then decode(content, 'base64') end;
  if bytes is null then
    perform app.refuse('The content or its encoding is missing', 'The encoding is text or base64.');
  end if;
  if octet_length(bytes) > 262144 then
    perform app.refuse('A part has at most 256 kB', 'Cut the file into more parts.');
  end if;
  -- Serialises parts for counting; a short one takes room too.
  perform pg_advisory_xact_lock(hashtextextended('import parts ' || app.current_vessel(), 0));
  if octet_length(bytes) + (
      select coalesce(sum(greatest(octet_length(p.content), 1000)), 0)
      from app.import_parts p join app.imports i on i.id = p.import_id where i.vessel_id = app.current_vessel())
      > app.import_room() then
    raise exception 'The file is larger than % MB', app.import_room() / 1048576
      using errcode = '22023', hint = 'Import it with the command wakelog import, which takes files of any size.';
  end if;
  insert into app.import_parts (import_id, content) values (_id, bytes);
  perform app.count_bytes(app.current_vessel(), 1000 + octet_length(bytes));
  return true;
end
$$;
comment on function api.import_part_fn(integer, text, text) is
  'Uploads the next part of a file: as text, or with the encoding base64 as bytes, which may be cut anywhere. A '
  'part has at most 256 kB. True if the import exists.';

-- The part after part n in base64, and its number; no row after the last.
create or replace function app.import_part_after(import integer, after integer, out n integer, out content text)
returns setof record language sql stable security definer set search_path = pg_catalog as $$
  select p.n, encode(p.content, 'base64') from app.import_parts p
  where p.import_id = import and p.n > after and app.is_own_file(import)
  order by p.n limit 1
$$;

-- Keeps parsed rows until they are stored.
create or replace function app.stage_batch(import integer, rows jsonb) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  insert into app.import_batches (import_id, rows)
  select import, stage_batch.rows where app.is_own_file(import)
$$;

-- Deletes a file's text and parsed rows.
create or replace function app.forget_read(import integer) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  delete from app.import_batches b where b.import_id = import and app.is_own_file(import)
$$;
create or replace function app.forget_parts(import integer) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  delete from app.import_parts p where p.import_id = import and app.is_own_file(import)
$$;

-- Whether a span has a position of another recording: neither of this import nor at one of its own times.
create or replace function app.is_recorded(import integer, own timestamptz[], since timestamptz, until timestamptz)
returns boolean language sql stable as $$
  select exists (
    select from app.metrics near
    where near.vessel_id = app.current_vessel() and near."time" between since and until and near.latitude is not null
      and near."time" <> all (own)
      and not exists (
        select from app.imported_rows i
        where i.vessel_id = near.vessel_id and i."time" = near."time" and i.import_id = import))
$$;

-- The indices, from 0, of positions with another recording's positions at most five minutes before and after. A stored
-- position within a metre at the same time is the same recording.
create or replace function app.covered_places(import integer, rows jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(r.place - 1), '[]')
  from (
    select coalesce(array_agg(m."time") filter (
      where abs(m.latitude - o.latitude) < 0.00001 and abs(m.longitude - o.longitude) < 0.00001), '{}') as own
    from jsonb_to_recordset(rows) as o ("time" timestamptz, latitude double precision, longitude double precision)
    join app.metrics m on m.vessel_id = app.current_vessel() and m."time" = o."time") found
  cross join rows from (jsonb_to_recordset(rows) as ("time" timestamptz, latitude double precision))
    with ordinality as r ("time", latitude, place)
  where r.latitude is not null and r."time" <> all (found.own)
    and app.is_recorded(import, found.own, r."time" - interval '5 minutes', r."time")
    and app.is_recorded(import, found.own, r."time", r."time" + interval '5 minutes')
$$;

-- The batch after batch n, how many of its times are already stored, the indices of covered positions, and how many
-- batches follow.
create or replace function app.import_batch_after(
  import integer, after integer, out n integer, out rows jsonb, out known integer, out covered jsonb,
  out others integer)
returns setof record language sql stable security definer set search_path = pg_catalog as $$
  select b.n, b.rows,
    (select count(*)::integer
      from jsonb_to_recordset(b.rows) as r ("time" timestamptz)
      join app.metrics m on m.vessel_id = app.current_vessel() and m."time" = r."time"),
    app.covered_places(import, b.rows),
    (select count(*)::integer from app.import_batches o where o.import_id = import and o.n > b.n)
  from app.import_batches b
  where b.import_id = import and b.n > after and app.is_own_file(import)
  order by b.n limit 1
$$;

-- Deletes a stored batch.
create or replace function app.forget_batch(import integer, batch integer) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  delete from app.import_batches b where b.import_id = import and b.n = batch and app.is_own_file(import)
$$;

create or replace function api.read_import_fn(_id integer) returns json
language sql volatile as $$ select to_json(app.implemented_in_service('read_import_fn')) $$;
comment on function api.read_import_fn(integer) is
  'Parses the uploaded file of an import; nothing is stored in the logbook. Returns {format, skipped, notes, '
  'truncated}: what was skipped, counted by reason, and remarks; 400 says why a file cannot be read.';

create or replace function api.preview_import_fn(_id integer) returns json
language sql volatile as $$ select to_json(app.implemented_in_service('preview_import_fn')) $$;
comment on function api.preview_import_fn(integer) is
  'Previews the import of a parsed file. Returns {rows, known, covered, refused, from, to, line}: the number of '
  'rows, of rows whose times are already stored, of positions covered by another recording, and of refused rows by '
  'reason, first and last time, and up to 500 positions [longitude, latitude].';

create or replace function api.import_batch_fn(_id integer) returns json
language sql volatile as $$ select to_json(app.implemented_in_service('import_batch_fn')) $$;
comment on function api.import_batch_fn(integer) is
  'Stores the next rows of a parsed file, at most 1000. Returns {left, stored, known, covered, refused}: the number '
  'of batches left, and of rows that were new, already stored, without their positions because another recording '
  'has some at most five minutes before and after, and refused. Call it until nothing is left.';

create or replace function api.covered_positions_fn(rows json) returns json
language sql stable security definer set search_path = pg_catalog as $$
  select to_json(app.covered_places(null, rows::jsonb))
$$;
comment on function api.covered_positions_fn(json) is
  'Finds rows of a file, each with time, latitude and longitude, whose positions another recording of the boat '
  'covers: it has some at most five minutes before and after. Returns their indices, from 0. wakelog import skips '
  'these positions, as import_batch_fn does.';

create or replace function api.end_import_fn(until timestamptz) returns boolean
language sql volatile as $$ select app.implemented_in_service('end_import_fn') is not null $$;
comment on function api.end_import_fn(timestamptz) is
  'Declares that all rows up to a time were imported, so that a log still under way there ends; a later row reopens '
  'it. import_batch_fn does this after the last batch, wakelog import after the last row. Returns true.';

grant execute on function api.end_import_fn(timestamptz), api.covered_positions_fn(json)
  to user_role, vessel_role, admin_role;
grant execute on function app.is_own_file(integer), app.import_part_after(integer, integer),
    app.stage_batch(integer, jsonb), app.forget_read(integer), app.forget_parts(integer),
    app.import_batch_after(integer, integer), app.forget_batch(integer, integer), api.begin_import_fn(text),
    api.import_part_fn(integer, text, text), api.read_import_fn(integer), api.preview_import_fn(integer),
    api.import_batch_fn(integer) to user_role, admin_role;
