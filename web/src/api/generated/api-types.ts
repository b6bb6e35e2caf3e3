/**
 * Rows and procedures of the vessel data API. Made by `wakelog docs` from the API's description of itself; do not
 * edit. Times are ISO 8601 in UTC, durations ISO 8601.
 */

/** Any JSON value. */
export type Json = string | number | boolean | null | { readonly [key: string]: Json } | readonly Json[];

/** The badges that the account has earned. */
export interface BadgesView {
  /** Name of the badge. */
  readonly name: string | null;
  /** What it was earned by. */
  readonly description: string | null;
  /** When it was earned, UTC. */
  readonly earned_at: string | null;
  /** Number of the log that earned it; null for what was earned ashore. */
  readonly logbook_id: number | null;
}

/** What people said about the logbook, newest first; undo_edit_fn takes one back by its id. */
export interface EditsView {
  /** Number of the edit. */
  readonly id: number | null;
  /** What was said: split, join, delete, keep (right as it is), stay (facts of a stay) or draw (a log by hand). */
  readonly kind: string | null;
  /** Beginning of the span of time that it is about, UTC. */
  readonly started: string | null;
  /** End of the span, UTC. */
  readonly ended: string | null;
  /** What else was said: a JSON object with positions (degrees), stayCode, arrived and departed (milliseconds since 1970 UTC), log (whose number the joined log, or the earlier part of a split one, keeps). */
  readonly facts: Json | null;
  /** When it was said, UTC. */
  readonly made_at: string | null;
  /** Who said it. */
  readonly made_by: string | null;
  /** Whether it was taken back. */
  readonly undone: boolean | null;
  /** When it was taken back, UTC. */
  readonly undone_at: string | null;
}

/** What happened to the account and the vessel, and whether it was worked off. People may write notes. */
export interface EventlogsView {
  /** Number of the event. */
  readonly id: number | null;
  /** What kind of event. new_stay is raised when a stay begins, new_moorage when a stay ends, new_logbook when a log ends. People write only note. */
  readonly channel: string | null;
  /** What it is about: a number of a log or stay, an e-mail address, or the note's text. */
  readonly payload: string | null;
  /** Whose it is: an account or a vessel. */
  readonly ref_id: string | null;
  /** When it happened, UTC. */
  readonly stored: string | null;
  /** When it was worked off, UTC; null while it waits. */
  readonly processed: string | null;
}

/** Finished logs with all that a page about one shows. */
export interface LogView {
  /** Number of the log. */
  readonly id: number | null;
  /** Name of the log. */
  readonly name: string | null;
  /** Place of departure. */
  readonly from: string | null;
  /** Departure, UTC. */
  readonly started: string | null;
  /** Place of arrival. */
  readonly to: string | null;
  /** Arrival, UTC. */
  readonly ended: string | null;
  /** Distance along the track, in nautical miles. */
  readonly distance: number | null;
  /** Time under way (ISO 8601). */
  readonly duration: string | null;
  /** What people noted. */
  readonly notes: string | null;
  /** Track as a GeoJSON FeatureCollection: the line, then a point per measurement. */
  readonly geojson: Json | null;
  /** Time-weighted mean of the speed over ground, in knots. */
  readonly avg_speed: number | null;
  /** Greatest speed over ground, in knots. */
  readonly max_speed: number | null;
  /** Greatest apparent wind speed, in knots. */
  readonly max_wind_speed: number | null;
  /** Further figures of the log: metrics and observations. */
  readonly extra: Json | null;
  /** Logs with the same number are legs of one voyage. */
  readonly voyage_id: number | null;
  /** Moorage of departure. */
  readonly _from_moorage_id: number | null;
  /** Moorage of arrival. */
  readonly _to_moorage_id: number | null;
  /** How sure the boundaries are, from 0 to 1. */
  readonly confidence: number | null;
  /** Why the log begins and ends where it does. */
  readonly reasons: Json | null;
  /** How it was made: sailing, motoring, unknown, gap or pause, each with times and nautical miles. */
  readonly segments: Json | null;
  /** Whether the boundaries are so unsure that somebody should look at them. */
  readonly doubtful: boolean | null;
  /** The part of the distance across silences, in nautical miles; null if all of it was recorded. */
  readonly not_recorded: number | null;
}

/** Logs: legs under way between two stays, found in the measurements or entered by hand. */
export interface Logbook {
  /** Number of the log, unique over the installation; it stays the same when the log is derived again. */
  readonly id: number;
  /** The vessel; taken from the token. */
  readonly vessel_id: string;
  /** Whether the vessel is under way on this log; at most one is. */
  readonly active: boolean | null;
  /** Name of the log; what a person wrote is kept. */
  readonly name: string | null;
  /** Place of departure. */
  readonly _from: string | null;
  /** Latitude of departure, in degrees. */
  readonly _from_lat: number | null;
  /** Longitude of departure, in degrees. */
  readonly _from_lng: number | null;
  /** Place of arrival. */
  readonly _to: string | null;
  /** Latitude of arrival, in degrees. */
  readonly _to_lat: number | null;
  /** Longitude of arrival, in degrees. */
  readonly _to_lng: number | null;
  /** Track, as a line of longitudes and latitudes (GeoJSON LineString). */
  readonly track_geom: Json | null;
  /** The same track. */
  readonly track_geog: Json | null;
  /** Track as a GeoJSON FeatureCollection: the line, then a point per measurement. */
  readonly track_geojson: Json | null;
  /** Departure, UTC. */
  readonly _from_time: string;
  /** Arrival, UTC; null while under way. */
  readonly _to_time: string | null;
  /** Distance along the track on the WGS84 ellipsoid, in nautical miles, 4 decimals. */
  readonly distance: number | null;
  /** Time from departure to arrival (ISO 8601). */
  readonly duration: string | null;
  /** Time-weighted mean of the speed over ground, in knots. */
  readonly avg_speed: number | null;
  /** Greatest plausible speed over ground, in knots. */
  readonly max_speed: number | null;
  /** Greatest plausible apparent wind speed, in knots. */
  readonly max_wind_speed: number | null;
  /** What people noted. */
  readonly notes: string | null;
  /** Further figures of the log: metrics (engine run time in seconds, log in nautical miles) and observations (seaState, cloudCoverage, visibility; -1 is unknown). */
  readonly extra: Json | null;
  /** Logs with the same number are legs of one voyage, joined by short pauses. */
  readonly voyage_id: number | null;
  /** How sure the boundaries are, from 0 to 1. */
  readonly confidence: number | null;
  /** Why the log begins and ends where it does. */
  readonly reasons: Json | null;
  /** How it was made: sailing, motoring, unknown, gap or pause, each with times and nautical miles. */
  readonly segments: Json | null;
  /** Moorage of departure. */
  readonly _from_moorage_id: number | null;
  /** Moorage of arrival. */
  readonly _to_moorage_id: number | null;
}

