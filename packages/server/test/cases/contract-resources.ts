/** The contract's 26 resources, with the roles that the project's decisions give. */
import { fields, type Resource } from "./contract-types.ts";

const READ_ONLY = { user_role: "S", vessel_role: "S", admin_role: "S" } as const;
const ALL = "SIUD";
/** Written by upserts by id, although it never changes. */
const BY_ID = ["id"];

export const RESOURCES: readonly Resource[] = [
  {
    name: "logbook",
    fields:
      fields(`id int, vessel_id text, active bool, name text, _from text, _from_lat double, _from_lng double, _to text,
      _to_lat double, _to_lng double, track_geom geo, track_geog geo, track_geojson jsonb, _from_time time, _to_time time,
      distance numeric, duration interval, avg_speed double, max_speed double, max_wind_speed double, notes text, extra jsonb`),
    verbs: ALL,
    granted: { user_role: ALL, vessel_role: "SIU", admin_role: ALL },
    updatable: {
      user_role: [
        ...[...BY_ID, "name", "notes", "_from", "_to", "extra", "user_data"],
        // Of a log entered by hand.
        ...[
          "_from_time",
          "_to_time",
          "_from_lat",
          "_from_lng",
          "_to_lat",
          "_to_lng",
          "track_geom",
          "distance",
        ],
      ],
    },
  },
  {
    name: "metrics",
    fields:
      fields(`time time, client_id text, vessel_id text, latitude double, longitude double, speedoverground double,
      courseovergroundtrue double, windspeedapparent double, anglespeedapparent double, status api.status, metrics jsonb`),
    verbs: ALL,
    granted: { user_role: "SD", vessel_role: "SI", admin_role: ALL },
    decision: "Roles: measurements are removed, never rewritten",
  },
  {
    name: "metadata",
    fields:
      fields(`id int, name text, mmsi numeric, client_id text, vessel_id text, length double, beam double, height double,
      ship_type numeric, plugin_version text, navdata_version text, time time, active bool, created_at time, updated_at time`),
    verbs: ALL,
    granted: { user_role: "SU", vessel_role: "SIU", admin_role: ALL },
    updatable: { user_role: ["name", "length", "beam", "height", "ship_type", "configuration", "user_data"] },
    decision: "Roles: a vessel's description is not deleted",
  },
  {
    name: "moorages",
    fields:
      fields(`id int, vessel_id text, name text, country text, stay_id int, stay_code int, stay_duration interval,
      reference_count int, latitude double, longitude double, geog geo, home_flag bool, notes text`),
    verbs: ALL,
    granted: { user_role: ALL, vessel_role: "SIU", admin_role: ALL },
    updatable: {
      user_role: [
        ...BY_ID,
        "name",
        "notes",
        "stay_code",
        "home_flag",
        "latitude",
        "longitude",
        "radius_m",
        "user_data",
      ],
    },
  },
  {
    name: "stays",
    fields:
      fields(`id int, vessel_id text, active bool, name text, latitude double, longitude double, geog geo, arrived time,
      departed time, duration interval, stay_code int, notes text`),
    verbs: ALL,
    granted: { user_role: ALL, vessel_role: "SIU", admin_role: ALL },
    updatable: { user_role: [...BY_ID, "name", "notes", "stay_code", "arrived", "departed", "user_data"] },
  },
  {
    name: "stays_at",
    fields: fields("stay_code int, description text"),
    verbs: ALL,
    granted: { anonymous: "S", user_role: "S", vessel_role: "S", admin_role: ALL },
    decision: "Roles: reference data is an operator's to change",
  },
  {
    name: "eventlogs_view",
    fields: fields("id int, channel text, payload text, ref_id text, stored time, processed time"),
    verbs: ALL,
    granted: { user_role: ALL, vessel_role: "S", admin_role: ALL },
    updatable: { user_role: ["payload", "processed"] },
    decision: "Roles: people write only on channel note",
  },
  {
    name: "logs_view",
    fields: fields(
      "id int, name text, from text, started time, to text, ended time, distance numeric, duration interval",
    ),
    verbs: ALL,
    granted: { anonymous: "S", user_role: ALL, vessel_role: "SIU", admin_role: ALL },
    updatable: { user_role: ["name", "from", "to"] },
  },
  {
    name: "log_view",
    fields:
      fields(`id int, name text, from text, started time, to text, ended time, distance numeric, duration interval,
      notes text, geojson jsonb, avg_speed double, max_speed double, max_wind_speed double, extra jsonb`),
    verbs: ALL,
    granted: { anonymous: "S", user_role: ALL, vessel_role: "SIU", admin_role: ALL },
    updatable: { user_role: ["name", "from", "to", "notes", "extra"] },
  },
  {
    name: "versions_view",
    fields: fields("api_version text, sys_version text, timeseriesdb text, spatialdb text, restserver text"),
    verbs: ALL,
    granted: { anonymous: "S", user_role: "S", vessel_role: "S", admin_role: ALL, messenger_role: "S" },
    decision: "Roles: versions are facts; an operator, who may use every verb, gets an error that says so",
  },
  {
    name: "moorage_view",
    fields: fields(`id int, name text, default_stay text, default_stay_id int, home bool, total_stay numeric,
      arrivals_departures int, notes text`),
    verbs: "S",
    granted: READ_ONLY,
  },
  {
    name: "moorages_view",
    fields: fields(
      "id int, moorage text, default_stay text, default_stay_id int, total_stay numeric, arrivals_departures int",
    ),
    verbs: "S",
    granted: READ_ONLY,
  },
  ...["stays_view", "stay_view"].map((name) => ({
    name,
    fields:
      fields(`id int, name text, moorage text, moorage_id int, duration interval, stayed_at text, stayed_at_id int,
      arrived time, departed time, notes text`),
    verbs: "S",
    granted: READ_ONLY,
  })),
  {
    name: "vessels_view",
    fields: fields(
      "name text, mmsi numeric, created_at time, last_contact text, offline bool, duration interval",
    ),
    verbs: "S",
    granted: READ_ONLY,
  },
  {
    name: "logs_mat_view",
    fields: fields(
      "id int, name text, from text, started time, to text, ended time, distance numeric, duration interval",
    ),
    verbs: "S",
    granted: READ_ONLY,
  },
  {
    name: "monitoring_view",
    fields:
      fields(`time time, offline bool, watertemperature jsonb, insidetemperature jsonb, outsidetemperature jsonb,
      windspeedoverground jsonb, winddirectionground jsonb, insidehumidity jsonb, outsidehumidity jsonb, outsidepressure jsonb,
      insidepressure jsonb, batterycharge jsonb, batteryvoltage jsonb, geojson jsonb, name text`),
    verbs: "S",
    granted: { anonymous: "S", ...READ_ONLY },
  },
  { name: "monitoring_view2", fields: fields("key text, value jsonb"), verbs: "S", granted: READ_ONLY },
  ...["monitoring_view3", "monitoring_temperatures", "monitoring_humidity", "monitoring_voltage"].map(
    (name) => ({
      name,
      fields: fields("time time, key text, value text"),
      verbs: "S",
      granted: READ_ONLY,
    }),
  ),
  {
    name: "stats_logs_view",
    fields:
      fields(`name text, first time, last time, number_of_log_entries bigint, max_speed double, max_wind_speed double,
      total_distance numeric, total_time_underway interval, longest_nonstop_sail text`),
    verbs: "S",
    granted: { anonymous: "S", ...READ_ONLY },
  },
  {
    name: "stats_moorages_view",
    fields: fields(
      "home_ports bigint, unique_moorages bigint, time_spent_at_home_port(s) interval, time_spent_away interval",
    ),
    verbs: "S",
    granted: READ_ONLY,
  },
  {
    name: "stats_moorages_away_view",
    fields: fields("description text, time_spent_away_by interval"),
    verbs: "S",
    granted: READ_ONLY,
  },
  {
    name: "total_info_view",
    fields: fields("logs bigint, stays bigint, moorages bigint"),
    verbs: "S",
    granted: READ_ONLY,
  },
];
