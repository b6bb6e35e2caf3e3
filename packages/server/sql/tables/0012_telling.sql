-- What the handler of an event needs to know besides its payload; not shown in the event log.
alter table app.events add column facts jsonb;

-- Badges: given once for each, when a measure of a vessel's logs or stays reaches a threshold. `%s` in a description
-- stands for the threshold.
create table app.badges (
  name text primary key,
  place integer not null unique,
  measure text not null check (measure in (
    'logs', 'wind_knots', 'distance_nm', 'total_nm', 'days_away', 'days_at_buoys', 'days_at_anchor')),
  threshold double precision not null,
  description text not null
);
insert into app.badges values
  ('Helmsman', 1, 'logs', 1, 'Brought home a first log'),
  ('Wake Maker', 2, 'wind_knots', 15, 'Sailed in %s knots of wind'),
  ('Stormtrooper', 3, 'wind_knots', 30, 'Sailed in %s knots of wind'),
  ('Navigator Award', 4, 'distance_nm', 100, 'Covered %s nautical miles in one log'),
  ('Captain Award', 5, 'total_nm', 1000, 'Covered %s nautical miles in all'),
  ('Explorer', 6, 'days_away', 10, 'Spent %s days away from home'),
  ('Mooring Pro', 7, 'days_at_buoys', 10, 'Spent %s days at mooring buoys'),
  ('Anchormaster', 8, 'days_at_anchor', 25, 'Spent %s days at anchor');

-- The name of an account's public pages is its alone. Until now it was the boat's where none was chosen, and several
-- could have the same: then it showed somebody else's pages. Whoever has none is given the boat's; what is ambiguous
-- then is nobody's, until one of them chooses it again.
alter table app.vessels no force row level security;
update app.accounts a
set preferences = a.preferences || jsonb_build_object('public_vessel', own.name)
from (
  select distinct on (m.account_id) m.account_id, left(regexp_replace(v.name, '\W', '', 'g'), 60) as name
  from app.memberships m join app.vessels v using (vessel_id)
  where m.role = 'owner'
  order by m.account_id, m.created_at, v.vessel_id) own
where own.account_id = a.account_id and coalesce(a.preferences ->> 'public_vessel', '') = '' and own.name <> '';
alter table app.vessels force row level security;
update app.accounts a
set preferences = a.preferences - 'public_vessel'
where exists (
  select from app.accounts o
  where o.account_id <> a.account_id
    and lower(o.preferences ->> 'public_vessel') = lower(a.preferences ->> 'public_vessel'));
create unique index accounts_public_vessel on app.accounts (lower(preferences ->> 'public_vessel'))
  where preferences ->> 'public_vessel' <> '';
