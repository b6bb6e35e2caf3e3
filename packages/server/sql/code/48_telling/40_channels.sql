-- Addresses besides the mailbox to which an account's preferences send messages.

-- The addresses by channel. Unreadable values have none.
create or replace function app.channel_addresses(preferences jsonb)
returns table (channel text, address text) language sql immutable parallel safe as $$
  select found.channel, found.address
  from (
    select one.channel, preferences ->> one.key as address
    from (values
      ('push', 'push_user_key'), ('webhook', 'webhook_url'), ('ntfy', 'ntfy_url'), ('apprise', 'apprise_url')
    ) one (channel, key)
    union all
    select 'webpush', browser ->> 'endpoint'
    from jsonb_array_elements(case jsonb_typeof(preferences -> 'webpush_subscriptions')
      when 'array' then preferences -> 'webpush_subscriptions' else '[]' end) browser
    union all
    select 'messenger', preferences #>> '{messenger,chat,id}'
  ) found
  where found.address <> ''
$$;

-- Preferences without these addresses and the signing key.
create or replace function app.without_channels(preferences jsonb) returns jsonb
language sql immutable parallel safe as $$
  select preferences - array['push_user_key', 'webhook_url', 'webhook_secret', 'ntfy_url', 'apprise_url',
    'webpush_subscriptions', 'messenger']
$$;

-- Addresses that are new in the preferences, masked, as (channel, address) pairs.
create or replace function app.added_channels(preferences jsonb, before jsonb default '{}') returns jsonb
language sql immutable parallel safe as $$
  select coalesce(jsonb_agg(
      jsonb_build_array(added.channel, left(regexp_replace(app.masked(added.address), '^https?://', ''), 80))
      order by added.channel, added.address), '[]')
  from (
    select * from app.channel_addresses(preferences) except select * from app.channel_addresses(before)
  ) added
$$;

-- Reports each added address to the owner.
create or replace function app.tell_of_added_channels() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  added constant jsonb := app.added_channels(new.preferences, old.preferences);
begin
  if added <> '[]' then
    perform app.enqueue('channel_added', '', new.account_id, added);
  end if;
  return null;
end
$$;
create trigger tell_of_added_channels after update of preferences on app.accounts for each row
  when (new.preferences is distinct from old.preferences) execute function app.tell_of_added_channels();

grant execute on function app.channel_addresses(jsonb), app.without_channels(jsonb), app.added_channels(jsonb, jsonb)
  to wakelog_worker;
