-- Views of logs.

-- In the order of lists. A separate view, so that what costs is computed only for the rows that a request returns,
-- in whatever order it asks for them.
create or replace view app.finished_logs as
  select * from api.logbook where _to_time is not null order by _from_time desc;
grant select, insert, update, delete on app.finished_logs to user_role, vessel_role, admin_role, wakelog_worker,
  wakelog_viewer;

-- Simple enough to be updatable: users edit names and notes there. The rights are those of the table.
create or replace view api.logs_view as
  select id, name, _from as "from", _from_time as started, _to as "to", _to_time as ended, distance, duration,
    voyage_id, _from_moorage_id, _to_moorage_id, extra -> 'tags' as tags,
    confidence, coalesce(confidence < app.review_below(), false) as doubtful,
    app.not_recorded_nm(extra) as not_recorded, app.is_named(vessel_id, id) as named, updated_at
  from app.finished_logs;
comment on view api.logs_view is 'Finished logs for lists, newest first.';

create or replace view api.log_view as
  select id, name, _from as "from", _from_time as started, _to as "to", _to_time as ended, distance, duration, notes,
    app.trip_collection(vessel_id, id) as geojson, avg_speed, max_speed, max_wind_speed, extra,
    voyage_id, _from_moorage_id, _to_moorage_id, confidence, reasons, segments,
    coalesce(confidence < app.review_below(), false) as doubtful, app.not_recorded_nm(extra) as not_recorded,
    app.version_of(app.log_texts(name, _from, _to, notes, extra)) as version,
    app.is_unfinished(vessel_id, id) as unfinished, app.is_named(vessel_id, id) as named,
    vessel_id, _from_moorage_id as from_moorage_id, _to_moorage_id as to_moorage_id, extra -> 'polar' as polar,
    extra -> 'tags' as tags, app.all_observations(extra) as observations, user_data -> 'images' as images,
    app.has_images(user_data) as has_images, app.bbox_of(app.geojson_of(track_geom) -> 'coordinates') as bbox,
    app.box_polygon(app.bbox_of(app.geojson_of(track_geom) -> 'coordinates')) as bbox_geom
  from app.finished_logs;
comment on view api.log_view is 'Finished logs with all details.';

-- A log entered through the view: its track is stored as sent, and shown with what was measured.
create or replace function app.add_log() returns trigger
language plpgsql as $$
declare
  made integer;
begin
  insert into api.logbook (name, _from, _from_time, _to, _to_time, distance, duration, notes, track_geojson, avg_speed,
    max_speed, max_wind_speed, extra)
  values (new.name, new."from", new.started, new."to", new.ended, new.distance, new.duration, new.notes, new.geojson,
    new.avg_speed, new.max_speed, new.max_wind_speed, new.extra)
  returning id into made;
  select v.* into new from api.log_view v where v.id = made;
  return new;
end
$$;
create trigger add_log instead of insert on api.log_view for each row execute function app.add_log();

-- The same under the name of a former materialised view that clients use.
create or replace view api.logs_mat_view as
  select id, name, _from as "from", _from_time as started, _to as "to", _to_time as ended, distance, duration
  from app.finished_logs;
