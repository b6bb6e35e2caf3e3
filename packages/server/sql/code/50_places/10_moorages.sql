-- Moorages: places of repeated stays. Visits and totals are derived from the stays.

comment on table api.moorages is 'Moorages: places where the vessel stays, each with all its visits.';
select app.describe('moorages', $json${
  "id": "Id of the moorage, unique in the installation.",
  "vessel_id": "The vessel; taken from the token.",
  "name": "Name of the place; a user's text is kept.",
  "country": "Country, ISO 3166-1 alpha-2 in lower case.",
  "stay_id": "The stay that created the moorage.",
  "stay_code": "Usual kind of stay here; see stays_at.",
  "stay_duration": "Time spent here (ISO 8601); an open stay counts until now, up to five minutes behind.",
  "reference_count": "Visits at the last count; moorage_view counts again.",
  "latitude": "Latitude, in degrees.",
  "longitude": "Longitude, in degrees.",
  "geog": "The same position, as a GeoJSON Point.",
  "home_flag": "Whether this is a home port.",
  "notes": "Notes.",
  "radius_m": "Reach, in metres; null for 100 m, or 50 m beyond the circle of a stay.",
  "user_data": "What users add, as an object: images and anything else.",
  "created_at": "When the moorage was made here, UTC.",
  "updated_at": "Last change of the row but for stay_duration, by users or the service, UTC.",
  "overpass": "What a map service said of the place; null.",
  "nominatim": "What a place-name service said of the place; null."
}$json$);
-- Time spent in an open stay passes without a change.
create trigger stamp_updated_at before update on api.moorages for each row
  when (to_jsonb(old) - 'stay_duration' <> to_jsonb(new) - 'stay_duration') execute function app.stamp_updated_at();

-- The position as a geography, from latitude and longitude.
create or replace function app.stamp_position() returns trigger
language plpgsql as $$
begin
  new.geog := app.make_point(new.latitude, new.longitude);
  return new;
end
$$;
create trigger stamp_position before update on api.moorages for each row
  when (new.latitude is distinct from old.latitude or new.longitude is distinct from old.longitude)
  execute function app.stamp_position();
create trigger stamp_position_new before insert on api.moorages for each row
  when (new.geog is null) execute function app.stamp_position();
create trigger stamp_position_new before insert on api.stays for each row
  when (new.geog is null) execute function app.stamp_position();

-- Deleting a moorage detaches its stays and logs. (`on delete set null` for one column of a foreign key needs
-- PostgreSQL 15.)
create or replace function app.detach_moorage() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  update api.stays set moorage_id = null where vessel_id = old.vessel_id and moorage_id = old.id;
  update api.logbook set _from_moorage_id = null where vessel_id = old.vessel_id and _from_moorage_id = old.id;
  update api.logbook set _to_moorage_id = null where vessel_id = old.vessel_id and _to_moorage_id = old.id;
  return old;
end
$$;
create trigger detach_moorage before delete on api.moorages for each row execute function app.detach_moorage();

-- Distance within which a log or stay is at a moorage, metres.
create or replace function app.near_moorage_m() returns double precision
language sql immutable parallel safe as 'select 100.0::double precision';

-- Distance within which a position, given its circle, is at a moorage, metres; reachM in
-- src/boat/voyages/finishing/assign-moorages.ts.
create or replace function app.moorage_reach_m(radius double precision) returns double precision
language sql immutable parallel safe as $$ select greatest(100, coalesce(radius, 0) + 50) $$;

-- Largest radius that a user can set, metres.
create or replace function app.most_moorage_radius_m() returns double precision
language sql immutable parallel safe as 'select 2000.0::double precision';

-- Longitude degrees that a distance spans at a latitude, at most; 360 near a pole. A degree of latitude is 110.6 km or
-- more.
create or replace function app.most_degrees_aside(lat double precision, metres double precision)
returns double precision
language sql immutable parallel safe as $$
  select case when abs(lat) + metres / 110000 < 89 then metres / 110000 / cosd(abs(lat) + metres / 110000) else 360 end
$$;

-- The nearest of the vessel's moorages that reach a position: by the user's radius, or else by the circle around the
-- position. Compares degrees before computing distances, which takes far longer.
create or replace function app.moorage_near(
  vessel text, lat double precision, lng double precision, radius double precision) returns integer
language sql stable as $$
  with most as (
    select greatest(app.moorage_reach_m(radius), app.most_moorage_radius_m()) as metres),
  about as materialized (
    select m.id, m.latitude, m.longitude, coalesce(m.radius_m, app.moorage_reach_m(radius)) as reach
    from api.moorages m
    where m.vessel_id = vessel
      and m.latitude between lat - (select metres / 110000 from most) and lat + (select metres / 110000 from most)
      and abs(abs(m.longitude - lng) - 180) >= 180 - (select app.most_degrees_aside(lat, metres) from most))
  select near.id from (
    select a.id, a.reach, app.distance_m(a.latitude, a.longitude, lat, lng) as away from about a) near
  where near.away <= near.reach
  order by near.away, near.id limit 1
$$;

-- The vessel's moorage at an instant.
create or replace function app.moorage_at(vessel text, instant timestamptz) returns integer
language sql stable as $$
  select s.moorage_id from api.stays s
  where s.vessel_id = vessel and s.arrived <= instant and coalesce(s.departed, 'infinity') >= instant
  order by s.arrived desc limit 1
$$;

-- Derives visits and time at moorages from their stays; an open stay counts until now.
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

-- The same for all moorages with an open stay.
create or replace function app.count_running_stays() returns void
language sql volatile as $$
  update api.moorages m set stay_duration = v.total
  from (
    select o.vessel_id, o.moorage_id,
      justify_hours(sum(app.time_between(s.arrived, coalesce(s.departed, now())))) as total
    from api.stays o
    join api.stays s on s.vessel_id = o.vessel_id and s.moorage_id = o.moorage_id
    where o.active group by o.vessel_id, o.moorage_id) v
  where m.vessel_id = v.vessel_id and m.id = v.moorage_id
$$;

grant execute on function app.near_moorage_m() to user_role, admin_role;
