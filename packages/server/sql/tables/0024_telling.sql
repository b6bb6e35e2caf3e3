-- More ways to reach people, and what a message is besides its text.
alter table app.deliveries drop constraint deliveries_channel_check;
alter table app.deliveries
  add constraint deliveries_channel_check
    check (channel in ('email', 'push', 'webpush', 'messenger', 'webhook', 'ntfy', 'apprise')),
  -- null for what is no alert
  add column severity text check (severity in ('alert', 'warn', 'alarm', 'emergency')),
  -- what happened, in a sentence for digests
  add column summary text not null default '',
  -- the same for programs: type, timestamp and data
  add column structured jsonb,
  -- the line of a log for its picture, until it is sent
  add column track jsonb,
  -- why it waits for a digest: quiet hours, or a flood of its kind
  add column held text check (held in ('quiet', 'flood')),
  -- the digest that tells it
  add column digest_id bigint;

-- What may be leased, what waits for a digest, and what a digest tells.
drop index app.deliveries_pending;
create index deliveries_pending on app.deliveries (channel, due, id)
  where sent is null and not dead and held is null;
create index deliveries_held on app.deliveries (channel, account_id)
  where held is not null and digest_id is null and sent is null and not dead;
create index deliveries_digest on app.deliveries (digest_id) where digest_id is not null;
-- What a person was told lately.
drop index app.deliveries_account;
create index deliveries_account on app.deliveries (account_id, stored);

-- What this installation tells everybody about itself.
create table app.installation_facts (
  name text primary key,
  value text not null
);
