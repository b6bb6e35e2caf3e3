/** The trips of the buffer as a list, from the rows that begin and end them. */
import { FLAG } from "../buffer/row.ts";
import type { RowBuffer } from "../buffer/row-buffer.ts";
import type { DatedRow } from "../buffer/rows.ts";

/** A trip. Times are milliseconds since 1970 UTC. */
export interface TripSpan {
  /** Its UUID. */
  readonly id: string;
  readonly begin: number;
  /** Null while it lasts. */
  readonly end: number | null;
}

/** The trips whose first row is kept, newest first. @param current the trip that the boat is on */
export function tripList(buffer: RowBuffer, current: string | null): TripSpan[] {
  const trips = new Map<string, { readonly first: DatedRow; readonly last: DatedRow }>();
  for (const page of buffer.rows.flagged(FLAG.tripEnd)) {
    for (const row of page) {
      const id = row.facts?.trip;
      if (id !== undefined) trips.set(id, { first: trips.get(id)?.first ?? row, last: row });
    }
  }
  const all = [...trips].map(([id, { first, last }], at, { [at + 1]: next }) => {
    const begin = first.time;
    if (last !== first) return { id, begin, end: last.time };
    const until = next?.[1].first.number ?? Number(buffer.rows.last()?.number) + 1;
    return { id, begin, end: id === current ? null : lastOf(buffer, id, first, until).time };
  });
  return all.reverse();
}

/**
 * The last row of a trip that no row ended, because the plugin was stopped until it was over: found by halving, as a
 * trip's rows follow each other. @param until a number after the trip
 */
function lastOf({ rows }: RowBuffer, id: string, first: DatedRow, until: number): DatedRow {
  let last = first;
  for (let after = until; after - last.number > 1; ) {
    const middle = Math.floor((last.number + after) / 2);
    const [row] = rows.after(middle - 1, 1);
    if (row !== undefined && row.number < after && row.facts?.trip === id) last = row;
    else after = middle;
  }
  return last;
}
