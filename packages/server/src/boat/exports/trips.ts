/**
 * Logs as GeoJSON with everything that was measured at each point. PostgreSQL writes the features; they are read some
 * at a time, so that a document of years is in memory once, and a page of it twice.
 */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { raw, type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import type {
  JsonObject,
  JsonValue,
  ProcedureHandler,
  WrittenJson,
} from "@wakelog/data-api/engine/handlers.ts";
import { z } from "zod";
import { logsBetween, oneLog } from "./chosen-logs.ts";
import { JsonDocument } from "./json-document.ts";

/** Features per page, as fetched below. */
const AT_ONCE = 1000;

const COLLECTION = '{"type":"FeatureCollection","features":[';
const NOTHING: JsonValue = { type: "FeatureCollection", features: [] };

const logsAndDays = logsBetween.extend({ start_date: z.string().nullish(), end_date: z.string().nullish() });

/** Which features of the log `l`. */
type Features = Sql;

const POINTS: Features = sql`select f.feature from app.point_features(l, true, false) f`;
const PLAIN: Features = sql`select f.feature from app.point_features(l, false, false) f`;
const SHORT: Features = sql`select f.feature from app.point_features(l, true, true) f`;
const LINE: Features = sql`select app.line_feature(l)::text as feature`;
const SECOND_LINE: Features = sql`select app.line_feature(app.second_log(l))::text as feature`;
const legs = (isTrue: boolean): Features =>
  sql`select f.feature::text from app.leg_features(l, ${isTrue}::boolean) f`;

/** The procedures of trips, by name. Unknown logs, and those under way, are empty: no answer tells whose they are. */
export const TRIP_PROCEDURES: ReadonlyMap<string, ProcedureHandler> = new Map<string, ProcedureHandler>([
  ...withLine(LINE, legs(false)),
  ["export_logbook_geojson_point_trip_fn", ofOne([PLAIN], COLLECTION, "]}", NOTHING)],
  ["export_logbook_metrics_trip_fn", ofOne([POINTS], "[", "]", null)],
  [
    "export_logbooks_geojson_point_trips_fn",
    async (args, { tx }) => {
      const document = new JsonDocument(`{"geojson":${COLLECTION}`, "]}}");
      for (const id of await chosenIds(tx, args)) await writeFeatures(tx, document, id, POINTS);
      return document.finished();
    },
  ],
]);

/** Those whose line or legs differ in the second generation of the API: their wind is the true one. */
export const SECOND_TRIP_PROCEDURES: ReadonlyMap<string, ProcedureHandler> = new Map(
  withLine(SECOND_LINE, legs(true)),
);

function withLine(line: Features, legsOfDays: Features): readonly (readonly [string, ProcedureHandler])[] {
  return [
    ["export_logbook_geojson_trip_fn", ofOne([line, POINTS, legsOfDays], COLLECTION, "]}", null)],
    ["logbook_update_geojson_trip_fn", ofOne([line, SHORT], COLLECTION, "]}", null)],
  ];
}

/** @param none the answer without such a log */
function ofOne(parts: readonly Features[], before: string, after: string, none: JsonValue): ProcedureHandler {
  return async (args, { tx }): Promise<JsonValue | WrittenJson> => {
    const { _id: id } = oneLog.parse(args);
    if (id == null || !(await isTrip(tx, id))) return none;
    const document = new JsonDocument(before, after);
    for (const features of parts) await writeFeatures(tx, document, id, features);
    return document.finished();
  };
}

/** Whether the caller has such a log that has ended and has a track. */
async function isTrip(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await tx.run(sql`
    select from api.logbook l
    where l.vessel_id = app.current_vessel() and l.id = ${id}::bigint and app.is_trip(l)`);
  return rows.length > 0;
}

async function chosenIds(tx: Tx, args: JsonObject): Promise<readonly number[]> {
  const { start_log: first, end_log: last, start_date: since, end_date: until } = logsAndDays.parse(args);
  const { rows } = await tx.run(sql`
    select l.id from app.chosen_trips(${first ?? null}::int, ${last ?? null}::int, ${since ?? ""}, ${until ?? ""}) l
    order by l._from_time, l.id`);
  return rows.map(([id]) => Number(id));
}

async function writeFeatures(tx: Tx, document: JsonDocument, id: number, features: Features): Promise<void> {
  await tx.run(sql`
    declare trip no scroll cursor for select f.feature
    from (select l from api.logbook l where l.vessel_id = app.current_vessel() and l.id = ${id}::bigint) log (l)
    cross join lateral (${features}) f`);
  for (;;) {
    const { rows } = await tx.run(raw("fetch 1000 from trip"));
    document.write(rows.flatMap(([feature]) => feature ?? []));
    if (rows.length < AT_ONCE) break;
  }
  await tx.run(raw("close trip"));
}
