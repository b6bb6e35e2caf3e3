-- What owners add to logs, stays and moorages, and when rows were made and changed. Rows of before count as made and
-- changed now. Of map services, moorages keep what one said of the place; of a boat no address is kept.
alter table api.logbook
  add column user_data jsonb not null default '{}',
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now();
alter table api.stays
  add column user_data jsonb not null default '{}',
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now();
alter table api.moorages
  add column user_data jsonb not null default '{}',
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column overpass jsonb,
  add column nominatim jsonb;
alter table api.metadata add column ip text;

-- Shared values are shown in both places.
alter table api.logbook no force row level security;
alter table api.metadata no force row level security;
update api.logbook l set user_data = (
  select jsonb_object_agg(key, value) from jsonb_each(l.extra) where key in ('tags', 'observations'))
where jsonb_typeof(l.extra) = 'object' and l.extra ?| array['tags', 'observations'];
update api.metadata d set user_data = '{}' where jsonb_typeof(d.user_data) <> 'object';
update api.metadata d
set user_data = d.user_data - 'alerting' || jsonb_strip_nulls(jsonb_build_object('alerting', (
  select a.preferences -> 'alerting' from app.memberships m join app.accounts a using (account_id)
  where m.vessel_id = d.vessel_id and m.role = 'owner' order by m.created_at, m.account_id limit 1)));
alter table api.metadata force row level security;
alter table api.logbook force row level security;
