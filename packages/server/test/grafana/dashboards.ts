/** The dashboards of deploy/grafana, as they are in the files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { root } from "../../../../checks/source-files.ts";

const FOLDER = join(root, "deploy/grafana/dashboards");

// The one that is chosen when a dashboard is imported.
const uid = z.literal(`\${datasource}`);
const PostgresSource = z.object({ type: z.literal("grafana-postgresql-datasource"), uid });
const PrometheusSource = z.object({ type: z.literal("prometheus"), uid });
const Shown = z.object({
  id: z.int().positive(),
  gridPos: z.object({ x: z.int(), y: z.int(), w: z.int().positive(), h: z.int().positive() }),
  type: z.enum(["geomap", "stat", "timeseries"]),
  title: z.string().min(1),
  description: z.string().regex(/\.$/),
  fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }),
  options: z.record(z.string(), z.unknown()),
});
const SqlTarget = z.object({
  datasource: PostgresSource,
  rawQuery: z.literal(true),
  rawSql: z.string(),
  /** `time_series` draws a line for each value of a text column, `table` leaves rows as they are. */
  format: z.enum(["time_series", "table"]),
});
const PrometheusTarget = z.object({ datasource: PrometheusSource, expr: z.string() });

const DatasourceVariable = <T extends string>(type: T) =>
  z.object({ type: z.literal("datasource"), name: z.literal("datasource"), query: z.literal(type) });
const VesselVariable = z.object({
  type: z.literal("query"),
  name: z.literal("vessel"),
  datasource: PostgresSource,
  query: z.string(),
});
const Common = z.object({ uid: z.string(), title: z.string(), schemaVersion: z.literal(41) });
const Boats = Common.extend({
  templating: z.object({
    list: z.tuple([DatasourceVariable("grafana-postgresql-datasource"), VesselVariable]),
  }),
  panels: z.array(Shown.extend({ datasource: PostgresSource, targets: z.tuple([SqlTarget]) })),
});
const Server = Common.extend({
  templating: z.object({ list: z.tuple([DatasourceVariable("prometheus")]) }),
  panels: z.array(Shown.extend({ datasource: PrometheusSource, targets: z.tuple([PrometheusTarget]) })),
});

function read<T extends object>(file: string, schema: z.ZodType<T>): T & { readonly file: string } {
  return { file, ...schema.parse(JSON.parse(readFileSync(join(FOLDER, file), "utf8"))) };
}

/** The dashboard of the server, which reads Prometheus. */
export const SERVER = read("server.json", Server);

/** The dashboards of boats, which read PostgreSQL. */
export const BOATS = readdirSync(FOLDER)
  .filter((file) => file !== SERVER.file)
  .map((file) => read(file, Boats));
