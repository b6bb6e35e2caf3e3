-- Exchanges of a link: what arrived, by stream and number. All of it is written by the service's functions alone, in
-- the transaction of an exchange, under the vessel's lock.

-- Fails unless the request is a link's.
create or replace function app.require_link() returns integer
language plpgsql stable as $$
begin
  if app.current_link() is null then
    raise exception 'This needs the key of a link' using errcode = '42501', hint = 'Pair the boat first.';
  end if;
  return app.current_link();
end
$$;

create or replace function api.link_exchange_fn(text) returns json
language sql volatile as $$ select app.implemented_in_service('link_exchange_fn')::json $$;
comment on function api.link_exchange_fn is 'What POST /link does; for links alone.';

-- Ranges of the numbers that arrived in a stream.
create or replace function api.link_has_fn(stream text) returns json
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  found app.boat_streams;
begin
  perform app.require_link();
  select * into found from app.boat_streams s where s.stream = link_has_fn.stream;
  if found.vessel_id <> app.current_vessel() then
    return '{"foreign": true}';
  end if;
  return json_build_object('has', coalesce((
    select json_agg(json_build_array(r.first, r.last) order by r.first)
    from (
      select min(n.number) as first, max(n.number) as last
      from (
        select number, number - row_number() over (order by number) as island
        from app.boat_rows where stream_id = found.id) n
      group by n.island) r), '[]'));
end
$$;
comment on function api.link_has_fn is 'What GET /link/has answers; for links alone.';

-- A stream, made for the boat if there is none of the name.
create or replace function app.stream_of(vessel text, name text) returns app.boat_streams
language plpgsql volatile as $$
declare
  own app.boat_streams;
begin
  select * into own from app.boat_streams s where s.stream = name;
  if found then
    return own;
  end if;
  if (select count(*) from app.boat_streams s where s.vessel_id = vessel) >= 100 then
    raise exception 'A boat has at most 100 streams.' using errcode = 'PT409', hint = 'Go on in a stream that it has.';
  end if;
  insert into app.boat_streams (stream, vessel_id) values (name, vessel) on conflict do nothing;
  select * into own from app.boat_streams s where s.stream = name;
  return own;
end
$$;

-- Locks the boat and finds, or makes, a stream with further path numbers. Answers {id, paths, stored, known, taken}:
-- numbers that arrived before as [number, digest, refused], and times that have a row. {foreign} if the stream
-- is another boat's.
create or replace function app.link_begin(name text, more jsonb, numbers bigint[], times bigint[]) returns json
language plpgsql volatile security definer
set search_path = pg_catalog set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  vessel constant text := app.current_vessel();
  own app.boat_streams;
begin
  perform app.require_link(), app.lock_vessel();
  own := app.stream_of(vessel, name);
  if own.vessel_id <> vessel then
    return '{"foreign": true}';
  end if;
  if not own.paths @> more then
    own.paths := more || own.paths;
    perform app.count_bytes(vessel, octet_length(more::text));
    update app.boat_streams set paths = own.paths where id = own.id;
    perform app.renew_boat_watch(vessel);
  end if;
  return json_build_object('id', own.id, 'paths', own.paths, 'stored', own.stored,
    'known', (
      select coalesce(json_agg(json_build_array(r.number, r.digest::text, r.refused)), '[]')
      from unnest(numbers) n (number)
      -- One by one: without statistics, a join reads the whole stream for each number.
      cross join lateral (
        select * from app.boat_rows k where k.stream_id = own.id and k.number = n.number limit 1) r),
    'taken', (
      select coalesce(json_agg(t.at), '[]')
      from unnest(times) t (at)
      cross join lateral (
        select from app.metrics m
        where m.vessel_id = vessel and m."time" = to_timestamp(t.at / 1000.0::double precision) limit 1) there));
end
$$;

-- The rows at the milliseconds from each of some times on: [[time, number, sent at], …], the last two null for rows of
-- another origin.
create or replace function app.link_slots(stream integer, times bigint[], width integer) returns json
language sql stable security definer
set search_path = pg_catalog set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select coalesce(json_agg(json_build_array(s.at, r.number, r.sent_at)), '[]')
  from (
    select distinct (extract(epoch from m."time") * 1000)::bigint as at
    from unnest(times) t (at)
    cross join lateral (
      select k."time" from app.metrics k
      where k.vessel_id = app.current_vessel() and k."time" >= to_timestamp(t.at / 1000.0::double precision)
        and k."time" < to_timestamp((t.at + width) / 1000.0::double precision)) m) s
  left join lateral (
    select * from app.boat_rows k where k.stream_id = stream and k.stored_at = s.at limit 1) r on true
