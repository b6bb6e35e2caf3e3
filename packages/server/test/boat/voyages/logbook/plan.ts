/** Random histories of a boat for laws: events, the order of rows, and users' edits in between. */

import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { destination, type Position } from "@wakelog/kit/geo/distance.ts";
import fc from "fast-check";
import type { MetricRow } from "../../../../src/boat/voyages/record/metric-row.ts";

/** One stretch of a boat's truth. */
export interface Stretch {
  readonly rest: number;
  readonly restEvery: number;
  /** The status at rest: at first, and for the last part of it. */
  readonly statuses: readonly [MetricRow["status"], MetricRow["status"]];
  readonly later: number;
  /** Minutes under way afterwards, and in which direction. */
  readonly sail: number;
  readonly sailEvery: number;
  readonly sailStatus: MetricRow["status"];
  readonly course: number;
  /** Minutes of silence afterwards, the knots at which the boat went on or was carried, and where to. */
  readonly silent: { readonly minutes: number; readonly knots: number; readonly course: number } | null;
}

/** A user's edit after a POST. `pick` and `at` choose a log or stay, and an instant within it. */
export interface Saying {
  readonly after: number;
  readonly what:
    | "delete"
    | "join"
    | "split"
    | "keep"
    | "no stop"
    | "type"
    | "times"
    | "draw"
    | "undo"
    | "name"
    | "remove";
  readonly pick: number;
  readonly at: number;
  /** Whether the logbook is shown again only after the next POST, as by a job that is late. */
  readonly isLate: boolean;
}

export interface Plan {
  readonly first: number;
  readonly stretches: readonly Stretch[];
  readonly last: number;
  /** Seconds of rows that a second receiver sends besides; a place in the passage each. */
  readonly doubles: readonly number[];
  readonly sizes: readonly number[];
  /** The order of batches; few values keep most of them in order. */
  readonly keys: readonly number[];
  /** Runs of rows that come a number of batches late: a number of rows, or all that report the same status. */
  readonly late: readonly {
    readonly at: number;
    readonly length: number;
    readonly isStatus: boolean;
    readonly wait: number;
  }[];
  readonly sayings: readonly Saying[];
  /** Other events after each POST. */
  readonly between: readonly ("nothing" | "jobs" | "abort" | "refold" | "remove" | "close")[];
}

const unit = fc.double({ min: 0, max: 0.999, noNaN: true });
const stretch = fc.record({
  rest: fc.oneof(fc.integer({ min: 20, max: 120 }), fc.integer({ min: 120, max: 1800 })),
  restEvery: fc.integer({ min: 8, max: 14 }),
  statuses: fc.constantFrom<Stretch["statuses"][]>(
    [null, null],
    [null, "anchored"],
    ["moored", "moored"],
    ["moored", "anchored"],
    ["anchored", "moored"],
    ["anchored", "moored"],
  ),
  later: fc.double({ min: 0.3, max: 0.9, noNaN: true }),
  sail: fc.oneof(
    { arbitrary: fc.integer({ min: 30, max: 150 }), weight: 6 },
    fc.integer({ min: 600, max: 1900 }),
  ),
  sailEvery: fc.integer({ min: 4, max: 7 }),
  sailStatus: fc.constantFrom(null, "sailing" as const, "motoring" as const),
  course: fc.constantFrom(0, 180, 90, 270, 45, 225),
  silent: fc.constant(null),
});
const silent = fc.oneof(
  { arbitrary: fc.constant(null), weight: 3 },
  fc.record({
    minutes: fc.constantFrom(14, 16, 44, 46, 300, 1439, 1441, 5000, 70_000),
    knots: fc.constantFrom(0, 0.4, 3, 5, 13, 45),
    course: fc.constantFrom(0, 180, 100),
  }),
);
const saying = (whats: readonly Saying["what"][]) =>
  fc.record({
    after: fc.nat(12),
    what: fc.constantFrom(...whats),
    pick: unit,
    at: unit,
    isLate: fc.boolean(),
  });

/** Pasts with sayings and happenings of these kinds. */
export function plans(of: {
  readonly sayings: readonly Saying["what"][];
  readonly between: readonly Plan["between"][number][];
  readonly stretches: number;
  readonly silences?: boolean;
}): fc.Arbitrary<Plan> {
  const part: fc.Arbitrary<Stretch> =
    of.silences === true
      ? fc.tuple(stretch, silent).map(([one, then]) => ({ ...one, silent: then }))
      : stretch;
  return fc.record({
    first: fc.oneof(fc.integer({ min: 24 * 60, max: 80 * 60 }), fc.integer({ min: 10, max: 24 * 60 })),
    stretches: fc.array(part, { maxLength: of.stretches }),
    // Few enough to leave the boat under way, or many.
    last: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 40, max: 3000 })),
    doubles: fc.array(unit, { maxLength: 4 }),
    sizes: fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 5 }),
    keys: fc.oneof(fc.constant([0]), fc.array(fc.nat(3), { minLength: 1, maxLength: 7 })),
    late: fc.array(
      fc.record({
        at: unit,
        length: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 30, max: 200 })),
        isStatus: fc.boolean(),
        wait: fc.integer({ min: 1, max: 8 }),
      }),
      {
        maxLength: 4,
      },
    ),
    sayings: fc.array(saying(of.sayings), { maxLength: 4 }),
    between: fc.array(fc.constantFrom(...of.between), { minLength: 1, maxLength: 4 }),
  });
}

