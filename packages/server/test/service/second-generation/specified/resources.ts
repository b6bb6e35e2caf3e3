/** The resources of the second generation and their columns, with their types at each address. */
import { z } from "zod";
import { listed, listedMoorage, lying, newest, STAY, stay } from "./features.ts";
import {
  duration,
  flag,
  images,
  integer,
  json,
  lineOf,
  number,
  object,
  or,
  pointOf,
  type Type,
  temporal,
  text,
  time,
  unlike,
} from "./types.ts";

const observed = z.looseObject({ seaState: number, cloudCoverage: number, visibility: number });
const mmsi = z.string().regex(/^\d{9}$/);
const changed = { user_data: object, created_at: time, updated_at: time };
/** The log that departs when a stay ends is named as arrived, and the other way round. */
const neighbours = Object.fromEntries(
  ["arrived", "departed"].flatMap((end) => {
    const way = end === "arrived" ? "from" : "to";
    return [
      [`${end}_log_id`, or(integer)],
      [`${end}_${way}_moorage_id`, or(integer)],
      [`${end}_${way}_moorage_name`, or(text)],
    ] as const;
  }),
);
const live = { live: or(pointOf(lying)), geojson: pointOf(newest) };
const trips = [
  ...["cog", "sog", "aws", "awa", "tws", "twd", "heading", "depth", "temp_water", "temp_out", "pres_out"],
  ...["hum_out", "batt_charge", "batt_voltage", "solar_voltage", "solar_power", "tank_level", "status"],
];

/** The columns that hold a value in every row are those that are not `or(…)`. */
export const RESOURCES: Readonly<Record<string, Readonly<Record<string, Type>>>> = {
  stays_explore_view: { ...STAY, latitude: or(number), longitude: or(number) },
  vessel_view: {
    ...{ vessel_id: text, name: or(text), mmsi: unlike(or(integer), or(mmsi)) },
    ...{ created_at: time, first_contact: time, last_contact: time, offline: flag },
    ...{ ship_type: or(text), country: or(text), alpha_2: or(text) },
    ...{ length: or(number), beam: or(number), height: or(number) },
    ...{ plugin_version: or(text), platform: or(text), has_config: flag },
    ...{ make_model: or(json), has_polar: flag, has_images: flag },
    ...{ image_url: or(text), image_updated_at: or(text), images: or(images), specs: or(object) },
    geojson: pointOf(
      z.looseObject({
        ...{ name: or(text), time: or(time), longitude: or(number), latitude: or(number) },
        ...{ make_model: or(json), image_url: or(text) },
      }),
    ),
  },
  log_view: {
    ...{ vessel_id: text, from_moorage_id: or(integer), to_moorage_id: or(integer) },
    ...{ _from_moorage_id: or(integer), _to_moorage_id: or(integer), polar: or(text) },
    ...{ tags: or(z.array(text)), observations: or(observed), images: or(images), has_images: flag },
    bbox: or(z.tuple([number, number, number, number])),
    bbox_geom: or(z.looseObject({ type: z.literal("Polygon") })),
    extra: unlike(
      z.looseObject({ metrics: z.record(z.string(), number) }),
      z
        .looseObject({ metrics: z.record(z.string(), z.union([number, duration])) })
        .refine(({ polar }) => polar === undefined, "has a polar"),
    ),
  },
  logs_view: { updated_at: time },
  logbook: {
    ...changed,
    ...{ trip: temporal, trip_notes: temporal },
    ...Object.fromEntries(trips.map((name) => [`trip_${name}`, or(temporal)])),
  },
  stays: changed,
  moorages: { ...changed, overpass: or(json), nominatim: or(json) },
  metadata: { user_data: object, signalk_version: text, ip: z.null(), mmsi: unlike(or(integer), or(mmsi)) },
  vessels_view: {
    ...{ metrics_offline: or(flag), duration_last_metrics: or(duration), is_offline: flag },
    mmsi: or(integer),
  },
  monitoring_view: { ...live, winddirectiontrue: or(json), winddirectionground: or(json) },
  monitoring_live: {
    ...live,
    outsidepressurehistory: or(z.array(z.strictObject({ time, outsidePressure: number }))),
  },
  moorage_view: {
    ...{ logs_count: integer, stays_count: integer, stays_sum_duration: duration },
    ...{ stay_first_seen: or(time), stay_last_seen: or(time) },
    ...{ stay_first_seen_id: or(integer), stay_last_seen_id: or(integer) },
    ...{ has_images: flag, images: or(images) },
  },
  moorages_view: { total_duration: duration, arrivals_departures: integer },
  moorages_geojson_view: { id: integer, name: text, geojson: pointOf(listedMoorage) },
  stays_geojson_view: { geojson: pointOf(stay) },
  logs_geojson_view: {
    ...{ id: integer, name: text, starttimestamp: time },
    geojson: lineOf(listed),
  },
  stays_view: neighbours,
  stay_view: { ...neighbours, has_images: flag, images: or(images) },
  moorages_stays_view: {
    ...{ _to_id: or(integer), _to_name: or(text), _to_time: or(time) },
    ...{ _from_id: or(integer), _from_name: or(text), _from_time: or(time) },
    ...{ stay_code: integer, duration, id: integer, name: text },
    ...{ stay_id: integer, stay: text, arrived: time, departed: or(time) },
    ...{ stayed_at: text, stayed_at_id: integer, notes: or(text) },
  },
  metrics_explore_view: { value: unlike(json, text) },
};

/** What no boat here has: these columns are null in every row. */
export const UNKNOWN_HERE: ReadonlySet<string> = new Set([
  ...["moorages.overpass", "moorages.nominatim", "metadata.ip"],
]);

/** Columns that `select=*` does not have: aliases, and at the root those that are made when asked for. */
export const ASKED_FOR: Readonly<Record<"" | "/v2", (resource: string, column: string) => boolean>> = {
  "": (resource, column) =>
    column === "signalk_version" || (resource === "logbook" && column.startsWith("trip")),
  "/v2": (_, column) => column === "signalk_version",
};
