-- Preferences about messages, whose values are more than one word.

-- The value of a preference about messages as it is stored; null if it is not of that kind. Kinds: units; url, an
-- address that messages are posted to; webhook_secret, 16 to 64 bytes as base64 after whsec_; hours, from and to as
-- hours and minutes with a time zone; subscriptions, at most ten browsers as the Push API describes them (RFC 8291);
-- kinds, a list of kinds of messages.
create or replace function app.telling_preference(kind text, requested jsonb) returns jsonb
language plpgsql stable as $$
declare
  as_text text := trim(requested #>> '{}');
  is_text boolean := jsonb_typeof(requested) = 'string';
  is_list boolean := jsonb_typeof(requested) = 'array';
begin
  return case
    when kind = 'units' and is_text and as_text in ('nautical', 'metric', 'imperial') then to_jsonb(as_text)
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

-- Whether it is a span of the day that is not empty, in a time zone.
create or replace function app.are_hours(requested jsonb) returns boolean
language sql stable as $$
  select coalesce(jsonb_typeof(requested) = 'object'
    and requested ->> 'from' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    and requested ->> 'to' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    and requested ->> 'from' <> requested ->> 'to'
    and exists (select from pg_catalog.pg_timezone_names z where z.name = coalesce(requested ->> 'zone', 'UTC')), false)
$$;

-- Whether it is a browser's subscription: an address, a public key of 65 bytes and a secret of 16, base64url.
create or replace function app.is_subscription(one jsonb) returns boolean
language sql immutable as $$
  select coalesce(one ->> 'endpoint' ~ '^https?://[^\s/?#]+/\S*$' and length(one ->> 'endpoint') <= 2048
    and one #>> '{keys,p256dh}' ~ '^[A-Za-z0-9_-]{87}=?$'
    and one #>> '{keys,auth}' ~ '^[A-Za-z0-9_-]{22}={0,2}$', false)
$$;

-- The kinds of messages that a person may switch off, as src/notifications/words/facts.ts has them.
create or replace function app.kinds_of_news() returns text[]
language sql immutable as $$
  select array['new_vessel', 'logbook', 'monitor_offline', 'monitor_online', 'new_badge', 'alert', 'alert_summary',
    'anchor_hint', 'anchor_watch_off', 'autodiscovery', 'new_24h_record', 'no_vessel', 'no_metadata', 'no_activity']
$$;

-- The values of such a kind, in words.
create or replace function app.telling_kind_in_words(kind text) returns text
language sql immutable as $$
  select case kind
    when 'units' then 'nautical, metric or imperial'
    when 'url' then 'an address that begins with https:// or http://'
    when 'webhook_secret' then 'whsec_ followed by 16 to 64 bytes in base64'
    when 'hours' then 'an object like {"from": "22:00", "to": "07:00", "zone": "Europe/Helsinki"}'
    when 'subscriptions' then 'a list of at most ten browsers, each with endpoint and keys'
    when 'kinds' then 'a list of kinds: ' || array_to_string(app.kinds_of_news(), ', ') end
$$;