/** Totals of the finished logs of each month, newest first. A log counts in the month of its departure, UTC, whole. */
export interface LogsByMonthView {
  /** The month of departure, UTC: 2026-07. */
  readonly month: string | null;
  /** Number of logs. */
  readonly logs: number | null;
  /** Distance of the logs, in nautical miles. */
  readonly distance: number | null;
  /** The part of the distance across silences, in nautical miles; null if all of it was recorded. */
  readonly not_recorded: number | null;
  /** Time under way (ISO 8601). */
  readonly duration: string | null;
}

/** Finished logs as GeoJSON features, newest first. */
export interface LogsGeojsonView {
  /** Number of the log. */
  readonly id: number | null;
  /** Name of the log. */
  readonly name: string | null;
  /** Departure, UTC. */
  readonly starttimestamp: string | null;
  /** The track as a GeoJSON feature; null if there is none. */
  readonly geojson: Json | null;
}

/** Finished logs as they were some minutes ago, for reports that must be quick. */
export interface LogsMatView {
  /** Number of the log. */
  readonly id: number | null;
  /** Name of the log. */
  readonly name: string | null;
  /** Place of departure. */
  readonly from: string | null;
  /** Departure, UTC. */
  readonly started: string | null;
  /** Place of arrival. */
  readonly to: string | null;
  /** Arrival, UTC. */
  readonly ended: string | null;
  /** Distance along the track, in nautical miles. */
  readonly distance: number | null;
  /** Time under way (ISO 8601). */
  readonly duration: string | null;
}

/** Finished logs for lists, newest first. */
export interface LogsView {
  /** Number of the log. */
  readonly id: number | null;
  /** Name of the log. */
  readonly name: string | null;
  /** Place of departure. */
  readonly from: string | null;
  /** Departure, UTC. */
  readonly started: string | null;
  /** Place of arrival. */
  readonly to: string | null;
  /** Arrival, UTC. */
  readonly ended: string | null;
  /** Distance along the track, in nautical miles. */
  readonly distance: number | null;
  /** Time under way (ISO 8601). */
  readonly duration: string | null;
  /** Logs with the same number are legs of one voyage. */
  readonly voyage_id: number | null;
  /** Moorage of departure. */
  readonly _from_moorage_id: number | null;
  /** Moorage of arrival. */
  readonly _to_moorage_id: number | null;
  /** The tags that people gave the log, as a list. */
  readonly tags: Json | null;
  /** How sure the boundaries are, from 0 to 1. */
  readonly confidence: number | null;
  /** Whether the boundaries are so unsure that somebody should look at them. */
  readonly doubtful: boolean | null;
  /** The part of the distance across silences, in nautical miles; null if all of it was recorded. */
  readonly not_recorded: number | null;
}

/** The vessel as its plugin describes it; one row per vessel, replaced at every contact. */
export interface Metadata {
  /** Number of the vessel's description, unique over the installation. */
  readonly id: number;
  /** Name of the vessel as its plugin knows it. */
  readonly name: string | null;
  /** Radio identity (MMSI): nine digits, or null. */
  readonly mmsi: number | null;
  /** Identity of the marine data server on board, as a URN. */
  readonly client_id: string | null;
  /** The vessel; taken from the token. */
  readonly vessel_id: string;
  /** Length over all, in metres. */
  readonly length: number | null;
  /** Beam, in metres. */
  readonly beam: number | null;
  /** Height above the water line, in metres. */
  readonly height: number | null;
  /** AIS ship type, 0 to 99; 36 is sailing, 37 a pleasure craft. */
  readonly ship_type: number | null;
  /** Version of the plugin on board. */
  readonly plugin_version: string;
  /** Version of the marine data server on board. */
  readonly navdata_version: string;
  /** Last contact, by this server's clock: metadata, or metrics measured within the last 15 minutes. */
  readonly time: string;
  /** Whether the vessel is online; false once it was silent for 70 minutes. */
  readonly active: boolean | null;
  /** First contact. */
  readonly created_at: string;
  /** Last change of this row. */
  readonly updated_at: string;
  /** Hardware on board. */
  readonly platform: string | null;
  /** Which measurement keys stand for depth, voltage, wind and so on; read by the plugin. */
  readonly configuration: Json | null;
  /** Measurement keys that the vessel publishes: an array of {key, unit}. */
  readonly available_keys: Json | null;
  /** What the owner adds, as an object. */
  readonly user_data: Json;
}

/** Measurements over time, as the vessel sent them: one row per instant. */
export interface Metrics {
  /** When it was measured, UTC. */
  readonly time: string;
  /** Identity of the marine data server on board, from older plugins. */
  readonly client_id: string | null;
  /** The vessel; taken from the token. */
  readonly vessel_id: string;
  /** Latitude, WGS84, in degrees, north positive. */
  readonly latitude: number | null;
  /** Longitude, WGS84, in degrees, east positive. */
  readonly longitude: number | null;
  /** Speed over ground (SOG), in knots. */
  readonly speedoverground: number | null;
  /** Course over ground (COG), in degrees true. */
  readonly courseovergroundtrue: number | null;
  /** Apparent wind speed (AWS), in knots. */
  readonly windspeedapparent: number | null;
  /** Apparent wind angle (AWA), in degrees, negative to port. */
  readonly anglespeedapparent: number | null;
  /** What the vessel reports of itself: sailing, motoring, moored or anchored; null when it says nothing. */
  readonly status: "sailing" | "motoring" | "moored" | "anchored" | null;
  /** Every other measurement: an object of path and value, in SI units (metres, metres per second, radians, kelvin, pascal, volts, ratios from 0 to 1). */
  readonly metrics: Json | null;
}

