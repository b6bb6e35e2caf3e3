-- Asking for a vessel's logs, stays and moorages to be finished: src/voyages/finishing/finish.ts does it.

-- One writer of a vessel's logbook at a time, until the transaction ends.
create or replace function app.lock_vessel(vessel text) returns void
language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended('wakelog.fold/' || vessel, 0))
$$;

-- Calls for the work that is marked in app.unfinished. It does so under the vessel's lock, which finishing takes before
-- it looks: so one waiting event is enough, and one that is being worked on has made room for the next.
create or replace function app.call_finishing(vessel text) returns void
language sql volatile as $$
  select app.lock_vessel(vessel);
  insert into app.events (channel, payload, ref_id) values ('finish_vessel', '', vessel)
  on conflict (ref_id) where channel = 'finish_vessel' and processed is null and not dead do nothing;
  select pg_notify('wakelog_events', 'finish_vessel');
$$;

create or replace function app.mark_unfinished(vessel text, resource text, row_id integer) returns void
language sql volatile as $$
  select app.lock_vessel(vessel);
  insert into app.unfinished (vessel_id, resource, id) values (vessel, resource, row_id) on conflict do nothing;
  select app.call_finishing(vessel);
$$;

-- How near a position with a circle around it must be to a moorage to be at it, metres; reachM in
-- src/voyages/finishing/assign-moorages.ts says the same.
create or replace function app.moorage_reach_m(radius double precision) returns double precision
language sql immutable parallel safe as $$ select greatest(100, coalesce(radius, 0) + 50) $$;

-- The vessel's nearest moorage within reach of a position. A degree of latitude is 110.6 km or more.
create or replace function app.moorage_near(
  vessel text, lat double precision, lng double precision, radius double precision) returns integer
language sql stable as $$
  select near.id from (
    select m.id, app.distance_m(m.latitude, m.longitude, lat, lng) as away
    from api.moorages m
    where m.vessel_id = vessel and m.longitude is not null
      and m.latitude between lat - app.moorage_reach_m(radius) / 110000 and lat + app.moorage_reach_m(radius) / 110000) near
  where near.away <= app.moorage_reach_m(radius)
  order by near.away, near.id limit 1
$$;

-- Null where either is not an instant; older versions of PostgreSQL cannot subtract those.
create or replace function app.time_between(since timestamptz, until timestamptz) returns interval
language sql immutable as $$ select case when isfinite(since) and isfinite(until) then until - since end $$;

-- Whether times are within the years 1 to 9999, so that everybody who reads the logbook can keep them as dates. No others
-- are let in; earlier releases did.
create or replace function app.is_dated(since timestamptz, until timestamptz) returns boolean
language sql immutable as $$
  select since >= '0001-01-01T00:00:00Z' and greatest(since, until) < '10000-01-01T00:00:00Z'
$$;

-- Visits to moorages and the time spent there follow from their stays; a stay that lasts counts until now.
create or replace function app.count_moorages(vessel text) returns void
language sql volatile as $$
  update api.moorages m set reference_count = v.visits, stay_duration = v.total
  from (
    select o.id, count(s.id)::integer as visits,
      justify_hours(coalesce(sum(app.time_between(s.arrived, coalesce(s.departed, now()))), interval '0')) as total
    from api.moorages o
    left join api.stays s on s.vessel_id = o.vessel_id and s.moorage_id = o.id
    where o.vessel_id = vessel group by o.id) v
  where m.vessel_id = vessel and m.id = v.id
    and (m.reference_count, m.stay_duration) is distinct from (v.visits, v.total)
$$;

-- The same for every moorage where a vessel lies now.
create or replace function app.count_running_stays() returns void
language sql volatile as $$
  update api.moorages m set stay_duration = v.total
  from (
    select o.vessel_id, o.moorage_id, justify_hours(sum(app.time_between(s.arrived, coalesce(s.departed, now())))) as total
    from api.stays o
    join api.stays s on s.vessel_id = o.vessel_id and s.moorage_id = o.moorage_id
    where o.active group by o.vessel_id, o.moorage_id) v
  where m.vessel_id = v.vessel_id and m.id = v.moorage_id
$$;

-- The moorage where the vessel lay at an instant.
create or replace function app.moorage_at(vessel text, instant timestamptz) returns integer
language sql stable as $$
  select s.moorage_id from api.stays s
  where s.vessel_id = vessel and s.arrived <= instant and coalesce(s.departed, 'infinity') >= instant
  order by s.arrived desc limit 1
$$;
