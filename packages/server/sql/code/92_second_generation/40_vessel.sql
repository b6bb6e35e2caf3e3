-- The vessel, its measurements, its events, and the account's badges.

-- A radio identity as its nine digits; null if it is none.
create or replace function app.mmsi_text(mmsi numeric) returns text
language sql immutable parallel safe as $$
  select case when mmsi between 1 and 999999999 then lpad(trunc(mmsi)::text, 9, '0') end
$$;

select app.stand_in(relation, $json${ "mmsi": { "from": "app.mmsi_text(mmsi)" } }$json$)
from unnest(array['metadata', 'vessel_view']) relation;

create or replace function second.vessel_fn(out vessel json)
language sql stable as $$
  select (known || jsonb_build_object('mmsi', app.mmsi_text((known ->> 'mmsi')::numeric)))::json
  from (select api.vessel_fn()::jsonb as known) one
$$;

select app.stand_in('monitoring_view', $json${
  "windspeedoverground": {
    "from": "coalesce((select l.windspeedoverground from api.monitoring_live l), o.windspeedoverground)",
    "is": "True wind speed, or else over ground, in metres per second."
  }
}$json$);
select app.stand_in('metrics_explore_view', $json${
  "value": { "from": "value #>> '{}'", "is": "Its value as text, in SI units." }
}$json$);

-- The moorage of a stay, as the payload of an event.
create or replace function app.moorage_of_stay(payload text) returns text
language sql stable as $$
  select case when payload ~ '^[0-9]{1,9}$' then (
    select s.moorage_id::text from api.stays s where s.id = payload::integer) end
$$;

select app.stand_in('eventlogs_view', $json${
  "payload": {
    "from": "case channel when 'new_moorage' then app.moorage_of_stay(payload) else payload end",
    "is": "What it is about: a number of a log, stay or moorage, an e-mail address, or the note's text."
  }
}$json$, $$
  where processed is not null and channel not in ('new_stay', 'pre_logbook', 'post_logbook')
  order by id desc$$);

create or replace function second.badges_fn(out badges json)
language sql stable as $$ select coalesce(json_agg(b), '[]') from api.badges_fn() b $$;

grant execute on function app.mmsi_text(numeric), app.moorage_of_stay(text)
  to user_role, vessel_role, admin_role, wakelog_viewer;