/** Every key of the newest measurement with its value and time, by key. */
export interface MetricsExploreView {
  /** Time of the newest measurement, UTC. */
  readonly time: string | null;
  /** What was measured. */
  readonly key: string | null;
  /** Its value, in SI units. */
  readonly value: Json | null;
}

/** Rows of metrics that were refused, newest first, each with the reason. Nothing that a vessel sent is thrown away. */
export interface MetricsRejectedView {
  /** When the row came, UTC. */
  readonly rejected_at: string | null;
  /** Why it was refused, as a sentence. */
  readonly reason: string | null;
  /** The row as it was understood. */
  readonly metric: Json | null;
  /** Whose row it is. */
  readonly vessel_id: string | null;
}

/** Humidity over time, newest first: keys environment.%.humidity and environment.%.relativeHumidity. */
export interface MonitoringHumidity {
  /** When it was measured, UTC. */
  readonly time: string | null;
  /** Path of the measurement. */
  readonly key: string | null;
  /** Its value as text, in SI units (kelvin, ratio from 0 to 1, volts). */
  readonly value: string | null;
}

/** The newest measurements with the energy on board and all else, in SI units. */
export interface MonitoringLive {
  /** Time of the newest measurement, UTC. */
  readonly time: string | null;
  /** Whether it is older than 70 minutes. */
  readonly offline: boolean | null;
  /** Name of the vessel. */
  readonly name: string | null;
  /** Water temperature, in kelvin. */
  readonly watertemperature: Json | null;
  /** Temperature inside, in kelvin. */
  readonly insidetemperature: Json | null;
  /** Temperature outside, in kelvin. */
  readonly outsidetemperature: Json | null;
  /** True wind speed, in m/s. */
  readonly windspeedoverground: Json | null;
  /** True wind direction, in radians. */
  readonly winddirectiontrue: Json | null;
  /** Relative humidity inside, as a ratio from 0 to 1. */
  readonly insidehumidity: Json | null;
  /** Relative humidity outside, as a ratio from 0 to 1. */
  readonly outsidehumidity: Json | null;
  /** Air pressure outside, in pascal. */
  readonly outsidepressure: Json | null;
  /** Air pressure inside, in pascal. */
  readonly insidepressure: Json | null;
  /** State of charge of the house battery, as a ratio from 0 to 1. */
  readonly batterycharge: Json | null;
  /** Voltage of the house battery, in volts. */
  readonly batteryvoltage: Json | null;
  /** Depth below the transducer, in metres. */
  readonly depth: Json | null;
  /** Power of the solar panel, in watts. */
  readonly solarpower: Json | null;
  /** Voltage of the solar panel, in volts. */
  readonly solarvoltage: Json | null;
  /** Level of the first fuel tank, as a ratio from 0 to 1. */
  readonly tanklevel: Json | null;
  /** How the vessel was moving. */
  readonly status: "sailing" | "motoring" | "moored" | "anchored" | null;
  /** Speed over ground, in knots. */
  readonly speedoverground: number | null;
  /** Course over ground, in degrees true. */
  readonly courseovergroundtrue: number | null;
  /** Apparent wind speed, in knots. */
  readonly windspeedapparent: number | null;
  /** Apparent wind angle, in degrees, negative to port. */
  readonly anglespeedapparent: number | null;
  /** Last position as a GeoJSON feature. */
  readonly geojson: Json | null;
  /** Everything of the newest measurement, in SI units. */
  readonly data: Json | null;
}

/** Temperatures over time, newest first: keys environment.%.temperature. */
export interface MonitoringTemperatures {
  /** When it was measured, UTC. */
  readonly time: string | null;
  /** Path of the measurement. */
  readonly key: string | null;
  /** Its value as text, in SI units (kelvin, ratio from 0 to 1, volts). */
  readonly value: string | null;
}

/** The newest measurements of the usual kinds, in SI units; by the keys of metadata.configuration, else the usual ones. */
export interface MonitoringView {
  /** When it was measured, UTC. */
  readonly time: string | null;
  /** Whether that is more than 70 minutes ago. */
  readonly offline: boolean | null;
  /** Water temperature, in kelvin. */
  readonly watertemperature: Json | null;
  /** Temperature inside, in kelvin. */
  readonly insidetemperature: Json | null;
  /** Temperature outside, in kelvin. */
  readonly outsidetemperature: Json | null;
  /** Wind speed over ground, in metres per second. */
  readonly windspeedoverground: Json | null;
  /** Wind direction over ground, in radians. */
  readonly winddirectionground: Json | null;
  /** Relative humidity inside, from 0 to 1. */
  readonly insidehumidity: Json | null;
  /** Relative humidity outside, from 0 to 1. */
  readonly outsidehumidity: Json | null;
  /** Air pressure outside, in pascal. */
  readonly outsidepressure: Json | null;
  /** Air pressure inside, in pascal. */
  readonly insidepressure: Json | null;
  /** State of charge of the house battery, from 0 to 1. */
  readonly batterycharge: Json | null;
  /** Voltage of the house battery, in volts. */
  readonly batteryvoltage: Json | null;
  /** The newest known position, as a GeoJSON Feature. */
  readonly geojson: Json | null;
  /** Name of the vessel. */
  readonly name: string | null;
  /** Depth below the transducer, in metres. */
  readonly depth: Json | null;
  /** What the vessel reports of itself. */
  readonly status: "sailing" | "motoring" | "moored" | "anchored" | null;
  /** Speed over ground, in knots. */
  readonly speedoverground: number | null;
  /** Course over ground, in degrees true. */
  readonly courseovergroundtrue: number | null;
  /** Apparent wind speed, in knots. */
  readonly windspeedapparent: number | null;
  /** Apparent wind angle, in degrees, negative to port. */
  readonly anglespeedapparent: number | null;
}

