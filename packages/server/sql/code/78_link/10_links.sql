-- Links of boats: the plugin on board holds a key, which opens its link and nothing else.

alter table app.boat_rows enable row level security, force row level security;
create policy service on app.boat_rows to wakelog_worker using (true) with check (true);

create or replace view api.boat_links_view as
  select l.id, l.name, l.version, l.mode, l.created_at, l.last_seen, l.revoked_at, s.stream, s.last_number,
    s.stored as rows, l.waiting, l.clock_offset
  from app.boat_links l left join app.boat_streams s on s.id = l.stream_id;
comment on view api.boat_links_view is 'The devices on board that are linked to this service, also those unlinked.';
select app.describe('boat_links_view', $json${
  "id": "Id of the link.",
  "name": "Name that the device gave.",
  "version": "Version of the plugin on board.",
  "mode": "How much it sends: normal, metered, satellite or off; null until it has sent something.",
  "created_at": "When it was paired, UTC.",
  "last_seen": "Last exchange, UTC.",
  "revoked_at": "When it was unlinked, UTC; null if it is linked.",
  "stream": "Name of the stream in which the device numbers its rows.",
  "last_number": "Greatest number that arrived.",
  "rows": "How many numbers arrived, refused ones too.",
  "waiting": "Rows that the device has not sent yet.",
  "clock_offset": "How far the clock on board is ahead of this server's, in milliseconds."
}$json$);

-- Fails unless the caller has the role on the current boat, or a greater one. Operators may do everything.
create or replace function app.require_role(needed text) returns void
language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if current_setting('role') <> 'admin_role' then
    perform app.require_role(app.current_account(), app.current_vessel(), needed);
  end if;
end
$$;

create or replace function app.require_role(account text, vessel text, needed text) returns void
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  ranks constant text[] := array['guest', 'crew', 'skipper', 'owner'];
  part constant text := (select m.role from app.memberships m where m.account_id = account and m.vessel_id = vessel);
begin
  if array_position(ranks, part) >= array_position(ranks, needed) then
    return;
  end if;
  raise exception '%', case part
    when 'skipper' then 'Only an owner of the boat can do this.'
    when 'crew' then
      'Crew can write in the logbook but cannot change this: ask a skipper or an owner of the boat.'
    else 'A guest can read the logbook but cannot change it.' end
    using errcode = '42501', hint = 'Ask the owner of the boat.';
end
$$;

grant execute on function app.require_role(text) to user_role, admin_role;

create or replace function api.unlink_boat_fn(_id integer) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  device bytea;
begin
  perform app.require_role('owner');
  update app.boat_links set revoked_at = coalesce(revoked_at, now())
  where vessel_id = app.current_vessel() and id = _id
  returning device_hash into device;
  if device is null then
    raise exception 'There is no link %.', _id using errcode = 'PT404', hint = 'Look at the links again.';
  end if;
  -- The code that it used must not link it again.
  delete from app.boat_codes where vessel_id = app.current_vessel() and device_hash = device;
  return true;
end
$$;
comment on function api.unlink_boat_fn is
  'Ends a link at once: its key opens nothing any more. What the boat sent stays. For owners.';

-- The link of the request; null without one.
create or replace function app.current_link() returns integer
language sql stable parallel safe as $$ select nullif(current_setting('wakelog.link_id', true), '')::integer $$;

-- A link's key: it must be the newest of its link, and an owner of the boat enabled.
create or replace function app.check_link(claims jsonb) returns void
language plpgsql volatile as $$
begin
  perform from app.boat_links l
  join app.memberships m using (vessel_id)
  join app.accounts a using (account_id)
  where l.id = (claims ->> 'link')::integer and l.vessel_id = claims ->> 'vid' and l.revoked_at is null
    and encode(l.key_hash, 'hex') = claims ->> 'key' and m.role = 'owner' and not a.disabled;
  if not found then
    raise exception 'This key is not known' using errcode = 'PT401', hint = 'Pair the boat again in the dashboard.';
  end if;
  perform app.set_caller(null, claims ->> 'vid'), set_config('wakelog.link_id', claims ->> 'link', true);
end
$$;

-- An unlinked or deleted link: its open polls end.
create or replace function app.tell_of_link() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.tell_notice(jsonb_build_object('link', old.vessel_id)::text);
  return null;
end
$$;
create trigger tell_of_end after update of revoked_at, key_hash or delete on app.boat_links for each row
  execute function app.tell_of_link();

grant select (id, vessel_id, name, version, mode, created_at, last_seen, revoked_at, stream_id, waiting, clock_offset)
  on app.boat_links to user_role, admin_role, wakelog_viewer;
grant select (id, vessel_id, stream, stored, last_number) on app.boat_streams to user_role, admin_role, wakelog_viewer;
grant select on api.boat_links_view to user_role, admin_role;
grant execute on function app.require_role(text), app.current_link(), api.unlink_boat_fn(integer)
  to user_role, admin_role;
grant execute on function app.current_link() to vessel_role;
