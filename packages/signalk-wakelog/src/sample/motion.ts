/** When a fix makes a row necessary. */
import { distance, distanceFromLine, type Position, turn } from "./geo.ts";

/** Metres per second. */
export const LEAST_SPEED = 0.5;
const LEAST_DISTANCE = 30;
const LEAST_TURN = (12 * Math.PI) / 180;
const LEAST_CHANGE = 0.5;
const LEAST_GAP_MS = 5000;

/** A fix with what moves the boat. */
export interface Fix extends Position {
  /** The monotonic clock. */
  readonly mono: number;
  /** Metres per second. */
  readonly speed: number | null;
  /** Radians. */
  readonly course: number | null;
}

/** How often rows are made. */
export interface Pace {
  /** Seconds at rest. */
  readonly rest: number;
  /** Seconds under way. */
  readonly underway: number;
  /** Metres. */
  readonly deviation: number;
}

/** Whether the boat is under way. */
export function isUnderway(last: Position | null, fix: Fix): boolean {
  return (fix.speed ?? 0) >= LEAST_SPEED || (last !== null && distance(last, fix) > LEAST_DISTANCE);
}

/** Whether a row must be made of the fix before this one, as the line from the last row would miss one of those between. */
export function leavesLine(last: Fix, between: readonly Fix[], fix: Fix, pace: Pace): boolean {
  const before = between.at(-1);
  if (before === undefined || before.mono - last.mono < LEAST_GAP_MS) return false;
  return between.some((one) => distanceFromLine(one, last, fix) > pace.deviation);
}

/** Whether a row must be made of this fix. */
export function isDue(last: Fix, fix: Fix, underway: boolean, pace: Pace): boolean {
  const elapsed = fix.mono - last.mono;
  if (elapsed < LEAST_GAP_MS) return false;
  if (elapsed >= (underway ? pace.underway : pace.rest) * 1000) return true;
  if (Math.abs((fix.speed ?? 0) - (last.speed ?? 0)) > LEAST_CHANGE) return true;
  const moved = underway && (fix.speed ?? 0) >= LEAST_SPEED;
  return moved && fix.course !== null && last.course !== null && turn(last.course, fix.course) > LEAST_TURN;
}
