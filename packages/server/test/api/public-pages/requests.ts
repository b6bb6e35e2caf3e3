/**
 * Requests that a stranger may try on public pages, at both addresses of the API: every relation and procedure there
 * is, in every way to look.
 */
import fc from "fast-check";
import type { z } from "zod";
import type { swagger } from "../../../../../test/support/swagger.ts";
import { FIRST_ID } from "./boats.ts";

export interface StrangersRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const PAGES = [
  ...[0, 1, 2].map((n) => `Hider,public_logs,${FIRST_ID + n}`),
  "hider,public_logs,0",
  "Hider,public_logs_list,0",
  "Hider,public_timelapse,0",
  `Hider,public_timelapse,${FIRST_ID}`,
  "Hider,public_stats,0",
  "Hider,public_monitoring,0",
  "Unknown,public_logs_list,0",
];
/** The resources of public pages, with a page that opens each. */
type Shown = Readonly<Record<string, string>>;
const AT_ROOT: Shown = {
  logs_view: "Hider,public_logs_list,0",
  log_view: `Hider,public_logs,${FIRST_ID}`,
  monitoring_view: "Hider,public_monitoring,0",
  stats_logs_view: "Hider,public_stats,0",
  timelapse_fn: "Hider,public_timelapse,0",
  stats_logs_fn: "Hider,public_stats,0",
  logs_by_day_fn: "Hider,public_stats,0",
  logs_by_month_fn: "Hider,public_stats,0",
};
const AT_SECOND: Shown = {
  logs_view: "Hider,public_logs_list,0",
  log_view: `Hider,public_logs,${FIRST_ID}`,
  monitoring_view: "Hider,public_monitoring,0",
  monitoring_live: "Hider,public_monitoring,0",
  timelapse_fn: "Hider,public_timelapse,0",
  stats_fn: "Hider,public_stats,0",
  vessel_fn: "Hider,public_monitoring,0",
  export_logbooks_geojson_point_trips_fn: `Hider,public_logs,${FIRST_ID}`,
  export_logbooks_geojson_linestring_trips_fn: "Hider,public_timelapse,0",
};
const isProcedure = (name: string) => name.endsWith("_fn");
/** Columns on no public page: they are requested too. */
const HIDDEN = [
  "vessel_id",
  "_from_lat",
  "_from_moorage_id",
  "track_geom",
  "track_geojson",
  "reasons",
  "metrics",
];
const VALUES = [
  "0",
  "60.1",
  "hidden0-from",
  "hidden1-notes",
  "true",
  "9000",
  "2026-05-10",
  "[]",
  '{"crew":1}',
];
const EMBEDS = [
  "moorages(*)",
  "logbook(*)",
  "stays(*)",
  "logs_view(*)",
  "metadata!inner(name)",
  "...log_view(*)",
];
const MEDIA_TYPES = [
  ...["text/csv", "application/geo+json", "text/xml", "*/*", "application/vnd.pgrst.plan+json"],
  ...["application/vnd.pgrst.object+json", "application/vnd.pgrst.array+json;nulls=stripped"],
];
const PATHS = [
  "geojson->features->0",
  "extra->crew",
  "extra->>crew",
  "geojson->features->1->properties->>notes",
];

/** Any request, of the API that the document describes, at either address. */
export function requestsOf(document: z.infer<typeof swagger>): fc.Arbitrary<StrangersRequest> {
  return fc.oneof(requestsAt(document, "", AT_ROOT), requestsAt(document, "/v2", AT_SECOND));
}

function requestsAt(
  document: z.infer<typeof swagger>,
  address: string,
  shownThere: Shown,
): fc.Arbitrary<StrangersRequest> {
  const paths = Object.keys(document.paths);
  const names = paths
    .filter((path) => path !== "/" && !path.startsWith("/rpc/"))
    .map((path) => path.slice(1));
  const views = Object.keys(shownThere).filter((name) => !isProcedure(name));
  const ownProcedures = Object.keys(shownThere).filter(isProcedure);
  const headersFor = (name: string) => {
    const any = fc.constantFrom(...PAGES);
    const page =
      shownThere[name] === undefined
        ? any
        : fc.oneof({ weight: 6, arbitrary: fc.constant(shownThere[name]) }, any);
    return fc.record({
      "x-is-public": page.map((text) => Buffer.from(text).toString("base64")),
      Prefer: fc.constantFrom("count=exact", "count=planned", "count=estimated", "handling=lenient"),
      Accept: fc.oneof(
        { weight: 6, arbitrary: fc.constant("application/json") },
        fc.constantFrom(...MEDIA_TYPES),
      ),
    });
  };
  const reads = fc
    .oneof({ weight: 9, arbitrary: fc.constantFrom(...views) }, fc.constantFrom(...names))
    .chain((name) => {
      const columns = [...Object.keys(document.definitions[name]?.properties ?? {}), ...HIDDEN].map(
        (column) => encodeURIComponent(`"${column}"`),
      );
      const shown = columns.slice(0, -HIDDEN.length);
      const column = fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...(shown.length > 0 ? shown : columns)) },
        fc.constantFrom(...columns, ...PATHS),
      );
      const filter = fc
        .tuple(
          column,
          fc.constantFrom("eq", "gt", "lt", "neq", "like", "ilike", "not.is", "cs", "in", "fts", "match"),
          fc.constantFrom(...VALUES, "null", "*hidden*", "(1,2)"),
        )
        .map(([one, operator, value]) => `${one}=${operator}.${encodeURIComponent(value)}`);
      const select = fc
        .array(fc.oneof({ weight: 4, arbitrary: column }, fc.constantFrom("*", "count()", ...EMBEDS)), {
          minLength: 1,
          maxLength: 3,
        })
        .map((items) => `select=${items.join(",")}`);
      const order = fc
        .tuple(column, fc.constantFrom("", ".desc", ".nullsfirst"))
        .map(([one, way]) => `order=${one}${way}`);
      const query = fc.tuple(
        fc.option(select, { nil: "", freq: 1 }),
        fc.option(filter, { nil: "", freq: 2 }),
        fc.option(order, { nil: "", freq: 2 }),
        fc.constantFrom("", "", "limit=1", "offset=1&limit=2"),
      );
      return fc.record({
        method: fc.constantFrom("GET", "GET", "GET", "GET", "HEAD", "DELETE"),
        path: query.map((parts) => `${address}/${name}?${parts.filter((part) => part !== "").join("&")}`),
        headers: headersFor(name),
      });
    });
  const procedures = paths.filter((path) => path.startsWith("/rpc/"));
  const reading = procedures.filter((path) => document.paths[path]?.get !== undefined);
  const calls = fc
    .oneof(
      { weight: 6, arbitrary: fc.constantFrom(...ownProcedures) },
      fc.constantFrom(...reading.map((path) => path.slice("/rpc/".length))),
    )
    .chain((name) =>
      fc.record({
        method: fc.constant("POST"),
        path: fc.constant(`${address}/rpc/${name}`),
        headers: headersFor(name),
        body: fc.constantFrom({}, {}, { _id: FIRST_ID }, { start_log: FIRST_ID, end_log: FIRST_ID + 1 }),
      }),
    );
  return fc.oneof({ weight: 3, arbitrary: reads }, calls);
}
