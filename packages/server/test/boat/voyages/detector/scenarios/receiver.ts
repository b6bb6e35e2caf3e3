/** Turns a truth into the fixes that a boat sends: receiver noise, the sampling of a boat's plugin, its status. */

import { destination, type Position } from "@wakelog/kit/geo/distance.ts";
import type { Fix, ReportedStatus } from "../../../../../src/boat/voyages/detector/fixes/fix.ts";
import type { Random } from "./random.ts";
import { disturb, type Faults, type Measured, strayed } from "./reception-faults.ts";
import { type Moment, STEP_S } from "./truth.ts";

/** Source of the status: none, a noisy guess, the truth, or a plugin that reports `sailing` while moving. */
export const FORMS = ["null", "autostate", "true", "plugin"] as const;
export type Form = (typeof FORMS)[number];

export interface Reception {
  /** Standard deviation of each axis, metres, and its correlation time, seconds. */
  readonly sdM: number;
  readonly correlationS: number;
  /** Multipath jumps of 60 m that last one to five minutes, a day. */
  readonly jumpsPerDay?: number;
  /** Single wrong positions 5 km off, a day. */
  readonly glitchesPerDay?: number;
  /** Metres between two receivers whose rows alternate. */
  readonly twoSourcesM?: number;
  /** A row at a fixed interval in seconds, instead of the plugin's sampling. */
  readonly everyS?: number;
  /** Whether rows say whether the engine runs. */
  readonly engine?: boolean;
  /** A row each minute, at rest too, instead of the sampling of a plugin. */
  readonly eachMinute?: boolean;
  /** Whether the receiver reports no speed. */
  readonly noSpeed?: boolean;
  /** Spans without reception, in steps. */
  readonly off?: readonly { from: number; to: number }[];
  /** A span of steps in which the receiver is jammed, and what it reports. */
  readonly jammed?: { readonly from: number; readonly to: number; readonly shows: Jamming };
  readonly faults?: Faults;
}

/**
 * Reports of a jammed receiver: another place, at which it stands still, circles, or flies round an airport at that
 * speed; or positions all around it, up to 20 km off, or up to 2 km off.
 */
export type Jamming = "elsewhere" | "circling" | "airport" | "scattered" | "shaken";

/** Where and when a script's plane is: one more after each time without any fix. */
export interface Origin {
  readonly latitude: number;
  readonly longitude: number;
  /** Time of step 0, milliseconds, if nothing had been left out. */
  readonly time: number;
  /** The first step that it holds for. */
  readonly step: number;
}

/** The origin that holds for a step. */
export function originAt(origins: readonly Origin[], step: number): Origin {
  const found = origins.findLast((one) => one.step <= step) ?? origins[0];
  if (found === undefined) throw new RangeError("a script without an origin");
  return found;
}

/** The time of a step, milliseconds. */
export function timeAt(origins: readonly Origin[], step: number): number {
  return originAt(origins, step).time + step * STEP_S * 1000;
}

/** The position of a point of a script's plane. */
export function positionOf(origin: Origin, x: number, y: number): Position {
  return destination(origin, (Math.atan2(x, y) * 180) / Math.PI, Math.hypot(x, y));
}

/** Moments in steps of so many seconds; between two of the script's the boat goes straight. */
function refine(moments: readonly Moment[], stepS: number): readonly Moment[] {
  const parts = STEP_S / stepS;
  if (parts <= 1) return moments;
  return moments.flatMap((m, i) => {
    const before = moments[i - 1] ?? m;
    return Array.from({ length: parts }, (_, k) => {
      const part = (k + 1) / parts;
      return { ...m, x: before.x + (m.x - before.x) * part, y: before.y + (m.y - before.y) * part };
    });
  });
}

function measure(moments: readonly Moment[], stepS: number, how: Reception, random: Random): Measured[] {
  const keep = Math.exp(-stepS / how.correlationS);
  const fresh = how.sdM * Math.sqrt(1 - keep * keep);
  const perStep = stepS / 86400;
  let nx = random.normal() * how.sdM;
  let ny = random.normal() * how.sdM;
  let jump = 0;
  let jx = 0;
  let jy = 0;
  let cog = random.between(0, 360);
  return moments.map((m, i) => {
    nx = nx * keep + fresh * random.normal();
    ny = ny * keep + fresh * random.normal();
    if (jump > 0) jump -= 1;
    else if (random.next() < (how.jumpsPerDay ?? 0) * perStep) {
      jump = Math.round(random.between(4, 20));
      const a = random.between(0, 2 * Math.PI);
      jx = 60 * Math.sin(a);
      jy = 60 * Math.cos(a);
    }
    let x = m.x + nx + (jump > 0 ? jx : 0);
    let y = m.y + ny + (jump > 0 ? jy : 0);
    if (random.next() < (how.glitchesPerDay ?? 0) * perStep) {
      const a = random.between(0, 2 * Math.PI);
      x += 5000 * Math.sin(a);
      y += 5000 * Math.cos(a);
    }
    if (how.jammed !== undefined && i >= how.jammed.from && i < how.jammed.to)
      [x, y] = jam(how.jammed.shows, x, y, i, random);
    const a = (m.course * Math.PI) / 180;
    const vx = m.knots * Math.sin(a) + random.normal() * 0.1;
    const vy = m.knots * Math.cos(a) + random.normal() * 0.1;
    const flies = how.jammed?.shows === "airport" && i >= how.jammed.from && i < how.jammed.to;
    const sog = flies ? 35 + random.normal() * 0.3 : Math.hypot(vx, vy);
    if (sog > 0.4) cog = ((Math.atan2(vx, vy) * 180) / Math.PI + 360) % 360;
    return { x, y, sog, cog };
  });
}

