import { rowsQuestion } from "./question.ts";

/** Versions of the service and its dependencies; null if one is not installed. */
export interface Versions {
  readonly api: string | null;
  readonly database: string | null;
  readonly spatial: string | null;
  readonly timeseries: string | null;
  readonly server: string | null;
}

export const versionsQuestion = rowsQuestion(
  "versions_view",
  { columns: ["api_version", "sys_version", "spatialdb", "timeseriesdb", "restserver"] },
  ([row]): Versions => ({
    api: row?.text("api_version") ?? null,
    database: row?.text("sys_version") ?? null,
    spatial: row?.text("spatialdb") ?? null,
    timeseries: row?.text("timeseriesdb") ?? null,
    server: row?.text("restserver") ?? null,
  }),
);
