/** Queries of what a boat measured, over the dashboard's time. */
import type { Query } from "./panels.ts";

/** A line of a graph. */
export interface Line {
  /** A monitored value, or a key of what is measured. */
  readonly key: string;
  readonly name: string;
}

/** Turns a reading in SI units into what is shown: an expression of `mean`. */
export type Shape =
  | "mean"
  | "mean - 273.15"
  | "mean * 3600 / 1852"
  | "mean / 100"
  | "mean * 60"
  | "mean / 3600";

const SPAN = "$__timeFrom(), $__timeTo(), $__interval_ms / 1000.0";

/** A line for each of some keys. */
export function linesOf(lines: readonly Line[], shape: Shape = "mean"): Query {
  const keys = lines.map(({ key }) => quoted(key)).join(", ");
  const names = lines.map(({ key, name }) => `when ${quoted(key)} then ${quoted(name)}`).join(" ");
  return {
    format: "time_series",
    sql: [
      `select time, case key ${names} end as metric, ${shape} as value`,
      `from grafana.readings('$vessel', array[${keys}], ${SPAN})`,
      "where $__timeFilter(time)",
      "order by time",
    ].join("\n"),
  };
}

/** A line for each key that the boat has of a kind, called by the key. @param like a pattern of SQL's `like` */
export function linesLike(like: string, shape: Shape = "mean"): Query {
  const keys = `array(select key from grafana.keys where vessel = '$vessel' and key like ${quoted(like)} limit 50)`;
  return {
    format: "time_series",
    sql: [
      `select time, key as metric, ${shape} as value`,
      `from grafana.readings('$vessel', ${keys}, ${SPAN})`,
      "where $__timeFilter(time)",
      "order by time",
    ].join("\n"),
  };
}

/** The newest value of a key within the dashboard's time. */
export function newestOf(key: string, shape: Shape = "mean"): Query {
  return {
    format: "table",
    sql: [
      `select ${shape} as value`,
      `from grafana.readings('$vessel', array[${quoted(key)}], ${SPAN})`,
      "order by time desc limit 1",
    ].join("\n"),
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
