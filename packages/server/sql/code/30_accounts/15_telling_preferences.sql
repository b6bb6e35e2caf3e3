-- Structured preferences for units, language and messages.

-- The stored value of such a preference; null if invalid. Kinds: units, temperature, pressure and depth (display
-- units); zone, an IANA time zone; url, for posting messages; webhook_secret, 16 to 64 bytes as base64 after whsec_;
-- hours, from and to in hours and minutes with a time zone; subscriptions, at most ten Push API subscriptions (RFC
-- 8291); kinds, a list of message kinds.
create or replace function app.telling_preference(kind text, requested jsonb) returns jsonb
language plpgsql stable as $$
declare
  as_text text := trim(requested #>> '{}');
  is_text boolean := jsonb_typeof(requested) = 'string';
  is_list boolean := jsonb_typeof(requested) = 'array';
begin
  return case
    when kind = 'units' and is_text and as_text in ('nautical', 'metric', 'imperial') then to_jsonb(as_text)
    when kind = 'temperature' and is_text and as_text in ('celsius', 'fahrenheit') then to_jsonb(as_text)
    when kind = 'pressure' and is_text and as_text in ('hectopascal', 'inches') then to_jsonb(as_text)
    when kind = 'depth' and is_text and as_text in ('metres', 'feet') then to_jsonb(as_text)
    when kind = 'severity' and is_text and as_text in ('alert', 'warn', 'alarm', 'emergency') then to_jsonb(as_text)
    when kind = 'zone' and is_text and app.is_time_zone(as_text) then to_jsonb(as_text)
    when kind in ('url', 'webhook_secret') and is_text and as_text = '' then to_jsonb(as_text)
    when kind = 'url' and is_text and length(as_text) <= 2048 and as_text ~ '^https?://[^\s/?#]+([/?#]\S*)?$'
      then to_jsonb(as_text)
    when kind = 'webhook_secret' and is_text and as_text ~ '^whsec_[A-Za-z0-9+/]{22,86}={0,2}$' then to_jsonb(as_text)
    when kind = 'hours' and app.are_hours(requested) then requested
    when kind = 'subscriptions' and is_list and jsonb_array_length(requested) <= 10
      and not exists (select from jsonb_array_elements(requested) one where not app.is_subscription(one))
      then requested
    when kind = 'kinds' and is_list and not exists (
      select from jsonb_array_elements(requested) one
      where jsonb_typeof(one) <> 'string' or not one #>> '{}' = any (app.kinds_of_news()))
      then requested
  end;
end
$$;

-- Whether this names a time zone.
create or replace function app.is_time_zone(name text) returns boolean
language sql stable as $$
  select exists (select from pg_catalog.pg_timezone_names z where z.name = is_time_zone.name)
$$;

-- Whether this is a non-empty span of the day in a time zone.
create or replace function app.are_hours(requested jsonb) returns boolean
language sql stable as $$
  select coalesce(jsonb_typeof(requested) = 'object'
    and requested ->> 'from' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    and requested ->> 'to' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    and requested ->> 'from' <> requested ->> 'to'
    and app.is_time_zone(coalesce(requested ->> 'zone', 'UTC')), false)
$$;

-- Whether this is a push subscription: an address, a 65-byte public key and a 16-byte secret, base64url.
create or replace function app.is_subscription(one jsonb) returns boolean
language sql immutable as $$
  select coalesce(one ->> 'endpoint' ~ '^https?://[^\s/?#]+/\S*$' and length(one ->> 'endpoint') <= 2048
    and one #>> '{keys,p256dh}' ~ '^[A-Za-z0-9_-]{87}=?$'
    and one #>> '{keys,auth}' ~ '^[A-Za-z0-9_-]{22}={0,2}$', false)
$$;

-- Message kinds that users may switch off; see src/people/notifications/words/facts.ts.
create or replace function app.kinds_of_news() returns text[]
language sql immutable as $$
  select array['new_vessel', 'logbook', 'monitor_offline', 'monitor_online', 'new_badge', 'alert', 'alert_summary',
    'anchor_hint', 'anchor_watch_off', 'autodiscovery', 'new_24h_record', 'no_vessel', 'no_metadata', 'no_activity']
$$;

-- The values of such a kind, for errors.
create or replace function app.telling_kind_in_words(kind text) returns text
language sql immutable as $$
  select case kind
    when 'units' then 'nautical, metric or imperial'
    when 'temperature' then 'celsius or fahrenheit'
    when 'pressure' then 'hectopascal or inches'
    when 'depth' then 'metres or feet'
    when 'severity' then 'alert, warn, alarm or emergency'
    when 'zone' then 'a time zone such as Europe/Helsinki'
    when 'url' then 'an address that begins with https:// or http://'
    when 'webhook_secret' then 'whsec_ followed by 16 to 64 bytes in base64'
    when 'hours' then 'an object like {"from": "22:00", "to": "07:00", "zone": "Europe/Helsinki"}'
    when 'subscriptions' then 'a list of at most ten browsers, each with endpoint and keys'
    when 'kinds' then 'a list of kinds: ' || array_to_string(app.kinds_of_news(), ', ') end
$$;

-- The time zone of these preferences: the account's, else that of its quiet hours, else UTC. Ignores unknown zones,
-- which earlier releases accepted.
create or replace function app.time_zone_of(preferences jsonb) returns text
language plpgsql stable as $$
declare
  zone text;
begin
  foreach zone in array array[preferences ->> 'time_zone', preferences #>> '{quiet_hours,zone}'] loop
    begin
      perform now() at time zone zone;
      if zone is not null then
        return zone;
      end if;
    exception when invalid_parameter_value then
      continue;
    end;
  end loop;
  return 'UTC';
end
$$;

-- The caller's time zone: the account's; UTC for others.
create or replace function app.current_time_zone() returns text
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce((
    select app.time_zone_of(a.preferences) from app.accounts a where a.account_id = app.current_account()), 'UTC')
$$;

-- As app.date_bound, in the caller's time zone.
create or replace function app.day_bound(date text, is_end boolean) returns timestamptz
language sql stable as $$
  select case when trim(date) ~ '^\d{4}-\d{1,2}-\d{1,2}$' and isfinite(utc.bound)
    then (utc.bound at time zone 'UTC') at time zone app.current_time_zone() else utc.bound end
  from (select app.date_bound(date, is_end) as bound) utc
$$;

grant execute on function app.current_time_zone(), app.day_bound(text, boolean)
  to user_role, vessel_role, admin_role, wakelog_viewer;