function jam(shows: Jamming, x: number, y: number, step: number, random: Random): [number, number] {
  const a = random.between(0, 2 * Math.PI);
  const noise = random.normal() * 5;
  switch (shows) {
    case "elsewhere":
      return [61_000 + noise, -48_000 + noise];
    case "circling":
      return [61_000 + 900 * Math.sin(step / 12), -48_000 + 900 * Math.cos(step / 12)];
    case "airport":
      return [71_000 + 1500 * Math.sin(step * 0.18) + noise, -58_000 + 1500 * Math.cos(step * 0.18)];
    case "scattered":
      return [x + random.between(300, 20_000) * Math.sin(a), y + random.between(300, 20_000) * Math.cos(a)];
    case "shaken":
      return [x + random.between(0, 2000) * Math.sin(a), y + random.between(0, 2000) * Math.cos(a)];
  }
}

/** Path length of the newest ten minutes, read each minute, above 100 m: a common plugin's test for sailing. */
function guessed(measured: readonly Measured[], begins: readonly number[], minute: number): ReportedStatus[] {
  let status: ReportedStatus = "moored";
  return measured.map((_, i) => {
    if (i % minute !== 0) return status;
    let path = 0;
    const begun = begins.reduce((newest, step) => (step <= i ? step : newest), 0);
    for (let k = Math.max(begun + minute, i - 9 * minute); k <= i; k += minute) {
      const a = measured[k - minute];
      const b = measured[k];
      if (a !== undefined && b !== undefined) path += Math.hypot(a.x - b.x, a.y - b.y);
    }
    status = path > 100 ? "sailing" : "moored";
    return status;
  });
}

function turned(a: number, b: number): number {
  return Math.abs(((a - b + 540) % 360) - 180);
}

/** Rows as a plugin writes them: each minute from 1 kn on, after a turn, a change of speed or half a mile; else each 5 minutes. */
export function receive(
  moments: readonly Moment[],
  origins: readonly Origin[],
  how: Reception,
  form: Form,
  random: Random,
): Fix[] {
  const stepS = [STEP_S, 5, 3].find((s) => (how.everyS ?? STEP_S) % s === 0) ?? 1;
  const parts = STEP_S / stepS;
  const fine = refine(moments, stepS);
  const begins = origins.map(({ step }) => step * parts);
  const measured = disturb(measure(fine, stepS, how, random), how.faults ?? {}, random);
  const states = form === "autostate" ? guessed(measured, begins, 60 / stepS) : [];
  const fixes: Fix[] = [];
  let lastStep = -1e9;
  let last: Measured | null = null;
  let most = 0;
  measured.forEach((here, i) => {
    if (how.off?.some((span) => i >= span.from * parts && i < span.to * parts) === true) return;
    if (here.hidden === true) return;
    most = Math.max(most, here.sog);
    if (begins.includes(i)) lastStep = -1e9;
    const seconds = (i - lastStep) * stepS;
    if (seconds < (how.everyS ?? 60)) return;
    const before = measured[i - 1] ?? here;
    const six = measured[i - 6] ?? here;
    const crossed = [1, 2, 3].some((k) => before.sog < k !== here.sog < k);
    const far = last !== null && Math.hypot(here.x - last.x, here.y - last.y) >= 926;
    const moving = here.sog >= 1 || far || crossed || turned(here.cog, six.cog) > 25;
    if (!moving && seconds < 300 && how.eachMinute !== true && how.everyS === undefined) return;
    const step = Math.floor(i / parts);
    const origin = originAt(origins, step);
    const shift = fixes.length % 2 === 1 ? (how.twoSourcesM ?? 0) : 0;
    const seen = strayed(here, how.faults ?? {}, random);
    const at = positionOf(origin, seen.x + shift, seen.y);
    const truth = fine[i]?.status ?? null;
    const state = form === "true" ? truth : (states[i] ?? null);
    const overwritten = moving && form !== "true" && form !== "null" && state !== "motoring";
    fixes.push({
      time: origin.time + i * stepS * 1000,
      latitude: at.latitude,
      longitude: at.longitude,
      sogKnots: how.noSpeed === true ? null : Math.round((seen.said ?? most) * 10) / 10,
      cogDegrees: Math.round(here.cog),
      status: overwritten ? "sailing" : form === "null" || form === "plugin" ? null : state,
      engine: how.engine === true ? { running: truth === "motoring", runTimeSeconds: null } : null,
      tripId: null,
    });
    lastStep = i;
    last = here;
    most = 0;
  });
  return fixes;
}