/** Every key of the newest measurement with its value. */
export interface MonitoringView2 {
  /** Path of the measurement. */
  readonly key: string | null;
  /** Its newest value, in SI units. */
  readonly value: Json | null;
}

/** Every key of every measurement over time, newest first; filter it. */
export interface MonitoringView3 {
  /** When it was measured, UTC. */
  readonly time: string | null;
  /** Path of the measurement. */
  readonly key: string | null;
  /** Its value as text, in SI units (kelvin, ratio from 0 to 1, volts). */
  readonly value: string | null;
}

/** Voltages over time, newest first: keys electrical.%.voltage. */
export interface MonitoringVoltage {
  /** When it was measured, UTC. */
  readonly time: string | null;
  /** Path of the measurement. */
  readonly key: string | null;
  /** Its value as text, in SI units (kelvin, ratio from 0 to 1, volts). */
  readonly value: string | null;
}

/** Moorages with all that a page about one shows. */
export interface MoorageView {
  /** Number of the moorage. */
  readonly id: number | null;
  /** Name of the place. */
  readonly name: string | null;
  /** Kind of stay that is usual here. */
  readonly default_stay: string | null;
  /** Number of that kind. */
  readonly default_stay_id: number | null;
  /** Whether this is a home port. */
  readonly home: boolean | null;
  /** Whole days spent here. */
  readonly total_stay: number | null;
  /** Number of visits. */
  readonly arrivals_departures: number | null;
  /** What people noted. */
  readonly notes: string | null;
  /** Time spent here (ISO 8601). */
  readonly total_duration: string | null;
  /** First arrival, UTC. */
  readonly first_seen: string | null;
  /** Last departure, or now, UTC. */
  readonly last_seen: string | null;
  /** Latitude, in degrees. */
  readonly latitude: number | null;
  /** Longitude, in degrees. */
  readonly longitude: number | null;
  /** Position, as a GeoJSON Point. */
  readonly geog: Json | null;
  /** Country, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string | null;
}

/** Moorages: places where the vessel stays, each with all of its visits. */
export interface Moorages {
  /** Number of the moorage, unique over the installation. */
  readonly id: number;
  /** The vessel; taken from the token. */
  readonly vessel_id: string;
  /** Name of the place; what a person wrote is kept. */
  readonly name: string | null;
  /** Country, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string | null;
  /** The stay that made the place known. */
  readonly stay_id: number | null;
  /** Kind of stay that is usual here; see stays_at. */
  readonly stay_code: number | null;
  /** Time spent here (ISO 8601); a stay that is not over counts until now, up to five minutes behind. */
  readonly stay_duration: string | null;
  /** Visits when they were last counted; moorage_view counts afresh. */
  readonly reference_count: number | null;
  /** Latitude, in degrees. */
  readonly latitude: number | null;
  /** Longitude, in degrees. */
  readonly longitude: number | null;
  /** The same position, as a GeoJSON Point. */
  readonly geog: Json | null;
  /** Whether this is a home port. */
  readonly home_flag: boolean | null;
  /** What people noted. */
  readonly notes: string | null;
}

/** Moorages as GeoJSON features. */
export interface MooragesGeojsonView {
  /** Number of the moorage. */
  readonly id: number | null;
  /** Name of the moorage. */
  readonly name: string | null;
  /** The place as a GeoJSON feature; null if it is unknown. */
  readonly geojson: Json | null;
}

/** The stays at each moorage, newest first. */
export interface MooragesStaysView {
  /** Number of the moorage. */
  readonly id: number | null;
  /** Name of the moorage. */
  readonly name: string | null;
  /** Number of the stay. */
  readonly stay_id: number | null;
  /** The stay in a sentence: days, place and month. */
  readonly stay: string | null;
  /** Arrival, UTC. */
  readonly arrived: string | null;
  /** Departure, UTC; null while the vessel is there. */
  readonly departed: string | null;
  /** Time spent, so far if the vessel is still there (ISO 8601). */
  readonly duration: string | null;
  /** Kind of stay. */
  readonly stayed_at: string | null;
  /** Number of the kind of stay. */
  readonly stayed_at_id: number | null;
  /** What people noted. */
  readonly notes: string | null;
}

/** Moorages for lists, the most visited first. */
export interface MooragesView {
  /** Number of the moorage. */
  readonly id: number | null;
  /** Name of the place. */
  readonly moorage: string | null;
  /** Kind of stay that is usual here. */
  readonly default_stay: string | null;
  /** Number of that kind. */
  readonly default_stay_id: number | null;
  /** Whole days spent here. */
  readonly total_stay: number | null;
  /** Number of visits. */
  readonly arrivals_departures: number | null;
  /** Time spent here (ISO 8601). */
  readonly total_duration: string | null;
  /** Whether this is a home port. */
  readonly home: boolean | null;
  /** Latitude, in degrees. */
  readonly latitude: number | null;
  /** Longitude, in degrees. */
  readonly longitude: number | null;
  /** Country, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string | null;
}

/** What waits for a decision by review_fn: finished logs whose confidence is below 0.6, and gaps: silences that no log covers. */
export interface ReviewView {
  /** Number of the log, or of the gap. */
  readonly id: number | null;
  /** Name of the log; of a gap, the places at its two ends. */
  readonly name: string | null;
  /** Which boundary of a log is doubtful: departure, arrival or both; null for a gap. */
  readonly doubt: string | null;
  /** How sure the boundaries of a log are, from 0 to 1; null for a gap. */
  readonly confidence: number | null;
  /** Why the log begins and ends where it does, or what is known of the gap, in words. */
  readonly reasons: string | null;
  /** Decisions that review_fn takes for this entry: some of keep, join, split, delete. */
  readonly decisions: readonly string[] | null;
  /** Number of the log that join would join it with: the nearest on the doubtful side within 12 hours; null if there is none. */
  readonly join_with: number | null;
  /** Instant at which split would split it, UTC: the middle of the longest gap or pause; null if there is none. */
  readonly split_at: string | null;
  /** Departure, UTC. */
  readonly started: string | null;
  /** Arrival, UTC. */
  readonly ended: string | null;
  /** Place of departure. */
  readonly from: string | null;
  /** Place of arrival. */
  readonly to: string | null;
  /** doubt: a log with a doubtful end. unrecorded: a passage during which nothing was recorded for more than a day. relocation: the vessel was seen again in a place that it cannot have sailed to. */
  readonly kind: string | null;
  /** Distance of the log, or across the gap in a straight line, in nautical miles. */
  readonly distance: number | null;
}

/** Totals and records over all logs. */
export interface StatsLogsView {
  /** Name of the vessel. */
  readonly name: string | null;
  /** Time of the oldest measurement, UTC. */
  readonly first: string | null;
  /** Time of the newest measurement, UTC. */
  readonly last: string | null;
  /** Number of logs, the one under way too. */
  readonly number_of_log_entries: number | null;
  /** Greatest speed over ground, in knots. */
  readonly max_speed: number | null;
  /** Greatest apparent wind speed, in knots. */
  readonly max_wind_speed: number | null;
  /** Distance of all logs, in nautical miles. */
  readonly total_distance: number | null;
  /** Time under way (ISO 8601). */
  readonly total_time_underway: string | null;
  /** Longest log: nautical miles and hours, as text. */
  readonly longest_nonstop_sail: string | null;
}

/** Time spent away from home, by kind of stay. */
export interface StatsMooragesAwayView {
  /** Kind of stay. */
  readonly description: string | null;
  /** Time spent away from home in that way (ISO 8601). */
  readonly time_spent_away_by: string | null;
}

/** Home ports, moorages, and time spent at and away from home. */
export interface StatsMooragesView {
  /** Number of home ports. */
  readonly home_ports: number | null;
  /** Number of moorages. */
  readonly unique_moorages: number | null;
  /** Time spent at home ports (ISO 8601). */
  readonly "time_spent_at_home_port(s)": string | null;
  /** Time spent elsewhere (ISO 8601). */
  readonly time_spent_away: string | null;
}

/** Stays with all that a page about one shows. */
export interface StayView {
  /** Number of the stay. */
  readonly id: number | null;
  /** The stay in a sentence: days, place and month. */
  readonly name: string | null;
  /** Name of the place. */
  readonly moorage: string | null;
  /** Number of the moorage. */
  readonly moorage_id: number | null;
  /** Time spent, so far if the vessel is still there (ISO 8601). */
  readonly duration: string | null;
  /** Kind of stay. */
  readonly stayed_at: string | null;
  /** Number of the kind of stay. */
  readonly stayed_at_id: number | null;
  /** Arrival, UTC. */
  readonly arrived: string | null;
  /** Departure, UTC; null while the vessel is there. */
  readonly departed: string | null;
  /** What people noted. */
  readonly notes: string | null;
  /** Whether the vessel is there now. */
  readonly active: boolean | null;
  /** Latitude, in degrees. */
  readonly latitude: number | null;
  /** Longitude, in degrees. */
  readonly longitude: number | null;
  /** Radius of the circle that holds the vessel's positions, in metres. */
  readonly radius_m: number | null;
  /** Why the stay begins and ends where it does. */
  readonly reasons: Json | null;
}

/** Stays: times at one place, between two logs. */
export interface Stays {
  /** Number of the stay, unique over the installation; it stays the same when the stay is derived again. */
  readonly id: number;
  /** The vessel; taken from the token. */
  readonly vessel_id: string;
  /** Whether the vessel is there now; at most one stay is active. */
  readonly active: boolean | null;
  /** Name of the place; what a person wrote is kept. */
  readonly name: string | null;
  /** Latitude of the middle of the stay, in degrees. */
  readonly latitude: number | null;
  /** Longitude of the middle of the stay, in degrees. */
  readonly longitude: number | null;
  /** The same position, as a GeoJSON Point. */
  readonly geog: Json | null;
  /** Arrival, UTC. */
  readonly arrived: string;
  /** Departure, UTC; null while the vessel is there. */
  readonly departed: string | null;
  /** Time from arrival to departure (ISO 8601). */
  readonly duration: string | null;
  /** Kind of stay; see stays_at. */
  readonly stay_code: number | null;
  /** What people noted. */
  readonly notes: string | null;
  /** The moorage where the vessel stayed. */
  readonly moorage_id: number | null;
  /** Why the stay begins and ends where it does. */
  readonly reasons: Json | null;
  /** Radius of the circle that holds the vessel's positions, in metres. */
  readonly radius_m: number | null;
}

/** Kinds of stay: unknown, anchor, mooring buoy, dock. */
export interface StaysAt {
  /** Number of the kind of stay. */
  readonly stay_code: number;
  /** Its name. */
  readonly description: string;
}

/** Stays as GeoJSON features, newest first. */
export interface StaysGeojsonView {
  /** Number of the stay. */
  readonly id: number | null;
  /** The stay in a sentence: days, place and month. */
  readonly name: string | null;
  /** Arrival, UTC. */
  readonly starttimestamp: string | null;
  /** The place as a GeoJSON feature; null if it is unknown. */
  readonly geojson: Json | null;
}

/** Every stay for lists, newest first; the running one too. */
export interface StaysView {
  /** Number of the stay. */
  readonly id: number | null;
  /** The stay in a sentence: days, place and month. */
  readonly name: string | null;
  /** Name of the place. */
  readonly moorage: string | null;
  /** Number of the moorage. */
  readonly moorage_id: number | null;
  /** Time spent, so far if the vessel is still there (ISO 8601). */
  readonly duration: string | null;
  /** Kind of stay. */
  readonly stayed_at: string | null;
  /** Number of the kind of stay. */
  readonly stayed_at_id: number | null;
  /** Arrival, UTC. */
  readonly arrived: string | null;
  /** Departure, UTC; null while the vessel is there. */
  readonly departed: string | null;
  /** What people noted. */
  readonly notes: string | null;
  /** Whether the vessel is there now. */
  readonly active: boolean | null;
  /** Latitude, in degrees. */
  readonly latitude: number | null;
  /** Longitude, in degrees. */
  readonly longitude: number | null;
  /** Radius of the circle that holds the vessel's positions, in metres. */
  readonly radius_m: number | null;
  /** Why the stay begins and ends where it does. */
  readonly reasons: Json | null;
}

/** How many logs, stays and moorages there are. */
export interface TotalInfoView {
  /** Number of logs. */
  readonly logs: number | null;
  /** Number of stays. */
  readonly stays: number | null;
  /** Number of moorages. */
  readonly moorages: number | null;
}

/** Versions of the service and of the software beneath it. They can only be read: an operator, who may use every verb, is answered 405 to a write. */
export interface VersionsView {
  /** Version of this service. */
  readonly api_version: string | null;
  /** Database server. */
  readonly sys_version: string | null;
  /** Time-series extension, or plain. */
  readonly timeseriesdb: string | null;
  /** Spatial extension, or plain. */
  readonly spatialdb: string | null;
  /** Server of this API. */
  readonly restserver: string | null;
}

/** The vessel and when it was last heard from. */
export interface VesselsView {
  /** Name of the vessel. */
  readonly name: string | null;
  /** Radio identity (MMSI). */
  readonly mmsi: number | null;
  /** When it was registered, UTC. */
  readonly created_at: string | null;
  /** Last contact, UTC, as text; null if there was none. */
  readonly last_contact: string | null;
  /** Whether it was silent for more than 70 minutes; null if it never made contact. */
  readonly offline: boolean | null;
  /** Time since the last contact (ISO 8601). */
  readonly duration: string | null;
  /** Time of the newest measurement, UTC. */
  readonly last_metric_time: string | null;
  /** Whether it counts as online. */
  readonly active: boolean | null;
}

/** Voyages: finished logs that follow each other after short stops, as one, newest first. */
export interface VoyagesView {
  /** Number of the voyage: that of its first log. */
  readonly id: number | null;
  /** Name of the only log, or first and last place of several. */
  readonly name: string | null;
  /** Place of the first departure. */
  readonly from: string | null;
  /** Place of the last arrival. */
  readonly to: string | null;
  /** First departure, UTC. */
  readonly started: string | null;
  /** Last arrival, UTC. */
  readonly ended: string | null;
  /** Distance of all logs, in nautical miles. */
  readonly distance: number | null;
  /** From the first departure to the last arrival, stops included (ISO 8601). */
  readonly duration: string | null;
  /** Number of logs. */
  readonly legs: number | null;
  /** Number of stops on the way: between the logs, and pauses within them. */
  readonly stops: number | null;
}

/** Every resource by the name of its path. */
export interface Resources {
  readonly badges_view: BadgesView;
  readonly edits_view: EditsView;
  readonly eventlogs_view: EventlogsView;
  readonly log_view: LogView;
  readonly logbook: Logbook;
  readonly logs_by_month_view: LogsByMonthView;
  readonly logs_geojson_view: LogsGeojsonView;
  readonly logs_mat_view: LogsMatView;
  readonly logs_view: LogsView;
  readonly metadata: Metadata;
  readonly metrics: Metrics;
  readonly metrics_explore_view: MetricsExploreView;
  readonly metrics_rejected_view: MetricsRejectedView;
  readonly monitoring_humidity: MonitoringHumidity;
  readonly monitoring_live: MonitoringLive;
  readonly monitoring_temperatures: MonitoringTemperatures;
  readonly monitoring_view: MonitoringView;
  readonly monitoring_view2: MonitoringView2;
  readonly monitoring_view3: MonitoringView3;
  readonly monitoring_voltage: MonitoringVoltage;
  readonly moorage_view: MoorageView;
  readonly moorages: Moorages;
  readonly moorages_geojson_view: MooragesGeojsonView;
  readonly moorages_stays_view: MooragesStaysView;
  readonly moorages_view: MooragesView;
  readonly review_view: ReviewView;
  readonly stats_logs_view: StatsLogsView;
  readonly stats_moorages_away_view: StatsMooragesAwayView;
  readonly stats_moorages_view: StatsMooragesView;
  readonly stay_view: StayView;
  readonly stays: Stays;
  readonly stays_at: StaysAt;
  readonly stays_geojson_view: StaysGeojsonView;
  readonly stays_view: StaysView;
  readonly total_info_view: TotalInfoView;
  readonly versions_view: VersionsView;
  readonly vessels_view: VesselsView;
  readonly voyages_view: VoyagesView;
}

/** Every procedure by its name below /rpc. */
export interface Procedures {
  /** The badges that the account has earned, the first one first. */
  readonly badges_fn: {
    readonly arguments: Record<string, never>;
    readonly result: readonly ({ readonly name: string | null; readonly description: string | null; readonly earned_at: string | null; readonly logbook_id: number | null })[];
  };
  /** Says that a log was not a trip: it goes, and the stays around it become one. True if there was such a log. */
  readonly delete_logbook_fn: {
    readonly arguments: {
      readonly _id: number | string;
    };
    readonly result: boolean;
  };
  /** The thresholds by which logs are found. Answers {settings, thresholds}: what the vessel set, and of each threshold its name, value, default, minimum, maximum and the reason for it. */
  readonly detector_settings_fn: {
    readonly arguments: Record<string, never>;
    readonly result: Json | null;
  };
  /** Proves the account's e-mail address by the mailed one-time code. */
  readonly email_fn: {
    readonly arguments: {
      readonly token: string;
    };
    readonly result: boolean;
  };
  /** A log as a GeoJSON FeatureCollection. */
  readonly export_logbook_geojson_fn: {
    readonly arguments: {
      readonly _id: number | string;
    };
    readonly result: { readonly geojson: Json | null };
  };
  /** A log as GPX 1.1. */
  readonly export_logbook_gpx_fn: {
    readonly arguments: {
      readonly _id: number | string;
    };
    readonly result: string | null;
  };
  /** A log as KML 2.2. */
  readonly export_logbook_kml_fn: {
    readonly arguments: {
      readonly _id: number | string;
    };
    readonly result: string | null;
  };
  /** The points of the chosen logs as a GeoJSON FeatureCollection; ids and dates narrow the choice. */
  readonly export_logbooks_geojson_point_trips_fn: {
    readonly arguments: {
      readonly start_log?: number | string;
      readonly end_log?: number | string;
      readonly start_date?: string;
      readonly end_date?: string;
    };
    readonly result: { readonly geojson: Json | null };
  };
  /** Logs from start_log to end_log as GPX 1.1, a track each; each end may be left open. */
  readonly export_logbooks_gpx_fn: {
    readonly arguments: {
      readonly start_log?: number | string;
      readonly end_log?: number | string;
    };
    readonly result: string | null;
  };
  /** Logs from start_log to end_log as KML 2.2; each end may be left open. */
  readonly export_logbooks_kml_fn: {
    readonly arguments: {
      readonly start_log?: number | string;
      readonly end_log?: number | string;
    };
    readonly result: string | null;
  };
  /** All moorages as GeoJSON points, with the days spent there. */
  readonly export_moorages_geojson_fn: {
    readonly arguments: Record<string, never>;
    readonly result: { readonly geojson: Json | null };
  };
  /** All moorages as GPX 1.1 waypoints. */
  readonly export_moorages_gpx_fn: {
    readonly arguments: Record<string, never>;
    readonly result: string | null;
  };
  /** The tracks of all logs that begin within 100 metres of a moorage, as GeoJSON. */
  readonly find_log_from_moorage_fn: {
    readonly arguments: {
      readonly _id: number | string;
    };
    readonly result: { readonly geojson: Json | null };
  };
  /** The tracks of all logs that end within 100 metres of a moorage, as GeoJSON. */
  readonly find_log_to_moorage_fn: {
    readonly arguments: {
      readonly _id: number | string;
    };
    readonly result: { readonly geojson: Json | null };
  };
  /** All stays within 100 metres of a moorage, as GeoJSON points. */
  readonly find_stay_from_moorage_fn: {
    readonly arguments: {
      readonly _id: number | string;
    };
    readonly result: { readonly geojson: Json | null };
  };
  /** A one-time code for the caller's own account. */
  readonly generate_otp_fn: {
    readonly arguments: {
      readonly email: string;
    };
    readonly result: string | null;
  };
  /** Number of logs by ISO weekday of departure, 01 (Monday) to 07. */
  readonly graph_logs_by_day_fn: {
    readonly arguments: Record<string, never>;
    readonly result: { readonly charts: Json | null };
  };
  /** Number of logs by year of departure. */
  readonly graph_logs_by_year_fn: {
    readonly arguments: Record<string, never>;
    readonly result: { readonly charts: Json | null };
  };
  /** Tells whether a page of the boat of that public name is public: a log's by its id, the others by 0. */
  readonly ispublic_boat_fn: {
    readonly arguments: {
      readonly boat: string;
      readonly _type: string;
      readonly _id?: number | string;
    };
    readonly result: boolean;
  };
  /** Tells whether a page is public: a log's by its id, the others by the account's public_id. */
  readonly ispublic_fn: {
    readonly arguments: {
      readonly id: number | string;
      readonly _type: string;
    };
    readonly result: boolean;
  };
  /** Gives a token, valid for an hour, for the right e-mail address and password. */
  readonly login: {
    readonly arguments: {
      readonly email: string;
      readonly pass: string;
    };
    readonly result: { readonly token: string | null };
  };
  /** Number of logs by weekday of departure, 01 (Sunday) to 07. */
  readonly logs_by_day_fn: {
    readonly arguments: Record<string, never>;
    readonly result: { readonly charts: Json | null };
  };
  /** Number of logs by month of departure, 01 to 12, all years together. */
  readonly logs_by_month_fn: {
    readonly arguments: Record<string, never>;
    readonly result: { readonly charts: Json | null };
  };
  /** Number of logs by ISO week of departure, 01 to 53, all years together. */
  readonly logs_by_week_fn: {
    readonly arguments: Record<string, never>;
    readonly result: { readonly charts: Json | null };
  };
  /** Every tag that a log has, sorted. */
  readonly logs_tags_fn: {
    readonly arguments: Record<string, never>;
    readonly result: Json | null;
  };
  /** Joins two logs and everything between them to one, which keeps the number and the words of the earlier one. Answers {edit, logs}: the number of the edit and the logs of the span now; null if either log is unknown to the caller. */
  readonly merge_logbook_fn: {
    readonly arguments: {
      readonly id_start: number | string;
      readonly id_end: number | string;
    };
    readonly result: Json | null;
  };
  /** Issues a user's token to the chat bot, for the messenger user linked to the account. */
  readonly messenger: {
    readonly arguments: {
      readonly user_id: number | string;
      readonly email?: string;
    };
    readonly result: { readonly token: string | null };
  };
  /** Links a chat messenger to the account whose one-time code is given; for the chat bot, which knows who speaks. */
  readonly messenger_fn: {
    readonly arguments: {
      readonly token: string;
      readonly messenger_obj: Json;
    };
    readonly result: boolean;
  };
  /** Mails a one-time code for linking a chat messenger; the answer never holds it. */
  readonly messenger_otp_fn: {
    readonly arguments: {
      readonly email: string;
    };
    readonly result: { readonly otp_code: string | null };
  };
  /** Means of the usual measurements over the last 24, 48, 72 or 168 hours, in SI units. */
  readonly monitoring_history_fn: {
    readonly arguments: {
      readonly time_interval?: string;
    };
    readonly result: { readonly history: Json | null };
  };
  /** What update_detector_settings_fn would change, with nothing written. Answers {added, removed, changed, unchanged}: logs with {id, name, started, ended, before}, before being the old times of a changed one, and how many stay. With from_time only what begins about then and later is looked at. */
  readonly preview_fold_fn: {
    readonly arguments: {
      readonly settings: Json;
      readonly from_time?: string;
    };
    readonly result: Json | null;
  };
  /** The account's settings without what proves or addresses somebody. */
  readonly profile_fn: {
    readonly arguments: Record<string, never>;
    readonly result: { readonly profile: Json | null };
  };
  /** Links a push service's user key to the account whose one-time code is given. */
  readonly push_fn: {
    readonly arguments: {
      readonly token: string;
      readonly push_user_key: string;
    };
    readonly result: boolean;
  };
  /** A link to the push service's page that subscribes and comes back. */
  readonly push_subscribe_link_fn: {
    readonly arguments: Record<string, never>;
    readonly result: { readonly push_link: Json | null };
  };
  /** Mails a way to set a new password, if the address has an account; answers true in any case. */
  readonly recover: {
    readonly arguments: {
      readonly email: string;
    };
    readonly result: boolean;
  };
  /** Finds the vessel's logs and stays again from its measurements since from_time, or since the first one. True when it is done. */
  readonly refold_fn: {
    readonly arguments: {
      readonly from_time?: string;
    };
    readonly result: boolean;
  };
  /** Registers the caller's vessel and gives its token; called again, the token of the same vessel, for which it needs the password (pass) ten minutes after the sign-in. */
  readonly register_vessel: {
    readonly arguments: {
      readonly vessel_email: string;
      readonly vessel_mmsi: string;
      readonly vessel_name: string;
      readonly pass?: string;
    };
    readonly result: { readonly token: string | null };
  };
  /** Sets a new password (pass) by the mailed one-time code (token) of the account (uuid). */
  readonly reset: {
    readonly arguments: {
      readonly pass: string;
      readonly token: string;
      readonly uuid: string;
    };
    readonly result: boolean;
  };
  /** Decides about an entry of review_view. A log: keep, join, split or delete. An unrecorded passage: keep makes it a log drawn straight across, delete dismisses it. A relocation: keep and delete both take it off the list. Answers {edit, logs}: the number of the edit and the logs of the span now; null if there is nothing to decide. */
  readonly review_fn: {
    readonly arguments: {
      readonly _id: number | string;
      readonly decision: string;
    };
    readonly result: Json | null;
  };
  /** Gives the caller's vessel a new token and refuses the old one from now on; needs the password (pass) ten minutes after the sign-in. */
  readonly rotate_vessel_token_fn: {
    readonly arguments: {
      readonly pass?: string;
    };
    readonly result: { readonly token: string | null };
  };
  /** The account's settings and preferences. */
  readonly settings_fn: {
    readonly arguments: Record<string, never>;
    readonly result: { readonly settings: Json | null };
  };
  /** Ends every session of the caller's account, this one too; boats' tokens stay. True if there is the account. */
  readonly sign_out_everywhere_fn: {
    readonly arguments: Record<string, never>;
    readonly result: boolean;
  };
  /** Makes an account and gives its token. */
  readonly signup: {
    readonly arguments: {
      readonly email: string;
      readonly pass: string;
      readonly firstname: string;
      readonly lastname: string;
    };
    readonly result: { readonly token: string | null };
  };
  /** Splits a log at an instant within it. Answers {edit, logs}: the number of the edit and both logs, the earlier part under the old number; null if the log is unknown to the caller. */
  readonly split_logbook_fn: {
    readonly arguments: {
      readonly _id: number | string;
      readonly split_time: string;
    };
    readonly result: Json | null;
  };
  /** Totals between two dates, and the five first of each kind (nautical miles, knots, ISO 8601 durations). */
  readonly stats_fn: {
    readonly arguments: {
      readonly start_date?: string;
      readonly end_date?: string;
    };
    readonly result: { readonly stats: Json | null };
  };
  /** Totals and records of the logs between two dates (nautical miles, knots, ISO 8601 durations). */
  readonly stats_logs_fn: {
    readonly arguments: {
      readonly start_date?: string;
      readonly end_date?: string;
    };
    readonly result: { readonly stats: Json | null };
  };
  /** Moorages and time spent between two dates (ISO 8601 durations). */
  readonly stats_stays_fn: {
    readonly arguments: {
      readonly start_date?: string;
      readonly end_date?: string;
    };
    readonly result: { readonly stats: Json | null };
  };
  /** The tracks of the chosen logs as one GeoJSON MultiLineString; ids and dates narrow the choice. */
  readonly timelapse_fn: {
    readonly arguments: {
      readonly start_log?: number | string;
      readonly end_log?: number | string;
      readonly start_date?: string;
      readonly end_date?: string;
    };
    readonly result: { readonly geojson: Json | null };
  };
  /** Takes an edit back, by its number in edits_view: rows come back with their numbers and words. True if the edit was in force. */
  readonly undo_edit_fn: {
    readonly arguments: {
      readonly _id: number | string;
    };
    readonly result: boolean;
  };
  /** Changes thresholds and finds the logs again: settings is an object of values, null for the default; what is not in it stays. Answers as detector_settings_fn does; 400 names each unknown name and each value out of range. */
  readonly update_detector_settings_fn: {
    readonly arguments: {
      readonly settings: Json;
    };
    readonly result: Json | null;
  };
  /** Adds observations, a JSON object as text, to what is known of a log; true if there is that log. */
  readonly update_logbook_observations_fn: {
    readonly arguments: {
      readonly _id: number | string;
      readonly observations: Json;
    };
    readonly result: boolean;
  };
  /** Sets one preference; key is {name} or {group,name}, value JSON or text, null clears it. A value that a known preference cannot have is refused. */
  readonly update_user_preferences_fn: {
    readonly arguments: {
      readonly key: string;
      readonly value: Json;
    };
    readonly result: boolean;
  };
  /** Versions of the service and of the software beneath it. */
  readonly versions_fn: {
    readonly arguments: Record<string, never>;
    readonly result: Json | null;
  };
  /** Numbers of logs, stays and moorages in all and in the last 30 days, against the 30 days before (pct in percent). */
  readonly vessel_activity_fn: {
    readonly arguments: Record<string, never>;
    readonly result: Json | null;
  };
  /** Kind, country and size (metres) of the vessel. */
  readonly vessel_details_fn: {
    readonly arguments: Record<string, never>;
    readonly result: Json | null;
  };
  /** The vessel with its last position (GeoJSON) and size (metres); null until it has been heard from. */
  readonly vessel_fn: {
    readonly arguments: Record<string, never>;
    readonly result: { readonly vessel: Json | null };
  };
  /** What was set for the vessel. */
  readonly vessel_settings_fn: {
    readonly arguments: Record<string, never>;
    readonly result: { readonly settings: Json | null };
  };
}
