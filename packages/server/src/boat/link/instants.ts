/**
 * Gives rows of one instant a millisecond each. A row has its own time, or the first free one after it, with the lower
 * numbers first: whichever arrives first, the result is the same. Pure.
 */

import { ApiError } from "@wakelog/kit/errors.ts";

/** How far a row may be moved on, milliseconds. */
const MOST_MOVED = 2_000;

/** A row with its number and time, milliseconds since 1970-01-01 UTC. */
export interface TimedRow {
  readonly number: number;
  readonly time: number;
}

/** A taken millisecond: by a row of the stream, or by one of another origin, which stays (null). */
export type Taken = ReadonlyMap<number, TimedRow | null>;

/** The times of new rows, and of stored ones that make room, by number. */
export interface Placed {
  readonly fresh: ReadonlyMap<number, number>;
  readonly moved: ReadonlyMap<number, { readonly from: number; readonly to: number }>;
  /** The first time that had to be looked at but may not be in `taken`; null if all was known. */
  readonly unknown: number | null;
}

/**
 * Places rows.
 * @param isKnown whether `taken` tells about a time
 * @throws ApiError 400 if too many rows stand at one instant
 */
export function place(rows: readonly TimedRow[], taken: Taken, isKnown: (time: number) => boolean): Placed {
  const slots = new Map(taken);
  const at = new Map<number, number>();
  for (const row of rows) {
    let [moving, slot] = [row, row.time];
    for (;;) {
      if (slot - row.time > MOST_MOVED) throw crowded();
      if (!isKnown(slot)) return { fresh: new Map(), moved: new Map(), unknown: slot };
      const there = slots.get(slot);
      if (there === undefined) break;
      if (there !== null && there.number > moving.number) {
        slots.set(slot, moving);
        at.set(moving.number, slot);
        moving = there;
      }
      slot += 1;
    }
    slots.set(slot, moving);
    at.set(moving.number, slot);
  }
  const fresh = new Map<number, number>();
  const moved = new Map<number, { from: number; to: number }>();
  const own = new Set(rows.map(({ number }) => number));
  const before = new Map(
    [...taken].flatMap(([time, row]) => (row === null ? [] : [[row.number, time] as const])),
  );
  for (const [number, to] of at) {
    const from = before.get(number);
    if (own.has(number)) fresh.set(number, to);
    else if (from !== undefined && from !== to) moved.set(number, { from, to });
  }
  return { fresh, moved, unknown: null };
}

function crowded(): ApiError {
  return new ApiError({
    code: "PT400",
    status: 400,
    message: "Too many rows stand at one instant",
    hint: "Date the rows as they were measured.",
  });
}
