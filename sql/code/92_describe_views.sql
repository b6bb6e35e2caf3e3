-- What the views show.
comment on view api.logs_view is 'Finished logs for lists, newest first.';
comment on view api.log_view is 'Finished logs with all that a page about one shows.';
comment on view api.logs_by_month_view is 'Totals of the finished logs of each month, newest first. A log counts in the month of its departure, UTC, whole.';
comment on view api.logs_mat_view is 'Finished logs as they were some minutes ago, for reports that must be quick.';
comment on view api.stays_view is 'Every stay for lists, newest first; the running one too.';
comment on view api.stay_view is 'Stays with all that a page about one shows.';
comment on view api.moorages_view is 'Moorages for lists, the most visited first.';
comment on view api.moorage_view is 'Moorages with all that a page about one shows.';
comment on view api.vessels_view is 'The vessel and when it was heard of last.';
comment on view api.monitoring_view is 'The newest measurements of the usual kinds, in SI units; by the keys of metadata.configuration, else the usual ones.';
comment on view api.monitoring_view2 is 'Every key of the newest measurement with its value.';
comment on view api.monitoring_view3 is 'Every key of every measurement over time, newest first; filter it.';
comment on view api.monitoring_temperatures is 'Temperatures over time, newest first: keys environment.%.temperature.';
comment on view api.monitoring_humidity is 'Humidity over time, newest first: keys environment.%.humidity and environment.%.relativeHumidity.';
comment on view api.monitoring_voltage is 'Voltages over time, newest first: keys electrical.%.voltage.';
comment on view api.stats_logs_view is 'Totals and records over all logs.';
comment on view api.stats_moorages_view is 'Home ports, moorages, and time spent at and away from home.';
comment on view api.stats_moorages_away_view is 'Time spent away from home, by kind of stay.';
comment on view api.total_info_view is 'How many logs, stays and moorages there are.';
comment on view api.metrics_rejected_view is 'Rows of metrics that were refused, newest first, each with the reason. Nothing that a vessel sent is thrown away.';
comment on view api.eventlogs_view is 'What happened to the account and the vessel, and whether it was worked off. People may write notes.';
comment on view api.versions_view is 'Versions of the service and of the software beneath it. They can only be read: an operator, who may use every verb, is answered 405 to a write.';

select app.describe('logs_view log_view logs_mat_view', $json${
  "id": "Number of the log.",
  "name": "Name of the log.",
  "from": "Place of departure.",
  "started": "Departure, UTC.",
  "to": "Place of arrival.",
  "ended": "Arrival, UTC.",
  "distance": "Distance along the track, in nautical miles.",
  "duration": "Time under way (ISO 8601)."
}$json$);
select app.describe('logs_view log_view', $json${
  "voyage_id": "Logs with the same number are legs of one voyage.",
  "_from_moorage_id": "Moorage of departure.",
  "_to_moorage_id": "Moorage of arrival.",
  "confidence": "How sure the boundaries are, from 0 to 1.",
  "doubtful": "Whether the boundaries are so unsure that somebody should look at them.",
  "not_recorded": "The part of the distance across silences, in nautical miles; null if all of it was recorded."
}$json$);
select app.describe('logs_by_month_view', $json${
  "month": "The month of departure, UTC: 2026-07.",
  "logs": "Number of logs.",
  "distance": "Distance of the logs, in nautical miles.",
  "not_recorded": "The part of the distance across silences, in nautical miles; null if all of it was recorded.",
  "duration": "Time under way (ISO 8601)."
}$json$);
select app.describe('logs_view', $json${ "tags": "The tags that people gave the log, as a list." }$json$);
select app.describe('log_view', $json${
  "notes": "What people noted.",
  "geojson": "Track as a GeoJSON FeatureCollection: the line, then a point per measurement.",
  "avg_speed": "Time-weighted mean of the speed over ground, in knots.",
  "max_speed": "Greatest speed over ground, in knots.",
  "max_wind_speed": "Greatest apparent wind speed, in knots.",
  "extra": "Further figures of the log: metrics and observations.",
  "reasons": "Why the log begins and ends where it does.",
  "segments": "How it was made: sailing, motoring, unknown, gap or pause, each with times and nautical miles."
}$json$);

select app.describe('stays_view stay_view', $json${
  "id": "Number of the stay.",
  "name": "The stay in a sentence: days, place and month.",
  "moorage": "Name of the place.",
  "moorage_id": "Number of the moorage.",
  "duration": "Time spent, so far if the vessel is still there (ISO 8601).",
  "stayed_at": "Kind of stay.",
  "stayed_at_id": "Number of the kind of stay.",
  "arrived": "Arrival, UTC.",
  "departed": "Departure, UTC; null while the vessel is there.",
  "notes": "What people noted.",
  "active": "Whether the vessel is there now.",
  "latitude": "Latitude, in degrees.",
  "longitude": "Longitude, in degrees.",
  "radius_m": "Radius of the circle that holds the vessel's positions, in metres.",
  "reasons": "Why the stay begins and ends where it does."
}$json$);