comment on view api.logs_mat_view is 'Finished logs for reports, newest first.';
select app.describe('logs_view log_view logs_mat_view', $json${
  "id": "Id of the log.",
  "name": "Name of the log.",
  "from": "Place of departure.",
  "started": "Departure, UTC.",
  "to": "Place of arrival.",
  "ended": "Arrival, UTC.",
  "distance": "Distance along the track, in nautical miles.",
  "duration": "Time under way (ISO 8601)."
}$json$);
select app.describe('logs_view log_view', $json${
  "voyage_id": "Logs with the same value are legs of one voyage.",
  "_from_moorage_id": "Moorage of departure.",
  "_to_moorage_id": "Moorage of arrival.",
  "confidence": "Confidence of the boundaries, from 0 to 1.",
  "doubtful": "Whether the boundaries need a review.",
  "named": "Whether the log has its own name; otherwise the name is made of its places, or the day of departure.",
  "not_recorded": "The part of the distance across silences, in nautical miles; null if all of it was recorded."
}$json$);
select app.describe('logs_view', $json${
  "tags": "The tags that people gave the log, as a list.",
  "updated_at": "Last change of the log, by users or the service, UTC."
}$json$);
select app.describe('log_view', $json${
  "notes": "Notes.",
  "geojson": "The log as export_logbook_geojson_trip_fn shows it: its line, a point per measurement, legs of a day.",
  "avg_speed": "Time-weighted mean of the speed over ground, in knots.",
  "max_speed": "Greatest speed over ground, in knots.",
  "max_wind_speed": "Greatest apparent wind speed, in knots.",
  "extra": "Further figures of the log: metrics and observations.",
  "reasons": "Why the log begins and ends where it does.",
  "segments": "How it was made: sailing, motoring, unknown, gap or pause, each with times and nautical miles.",
  "version": "Version of the users' text: send it as If-Match to reject a stale change.",
  "vessel_id": "The vessel.",
  "from_moorage_id": "Moorage of departure.",
  "to_moorage_id": "Moorage of arrival.",
  "polar": "Boat speeds by true wind, as the text of a CSV file; null if unknown.",
  "tags": "The tags that people gave the log, as a list.",
  "observations": "seaState, cloudCoverage and visibility, -1 if unknown, and anything else that was observed.",
  "images": "Pictures, each with a url.",
  "has_images": "Whether there are pictures.",
  "bbox": "West, south, east and north of the track, in degrees; west is greater than east across the 180th meridian.",
  "bbox_geom": "The same as a GeoJSON Polygon, whose east is beyond 180 degrees there.",
  "unfinished": "Whether its figures, track and names are still being computed: read it again in a second."
}$json$);

-- A log counts as a whole in the month of its departure, so that months add up to the totals.
create or replace view api.logs_by_month_view as
  select to_char(_from_time at time zone (select app.current_time_zone()), 'YYYY-MM') as month,
    count(*)::integer as logs, sum(distance) as distance, sum(app.not_recorded_nm(extra)) as not_recorded,
    justify_hours(sum(duration)) as duration
  from api.logbook
  where _to_time is not null
  group by vessel_id, month
  order by month desc;
comment on view api.logs_by_month_view is
  'Totals of finished logs by month, newest first. A log counts as a whole in the month of its departure, by the '
  'preference time_zone.';
select app.describe('logs_by_month_view', $json${
  "month": "The month of departure: 2026-07.",
  "logs": "Number of logs.",
  "distance": "Distance of the logs, in nautical miles.",
  "not_recorded": "The part of the distance across silences, in nautical miles; null if all of it was recorded.",
  "duration": "Time under way (ISO 8601)."
}$json$);

create or replace function app.names_in_logs(member text) returns json
language sql stable as $$
  select coalesce(json_agg(distinct n.name order by n.name), '[]')
  from api.logbook l
  cross join lateral jsonb_array_elements_text(case jsonb_typeof(l.extra -> member)
    when 'array' then l.extra -> member end) n (name)
  where l.vessel_id = app.current_vessel()
$$;

create or replace function api.logs_tags_fn() returns json
language sql stable as $$ select app.names_in_logs('tags') $$;
comment on function api.logs_tags_fn is 'All tags of logs, sorted.';

create or replace function api.logs_crew_fn() returns json
language sql stable as $$ select app.names_in_logs('crew') $$;
comment on function api.logs_crew_fn is 'All crew names of logs, sorted.';

grant select on api.logs_view, api.log_view, api.logs_by_month_view, api.logs_mat_view
  to user_role, vessel_role, admin_role;
grant insert (name, "from", started, "to", ended, distance, duration), delete on api.logs_view to user_role;
grant update (name, "from", "to") on api.logs_view to user_role;
grant insert (name, "from", started, "to", ended, distance, duration, notes, geojson, avg_speed, max_speed,
    max_wind_speed, extra), delete on api.log_view to user_role;
grant update (name, "from", "to", notes, extra) on api.log_view to user_role;
grant insert (name, "from", started, "to", ended, distance, duration), update (name, "from", started, "to", ended,
    distance, duration) on api.logs_view to vessel_role;
grant insert (name, "from", started, "to", ended, distance, duration, notes, geojson, avg_speed, max_speed,
    max_wind_speed, extra), update (name, "from", started, "to", ended, distance, duration, notes, avg_speed, max_speed,
    max_wind_speed, extra) on api.log_view to vessel_role;
grant insert, update, delete on api.logs_view, api.log_view to admin_role;
grant execute on function app.names_in_logs(text), api.logs_tags_fn(), api.logs_crew_fn() to user_role, admin_role;
