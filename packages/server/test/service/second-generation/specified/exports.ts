/** What exports answer. */
import { z } from "zod";
import {
  firstReading,
  firstShortReading,
  leg,
  logLine,
  moorage,
  reading,
  shortReading,
  stay,
  totals,
} from "./features.ts";
import { type Ids, type Procedure, UNKNOWN } from "./procedure.ts";
import { collection, lineOf, pointOf, time } from "./types.ts";

const one = ({ log }: Ids) => ({ _id: log });
const asText = ({ log }: Ids) => ({ _id: String(log) });
const unknown = () => ({ _id: UNKNOWN });
const nothing = z.null();
const empty = z.strictObject({ type: z.literal("FeatureCollection"), features: z.array(z.never()) });

const trip = collection(
  [lineOf(logLine), pointOf(firstReading)],
  z.union([pointOf(reading), lineOf(leg)]),
).refine(({ features }) => lineOf(leg).safeParse(features.at(-1)).success, "ends with no leg");
const points = collection([pointOf(reading)], pointOf(reading));
const wrapped = (geojson: z.ZodType) => z.strictObject({ geojson });

/** One log (3.2). */
export const ONE_LOG: readonly Procedure[] = [
  ...[one, asText].flatMap((args): readonly Procedure[] => [
    { name: "export_logbook_geojson_trip_fn", args, get: true, answer: trip },
    { name: "export_logbook_geojson_point_trip_fn", args, get: true, answer: points },
    {
      name: "export_logbook_metrics_trip_fn",
      args,
      get: true,
      answer: z.tuple([pointOf(firstReading)]).rest(pointOf(reading)),
    },
    {
      name: "logbook_update_geojson_trip_fn",
      args,
      get: true,
      answer: collection([lineOf(logLine), pointOf(firstShortReading)], pointOf(shortReading)),
    },
    {
      name: "export_logbook_geojson_linestring_trip_fn",
      args,
      get: true,
      answer: collection([lineOf(totals.extend({ times: z.array(time) }))], z.never()),
    },
    { name: "export_logbook_polar_csv_fn", args, get: true, answer: z.string().startsWith("twa/tws;") },
    ...["gpx", "kml"].map((format) => ({
      name: `export_logbook_${format}_trip_fn`,
      args,
      get: true,
      answer: z.string().startsWith("<?xml"),
    })),
  ]),
  ...["export_logbook_geojson_trip_fn", "export_logbook_metrics_trip_fn", "logbook_update_geojson_trip_fn"]
    .concat("export_logbook_gpx_trip_fn", "export_logbook_kml_trip_fn", "export_logbook_polar_csv_fn")
    .map((name) => ({ name, args: unknown, get: true, answer: nothing })),
  ...["export_logbook_geojson_point_trip_fn", "export_logbook_geojson_linestring_trip_fn"].map((name) => ({
    name,
    args: unknown,
    get: true,
    answer: empty,
  })),
];

const found = wrapped(collection([lineOf(totals)], lineOf(totals)));
/** Several logs, and places (3.3). */
export const SEVERAL: readonly Procedure[] = [
  {
    name: "export_logbooks_geojson_point_trips_fn",
    get: true,
    answer: wrapped(collection([pointOf(firstReading)], pointOf(z.union([reading, firstReading])))),
  },
  {
    name: "export_logbooks_geojson_point_trips_fn",
    args: () => ({ start_date: "1990-01-01" }),
    get: true,
    answer: wrapped(empty),
  },
  {
    name: "export_logbooks_geojson_linestring_trips_fn",
    get: true,
    answer: wrapped(collection([lineOf(totals.extend({ times: z.never().optional() }))], lineOf(totals))),
  },
  {
    name: "export_logbooks_geojson_linestring_trips_fn",
    args: () => ({ start_log: UNKNOWN }),
    get: true,
    answer: wrapped(empty),
  },
  ...["logbooks_gpx_trips", "logbooks_kml_trips", "moorages_kml", "moorages_gpx"].map((what) => ({
    name: `export_${what}_fn`,
    get: true,
    answer: z.string().startsWith("<?xml"),
  })),
  {
    name: "export_moorages_geojson_fn",
    get: true,
    answer: wrapped(collection([pointOf(moorage)], pointOf(moorage))),
  },
  { name: "export_stays_geojson_fn", get: true, answer: wrapped(collection([pointOf(stay)], pointOf(stay))) },
  ...(["from", "to"] as const).map((way) => ({
    name: `find_log_${way}_moorage_fn`,
    args: (ids: Ids) => ({ _id: ids[way] }),
    get: true,
    answer: found,
  })),
];
