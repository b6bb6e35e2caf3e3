-- What was measured on a day (UTC), key by key: numbers of rows, means, lowest and highest values of each hour and each
-- five minutes. Graphs of a long time read these, and they are what is left of it when its rows are thinned. A slot
-- without a row has a count of 0 and null values.
create table app.metric_days (
  vessel_id text not null references app.vessels on delete cascade,
  -- a path of api.metrics.metrics, or the name of a monitored value
  key text not null,
  day date not null,
  hour_counts integer[] not null,
  hour_means double precision[] not null,
  hour_lows double precision[] not null,
  hour_highs double precision[] not null,
  slot_counts integer[] not null,
  slot_means double precision[] not null,
  -- null where they are the means
  slot_lows double precision[],
  slot_highs double precision[],
  primary key (vessel_id, key, day)
);

-- Days whose rows have changed since they were rolled up, or never were. The newest day of a vessel is one of them.
create table app.metric_days_due (
  vessel_id text not null references app.vessels on delete cascade,
  day date not null,
  primary key (vessel_id, day)
);
create index metric_days_due_day on app.metric_days_due (day);
insert into app.metric_days_due
select distinct vessel_id, ("time" at time zone 'UTC')::date from api.metrics;

-- What a vessel has ever sent, by key.
create table app.metric_keys (
  vessel_id text not null references app.vessels on delete cascade,
  key text not null,
  kind text not null check (kind in ('number', 'text', 'other')),
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  last_value jsonb,
  primary key (vessel_id, key)
);

-- Days whose rows were thinned, and rows that came for them afterwards: those are not in metric_days yet.
create table app.thinned_days (
  vessel_id text not null references app.vessels on delete cascade,
  day date not null,
  -- whether rows came since then
  is_due boolean not null default false,
  primary key (vessel_id, day)
);
create table app.late_rows (
  vessel_id text not null references app.vessels on delete cascade,
  "time" timestamptz not null,
  primary key (vessel_id, "time")
);