select app.describe('moorages_view moorage_view', $json${
  "id": "Number of the moorage.",
  "default_stay": "Kind of stay that is usual here.",
  "default_stay_id": "Number of that kind.",
  "total_stay": "Whole days spent here.",
  "arrivals_departures": "Number of visits.",
  "total_duration": "Time spent here (ISO 8601).",
  "home": "Whether this is a home port.",
  "latitude": "Latitude, in degrees.",
  "longitude": "Longitude, in degrees.",
  "country": "Country, ISO 3166-1 alpha-2 in lower case."
}$json$);
select app.describe('moorages_view', '{"moorage": "Name of the place."}');
select app.describe('moorage_view', $json${
  "name": "Name of the place.",
  "notes": "What people noted.",
  "first_seen": "First arrival, UTC.",
  "last_seen": "Last departure, or now, UTC.",
  "geog": "Position, as a GeoJSON Point."
}$json$);

select app.describe('vessels_view', $json${
  "name": "Name of the vessel.",
  "mmsi": "Radio identity (MMSI).",
  "created_at": "When it was registered, UTC.",
  "last_contact": "Last contact, UTC, as text; null if there was none.",
  "offline": "Whether it was silent for more than 70 minutes; null if it never made contact.",
  "duration": "Time since the last contact (ISO 8601).",
  "last_metric_time": "Time of the newest measurement, UTC.",
  "active": "Whether it counts as online."
}$json$);

select app.describe('monitoring_view', $json${
  "time": "When it was measured, UTC.",
  "offline": "Whether that is more than 70 minutes ago.",
  "watertemperature": "Water temperature, in kelvin.",
  "insidetemperature": "Temperature inside, in kelvin.",
  "outsidetemperature": "Temperature outside, in kelvin.",
  "windspeedoverground": "Wind speed over ground, in metres per second.",
  "winddirectionground": "Wind direction over ground, in radians.",
  "insidehumidity": "Relative humidity inside, from 0 to 1.",
  "outsidehumidity": "Relative humidity outside, from 0 to 1.",
  "outsidepressure": "Air pressure outside, in pascal.",
  "insidepressure": "Air pressure inside, in pascal.",
  "batterycharge": "State of charge of the house battery, from 0 to 1.",
  "batteryvoltage": "Voltage of the house battery, in volts.",
  "geojson": "The newest known position, as a GeoJSON Feature.",
  "name": "Name of the vessel.",
  "depth": "Depth below the transducer, in metres.",
  "status": "What the vessel reports of itself.",
  "speedoverground": "Speed over ground, in knots.",
  "courseovergroundtrue": "Course over ground, in degrees true.",
  "windspeedapparent": "Apparent wind speed, in knots.",
  "anglespeedapparent": "Apparent wind angle, in degrees, negative to port."
}$json$);
select app.describe('monitoring_view2', $json${
  "key": "Path of the measurement.", "value": "Its newest value, in SI units."
}$json$);
select app.describe('monitoring_view3 monitoring_temperatures monitoring_humidity monitoring_voltage', $json${
  "time": "When it was measured, UTC.",
  "key": "Path of the measurement.",
  "value": "Its value as text, in SI units (kelvin, ratio from 0 to 1, volts)."
}$json$);

select app.describe('stats_logs_view', $json${
  "name": "Name of the vessel.",
  "first": "Time of the oldest measurement, UTC.",
  "last": "Time of the newest measurement, UTC.",
  "number_of_log_entries": "Number of logs, the one under way too.",
  "max_speed": "Greatest speed over ground, in knots.",
  "max_wind_speed": "Greatest apparent wind speed, in knots.",
  "total_distance": "Distance of all logs, in nautical miles.",
  "total_time_underway": "Time under way (ISO 8601).",
  "longest_nonstop_sail": "Longest log: nautical miles and hours, as text."
}$json$);
select app.describe('stats_moorages_view', $json${
  "home_ports": "Number of home ports.",
  "unique_moorages": "Number of moorages.",
  "time_spent_at_home_port(s)": "Time spent at home ports (ISO 8601).",
  "time_spent_away": "Time spent elsewhere (ISO 8601)."
}$json$);
select app.describe('stats_moorages_away_view', $json${
  "description": "Kind of stay.", "time_spent_away_by": "Time spent away from home in that way (ISO 8601)."
}$json$);
select app.describe('total_info_view', $json${
  "logs": "Number of logs.", "stays": "Number of stays.", "moorages": "Number of moorages."
}$json$);
select app.describe('eventlogs_view', $json${
  "id": "Number of the event.",
  "channel": "What kind of event; people write only note.",
  "payload": "What it is about: a number of a log or stay, an e-mail address, or the note's text.",
  "ref_id": "Whose it is: an account or a vessel.",
  "stored": "When it happened, UTC.",
  "processed": "When it was worked off, UTC; null while it waits."
}$json$);
select app.describe('metrics_rejected_view', $json${
  "rejected_at": "When the row came, UTC.",
  "reason": "Why it was refused, as a sentence.",
  "metric": "The row as it was understood.",
  "vessel_id": "Whose row it is."
}$json$);
select app.describe('versions_view', $json${
  "api_version": "Version of this service.",
  "sys_version": "Database server.",
  "timeseriesdb": "Time-series extension, or plain.",
  "spatialdb": "Spatial extension, or plain.",
  "restserver": "Server of this API."
}$json$);
