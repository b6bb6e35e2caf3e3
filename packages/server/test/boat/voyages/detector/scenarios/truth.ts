/** A boat's true movement as a script: 15 s steps in metres east and north of an origin. */
import type { ReportedStatus } from "../../../../../src/boat/voyages/detector/fixes/fix.ts";
import type { Random } from "./random.ts";

export const STEP_S = 15;
const KN = 1852 / 3600;
const MINUTE_STEPS = 60 / STEP_S;

export interface Moment {
  readonly x: number;
  readonly y: number;
  /** True speed and course through it. */
  readonly knots: number;
  readonly course: number;
  readonly status: ReportedStatus;
}

export interface Script {
  readonly random: Random;
  readonly moments: Moment[];
  /** The real trips, in steps: first and last moment of movement. */
  readonly trips: { from: number; to: number }[];
  /** Times without fixes: before which moment, how long (milliseconds), and how the boat was moved. */
  readonly silences: { step: number; ms: number; east: number; north: number }[];
  x: number;
  y: number;
}

export function script(random: Random): Script {
  return { random, moments: [], trips: [], silences: [], x: 0, y: 0 };
}

function put(s: Script, x: number, y: number, status: ReportedStatus): void {
  const dx = x - s.x;
  const dy = y - s.y;
  s.moments.push({
    x,
    y,
    knots: Math.hypot(dx, dy) / STEP_S / KN,
    course: ((Math.atan2(dx, dy) * 180) / Math.PI + 360) % 360,
    status,
  });
  s.x = x;
  s.y = y;
}

/** Tied up: the boat moves a metre in its lines. */
export function moor(s: Script, minutes: number): void {
  const { x, y } = s;
  for (let i = 0; i < minutes * MINUTE_STEPS; i++)
    put(s, x + s.random.normal() * 0.1, y + s.random.normal() * 0.1, "moored");
}

/**
 * At anchor: yaws over a part of the circle within minutes, is turned round by the tide each 6.2 h within 40 minutes,
 * and follows a slowly veering wind.
 * @param radiusM distance of the boat from its anchor
 * @param drag the anchor moves this far, once, in the middle of the time
 */
export function anchor(s: Script, minutes: number, radiusM: number, drag = 0): void {
  const steps = minutes * MINUTE_STEPS;
  const start = s.random.between(0, 2 * Math.PI);
  let ax = s.x - radiusM * Math.sin(start);
  let ay = s.y - radiusM * Math.cos(start);
  const period = s.random.between(4, 7) * MINUTE_STEPS;
  const swing = (s.random.between(10, 16) * Math.PI) / 180;
  const turn = s.random.between(1, 5) * 60 * MINUTE_STEPS;
  const way = s.random.next() < 0.5 ? Math.PI : -Math.PI;
  const dragSpeed = s.random.between(0.3, 0.9) * KN * STEP_S;
  const downwind = start;
  let veer = 0;
  let dragged = 0;
  for (let i = 0; i < steps; i++) {
    veer += s.random.normal() * 0.004;
    const tides = Math.max(0, (i - turn) / (6.2 * 60 * MINUTE_STEPS) + 1);
    const whole = Math.floor(tides);
    const turning = Math.min(1, ((tides - whole) * 6.2 * 60) / 40);
    const tide = tides === 0 ? 0 : way * (whole - 1 + turning);
    if (i > steps / 2 && dragged < drag) {
      dragged += dragSpeed;
      ax += dragSpeed * Math.sin(downwind);
      ay += dragSpeed * Math.cos(downwind);
    }
    const bearing = start + veer + (drag > 0 ? 0 : tide) + swing * Math.sin((2 * Math.PI * i) / period);
    const blend = 1 - Math.exp(-i / 8);
    const tx = ax + radiusM * Math.sin(bearing);
    const ty = ay + radiusM * Math.cos(bearing);
    put(s, s.x + (tx - s.x) * Math.max(0.15, blend), s.y + (ty - s.y) * Math.max(0.15, blend), "anchored");
  }
}

/** Keeps its place under engine, as before a bridge. */
export function hover(s: Script, minutes: number): void {
  const { x, y } = s;
  let dx = 0;
  let dy = 0;
  for (let i = 0; i < minutes * MINUTE_STEPS; i++) {
    dx = dx * 0.97 + s.random.normal() * 2.2;
    dy = dy * 0.97 + s.random.normal() * 2.2;
    put(s, x + dx, y + dy, "motoring");
  }
}

export interface Manner {
  readonly status: ReportedStatus;
  /** Whether it stops at the end. */
  readonly stop?: boolean;
  /** Whether it starts from rest. */
  readonly start?: boolean;
}

/** Goes through points (metres) at a speed, gathering way and losing it within a minute. */
export function go(
  s: Script,
  points: readonly (readonly [number, number])[],
  knots: number,
  how: Manner,
): void {
  const full = knots * KN * STEP_S;
  let step = how.start === false ? full : full * 0.25;
  let wobble = 0;
  for (const [n, [px, py]] of points.entries()) {
    const last = n === points.length - 1 && how.stop !== false;
    for (;;) {
      const dx = px - s.x;
      const dy = py - s.y;
      const left = Math.hypot(dx, dy);
      wobble = wobble * 0.95 + s.random.normal() * 0.03;
      step = Math.min(full, step + full * 0.25);
      const wanted = last ? Math.min(step, Math.max(left * 0.4, full * 0.25)) : step;
      const go = Math.max(0.2, wanted * (1 + wobble));
      if (left <= go) {
        put(s, px, py, how.status);
        break;
      }
      put(s, s.x + (dx / left) * go, s.y + (dy / left) * go, how.status);
    }
  }
}

/** Marks its contents as one trip. */
export function trip(s: Script, happens: () => void): void {
  const from = s.moments.length;
  happens();
  s.trips.push({ from, to: s.moments.length - 1 });
}

/** Switched off for a time, and seen again elsewhere: metres east and north. The script's own plane moves along. */
export function vanish(s: Script, minutes: number, east: number, north: number): void {
  s.silences.push({ step: s.moments.length, ms: minutes * 60_000, east, north });
}

/** A point at a bearing (degrees) and distance (nautical miles) from where the boat is. */
export function ahead(s: Script, bearing: number, nm: number): [number, number] {
  const a = (bearing * Math.PI) / 180;
  return [s.x + Math.sin(a) * nm * 1852, s.y + Math.cos(a) * nm * 1852];
}
