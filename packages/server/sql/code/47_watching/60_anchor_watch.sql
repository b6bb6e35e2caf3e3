-- The anchor watch: two rings around the boat's position.

-- Position of the caller's boat at an instant, or now; no row without positions.
create or replace function app.position_at(instant timestamptz)
returns table (latitude double precision, longitude double precision)
language sql stable security definer set search_path = pg_catalog as $$
  select m.latitude, m.longitude from app.metrics m
  where m.vessel_id = app.current_vessel() and m.latitude is not null and m.longitude is not null
    and m."time" <= coalesce(instant, app.present_until())
  order by m."time" desc limit 1
$$;

-- Radius around a place that contains the disc of the open stay, metres; null if there is no such stay nearby.
create or replace function app.learned_radius(lat double precision, lng double precision) returns double precision
language sql stable security definer set search_path = pg_catalog as $$
  select greatest(25, ceil(s.radius_m + app.distance_m(s.latitude, s.longitude, lat, lng)))
  from api.stays s
  where s.vessel_id = app.current_vessel() and s.active and s.radius_m is not null
    and app.distance_m(s.latitude, s.longitude, lat, lng) <= 500
$$;

-- Why an anchor watch cannot be set this way; null if it can.
create or replace function app.anchor_fault(radius double precision, lat double precision, lng double precision)
returns text language sql immutable as $$
  select case
    when not radius between 5 and 5000 then 'The radius of an anchor watch is from 5 to 5000 metres.'
    when (lat is null) <> (lng is null) then 'A place needs both a latitude and a longitude.'
    when not (lat between -90 and 90 and lng between -180 and 180)
      then 'Latitudes go from -90 to 90 degrees, longitudes from -180 to 180.' end
$$;

-- Makes the two rings; returns the first one's id.
create or replace function app.set_anchor_watch(lat double precision, lng double precision, radius double precision)
returns integer language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  vessel text := app.current_vessel();
  first integer;
begin
  perform app.end_anchor_watch(vessel, 'set_again');
  insert into api.alert_rules (vessel_id, name, kind, severity, hysteresis, after, escalate_after, area,
    armed_by)
  select vessel, ring.name, 'drag', ring.severity, least(10, radius / 10), interval '0', interval '10 min',
    jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(lng, lat), 'radius', radius * ring.factor),
    'shore'
  from (values (1, 'Anchor watch', 'warn', 1.0), (2, 'Anchor alarm', 'alarm', 1.5)) ring (n, name, severity, factor)
  order by ring.n;
  select min(r.id) into first from api.alert_rules r where r.vessel_id = vessel and r.kind = 'drag';
  update app.watch_states w set unwatched_stay = null where w.vessel_id = vessel;
  return first;
end
$$;

-- Ends a vessel's anchor watch because it was set again, the boat sailed away, or a user switched it off. Its alerts
-- give the reason as a sentence, its event as that word. Returns whether there was one.
create or replace function app.end_anchor_watch(vessel text, ending text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  rings integer[] := array(select r.id from api.alert_rules r where r.vessel_id = vessel and r.kind = 'drag');
  why constant text := case ending
    when 'set_again' then 'The anchor watch was set again.'
    when 'sailed_away' then 'The boat is under way: the anchor watch is over.'
    when 'switched_off' then 'The anchor watch was switched off.' end;
begin
  -- 0 is the watch without a rule: positions, and the stay's disc.
  perform app.drop_alerts(vessel, rings || 0, why);
  delete from api.alert_rules r where r.vessel_id = vessel and r.kind = 'drag';
  perform app.enqueue('anchor_watch_off', why, vessel, jsonb_build_object('ending', ending))
  where cardinality(rings) > 0;
  return cardinality(rings) > 0;
end
$$;

create or replace function api.anchor_watch_fn(radius double precision default null,
  latitude double precision default null, longitude double precision default null, since timestamptz default null)
returns json language plpgsql volatile as $$
declare
  fault text := app.anchor_fault(radius, latitude, longitude);
  place record;
  around double precision;
begin
  if fault is not null then
    raise exception '%', fault using errcode = '22023', hint = 'Leave out what should be learned from the boat.';
  end if;
  select coalesce(anchor_watch_fn.latitude, p.latitude) as lat, coalesce(anchor_watch_fn.longitude, p.longitude) as lng
  into place from (select) one left join app.position_at(since) p on true;
  if place.lat is null then
    raise exception 'The boat has sent no position%.',
      case when since is null then '' else ' up to that time' end using errcode = '22023',
      hint = 'Send the place of the anchor: latitude and longitude.';
  end if;
  around := coalesce(radius, app.learned_radius(place.lat, place.lng), 50);
  perform app.give_command(app.current_vessel(), 'anchor_watch',
    jsonb_build_object('latitude', place.lat, 'longitude', place.lng, 'radius', around));
  return json_build_object('id', app.set_anchor_watch(place.lat, place.lng, around), 'latitude', place.lat,
    'longitude', place.lng, 'radius', around,
    'learned', radius is null and app.learned_radius(place.lat, place.lng) is not null, 'armed_at', now());
end
$$;
comment on function api.anchor_watch_fn is
  'Sets the anchor watch at the boat''s position, at its position at `since`, or at a place: a warning at the '
  'radius, an alarm at one and a half times the radius (metres). The default radius is the boat''s observed swing. '
  'Returns {id, latitude, longitude, radius, learned, armed_at}.';

create or replace function api.anchor_watch_off_fn() returns boolean
language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  update app.watch_states w set unwatched_stay = (
    select s.id from api.stays s where s.vessel_id = w.vessel_id and s.active)
  where w.vessel_id = app.current_vessel();
  perform app.give_command(app.current_vessel(), 'anchor_watch_off', '{}');
  return app.end_anchor_watch(app.current_vessel(), 'switched_off');
end
$$;
comment on function api.anchor_watch_off_fn is
  'Ends the anchor watch; until the boat leaves this place it is not watched for dragging. Returns whether a watch '
  'was set.';

grant execute on function app.position_at(timestamptz), app.learned_radius(double precision, double precision),
    app.anchor_fault(double precision, double precision, double precision),
    app.set_anchor_watch(double precision, double precision, double precision),
    api.anchor_watch_fn(double precision, double precision, double precision, timestamptz),
    api.anchor_watch_off_fn()
  to user_role, admin_role;
