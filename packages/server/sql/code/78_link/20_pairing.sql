-- Pairing: a code shown in the dashboard, or the vessel's token, becomes the key of a link.

create or replace function api.pair_boat_fn(pass text default null) returns json
language sql volatile as $$ select app.implemented_in_service('pair_boat_fn')::json $$;
comment on function api.pair_boat_fn is
  'Returns {code, line, expires}: what to enter on board to link the boat, for a quarter of an hour and one device. '
  'Needs the password (pass) from ten minutes after sign-in. For owners.';

-- How long a code is good.
create or replace function app.code_life() returns interval
language sql immutable as $$ select interval '15 min' $$;

-- Stores a code that an owner asked for; returns when it ends.
create or replace function app.begin_pairing(vessel text, owner text, code bytea) returns timestamptz
language sql volatile as $$
  delete from app.boat_codes where expires_at < now();
  insert into app.boat_codes (code_hash, vessel_id, account_id, expires_at)
  values (code, vessel, owner, now() + app.code_life())
  returning expires_at
$$;

-- The boat of a code for a device, which it is bound to from then on; null if it is unknown, too old or another's, or
-- its account is no owner of the boat any more.
create or replace function app.use_code(code bytea, device bytea) returns text
language sql volatile as $$
  update app.boat_codes c set device_hash = device
  where c.code_hash = code and c.expires_at > now() and coalesce(c.device_hash, device) = device
    and exists (select from app.memberships m join app.accounts a using (account_id)
      where m.vessel_id = c.vessel_id and m.account_id = c.account_id and m.role = 'owner' and not a.disabled)
  returning c.vessel_id
$$;

-- Links a device to a boat: `device` is {device, key, name, version, uuid}, the first two as hexadecimal hashes. A
-- device that is linked already gets the new key instead of its former one.
create or replace function app.link_device(vessel text, device jsonb) returns integer
language plpgsql volatile as $$
declare
  made integer;
begin
  if (select count(*) from app.boat_links l where l.vessel_id = vessel and l.revoked_at is null
      and l.device_hash <> decode(device ->> 'device', 'hex')) >= 20 then
    raise exception 'A boat has at most 20 linked devices.' using errcode = 'PT409', hint = 'Unlink one first.';
  end if;
  insert into app.boat_links as l (vessel_id, device_hash, key_hash, name, version, uuid)
  values (vessel, decode(device ->> 'device', 'hex'), decode(device ->> 'key', 'hex'), device ->> 'name',
    device ->> 'version', device ->> 'uuid')
  on conflict (vessel_id, device_hash) where revoked_at is null do update set key_hash = excluded.key_hash,
    name = coalesce(excluded.name, l.name), version = coalesce(excluded.version, l.version),
    uuid = coalesce(excluded.uuid, l.uuid)
  returning id into made;
  insert into app.boat_settings (vessel_id, watch)
  values (vessel, app.boat_watch(vessel)) on conflict do nothing;
  return made;
end
$$;

grant execute on function api.pair_boat_fn(text) to user_role, admin_role;