const HOME: Position = { latitude: 59.8, longitude: 22.9 };
const MINUTE = 60_000;
const KNOTS = 5;
/** No boat is carried round the earth. */
const FARTHEST_M = 3_000_000;

/** Every row of a past, oldest first; noise that is the same every time. */
export function rowsOf(plan: Plan, start: number): MetricRow[] {
  const rows: MetricRow[] = [];
  let here = HOME;
  let minute = 0;
  const add = (status: MetricRow["status"], knots: number, cog: number): void => {
    const seen = destination(here, (minute * 137) % 360, ((minute * 31) % 7) / 2);
    rows.push(row(start + minute * MINUTE, seen, status, knots, cog));
  };
  const rest = (until: number, every: number, said: MetricRow["status"]): void => {
    for (; minute < until; minute += every) add(said, 0.1, 0);
  };
  rest(plan.first, plan.stretches[0]?.restEvery ?? 13, plan.stretches[0]?.statuses[0] ?? null);
  for (const part of plan.stretches) {
    for (const end = minute + part.sail; minute < end; minute += part.sailEvery) {
      add(part.sailStatus, KNOTS, part.course);
      here = destination(here, part.course, (KNOTS * 1852 * part.sailEvery) / 60);
    }
    if (part.silent !== null) {
      const { minutes, knots, course } = part.silent;
      minute += minutes;
      here = destination(here, course, Math.min((knots * 1852 * minutes) / 60, FARTHEST_M));
    }
    const end = minute + part.rest;
    rest(end - part.rest * part.later, part.restEvery, part.statuses[0]);
    rest(end, part.restEvery, part.statuses[1]);
  }
  rest(minute + plan.last, 13, null);
  return doubled(rows, plan.doubles);
}

/** A second receiver beside the first, some seconds later. */
function doubled(rows: readonly MetricRow[], places: readonly number[]): MetricRow[] {
  const more = new Map(
    places.flatMap((place) => {
      const one = rows[Math.floor(place * rows.length)];
      if (one === undefined) return [];
      const time = one.time + 1000 * (5 + Math.floor(place * 40));
      return [[time, { ...one, time, windspeedapparent: 12 }]];
    }),
  );
  return [...rows, ...more.values()].sort((a, b) => a.time - b.time);
}

function row(time: number, at: Position, status: MetricRow["status"], knots: number, cog: number): MetricRow {
  return {
    time,
    client_id: null,
    latitude: at.latitude,
    longitude: at.longitude,
    speedoverground: knots,
    courseovergroundtrue: cog,
    windspeedapparent: 5 + ((time / MINUTE) % 9),
    anglespeedapparent: -40,
    status,
    metrics: { "navigation.log": (time / MINUTE) % 1_000_000 },
  };
}

/** The rows in the batches and the order in which they come. */
export function batchesOf<Row extends Pick<MetricRow, "status">>(
  plan: Plan,
  rows: readonly Row[],
): (readonly Row[])[] {
  const turns = rows.flatMap((one, i) => (one.status === rows[i - 1]?.status ? [] : [i]));
  const late = plan.late.map(({ at, length, isStatus, wait }) => {
    const turn = Math.floor(at * turns.length);
    const begin = (isStatus ? turns[turn] : undefined) ?? Math.floor(at * rows.length);
    return { begin, end: isStatus ? (turns[turn + 1] ?? rows.length) : begin + length, wait };
  });
  const batches: { key: number; rows: Row[] }[] = [];
  const waiting: { after: number; rows: Row[] }[] = [];
  for (let at = 0, n = 0; at < rows.length; n++) {
    const size = plan.sizes[n % plan.sizes.length] ?? 1;
    const now: Row[] = [];
    for (let i = at; i < Math.min(at + size, rows.length); i++) {
      const one = rows[i];
      const run = late.find(({ begin, end }) => i >= begin && i < end);
      if (one === undefined) continue;
      if (run === undefined) now.push(one);
      else {
        const held = waiting.find(({ after }) => after === n + run.wait);
        if (held === undefined) waiting.push({ after: n + run.wait, rows: [one] });
        else held.rows.push(one);
      }
    }
    batches.push({ key: plan.keys[n % plan.keys.length] ?? 0, rows: now });
    at += size;
  }
  const all = batches.map(({ key, rows: now }, n) => ({ key, n, rows: now }));
  for (const { after, rows: now } of waiting) all.push({ key: 0, n: after + 0.5, rows: now });
  all.sort((a, b) => a.key - b.key || a.n - b.n);
  return all.map(({ rows: now }) => now).filter((now) => now.length > 0);
}

/** A row as a boat posts it. */
export function posted({ time, ...rest }: MetricRow): JsonObject {
  return { ...rest, time: new Date(time).toISOString() };
}
