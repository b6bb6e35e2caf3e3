-- Checks a vessel from another installation: its rows have no author here but must pass the checks of users' writes.

-- Its description.
create or replace function app.check_arrived_boat(vessel text) returns void
language plpgsql volatile as $$
declare
  fault text;
begin
  select app.name_fault('The name of a boat', m.name, 1) into fault from api.metadata m where m.vessel_id = vessel;
  perform app.refuse(fault, 'Choose a different name.') where fault is not null;
  perform app.refuse('retention must say for how many months every row is kept, and what is kept afterwards',
      'Leave it out.')
    from api.metadata m
    where m.vessel_id = vessel and m.configuration ? 'retention' and app.raw_months(m.configuration) is null;
  perform app.refuse('What a boat says of itself takes too much room', 'Shorten it.')
    from api.metadata m
    where m.vessel_id = vessel and (octet_length(m.configuration::text) > 65536
      or greatest(octet_length(m.available_keys::text), octet_length(m.user_data::text)) > 262144);
end
$$;

-- Positions, distances and speeds.
create or replace function app.check_arrived_figures(vessel text) returns void
language plpgsql volatile as $$
begin
  -- Checks only the extremes, to avoid a call per row.
  perform app.refuse_position(p.south, p.west), app.refuse_position(p.north, p.east)
    from (
      select min(w.lat) as south, max(w.lat) as north, min(w.lng) as west, max(w.lng) as east
      from (
        select _from_lat as lat, _from_lng as lng from api.logbook l where l.vessel_id = vessel
        union all select _to_lat, _to_lng from api.logbook l where l.vessel_id = vessel
        union all select latitude, longitude from api.stays s where s.vessel_id = vessel
        union all select latitude, longitude from api.moorages m where m.vessel_id = vessel
        union all select from_lat, from_lng from app.gaps g where g.vessel_id = vessel
        union all select to_lat, to_lng from app.gaps g where g.vessel_id = vessel) w) p;
  perform app.refuse_figure('distance', f.distance), app.refuse_figure('average speed', f.average),
      app.refuse_figure('highest speed', f.highest), app.refuse_figure('strongest wind', f.wind)
    from (
      select min(distance) as distance, min(avg_speed)::numeric as average, min(max_speed)::numeric as highest,
        min(max_wind_speed)::numeric as wind
      from api.logbook l where l.vessel_id = vessel
      union all
      select max(distance), max(avg_speed)::numeric, max(max_speed)::numeric, max(max_wind_speed)::numeric
      from api.logbook l where l.vessel_id = vessel) f;
end
$$;

-- Times, and users' additions to logs.
create or replace function app.check_arrived_times(vessel text) returns void
language plpgsql volatile as $$
begin
  -- Derived stays and logs may have no duration.
  perform app.refuse_times(b.what, b.since, b.until)
    from (
      select 'log' as what, _from_time as since, _to_time as until from api.logbook l where l.vessel_id = vessel
      union all select 'stay', arrived, departed from api.stays s where s.vessel_id = vessel
      union all select 'gap', from_time, to_time from app.gaps g where g.vessel_id = vessel) b
    where b.until < b.since or not app.is_dated(b.since, b.until);
  perform app.refuse('extra must be an object of at most 64 kB, with tags and crew as lists of names', 'Shorten it.')
    from api.logbook l
    where l.vessel_id = vessel and (jsonb_typeof(l.extra) not in ('object', 'null')
      or octet_length(l.extra::text) > 65536
      or not app.is_name_list(coalesce(nullif(l.extra -> 'tags', 'null'), '[]'))
      or not app.is_name_list(coalesce(nullif(l.extra -> 'crew', 'null'), '[]')));
  perform app.refuse('A duration must be between 0 and 10000 years', 'Leave it out: it follows from the times.')
    from (
      select l.duration from api.logbook l where l.vessel_id = vessel
      union all select s.duration from api.stays s where s.vessel_id = vessel
      union all select m.stay_duration from api.moorages m where m.vessel_id = vessel) d
    where not d.duration between interval '0' and interval '10000 years';
end
$$;

-- What owners added.
create or replace function app.check_arrived_user_data(vessel text) returns void
language sql volatile as $$
  select app.refuse(format('user_data takes at most %s KiB a row', app.room_for_user_data() / 1024), 'Shorten it.')
  from (
    select l.user_data from api.logbook l where l.vessel_id = vessel
    union all select s.user_data from api.stays s where s.vessel_id = vessel
    union all select m.user_data from api.moorages m where m.vessel_id = vessel) d
  where octet_length(d.user_data::text) > app.room_for_user_data()
$$;

-- Its rules.
create or replace function app.check_arrived_rules(vessel text) returns void
language plpgsql volatile as $$
declare
  most_rules constant integer := 200;
  most_positions constant integer := 5000;
begin
  perform app.refuse(coalesce(app.rule_fault(r), app.area_fault(r.area)), 'Correct it in the file.')
    from api.alert_rules r
    where r.vessel_id = vessel
      and coalesce(app.rule_fault(r), case when r.kind = 'drag' then app.area_fault(r.area) end) is not null;
  perform app.refuse(format('A boat has at most %s rules of its own.', most_rules), 'Delete some.')
    where (select count(*) from api.alert_rules r
      where r.vessel_id = vessel and not r.built_in and r.kind <> 'drag') > most_rules;
  perform app.refuse(format('The polygons of a boat''s rules have at most %s positions together.', most_positions),
      'Draw some of them with fewer corners.')
    where (select sum(app.positions_in(r.area)) from api.alert_rules r where r.vessel_id = vessel) > most_positions;
  perform app.refuse('The channels of an alert are those of a rule.', 'Correct it in the file.')
    from app.alerts a
    where a.vessel_id = vessel and (cardinality(a.channels) > 8 or not coalesce(a.channels <@
      array['email', 'push', 'webpush', 'messenger', 'webhook', 'ntfy', 'apprise', 'mqtt'], true));
  -- Rules made by the service follow from the owner's preferences.
  perform app.sync_built_in_rules(vessel);
end
$$;

-- Its photos.
create or replace function app.check_arrived_photos(vessel text) returns void
language plpgsql volatile as $$
declare
  most_photos constant integer := 5000;
  most_photo_bytes constant bigint := 2147483648;
begin
  perform app.refuse(format('A boat keeps at most %s photos, which take at most 2 GB', most_photos), 'Delete some.')
    from api.log_photos p where p.vessel_id = vessel
    having count(*) > most_photos or sum(p.bytes::bigint + coalesce(p.thumbnail_bytes, 0)) > most_photo_bytes;
  perform app.refuse('A photo comes without its picture', 'Delete it.')
    from api.log_photos p
    where p.vessel_id = vessel
      and not exists (select from app.log_pictures b where b.vessel_id = vessel and b.id = p.id);
end
$$;

create or replace function app.check_arrived(vessel text) returns void
language sql volatile as $$
  select app.check_arrived_boat(vessel), app.check_arrived_figures(vessel), app.check_arrived_times(vessel),
    app.check_arrived_user_data(vessel), app.check_arrived_rules(vessel), app.check_arrived_photos(vessel)
$$;
