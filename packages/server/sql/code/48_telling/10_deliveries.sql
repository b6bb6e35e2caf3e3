-- Messages: sent and waiting. src/people/notifications writes and sends them.

alter table app.deliveries enable row level security, force row level security;
create policy own_account on app.deliveries for select to user_role, vessel_role, wakelog_viewer
  using (account_id = (select app.current_account()));
create policy operator on app.deliveries for select to admin_role using (true);
create policy operators_view on app.deliveries for select to wakelog_viewer
  using ((select current_setting('role')) = 'admin_role');
create policy service on app.deliveries to wakelog_worker using (true) with check (true);

-- A masked address: the first letter and the host.
create or replace function app.masked(recipient text) returns text
language sql immutable parallel safe as $$
  select case
    when recipient ~ '^https?://' then substring(recipient from '^(https?://)')
      || regexp_replace(substring(recipient from '^https?://([^/?#]*)'), '^.*@', '') || '/…'
    when recipient like '%@%' then left(recipient, 1) || '…' || substring(recipient from '@[^@]*$')
    else left(recipient, 1) || '…' end
$$;

-- Delivery state of a message.
create or replace function app.delivery_state(sent timestamptz, dead boolean) returns text
language sql immutable parallel safe as $$
  select case when sent is not null then 'sent' when dead then 'failed' else 'waiting' end
$$;

-- Why a message failed, for its recipient; hides responses of the operator's own services.
create or replace function app.shown_failure(channel text, failure text, dead boolean) returns text
language sql immutable parallel safe as $$
  select case
    when failure is null then null
    when channel not in ('email', 'push', 'messenger') then failure
    when dead then 'It could not be handed over and is not tried again.'
    else 'It could not be handed over; it is tried again.' end
$$;

create or replace view api.deliveries_view as
  select id, kind, channel, app.masked(recipient) as recipient, subject, stored, sent, attempts::integer as attempts,
    app.shown_failure(channel, failure, dead) as failure, app.delivery_state(sent, dead) as state
  from app.deliveries;
comment on view api.deliveries_view is 'Messages to the account of the last 90 days: sent, waiting and failed.';
select app.describe('deliveries_view', $json${
  "id": "Id of the message.",
  "channel": "How it is sent: email, push, webpush, messenger, webhook, ntfy or apprise.",
  "recipient": "Masked address: the first letter and the host.",
  "subject": "Its subject.",
  "stored": "When it was written, UTC.",
  "sent": "When it was sent, UTC; null while it waits. Messages in a digest are sent with it.",
  "attempts": "Number of attempts.",
  "failure": "Why the last attempt failed; null if it did not.",
  "state": "waiting, sent or failed."
}$json$);
comment on column api.deliveries_view.kind is
  'Kind of message: alert, alert_summary, digest, anchor_hint, anchor_watch_off, autodiscovery, test, logbook, '
  'new_24h_record, monitor_offline, monitor_online, new_badge, new_vessel, no_vessel, no_metadata, no_activity, '
  'email_otp, email_reset, messenger_otp, email_valid, push_valid, messenger_valid, password_changed or '
  'channel_added.';

create or replace function api.test_notification_fn(channel text) returns json
language sql volatile as $$ select to_json(app.implemented_in_service('test_notification_fn')) $$;
comment on function api.test_notification_fn is
  'Sends a test message on a channel (email, push, webpush, messenger, webhook, ntfy, apprise) and returns its row '
  'of deliveries_view.';

-- Boats have no messages, but may read every view.
grant select (id, account_id, kind, channel, recipient, subject, stored, sent, attempts, failure, dead)
  on app.deliveries to user_role, vessel_role, admin_role, wakelog_viewer;
grant select on api.deliveries_view to user_role, vessel_role, admin_role;
grant execute on function app.masked(text), app.delivery_state(timestamptz, boolean),
    app.shown_failure(text, text, boolean) to user_role, vessel_role, admin_role, wakelog_viewer;
grant execute on function api.test_notification_fn(text) to user_role, admin_role;
