import type { Question } from "./question.ts";
import { requiredRow, textOf } from "./row.ts";

/** Versions of the service and of what it stands on; null where one is not installed. */
export interface Versions {
  readonly api: string | null;
  readonly database: string | null;
  readonly spatial: string | null;
  readonly timeseries: string | null;
  readonly server: string | null;
}

function parse(body: unknown): Versions {
  const row = requiredRow(body, "versions");
  return {
    api: textOf(row.api_version),
    database: textOf(row.sys_version),
    spatial: textOf(row.spatialdb),
    timeseries: textOf(row.timeseriesdb),
    server: textOf(row.restserver),
  };
}

export const versionsQuestion: Question<Versions> = { path: "/rpc/versions_fn", count: false, parse };
