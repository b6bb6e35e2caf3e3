-- The review list: entries that need a user's decision.

-- Longest time between two logs for which `join` is suggested.
create or replace function app.review_joins_within() returns interval
language sql immutable parallel safe as $$ select interval '12 hours' $$;

-- Includes what a decision needs: the doubtful side, the log beyond it and the instant to split at.
create or replace view api.review_view as
  select l.id, l.name, d.doubt, l.confidence,
    concat_ws('; ', l.reasons #>> '{from,text}', l.reasons #>> '{to,text}') as reasons,
    array['keep'] || case when n.id is not null then array['join'] else '{}' end
      || case when s.at is not null then array['split'] else '{}' end || array['delete'] as decisions,
    n.id as join_with, s.at as split_at,
    l._from_time as started, l._to_time as ended, l._from as "from", l._to as "to",
    'doubt' as kind, l.distance, l._from_lat as from_latitude, l._from_lng as from_longitude,
    l._to_lat as to_latitude, l._to_lng as to_longitude, app.is_named(l.vessel_id, l.id) as named
  from api.logbook l
  cross join lateral (
    select l.reasons #>> '{from,rule}' in ('gap', 'first-fix', 'silence') as departure,
      l.reasons #>> '{to,rule}' in ('gap', 'silence', 'last-fix') as arrival) b
  cross join lateral (
    select case when b.departure and not coalesce(b.arrival, false) then 'departure'
      when b.arrival and not coalesce(b.departure, false) then 'arrival' else 'both' end as doubt) d
  left join lateral (
    -- The nearest log on the doubtful side.
    select o.id from api.logbook o
    cross join lateral (
      select case when o._from_time >= l._to_time then o._from_time - l._to_time
        else l._from_time - o._to_time end as apart) g
    where o.vessel_id = l.vessel_id and o._to_time is not null and g.apart <= app.review_joins_within()
      and (d.doubt <> 'departure' and o._from_time >= l._to_time
        or d.doubt <> 'arrival' and o._to_time <= l._from_time)
    order by g.apart, o.id limit 1) n on true
  left join lateral (
    select f + (t - f) / 2 as at
    from jsonb_array_elements(l.segments) with ordinality e (part, place),
      lateral (select (e.part ->> 'from')::timestamptz as f, (e.part ->> 'to')::timestamptz as t) span
    where e.part ->> 'kind' in ('gap', 'pause') and e.place between 2 and jsonb_array_length(l.segments) - 1
    order by t - f desc, f limit 1) s on true
  where l._to_time is not null and l.confidence < app.review_below()
  union all
  select g.id, f.name || ' to ' || t.name, null, null, g.reason, array['keep', 'delete'], null, null,
    g.from_time, g.to_time, f.name, t.name, g.cause, g.distance,
    g.from_lat, g.from_lng, g.to_lat, g.to_lng, false
  from app.gaps g
  -- A gap lies between the end of a stay or log and the start of the next.
  left join lateral (
    select name from (
      select 1 as place, s.name from api.stays s where s.vessel_id = g.vessel_id and s.departed = g.from_time
      union all
      select 2, l._to from api.logbook l where l.vessel_id = g.vessel_id and l._to_time = g.from_time) o
    order by place limit 1) f on true
  left join lateral (
    select name from (
      select 1 as place, s.name from api.stays s where s.vessel_id = g.vessel_id and s.arrived = g.to_time
      union all
      select 2, l._from from api.logbook l where l.vessel_id = g.vessel_id and l._from_time = g.to_time) o
    order by place limit 1) t on true
  where not g.dismissed
  order by started desc;
comment on view api.review_view is
  'Entries that need a decision by review_fn: finished logs whose confidence is below 0.6, and gaps: silences that '
  'no log covers.';
select app.describe('review_view', $json${
  "id": "Id of the log, or of the gap.",
  "name": "Name of the log; of a gap, the places at its two ends.",
  "named": "Whether a log has its own name; otherwise the name is made of its places, or the day of departure.",
  "distance": "Distance of the log, or across the gap in a straight line, in nautical miles.",
  "doubt": "Which boundary of a log is doubtful: departure, arrival or both; null for a gap.",
  "confidence": "Confidence of the boundariesof a log , from 0 to 1; null for a gap.",
  "reasons": "Why the log begins and ends where it does, or what is known of the gap, as text.",
  "decisions": "Decisions that review_fn accepts for this entry, from keep, join, split, delete.",
  "started": "Departure, UTC.",
  "ended": "Arrival, UTC.",
  "from": "Place of departure.",
  "to": "Place of arrival.",
  "from_latitude": "Latitude of the departure, in degrees.",
  "from_longitude": "Longitude of the departure, in degrees.",
  "to_latitude": "Latitude of the arrival, in degrees.",
  "to_longitude": "Longitude of the arrival, in degrees."
}$json$);
comment on column api.review_view.kind is
  'doubt: a log with a doubtful end. unrecorded: a passage during which nothing was recorded for more than a day. '
  'relocation: the vessel was seen again in a place that it cannot have sailed to.';
comment on column api.review_view.join_with is
  'Id of the log to join with: the nearest on the doubtful side within 12 hours; null if there is none.';
comment on column api.review_view.split_at is
  'Instant to split at, UTC: the middle of the longest gap or pause; null if there is none.';

create or replace function api.review_fn(_id integer, decision text) returns json
language sql volatile as $$ select to_json(app.implemented_in_service('review_fn')) $$;
comment on function api.review_fn is
  'Decides about an entry of review_view. A log: keep, join, split or delete. An unrecorded passage: keep makes it '
  'a straight log, delete dismisses it. A relocation: keep and delete both take it off the list. Returns {edit, '
  'logs}: the edit''s id and the logs now in the span; null if there is nothing to decide.';

-- Keeps an unrecorded passage of the caller's vessel as a straight log with its own id. Returns the edit.
create or replace function app.keep_gap(gap integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  kept app.gaps;
begin
  select * into kept from app.gaps g where g.vessel_id = app.current_vessel() and g.id = gap and g.cause = 'unrecorded';
  if kept.id is null then
    return null;
  end if;
  insert into app.interval_identities (vessel_id, kind, id, from_time, to_time, announced_at, finished_at)
  values (kept.vessel_id, 'log', kept.id, kept.from_time, kept.to_time, now(), now())
  on conflict (vessel_id, kind, id) do update set from_time = excluded.from_time, to_time = excluded.to_time;
  return app.make_edit(kept.vessel_id, 'draw', kept.from_time, kept.to_time, jsonb_build_object('log', kept.id,
    'fromLatitude', kept.from_lat, 'fromLongitude', kept.from_lng, 'toLatitude', kept.to_lat,
    'toLongitude', kept.to_lng, 'distanceNm', kept.distance, 'unrecorded', true));
end
$$;

grant execute on function app.review_joins_within() to user_role, vessel_role, admin_role, wakelog_viewer;
grant select on app.gaps to user_role, vessel_role, admin_role, wakelog_viewer;
grant select on api.review_view to user_role, vessel_role, admin_role;
grant execute on function app.keep_gap(integer), api.review_fn(integer, text) to user_role, admin_role;
