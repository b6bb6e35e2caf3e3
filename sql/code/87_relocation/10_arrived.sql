-- A vessel from another installation: its rows were written by nobody here, and pass the checks of people's writes.

create or replace function app.check_arrived(vessel text) returns void
language plpgsql volatile as $$
declare
  most_rules constant integer := 200;
  most_positions constant integer := 5000;
  most_photos constant integer := 5000;
  most_photo_bytes constant bigint := 2147483648;
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

  -- A stay or log may be found that lasted no time.
  perform app.refuse_times('log', l._from_time, nullif(l._to_time, l._from_time)),
      app.refuse_position(l._from_lat, l._from_lng), app.refuse_position(l._to_lat, l._to_lng),
      app.refuse_figure('distance', l.distance), app.refuse_figure('average speed', l.avg_speed::numeric),
      app.refuse_figure('highest speed', l.max_speed::numeric),
      app.refuse_figure('strongest wind', l.max_wind_speed::numeric)
    from api.logbook l where l.vessel_id = vessel;
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
  perform app.refuse_times('stay', s.arrived, nullif(s.departed, s.arrived)),
      app.refuse_position(s.latitude, s.longitude)
    from api.stays s where s.vessel_id = vessel;
  perform app.refuse_position(m.latitude, m.longitude) from api.moorages m where m.vessel_id = vessel;
  perform app.refuse_times('gap', g.from_time, nullif(g.to_time, g.from_time)),
      app.refuse_position(g.from_lat, g.from_lng), app.refuse_position(g.to_lat, g.to_lng)
    from app.gaps g where g.vessel_id = vessel;

  perform app.refuse(coalesce(app.rule_fault(r), app.area_fault(r.area)), 'See the description of alert_rules.')
    from api.alert_rules r
    where r.vessel_id = vessel
      and coalesce(app.rule_fault(r), case when r.kind = 'drag' then app.area_fault(r.area) end) is not null;
  perform app.refuse(format('A boat has at most %s rules of its own.', most_rules), 'Delete some.')
    where (select count(*) from api.alert_rules r
      where r.vessel_id = vessel and not r.built_in and r.kind <> 'drag') > most_rules;
  perform app.refuse(format('The polygons of a boat''s rules have at most %s positions together.', most_positions),
      'Draw some of them with fewer corners.')
    where (select sum(app.positions_in(r.area)) from api.alert_rules r where r.vessel_id = vessel) > most_positions;
  perform app.refuse('The channels of an alert are those of a rule.', 'See the description of alert_rules.')
    from app.alerts a
    where a.vessel_id = vessel and (cardinality(a.channels) > 8 or not coalesce(a.channels <@
      array['email', 'push', 'webpush', 'messenger', 'webhook', 'ntfy', 'apprise', 'mqtt'], true));
  -- Those that the service makes follow from the preferences of the owner.
  perform app.sync_built_in_rules(vessel);

  perform app.refuse(format('A boat keeps at most %s photos, which take at most 2 GB', most_photos), 'Delete some.')
    from api.log_photos p where p.vessel_id = vessel
    having count(*) > most_photos or sum(p.bytes::bigint + coalesce(p.thumbnail_bytes, 0)) > most_photo_bytes;
  perform app.refuse('A photo comes without its picture', 'Delete it.')
    from api.log_photos p
    where p.vessel_id = vessel
      and not exists (select from app.log_pictures b where b.vessel_id = vessel and b.id = p.id);
end
$$;
