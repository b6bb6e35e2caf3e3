import { jsonQuestion, type Question } from "../question.ts";
import { instantOf, numberOf, type Row, requiredRow } from "../row.ts";

/** A time span: the given number of hours, ending now or at an instant. */
export interface Span {
  readonly hours: number;
  readonly until: Date | null;
}

/** A measurement over time, in SI units; lists have one value per time, null where there is no measurement. */
export interface Series {
  readonly average: readonly (number | null)[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

/** Measurements over time, by key. */
export interface History {
  /** Start of each step, in seconds since 1970. */
  readonly times: readonly number[];
  /** Step length in seconds. */
  readonly step: number;
  readonly series: ReadonlyMap<string, Series>;
}

interface Answer {
  readonly step: number;
  readonly time: readonly string[];
}

interface Columns {
  readonly avg: readonly number[];
  readonly min: readonly number[];
  readonly max: readonly number[];
}

function seriesOf(row: Row<Columns>): Series {
  return {
    average: row.list("avg").map(numberOf),
    low: row.list("min").map(numberOf),
    high: row.list("max").map(numberOf),
  };
}

/**
 * The history of some measurements in a limited number of steps.
 * @param keys names of monitored values, or keys of the boat; at most 50
 */
export function historyQuestion(
  keys: readonly string[],
  { hours, until }: Span,
  steps: number,
): Question<History> {
  return jsonQuestion(
    "monitoring_history_fn",
    {
      time_interval: String(hours),
      keys: `{${keys.map((key) => JSON.stringify(key)).join(",")}}`,
      until: until?.toISOString(),
      steps: String(steps),
    },
    (body) => {
      const row = requiredRow<Answer>(body, "a history");
      const byKey = requiredRow<Readonly<Record<string, Columns>>>(body, "a history");
      return {
        step: row.number("step") ?? 60,
        times: row.list("time").map((time) => (instantOf(time)?.getTime() ?? 0) / 1000),
        series: new Map(
          keys.flatMap((key) => {
            const columns = byKey.row<Columns>(key);
            return columns === null ? [] : [[key, seriesOf(columns)] as const];
          }),
        ),
      };
    },
  );
}
