-- What is watched on a boat, and what came of it.
create sequence app.alert_rules_id as integer;
create sequence app.alerts_id as integer;

-- Thresholds are in the units of metrics: SI.
create table api.alert_rules (
  id integer not null default nextval('app.alert_rules_id'),
  vessel_id text not null default nullif(current_setting('wakelog.vessel_id', true), '')
    references app.vessels on delete cascade,
  name text not null,
  kind text not null,
  key text,
  low double precision,
  high double precision,
  hysteresis double precision,
  after interval,
  repeat interval default interval '6 hours',
  severity text default 'warn',
  area jsonb,
  channels text[],
  escalate_after interval,
  enabled boolean not null default true,
  built_in boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (vessel_id, id)
);
create unique index alert_rules_id on api.alert_rules (id);
-- A preference or the anchor watch makes each of its rules once.
create unique index alert_rules_built_in on api.alert_rules (vessel_id, kind, key) where built_in;

-- For the look at the clock, which is for every boat at once.
create index alert_rules_offline on api.alert_rules (vessel_id) where kind = 'offline' and enabled;

create table app.alerts (
  id integer not null default nextval('app.alerts_id') primary key,
  vessel_id text not null references app.vessels on delete cascade,
  -- Null where no rule of the boat's people watched; a rule that is deleted leaves its number.
  rule_id integer,
  name text not null,
  kind text not null,
  key text,
  severity text not null check (severity in ('alert', 'warn', 'alarm', 'emergency')),
  state text not null check (state in ('raised', 'cleared')),
  value double precision,
  threshold double precision,
  latitude double precision,
  longitude double precision,
  -- times of rows
  raised_at timestamptz not null,
  cleared_at timestamptz,
  -- times of the server's clock
  noticed_at timestamptz not null default now(),
  told_at timestamptz,
  repeated_at timestamptz,
  -- of offline: a return that is told then, if it lasts
  held_until timestamptz,
  escalated_at timestamptz,
  acknowledged_at timestamptz,
  snoozed_until timestamptz,
  acknowledged_by text,
  message text not null,
  -- of the rule, as it is now
  channels text[],
  repeat interval,
  escalate_after interval,
  -- found in a backlog: it was over before anybody could be told
  missed boolean not null default false
);
create index alerts_vessel on app.alerts (vessel_id, raised_at);
create index alerts_held on app.alerts (held_until) where held_until is not null;
-- At most one alert of a rule is raised at a time.
create unique index alerts_one_raised on app.alerts (vessel_id, coalesce(rule_id, 0), kind) where state = 'raised';

-- Where the watch over a vessel stands between two requests.
create table app.watch_states (
  vessel_id text primary key references app.vessels on delete cascade,
  -- raised whenever the vessel's rules or its choice of keys change, for processes that keep them
  version bigint not null default 1,
  state jsonb not null default '{}',
  -- when something must be looked at by the clock, even if no row comes
  due timestamptz,
  -- the stay for which an anchor watch was suggested, and the one whose learned disc is not watched
  hinted_stay integer,
  unwatched_stay integer,
  -- when people were told last that the vessel is offline
  offline_told_at timestamptz
) with (fillfactor = 50);
create index watch_states_due on app.watch_states (due) where due is not null;
alter table app.vessels no force row level security;
insert into app.watch_states (vessel_id, due) select vessel_id, now() from app.vessels;
alter table app.vessels force row level security;
