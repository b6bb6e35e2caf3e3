/** Decides whether a run of fixes in one circle was a stop. */
import { arcM, chordM } from "@wakelog/kit/geo/earth-centred.ts";
import { KNOT_MPS } from "@wakelog/kit/geo/units.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { enclosingDisc, meanOf } from "./fixes/disc.ts";
import { isMoving, isStill, type Point, speedKnots } from "./fixes/point.ts";
import type { DetectorSettings } from "./thresholds.ts";

/** Enough fixes to determine where the boat lies. */
const LATER_FIXES = 3;
/** Noise at the edge of that place, metres. */
const NEAR_M = 8;
/** In less time than this, noise is a large part of any movement. */
const SHORT_MS = 5 * MINUTE;
/** Below this duration or distance, a swinging boat is as steady as a becalmed one. */
const STEADY_MS = 30 * MINUTE;
const STEADY_M = 50;
/** Deviation of a becalmed boat from steady progress, as a part of its distance. */
const STEADY_PART = 0.15;
/** An engine that runs for longer in one place charges batteries. */
const ENGINE_MS = 3 * 60 * MINUTE;
/** The last metres are covered at no less than this share of the movement speed. */
const SLOW_WAY_IN = 0.4;

export interface Stop {
  /** Indexes of the first and last fix at rest. */
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
  /** Speed from its beginning to its end, in knots. */
  readonly driftKnots: number;
  /** Whether the boat was slowly moving after all. */
  readonly drifted: boolean;
  /** Whether it was making way: slower still but straight, or to and fro at speed, or under engine. */
  readonly underWay: boolean;
}

/** Whether the boat went on from one fix to the next ones. Two alternating receivers do not count as movement. */
function movesOn(a: Point, b: Point, after: Point | undefined, knots: number): boolean {
  return speedKnots(a, b) >= knots && (after === undefined || speedKnots(a, after) >= knots * 0.6);
}

/** Index of the first fix after the way in. */
function wayIn(points: readonly Point[], settings: DetectorSettings): number {
  const last = points.length - 1;
  let first = 0;
  for (; first < last; first++) {
    const a = points[first];
    const b = points[first + 1];
    if (a === undefined || b === undefined) break;
    if (!movesOn(a, b, points[first + 2], settings.movingKnots)) break;
  }
  // The last metres are slow: the boat has arrived with its first fix in the disc where it then lies.
  const later = points.slice(first + Math.ceil((last - first + 1) / 2));
  if (later.length < LATER_FIXES) return first;
  const final = enclosingDisc(later);
  for (; first < points.length - later.length; first++) {
    const a = points[first];
    const b = points[first + 1];
    if (a === undefined || b === undefined || chordM(a, final) <= final.r + NEAR_M) break;
    if (!movesOn(a, b, points[first + 2], settings.movingKnots * SLOW_WAY_IN)) break;
  }
  return first;
}

/** Index of the last fix before the way out. */
function wayOut(points: readonly Point[], first: number, settings: DetectorSettings): number {
  let last = points.length - 1;
  for (; last > first; last--) {
    const a = points[last - 1];
    const b = points[last];
    if (a === undefined || b === undefined) break;
    const before = points[last - 2];
    const fast = speedKnots(a, b) >= settings.movingKnots;
    if (!fast || (before !== undefined && speedKnots(before, b) < settings.movingKnots * 0.6)) break;
  }
  return last;
}

/** The stop in a run of fixes in one circle, without the way in and the way out; null if nothing remains. */
export function stopAmong(points: readonly Point[], settings: DetectorSettings): Stop | null {
  const first = wayIn(points, settings);
  const last = wayOut(points, first, settings);
  const from = points[first];
  const to = points[last];
  if (from === undefined || to === undefined) return null;
  const core = points.slice(first, last + 1);
  const third = Math.max(1, Math.floor(core.length / 3));
  const firstThird = core.slice(0, third);
  const lastThird = core.slice(-third);
  const moved = arcM(meanOf(firstThird), meanOf(lastThird));
  const seconds = (middle(lastThird) - middle(firstThird)) / 1000;
  const driftKnots = seconds > 0 ? moved / seconds / KNOT_MPS : 0;
  const floor = to.t - from.t < SHORT_MS ? 10 : 25;
  return {
    first,
    last,
    from: from.t,
    to: to.t,
    driftKnots,
    drifted: driftKnots > settings.driftKnots && moved > floor,
    underWay: isSteady(core, firstThird, lastThird) || isBusy(core, settings),
  };
}

/**
 * Whether the boat went on all the time, straight and at one speed: becalmed. An anchored boat follows tide or wind
 * in an arc, or comes back.
 */
function isSteady(
  core: readonly Point[],
  firstThird: readonly Point[],
  lastThird: readonly Point[],
): boolean {
  const [begin, end] = [core[0], core.at(-1)];
  if (begin === undefined || end === undefined || end.t - begin.t < STEADY_MS) return false;
  const [a, b] = [meanOf(firstThird), meanOf(lastThird)];
  const moved = chordM(a, b);
  if (moved < STEADY_M) return false;
  const [from, ms] = [middle(firstThird), middle(lastThird) - middle(firstThird)];
  let squares = 0;
  for (const p of core) {
    const part = (p.t - from) / ms;
    const due = { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part, z: a.z + (b.z - a.z) * part };
    squares += chordM(p, due) ** 2;
  }
  return Math.sqrt(squares / core.length) <= STEADY_PART * moved;
}

/** Whether most fixes report movement, however small the area: by speed, or by a running engine. */
function isBusy(core: readonly Point[], settings: DetectorSettings): boolean {
  const [begin, end] = [core[0], core.at(-1)];
  if (begin === undefined || end === undefined) return false;
  const most = core.length / 2;
  const engine = core.filter(({ drive }) => drive === "motoring").length > most;
  if (engine && end.t - begin.t <= ENGINE_MS) return true;
  const reported = core.filter(({ status }) => isMoving(status)).length > most;
  const knots = reported ? settings.movingKnots : settings.busyKnots;
  let fast = 0;
  for (let i = 1; i < core.length; i++) {
    const [a, b] = [core[i - 1], core[i]];
    if (a !== undefined && b !== undefined && (b.sog ?? speedKnots(a, b)) >= knots) fast += 1;
  }
  return fast > most;
}

function middle(points: readonly Point[]): number {
  let sum = 0;
  const base = points[0]?.t ?? 0;
  for (const p of points) sum += p.t - base;
  return base + sum / Math.max(1, points.length);
}

/** Index of a reported change to rest (or to movement) near another index; -1 if there is none. */
export function reportedChange(
  points: readonly Point[],
  near: number,
  toRest: boolean,
  settings: DetectorSettings,
): number {
  const at = points[near]?.t ?? 0;
  for (let i = 1; i < points.length; i++) {
    const before = points[i - 1]?.status ?? null;
    const here = points[i];
    if (here === undefined || Math.abs(here.t - at) > settings.statusSnapSeconds * 1000) continue;
    if (toRest ? isMoving(before) && isStill(here.status) : isStill(before) && isMoving(here.status))
      return i;
  }
  return -1;
}
