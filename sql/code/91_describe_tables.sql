-- What the tables hold.
comment on table api.metadata is 'The vessel as its plugin describes it; one row per vessel, replaced at every contact.';
comment on table api.metrics is 'Measurements over time, as the vessel sent them: one row per instant.';
comment on table api.logbook is 'Logs: legs under way between two stays, found in the measurements or entered by hand.';
comment on table api.stays is 'Stays: times at one place, between two logs.';
comment on table api.moorages is 'Moorages: places where the vessel stays, each with all of its visits.';
comment on table api.stays_at is 'Kinds of stay: unknown, anchor, mooring buoy, dock.';

select app.describe('metadata', $json${
  "id": "Number of the vessel's description, unique over the installation.",
  "name": "Name of the vessel as its plugin knows it.",
  "mmsi": "Radio identity (MMSI): nine digits, or null.",
  "client_id": "Identity of the marine data server on board, as a URN.",
  "vessel_id": "The vessel; taken from the token.",
  "length": "Length over all, in metres.",
  "beam": "Beam, in metres.",
  "height": "Height above the water line, in metres.",
  "ship_type": "AIS ship type, 0 to 99; 36 is sailing, 37 a pleasure craft.",
  "plugin_version": "Version of the plugin on board.",
  "navdata_version": "Version of the marine data server on board.",
  "time": "Last contact, by this server's clock: metadata, or metrics measured within the last 15 minutes.",
  "active": "Whether the vessel is online; false once it was silent for 70 minutes.",
  "created_at": "First contact.",
  "updated_at": "Last change of this row.",
  "platform": "Hardware on board.",
  "configuration": "Which measurement keys stand for depth, voltage, wind and so on; read by the plugin.",
  "available_keys": "Measurement keys that the vessel publishes: an array of {key, unit}.",
  "user_data": "What the owner adds, as an object."
}$json$);

select app.describe('metrics', $json${
  "time": "When it was measured, UTC.",
  "client_id": "Identity of the marine data server on board, from older plugins.",
  "vessel_id": "The vessel; taken from the token.",
  "latitude": "Latitude, WGS84, in degrees, north positive.",
  "longitude": "Longitude, WGS84, in degrees, east positive.",
  "speedoverground": "Speed over ground (SOG), in knots.",
  "courseovergroundtrue": "Course over ground (COG), in degrees true.",
  "windspeedapparent": "Apparent wind speed (AWS), in knots.",
  "anglespeedapparent": "Apparent wind angle (AWA), in degrees, negative to port.",
  "status": "What the vessel reports of itself: sailing, motoring, moored or anchored; null when it says nothing.",
  "metrics": "Every other measurement: an object of path and value, in SI units (metres, metres per second, radians, kelvin, pascal, volts, ratios from 0 to 1)."
}$json$);

select app.describe('logbook', $json${
  "id": "Number of the log, unique over the installation; it stays the same when the log is derived again.",
  "vessel_id": "The vessel; taken from the token.",
  "active": "Whether the vessel is under way on this log; at most one is.",
  "name": "Name of the log; what a person wrote is kept.",
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
  "notes": "What people noted.",
  "extra": "Further figures of the log: metrics (engine run time in seconds, log in nautical miles) and observations (seaState, cloudCoverage, visibility; -1 is unknown).",
  "voyage_id": "Logs with the same number are legs of one voyage, joined by short pauses.",
  "confidence": "How sure the boundaries are, from 0 to 1.",
  "reasons": "Why the log begins and ends where it does.",
  "segments": "How it was made: sailing, motoring, unknown, gap or pause, each with times and nautical miles.",
  "_from_moorage_id": "Moorage of departure.",
  "_to_moorage_id": "Moorage of arrival."
}$json$);

select app.describe('stays', $json${
  "id": "Number of the stay, unique over the installation; it stays the same when the stay is derived again.",
  "vessel_id": "The vessel; taken from the token.",
  "active": "Whether the vessel is there now; at most one stay is active.",
  "name": "Name of the place; what a person wrote is kept.",
  "latitude": "Latitude of the middle of the stay, in degrees.",
  "longitude": "Longitude of the middle of the stay, in degrees.",
  "geog": "The same position, as a GeoJSON Point.",
  "arrived": "Arrival, UTC.",
  "departed": "Departure, UTC; null while the vessel is there.",
  "duration": "Time from arrival to departure (ISO 8601).",
  "stay_code": "Kind of stay; see stays_at.",
  "notes": "What people noted.",
  "moorage_id": "The moorage where the vessel stayed.",
  "reasons": "Why the stay begins and ends where it does.",
  "radius_m": "Radius of the circle that holds the vessel's positions, in metres."
}$json$);

select app.describe('moorages', $json${
  "id": "Number of the moorage, unique over the installation.",
  "vessel_id": "The vessel; taken from the token.",
  "name": "Name of the place; what a person wrote is kept.",
  "country": "Country, ISO 3166-1 alpha-2 in lower case.",
  "stay_id": "The stay that made the place known.",
  "stay_code": "Kind of stay that is usual here; see stays_at.",
  "stay_duration": "Time spent here (ISO 8601); a stay that is not over counts until now, up to five minutes behind.",
  "reference_count": "Visits when they were last counted; moorage_view counts afresh.",
  "latitude": "Latitude, in degrees.",
  "longitude": "Longitude, in degrees.",
  "geog": "The same position, as a GeoJSON Point.",
  "home_flag": "Whether this is a home port.",
  "notes": "What people noted."
}$json$);

select app.describe('stays_at', $json${
  "stay_code": "Number of the kind of stay.",
  "description": "Its name."
}$json$);
