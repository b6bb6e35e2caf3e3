/** Stores the valid rows of a POST and separates new rows from repeats. */
import type { Result, Tx } from "@wakelog/data-api/db/database.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { instant } from "@wakelog/kit/time/instant.ts";
import { mapInSlices } from "@wakelog/kit/time/slices.ts";
import type { MetricRow } from "../record/metric-row.ts";
import type { Refusal } from "./validate-row.ts";

/** The result of storing. */
export interface Outcome {
  /** In input order: new, or equal to a stored row. */
  readonly accepted: readonly MetricRow[];
  /** The new rows, oldest first. */
  readonly fresh: readonly MetricRow[];
  /** Rows with the time of another row but different values. */
  readonly conflicts: readonly Refusal[];
}

/** Rows of one POST. */
export class Batch {
  readonly #rows: readonly MetricRow[];
  /** The first row for each time. */
  readonly #firsts: readonly MetricRow[];
  readonly #repeats: readonly MetricRow[];

  constructor(rows: readonly MetricRow[]) {
    const firsts = new Map<number, MetricRow>();
    for (const row of rows) if (!firsts.has(row.time)) firsts.set(row.time, row);
    this.#rows = rows;
    this.#firsts = [...firsts.values()];
    this.#repeats = rows.filter((row) => firsts.get(row.time) !== row);
  }

  /** The insert statement, also for an empty batch: the database decides whether the caller may insert at all. */
  storing(): Promise<Sql> {
    return storing(this.#firsts);
  }

  /** @param stored the result of {@link storing}, in this transaction */
  async outcome(stored: Result, tx: Tx): Promise<Outcome> {
    const known = knownRows(this.#firsts, stored);
    const same = new Map(known);
    // A repeated time is compared with what its first row stored.
    if (this.#repeats.length > 0)
      for (const [row, isSame] of knownRows(this.#repeats, await tx.run(await storing(this.#repeats))))
        same.set(row, isSame);
    const conflicting = this.#rows.filter((row) => same.get(row) === false);
    return {
      accepted: conflicting.length === 0 ? this.#rows : this.#rows.filter((row) => same.get(row) !== false),
      fresh: this.#firsts.filter((row) => !known.has(row)).sort((a, b) => a.time - b.time),
      conflicts: conflicting.map((row) => ({
        reason: "A row with this time but different values is already stored.",
        row: { ...row, time: sentTime(row) },
      })),
    };
  }
}

/** A row's time with milliseconds and zone, so that boats can match it with what they sent. */
export function sentTime({ time }: MetricRow): string {
  return `${instant(time).slice(0, -1)}+00:00`;
}

/** Rows per slice of JSON. */
const SLICE_ROWS = 200;

async function storing(rows: readonly MetricRow[]): Promise<Sql> {
  return sql`select n, same from app.store_metrics(${await batchJson(rows)}::json)`;
}

/** The input of `app.metric_rows`, serialised in slices; row by row takes three times as long. */
export async function batchJson(
  rows: readonly (Partial<MetricRow> & Pick<MetricRow, "time">)[],
): Promise<string> {
  const starts = Array.from({ length: Math.ceil(rows.length / SLICE_ROWS) }, (_, n) => n * SLICE_ROWS);
  const parts = await mapInSlices(starts, (at) =>
    JSON.stringify(rows.slice(at, at + SLICE_ROWS)).slice(1, -1),
  );
  return `[${parts.join(",")}]`;
}

/** Rows whose times were already stored, and whether all values are equal. */
function knownRows(rows: readonly MetricRow[], { rows: found }: Result): ReadonlyMap<MetricRow, boolean> {
  return new Map(
    found.flatMap(([n, same]) => {
      const row = rows[Number(n)];
      return row === undefined ? [] : [[row, same === "t"] as const];
    }),
  );
}
