/** Accumulates the stretches of a leg: under motor, under sail, unknown, not recorded, paused. */
import { arcM } from "@wakelog/kit/geo/earth-centred.ts";
import { round } from "@wakelog/kit/geo/rounding.ts";
import { NM_M } from "@wakelog/kit/geo/units.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import type { Point } from "../fixes/point.ts";
import type { Away, Stretch } from "../state.ts";
import type { DetectorSettings } from "../thresholds.ts";
import type { Segment } from "./interval.ts";

/** Maximum of stretches per leg; beyond it the shortest joins its neighbour, to keep the state small. */
const MOST = 120;
/** Shorter changes between motor and sail are noise of their sensors. */
const SHORTEST_MS = 3 * MINUTE;

function add(stretches: Stretch[], kind: Stretch["kind"], from: number, to: number, metres: number): void {
  const last = stretches.at(-1);
  if (last !== undefined && last.kind === kind) {
    last.to = to;
    last.metres += metres;
    return;
  }
  stretches.push({ kind, from, to, metres });
  if (stretches.length > MOST) joinShortest(stretches);
}

function joinable(stretch: Stretch): boolean {
  return stretch.kind !== "gap" && stretch.kind !== "pause";
}

/** Joins the shortest stretch to the longer of its joinable neighbours; returns false if there is none. */
function joinShortest(stretches: Stretch[], below = Number.POSITIVE_INFINITY): boolean {
  let shortest = -1;
  let length = below;
  for (let i = 0; i < stretches.length; i++) {
    const s = stretches[i];
    if (s === undefined || !joinable(s) || s.to - s.from >= length) continue;
    if ([stretches[i - 1], stretches[i + 1]].some((n) => n !== undefined && joinable(n))) {
      shortest = i;
      length = s.to - s.from;
    }
  }
  const s = stretches[shortest];
  if (s === undefined) return false;
  const lasts = (x: Stretch | undefined) => (x !== undefined && joinable(x) ? x.to - x.from : -1);
  const before = stretches[shortest - 1];
  const after = stretches[shortest + 1];
  const into = lasts(before) >= lasts(after) ? before : after;
  if (into === undefined) return false;
  into.from = Math.min(into.from, s.from);
  into.to = Math.max(into.to, s.to);
  into.metres += s.metres;
  stretches.splice(shortest, 1);
  const left = stretches[shortest - 1];
  const right = stretches[shortest];
  if (left !== undefined && right !== undefined && left.kind === right.kind) {
    left.to = right.to;
    left.metres += right.metres;
    stretches.splice(shortest, 1);
  }
  return true;
}

/** Adds the movement to a point. */
export function goTo(away: Away, point: Point, settings: DetectorSettings): void {
  const ms = point.t - away.last.t;
  if (ms <= 0) return;
  const gap = ms > settings.gapMinutes * MINUTE;
  const metres = arcM(away.last, point);
  add(away.stretches, gap ? "gap" : point.drive, away.last.t, point.t, metres);
  away.pace = { ms: away.pace.ms + ms, metres: away.pace.metres + metres };
  away.last = point;
}

/** Adds a rest until a point. */
export function restUntil(away: Away, point: Point): void {
  if (point.t <= away.last.t) return;
  add(away.stretches, "pause", away.last.t, point.t, arcM(away.last, point));
  away.last = point;
}

/** Recorded distance in metres. */
export function seenMetres(away: Away): number {
  return away.stretches.reduce((sum, s) => sum + (s.kind === "gap" ? 0 : s.metres), 0);
}

/** The stretches for the logbook: in order, without holes, with short changes of propulsion smoothed out. */
export function segmentsOf(stretches: readonly Stretch[]): Segment[] {
  const smooth = stretches.map((s) => ({ ...s }));
  while (joinShortest(smooth, SHORTEST_MS));
  return withTime(smooth).map((s) => ({
    kind: s.kind,
    from: s.from,
    to: s.to,
    distanceNm: round(s.metres / NM_M, 4),
  }));
}

/** Merges stretches without duration, such as from a berth to the first fix, into the next stretch. */
function withTime(stretches: readonly Stretch[]): Stretch[] {
  let leapt = 0;
  return stretches.flatMap((s, i) => {
    const metres = s.metres + leapt;
    leapt = s.to === s.from && i < stretches.length - 1 ? metres : 0;
    return s.to === s.from && i < stretches.length - 1 ? [] : [{ ...s, metres }];
  });
}
