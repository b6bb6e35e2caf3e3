-- The logbook: one row per log.

comment on table api.logbook is 'Logs: legs between two stays, derived from measurements or entered by hand.';
select app.describe('logbook', $json${
  "id": "Id of the log, unique in the installation; it stays the same when the log is derived again.",
  "vessel_id": "The vessel; taken from the token.",
  "active": "Whether the vessel is under way on this log; at most one is.",
  "name": "Name of the log; a user's text is kept.",
  "_from": "Place of departure.",
  "_from_lat": "Latitude of departure, in degrees.",
  "_from_lng": "Longitude of departure, in degrees.",
  "_to": "Place of arrival.",
  "_to_lat": "Latitude of arrival, in degrees.",
  "_to_lng": "Longitude of arrival, in degrees.",
  "track_geom": "Track, as a line of longitudes and latitudes (GeoJSON LineString).",
  "track_geog": "The same track.",
  "track_geojson": "Track as a GeoJSON FeatureCollection: the line, then a point per measurement.",
  "_from_time": "Departure, UTC.",
  "_to_time": "Arrival, UTC; null while under way.",
  "distance": "Distance along the track on the WGS84 ellipsoid, in nautical miles, 4 decimals.",
  "duration": "Time from departure to arrival (ISO 8601).",
  "avg_speed": "Time-weighted mean of the speed over ground, in knots.",
  "max_speed": "Greatest plausible speed over ground, in knots.",
  "max_wind_speed": "Greatest plausible apparent wind speed, in knots.",
  "notes": "Notes.",
  "voyage_id": "Logs with the same value are legs of one voyage, joined by short pauses.",
  "confidence": "Confidence of the boundaries, from 0 to 1.",
  "reasons": "Why the log begins and ends where it does.",
  "segments": "How it was made: sailing, motoring, unknown, gap or pause, each with times and nautical miles.",
  "_from_moorage_id": "Moorage of departure.",
  "_to_moorage_id": "Moorage of arrival.",
  "user_data": "What users add, as an object: tags and observations (those of extra), images and anything else.",
  "created_at": "When the log was made here, UTC.",
  "updated_at": "Last change of the row, by users or the service, UTC."
}$json$);
comment on column api.logbook.extra is
  'Further figures of the log, computed from its measurements, and users'' data: metrics (navigation.log in '
  'nautical miles; propulsion.<engine>.runTime in seconds and fuel_litres; tanks.<kind>.<tank>.currentLevel, the '
  'change of the level as a ratio, negative if used; solar.energy_wh and batteries.<battery>.energy_wh in '
  'watt-hours), avg_wind_speed (apparent, knots), polar (of sailing vessels: CSV of boat speeds in knots by true wind '
  'angle in degrees and true wind speed in knots) with polar_updated_at, best_24h_nm (nautical miles), countries (ISO '
  '3166-1 alpha-2, lower case), seas, not_recorded (nautical miles), trip_id or trip_ids (of trips begun on board), '
  'tags, crew, and observations (seaState, cloudCoverage, visibility; -1 is unknown). Users'' data is kept.';

-- Logs of lower confidence need a decision. A boundary inside a silence has 0.5, a record that begins under way 0.6, a
-- boundary at the edge of a silence 0.7; an observed one has 0.75 or more, and two of those 0.6 or more together.
create or replace function app.review_below() returns double precision
language sql immutable parallel safe as $$ select 0.6::double precision $$;

-- Nautical miles across silences, included in the log's distance; null if there are none. Users may write anything into
-- `extra`, so the type is checked.
create or replace function app.not_recorded_nm(extra jsonb) returns numeric
language sql immutable parallel safe as $$
  select case when jsonb_typeof(extra -> 'not_recorded') = 'number' and extra -> 'not_recorded' > '0'
    then (extra ->> 'not_recorded')::numeric end
$$;

-- Observations of a finished log: the usual ones are always there.
create or replace function app.all_observations(extra jsonb) returns jsonb
language sql immutable parallel safe as $$
  select '{"seaState": -1, "cloudCoverage": -1, "visibility": -1}'::jsonb
    || case jsonb_typeof(extra -> 'observations') when 'object' then extra -> 'observations' else '{}' end
$$;

-- Greatest and mean true wind of a log in knots, as counted when it was finished, and the mean apparent wind that was
-- counted with them; nothing for other vessels' logs. What was entered by hand is the greatest wind, as it is.
create or replace function app.kept_true_wind(vessel text, log integer, out most double precision, out mean jsonb,
  out apparent_mean jsonb)
language sql stable security definer set search_path = pg_catalog as $$
  select case when not exists (
      select from app.written_by_people w
      where w.vessel_id = vessel and w.resource = 'logbook' and w.id = log and w.columns @> '{id,max_wind_speed}')
    then (f.figures #>> '{trip,max_tws}')::double precision end,
    to_jsonb(round((f.figures #>> '{trip,avg_tws}')::numeric, 2)), f.figures -> 'avg_wind_speed'
  from app.log_figures f
  where f.vessel_id = vessel and f.id = log
    and (f.vessel_id = app.current_vessel() or current_setting('role') = 'admin_role')
$$;

-- The greatest true wind of a log that has ended; the apparent wind if there was none.
create or replace function app.true_wind_or(apparent double precision, vessel text, log integer, has_ended boolean)
returns double precision
language sql stable as $$
  select case when has_ended then coalesce((app.kept_true_wind(vessel, log)).most, apparent) else apparent end
$$;

-- Merges two documents: objects recursively, everything else is replaced.
create or replace function app.merge_json(document jsonb, changes jsonb) returns jsonb
language plpgsql immutable as $$
begin
  if jsonb_typeof(document) is distinct from 'object' or jsonb_typeof(changes) <> 'object' then
    return changes;
  end if;
  return document || coalesce((
    select jsonb_object_agg(key, app.merge_json(document -> key, value)) from jsonb_each(changes)), '{}');
end
$$;

grant execute on function app.review_below(), app.not_recorded_nm(jsonb), app.all_observations(jsonb)
  to anonymous, user_role, vessel_role, admin_role, wakelog_viewer;
grant execute on function app.merge_json(jsonb, jsonb) to user_role, admin_role;
grant execute on function app.kept_true_wind(text, integer),
    app.true_wind_or(double precision, text, integer, boolean)
  to user_role, vessel_role, admin_role, wakelog_viewer;

create trigger stamp_updated_at before update on api.logbook for each row
  when (old.* is distinct from new.*) execute function app.stamp_updated_at();