$$;

-- Moves stored rows on by milliseconds: [{from, to}, …]. What follows from them is derived again.
create or replace function app.link_move(stream integer, moves json) returns void
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  vessel constant text := app.current_vessel();
  move record;
  since timestamptz;
  until timestamptz;
begin
  for move in
    select r."from", r."to" from json_to_recordset(moves) as r ("from" bigint, "to" bigint) order by r."to" desc
  loop
    update app.metrics m set "time" = app.of_millis(move."to")
    where m.vessel_id = vessel and m."time" = app.of_millis(move."from");
    update app.partial_rows p set "time" = app.of_millis(move."to")
    where p.vessel_id = vessel and p."time" = app.of_millis(move."from");
    update app.boat_rows r set stored_at = move."to" where r.stream_id = stream and r.stored_at = move."from";
    since := least(since, app.of_millis(move."from"));
    until := greatest(until, app.of_millis(move."to"));
  end loop;
  perform app.await_metric_days(vessel, since, until), app.enqueue('refold', app.span_text(since, until), vessel);
end
$$;

-- Notes what arrived: rows as [{number, sentAt, storedAt, digest, refused, part}, …], and what the boat told about
-- itself as {stream, mode, version, waiting, offset}. Returns how many numbers of the stream are stored.
create or replace function app.link_store(rows json, told jsonb) returns integer
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  vessel constant text := app.current_vessel();
  place constant integer := told -> 'stream';
  fresh integer;
  total integer;
begin
  insert into app.boat_rows (stream_id, number, sent_at, stored_at, digest, refused)
  select place, r.number, r."sentAt", r."storedAt", r.digest, r.refused
  from json_to_recordset(rows) as r (number bigint, "sentAt" bigint, "storedAt" bigint, digest bigint, refused text);
  get diagnostics fresh = row_count;
  insert into app.partial_rows (vessel_id, "time")
  select vessel, app.of_millis(r."storedAt")
  from json_to_recordset(rows) as r ("storedAt" bigint, part boolean) where r.part
  on conflict do nothing;
  perform app.count_bytes(vessel, 80 * fresh);
  update app.boat_streams s set stored = s.stored + fresh, last_number = greatest(s.last_number, (
    select max(r.number) from json_to_recordset(rows) as r (number bigint)))
  where s.id = place
  returning s.stored into total;
  perform app.watch_anew(vessel)
  from app.boat_links l
  where l.id = app.require_link() and l.mode is distinct from coalesce(told ->> 'mode', l.mode);
  update app.boat_links l set stream_id = place, last_seen = now(),
    mode = coalesce(told ->> 'mode', l.mode), version = coalesce(told ->> 'version', l.version),
    waiting = coalesce((told ->> 'waiting')::integer, l.waiting),
    clock_offset = coalesce((told ->> 'offset')::double precision, l.clock_offset)
  where l.id = app.require_link();
  return total;
end
$$;

-- The boat's description of itself. What it leaves out stays.
create or replace function app.link_about(about jsonb) returns void
language sql volatile as $$
  insert into api.metadata as d (name, mmsi, client_id, length, beam, ship_type, platform, plugin_version,
    navdata_version, available_keys)
  select a.name, a.mmsi, a.client_id, a.length, a.beam, a.ship_type, a.platform, a.plugin_version, a.navdata_version,
    a.available_keys
  from jsonb_populate_record(null::api.metadata, about) a
  on conflict (vessel_id) do update set name = coalesce(excluded.name, d.name), mmsi = coalesce(excluded.mmsi, d.mmsi),
    client_id = coalesce(excluded.client_id, d.client_id), length = coalesce(excluded.length, d.length),
    beam = coalesce(excluded.beam, d.beam), ship_type = coalesce(excluded.ship_type, d.ship_type),
    platform = coalesce(excluded.platform, d.platform),
    plugin_version = coalesce(excluded.plugin_version, d.plugin_version),
    navdata_version = coalesce(excluded.navdata_version, d.navdata_version),
    available_keys = coalesce(excluded.available_keys, d.available_keys)
$$;

-- The boat's identity for other programs, as a URN.
create or replace function app.link_identity() returns text
language sql stable security definer set search_path = pg_catalog as $$
  select 'vessels.' || l.uuid from app.boat_links l where l.id = app.current_link()
$$;

grant execute on function app.require_link(), api.link_exchange_fn(text), api.link_has_fn(text),
    app.link_begin(text, jsonb, bigint[], bigint[]), app.link_slots(integer, bigint[], integer),
    app.link_move(integer, json), app.link_store(json, jsonb), app.link_about(jsonb), app.link_identity()
  to vessel_role;
