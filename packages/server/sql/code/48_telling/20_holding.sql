-- When messages wait for a digest.

-- Whether a user has quiet hours now, in their zone. Ignores unreadable hours.
create or replace function app.is_quiet(preferences jsonb, instant timestamptz) returns boolean
language plpgsql stable as $$
declare
  hours jsonb := preferences -> 'quiet_hours';
  since time;
  until time;
  clock time;
begin
  if jsonb_typeof(hours) is distinct from 'object' then
    return false;
  end if;
  since := (hours ->> 'from')::time;
  until := (hours ->> 'to')::time;
  clock := (instant at time zone coalesce(hours ->> 'zone', app.time_zone_of(preferences)))::time;
  return coalesce(case when since <= until then clock >= since and clock < until
    else clock >= since or clock < until end, false);
exception when others then
  return false;
end
$$;

-- Until when another message of this kind waits: null unless there were five within ten minutes. It is sent in a digest
-- ten minutes after the first of them, and ten after the last digest. Emergencies neither wait nor count.
create or replace function app.flooded_until(account text, message text, way text, address text) returns timestamptz
language sql stable as $$
  select case when count(*) filter (where kind = message) >= 5
    then greatest(min(stored) filter (where kind = message), max(stored) filter (where kind = 'digest'))
      + interval '10 minutes' end
  from app.deliveries
  where account_id = account and channel = way and recipient = address and severity is distinct from 'emergency'
    and stored > now() - interval '10 minutes'
$$;
