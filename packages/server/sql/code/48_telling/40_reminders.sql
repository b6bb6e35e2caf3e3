-- Reminders of an unfinished set-up, sent once.

alter table app.reminders enable row level security, force row level security;
create policy service on app.reminders to wakelog_worker using (true) with check (true);

-- Whether an account may get messages: enabled, with a verified address.
create or replace function app.may_be_told(account app.accounts) returns boolean
language sql stable as $$
  select not account.disabled and coalesce(lower(account.preferences ->> 'email_valid') = 'true', false)
$$;

-- Accounts without a boat for a day, and again for a week. Skips old accounts. Returns how many are reminded.
create or replace function app.remind_of_vessels() returns bigint
language sql volatile as $$
  with due as (
    insert into app.reminders (account_id, kind)
    select a.account_id, case when a.created_at > now() - interval '8 days' then 'no_vessel' else 'no_vessel_again' end
    from app.accounts a
    where a.created_at between now() - interval '30 days' and now() - interval '1 day' and app.may_be_told(a)
      and not exists (select from app.memberships m where m.account_id = a.account_id)
    on conflict do nothing
    returning account_id
  ), queued as (
    select app.enqueue('no_vessel', '', account_id) from due
  )
  select count(*) from queued
$$;

-- Boats that have sent nothing since their registration a day ago, and boats silent for 30 days; the payload is the
-- last contact. Skips what is more than 30 days overdue. Returns how many boats.
create or replace function app.remind_of_silence() returns bigint
language sql volatile as $$
  with quiet as (
    select v.vessel_id, 'no_metadata' as kind, null::timestamptz as since from app.vessels v
    where v.created_at between now() - interval '30 days' and now() - interval '1 day'
      and app.last_contact(v.vessel_id) is null
    union all
    select d.vessel_id, 'no_activity', c.last from api.metadata d
    cross join lateral (select app.last_contact(d.vessel_id) as last) c
    where d."time" > now() - interval '60 days'
      and c.last between now() - interval '60 days' and now() - interval '30 days'
  ), due as (
    insert into app.reminders (vessel_id, kind)
    select q.vessel_id, q.kind from quiet q
    where exists (
      select from app.memberships m join app.accounts a using (account_id)
      where m.vessel_id = q.vessel_id and app.may_be_told(a))
    on conflict do nothing
    returning vessel_id, kind
  ), queued as (
    select app.enqueue(d.kind, coalesce(app.instant_text(q.since), ''), d.vessel_id)
    from due d join quiet q using (vessel_id, kind)
  )
  select count(*) from queued
$$;
