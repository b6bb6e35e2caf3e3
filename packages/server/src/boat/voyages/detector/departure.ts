/** Departure from a disc: which fix was the leg's first, and how to estimate an unrecorded start. */
import { arcM, chordM } from "@wakelog/kit/geo/earth-centred.ts";
import { KNOT_MPS, NM_M } from "@wakelog/kit/geo/units.ts";
import { HOUR, MINUTE } from "@wakelog/kit/time/units.ts";
import { isMoving, isStill, type Point, speedKnots } from "./fixes/point.ts";
import { left, leftAsReported, leftInSilence } from "./intervals/reasons.ts";
import type { Away, BlindStart, Boundary, Stay } from "./state.ts";
import { reportedChange } from "./stop.ts";
import type { DetectorSettings } from "./thresholds.ts";

/** A leg from a point; later points are not counted yet. */
export function newAway(start: Point, from: Boundary, last: Point): Away {
  return {
    from,
    start,
    blind: null,
    last,
    stretches: [],
    pace: { ms: 0, metres: 0 },
    buffer: [],
    farthestM: 0,
    fastMs: 0,
    fastOutMs: 0,
    outside: 0,
    moved: false,
    reportedMoving: !isStill(start.status),
    still: null,
    trip: start.trip,
  };
}

/**
 * Dates a departure from the newest fixes of a stay.
 * @param after the leg begins later than this
 * @returns the new leg, and its fixes, oldest first, for the caller to count
 */
export function departure(
  stay: Stay,
  settings: DetectorSettings,
  after = Number.NEGATIVE_INFINITY,
): { away: Away; points: readonly Point[] } {
  const recent = stay.recent;
  const earliest = Math.max(
    0,
    recent.findIndex((p) => p.t > after),
  );
  let at = Math.max(earliest, recent.length - stay.outside);
  const gapMs = settings.gapMinutes * MINUTE;
  const outside = recent[at];
  if (outside === undefined) throw new RangeError("a departure without a fix outside");
  for (let before = recent[at - 1]; before !== undefined && at > earliest; before = recent[at - 1]) {
    if (!leads(stay, before, recent[at], gapMs, settings)) break;
    at -= 1;
  }
  const change = reportedChange(recent, at, false, settings);
  const snapped = change >= earliest;
  if (snapped) at = change;
  // A stay lasts at least until the fix after its first.
  while (at < recent.length - 1 && (recent[at]?.t ?? 0) <= stay.from.at) at += 1;
  const start = recent[at] ?? outside;
  const fast = Math.max(start.sog ?? 0, speedTo(start, recent[at + 1]));
  const lay = whereItLay(recent[at - 1], start, snapped, settings);
  const away = newAway(
    lay,
    {
      at: start.t,
      reason: snapped ? leftAsReported(stay, start, fast) : left(stay, fast),
      confidence: snapped ? 0.98 : fast >= 2 * settings.movingKnots ? 0.93 : 0.75,
    },
    start,
  );
  if (lay !== start)
    away.stretches.push({ kind: start.drive, from: start.t, to: start.t, metres: arcM(lay, start) });
  away.moved = fast >= settings.movingKnots * 0.8;
  away.reportedMoving = isMoving(start.status);
  return { away, points: recent.slice(at) };
}

/**
 * Where the leg starts: at the last position at rest. If even 2.5 times the reported speed cannot explain the
 * distance to the first row, the boat left from elsewhere.
 */
function whereItLay(
  before: Point | undefined,
  start: Point,
  reported: boolean,
  settings: DetectorSettings,
): Point {
  if (before === undefined || (before.sog ?? 0) >= settings.movingKnots) return start;
  const leapt = arcM(before, start) > settings.minTripM && speedKnots(before, start) > 2.5 * (start.sog ?? 0);
  return reported && start.sog !== null && leapt ? start : before;
}

/** Whether a fix inside the disc was already on the way out. */
function leads(
  stay: Stay,
  a: Point,
  b: Point | undefined,
  gapMs: number,
  settings: DetectorSettings,
): boolean {
  if (b === undefined || b.t - a.t > gapMs) return false;
  if (a.sog !== null && a.sog < settings.movingKnots * 0.8) return false;
  return speedKnots(a, b) >= settings.movingKnots && chordM(stay.disc, a) < chordM(stay.disc, b) + 10;
}

function speedTo(a: Point, b: Point | undefined): number {
  return b === undefined ? 0 : speedKnots(a, b);
}

/** Dates a departure during a silence by the speed in the first ten minutes afterwards, or more if rows are rare. */
export function sharpenBlindStart(away: Away | null, usual: number | null, settings: DetectorSettings): void {
  if (away === null || away.blind === null || away.blind.knots !== null) return;
  const newest = away.buffer.at(-1) ?? away.last;
  const ms = newest.t - away.blind.to;
  if (ms < 10 * MINUTE) return;
  const metres = away.pace.metres + arcM(away.last, newest);
  const knots = metres / (ms / 1000) / KNOT_MPS;
  if (knots < settings.restGapKnots) return;
  away.blind = { ...away.blind, knots };
  away.from = blindBoundary(away.blind, usual, settings);
  const gap = away.stretches[0];
  if (gap !== undefined && gap.kind === "gap") gap.from = away.from.at;
}

/** The estimated start of an unrecorded part, by the speed seen afterwards, or else the boat's usual speed, in knots. */
export function blindBoundary(blind: BlindStart, usual: number | null, settings: DetectorSettings): Boundary {
  const knots = Math.max(1, blind.knots ?? usual ?? settings.typicalKnots);
  const needed = (blind.metres / (knots * NM_M)) * HOUR;
  const at = Math.round(Math.max(blind.from + 1000, blind.to - needed));
  return { at, reason: leftInSilence(blind.to - blind.from, blind.metres, knots), confidence: 0.5 };
}
