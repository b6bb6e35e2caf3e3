-- What 55_procedures_clients.sql shows, in words. Every number has its unit.
comment on view api.monitoring_live is 'The newest measurements with the energy on board and all else, in SI units.';
comment on view api.metrics_explore_view is 'Every key of the newest measurement with its value and time, by key.';
comment on view api.moorages_stays_view is 'The stays at each moorage, newest first.';
comment on view api.logs_geojson_view is 'Finished logs as GeoJSON features, newest first.';
comment on view api.stays_geojson_view is 'Stays as GeoJSON features, newest first.';
comment on view api.moorages_geojson_view is 'Moorages as GeoJSON features.';
comment on view api.badges_view is 'The badges that the account has earned.';

do $$
declare
  descriptions constant jsonb := $json${
    "monitoring_live": {
      "time": "Time of the newest measurement, UTC.",
      "offline": "Whether it is older than 70 minutes.",
      "name": "Name of the vessel.",
      "watertemperature": "Water temperature, in kelvin.",
      "insidetemperature": "Temperature inside, in kelvin.",
      "outsidetemperature": "Temperature outside, in kelvin.",
      "windspeedoverground": "True wind speed, in m/s.",
      "winddirectiontrue": "True wind direction, in radians.",
      "insidehumidity": "Relative humidity inside, as a ratio from 0 to 1.",
      "outsidehumidity": "Relative humidity outside, as a ratio from 0 to 1.",
      "outsidepressure": "Air pressure outside, in pascal.",
      "insidepressure": "Air pressure inside, in pascal.",
      "batterycharge": "State of charge of the house battery, as a ratio from 0 to 1.",
      "batteryvoltage": "Voltage of the house battery, in volts.",
      "depth": "Depth below the transducer, in metres.",
      "solarpower": "Power of the solar panel, in watts.",
      "solarvoltage": "Voltage of the solar panel, in volts.",
      "tanklevel": "Level of the first fuel tank, as a ratio from 0 to 1.",
      "status": "How the vessel was moving.",
      "speedoverground": "Speed over ground, in knots.",
      "courseovergroundtrue": "Course over ground, in degrees true.",
      "windspeedapparent": "Apparent wind speed, in knots.",
      "anglespeedapparent": "Apparent wind angle, in degrees, negative to port.",
      "geojson": "Last position as a GeoJSON feature.",
      "data": "Everything of the newest measurement, in SI units."
    },
    "metrics_explore_view": {
      "time": "Time of the newest measurement, UTC.",
      "key": "What was measured.",
      "value": "Its value, in SI units."
    },
    "moorages_stays_view": {
      "id": "Number of the moorage.",
      "name": "Name of the moorage.",
      "stay_id": "Number of the stay.",
      "stay": "The stay in a sentence: days, place and month.",
      "arrived": "Arrival, UTC.",
      "departed": "Departure, UTC; null while the vessel is there.",
      "duration": "Time spent, so far if the vessel is still there (ISO 8601).",
      "stayed_at": "Kind of stay.",
      "stayed_at_id": "Number of the kind of stay.",
      "notes": "What people noted."
    },
    "logs_geojson_view": {
      "id": "Number of the log.",
      "name": "Name of the log.",
      "starttimestamp": "Departure, UTC.",
      "geojson": "The track as a GeoJSON feature; null where there is none."
    },
    "stays_geojson_view": {
      "id": "Number of the stay.",
      "name": "The stay in a sentence: days, place and month.",
      "starttimestamp": "Arrival, UTC.",
      "geojson": "The place as a GeoJSON feature; null where it is unknown."
    },
    "moorages_geojson_view": {
      "id": "Number of the moorage.",
      "name": "Name of the moorage.",
      "geojson": "The place as a GeoJSON feature; null where it is unknown."
    },
    "badges_view": {
      "name": "Name of the badge.",
      "description": "What it was earned by.",
      "earned_at": "When it was earned, UTC.",
      "logbook_id": "Number of the log that earned it; null for what was earned ashore."
    }
  }$json$;
  told record;
begin
  for told in
    select r.key as relation, c.key as field, c.value as description
    from jsonb_each(descriptions) r, jsonb_each_text(r.value) c
  loop
    execute format('comment on column api.%I.%I is %L', told.relation, told.field, told.description);
  end loop;
end
$$;

comment on function api.badges_fn() is 'The badges that the account has earned, the first one first.';
comment on function api.ispublic_boat_fn(text, text, integer) is
  'Tells whether a page of the boat of that public name is public: a log''s by its id, the others by 0.';
comment on function api.profile_fn() is 'The account''s settings without what proves or addresses somebody.';
comment on function api.vessel_settings_fn() is 'What was set for the vessel.';
comment on function api.logs_tags_fn() is 'Every tag that a log has, sorted.';
comment on function api.stats_fn(text, text) is
  'Totals between two dates, and the five first of each kind (nautical miles, knots, ISO 8601 durations).';
comment on function api.vessel_activity_fn() is
  'Numbers of logs, stays and moorages in all and in the last 30 days, against the 30 days before (pct in percent).';
comment on function api.monitoring_history_fn(text) is
  'Means of the usual measurements over the last 24, 48, 72 or 168 hours, in SI units.';
comment on function api.export_logbooks_geojson_point_trips_fn(integer, integer, text, text) is
  'The points of the chosen logs as a GeoJSON FeatureCollection; ids and dates narrow the choice.';
comment on function api.logs_by_week_fn() is 'Number of logs by ISO week of departure, 01 to 53, all years together.';
comment on function api.graph_logs_by_day_fn() is 'Number of logs by ISO weekday of departure, 01 (Monday) to 07.';
comment on function api.graph_logs_by_year_fn() is 'Number of logs by year of departure.';
