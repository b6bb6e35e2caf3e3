-- Stays and moorages. Every stay is listed, the running one with the time spent so far; counts and totals of a
-- moorage follow from its stays.
create or replace view api.stays_view as
  select s.id,
    format('%s days stay at %s in %s', extract(day from spent.duration), coalesce(s.name, m.name, 'an unnamed place'),
      to_char(coalesce(s.departed, now()) at time zone 'UTC', 'FMMonth YYYY')) as name,
    coalesce(m.name, s.name, 'Unnamed place') as moorage,
    s.moorage_id, spent.duration, t.description as stayed_at, s.stay_code as stayed_at_id, s.arrived, s.departed, s.notes,
    s.active, s.latitude, s.longitude, s.radius_m, s.reasons
  from api.stays s
  cross join lateral (select coalesce(s.departed, now()) - s.arrived as duration) spent
  left join api.stays_at t on t.stay_code = s.stay_code
  left join api.moorages m on m.vessel_id = s.vessel_id and m.id = s.moorage_id
  order by s.arrived desc;

create or replace view api.stay_view as
  select id, name, moorage, moorage_id, duration, stayed_at, stayed_at_id, arrived, departed, notes,
    active, latitude, longitude, radius_m, reasons
  from api.stays_view;

create or replace view api.moorages_view as
  select m.id, coalesce(m.name, 'Unnamed place') as moorage, t.description as default_stay, m.stay_code as default_stay_id,
    extract(day from visits.duration) as total_stay, visits.number as arrivals_departures,
    visits.duration as total_duration, m.home_flag as home, m.latitude, m.longitude, m.country
  from api.moorages m
  left join api.stays_at t on t.stay_code = m.stay_code
  cross join lateral (
    select count(*)::integer as number,
      justify_hours(coalesce(sum(coalesce(s.departed, now()) - s.arrived), interval '0')) as duration
    from api.stays s
    where s.vessel_id = m.vessel_id and s.moorage_id = m.id) visits
  order by visits.number desc, m.id;

create or replace view api.moorage_view as
  select m.id, coalesce(m.name, 'Unnamed place') as name, t.description as default_stay, m.stay_code as default_stay_id,
    m.home_flag as home, extract(day from visits.duration) as total_stay, visits.number as arrivals_departures, m.notes,
    visits.duration as total_duration, visits.first_seen, visits.last_seen, m.latitude, m.longitude, m.geog, m.country
  from api.moorages m
  left join api.stays_at t on t.stay_code = m.stay_code
  cross join lateral (
    select count(*)::integer as number, min(s.arrived) as first_seen, max(coalesce(s.departed, now())) as last_seen,
      justify_hours(coalesce(sum(coalesce(s.departed, now()) - s.arrived), interval '0')) as duration
    from api.stays s
    where s.vessel_id = m.vessel_id and s.moorage_id = m.id) visits;

grant select on api.stays_view, api.stay_view, api.moorages_view, api.moorage_view
  to user_role, vessel_role, admin_role;
