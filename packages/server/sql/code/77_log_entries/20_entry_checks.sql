-- Checks entries and adds the boat's position. Triggers fire in alphabetical order: completing comes before refusing.

-- Whether this is a list of at most 50 names.
create or replace function app.is_name_list(list jsonb) returns boolean
language sql immutable as $$
  select case when jsonb_typeof(list) = 'array' and jsonb_array_length(list) <= 50 then coalesce((
    select bool_and(jsonb_typeof(n.name) = 'string' and length(trim(n.name #>> '{}')) between 1 and 100)
    from jsonb_array_elements(list) n (name)), true) else false end
$$;

-- What is wrong with observations, as a sentence; null if nothing. Every number has bounds.
create or replace function app.observation_fault(extra jsonb) returns text
language sql immutable as $$
  select case
    when jsonb_typeof(extra) <> 'object' then 'extra is a JSON object, such as {"windSpeed": 14, "sails": ["genoa"]}.'
    when octet_length(extra::text) > 16384 then 'extra takes more than 16 kB.'
    else coalesce((
      select format('%s is a number from %s to %s.', b.name, b.low, b.high)
      from (values ('windSpeed', 0, 200), ('gust', 0, 250), ('windDirection', 0, 360), ('seaState', 0, 9),
        ('swell', 0, 40), ('cloudCoverage', 0, 8), ('visibility', 0, 100), ('pressure', 850, 1100),
        ('airTemperature', -80, 60), ('waterTemperature', -5, 50)) b (name, low, high)
      where extra -> b.name <> 'null'
        and not (jsonb_typeof(extra -> b.name) = 'number' and (extra ->> b.name)::numeric between b.low and b.high)
      limit 1), (
      select format('%s must be a list of at most 50 names, each of 1 to 100 characters.', l.name)
      from (values ('sails'), ('crew')) l (name)
      where extra -> l.name <> 'null' and not app.is_name_list(extra -> l.name)
      limit 1))
  end
$$;

create or replace function app.complete_log_entry() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new."time" := coalesce(new."time", now());
    new.kind := coalesce(new.kind, 'remark');
  end if;
  -- Rows from another installation have both.
  if current_user <> 'wakelog_worker' then
    new.author := case tg_op when 'INSERT' then app.author(app.current_account()) else new.author end;
    new.updated_at := now();
  end if;
  new.text := nullif(trim(new.text), '');
  new.extra := case when jsonb_typeof(coalesce(new.extra, '{}')) = 'null' then '{}' else coalesce(new.extra, '{}') end;
  return new;
end
$$;
create trigger complete_log_entry before insert or update on api.log_entries for each row
  execute function app.complete_log_entry();

-- Gives a row the boat's position at its time, unless it has one. If its time changes without a new position, it moves
-- along the track it was on.
create or replace function app.follow_track() returns trigger
language plpgsql as $$
declare
  vessel constant text := coalesce(new.vessel_id, app.current_vessel());
begin
  if tg_op = 'UPDATE' and new."time" <> old."time"
    and (new.latitude, new.longitude) is not distinct from (old.latitude, old.longitude)
    and (select (p.latitude, p.longitude) is not distinct from (old.latitude, old.longitude)
      from (select 1) one left join app.track_position(vessel, old."time") p on true) then
    new.latitude := null;
    new.longitude := null;
  end if;
  if new.latitude is null and new.longitude is null and isfinite(new."time") then
    select p.latitude, p.longitude into new.latitude, new.longitude from app.track_position(vessel, new."time") p;
  end if;
  return new;
end
$$;
create trigger follow_track before insert or update on api.log_entries for each row
  execute function app.follow_track();

create or replace function app.refuse_log_entry() returns trigger
language plpgsql as $$
begin
  perform app.refuse('The time of an entry is between the year 1900 and tomorrow',
      'Send a time such as 2026-06-01T07:20:00Z.')
    where not new."time" between '1900-01-01T00:00:00Z' and now() + interval '1 day';
  perform app.refuse_position(new.latitude, new.longitude);
  perform app.refuse('A position has a latitude and a longitude', 'Send both, or none.')
    where (new.latitude is null) <> (new.longitude is null);
  perform app.refuse('The kind of an entry is remark, weather, sea, sails, crew or hourly', 'Send one of these.')
    where new.kind not in ('remark', 'weather', 'sea', 'sails', 'crew', 'hourly');
  perform app.refuse('The text of an entry has at most 4000 characters', 'Write two entries.')
    where length(new.text) > 4000;
  perform app.refuse(fault, 'Correct it and send it again.')
    from app.observation_fault(new.extra) fault where fault is not null;
  perform app.refuse('An entry needs a text, or something that was observed',
      'Write something, or enter an observation.')
    where new.text is null and jsonb_strip_nulls(new.extra) = '{}';
  return new;
end
$$;
create trigger refuse_log_entry before insert or update on api.log_entries for each row
  execute function app.refuse_log_entry();

-- Limits entries. Serialises writers of a vessel, so that the count is right.
create or replace function app.refuse_more_entries() returns trigger
language plpgsql as $$
declare
  most constant integer := 50000;
  most_a_day constant integer := 300;
begin
  perform pg_advisory_xact_lock(hashtextextended('log entries ' || f.vessel_id, 0))
  from (select distinct vessel_id from fresh order by vessel_id) f;
  perform app.refuse(format('A boat has at most %s entries a day, and %s has more', most_a_day, d.day),
      'Write fewer and longer entries, or delete some of that day.')
    from (select distinct vessel_id, ("time" at time zone 'UTC')::date as day from fresh) d
    where (select count(*) from api.log_entries e where e.vessel_id = d.vessel_id
      and e."time" >= d.day::timestamp at time zone 'UTC'
      and e."time" < (d.day + 1)::timestamp at time zone 'UTC') > most_a_day
    limit 1;
  perform app.refuse(format('A boat keeps at most %s entries', most), 'Delete some you no longer need.')
    from (select distinct vessel_id from fresh) v
    where (select count(*) from api.log_entries e where e.vessel_id = v.vessel_id) > most
    limit 1;
  return null;
end
$$;
create trigger refuse_more_entries after insert on api.log_entries referencing new table as fresh for each statement
  execute function app.refuse_more_entries();
create trigger refuse_more_entries_again after update on api.log_entries referencing new table as fresh
  for each statement execute function app.refuse_more_entries();

grant execute on function app.observation_fault(jsonb), app.is_name_list(jsonb) to user_role, vessel_role, admin_role;
