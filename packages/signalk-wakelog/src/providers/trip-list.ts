/** The trips of the buffer as a list, from the rows that begin and end them. */
import { FLAG } from "../buffer/row.ts";
import type { RowBuffer } from "../buffer/row-buffer.ts";

/** A trip. Times are milliseconds since 1970 UTC. */
export interface TripSpan {
  /** Its UUID. */
  readonly id: string;
  readonly begin: number;
  /** Null while it lasts, or if no row tells. */
  readonly end: number | null;
}

/** The trips whose first row is kept, newest first. */
export function tripList(buffer: RowBuffer): TripSpan[] {
  const trips = new Map<string, TripSpan>();
  for (const page of buffer.rows.flagged(FLAG.tripEnd)) {
    for (const { facts, time } of page) {
      const id = facts?.trip;
      if (id === undefined) continue;
      const known = trips.get(id);
      trips.set(id, known === undefined ? { id, begin: time, end: null } : { ...known, end: time });
    }
  }
  return [...trips.values()].reverse();
}
