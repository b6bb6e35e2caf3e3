/** Receiver faults, as reported by users and seen in their records. */
import type { Random } from "./random.ts";

/** A receiver's report at one step: metres in the script's plane, knots, degrees. */
export interface Measured {
  readonly x: number;
  readonly y: number;
  readonly sog: number;
  readonly cog: number;
  /** The reported speed, if not the greatest since the last row. */
  readonly said?: number;
  /** Whether nothing is received at this step. */
  readonly hidden?: boolean;
}

/** A span in steps. */
interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Faults {
  /** Single wrong positions a day, with a wrong speed, which makes a plugin write a row. */
  readonly straysPerDay?: number;
  /** Share of rows with wrong position and speed, whatever caused the row. */
  readonly strayRows?: number;
  /** Two or three wrong positions in a row, each within reach of the one before, and then home again, a day. */
  readonly jauntsPerDay?: number;
  /** Receivers that repeat their last position and speed. */
  readonly frozen?: readonly Span[];
  /** Phones that sleep, and begin again with their last position. */
  readonly asleep?: readonly Span[];
  /** Receivers that go on along the last course and speed, more and more wrongly. */
  readonly reckoned?: readonly Span[];
  /** Steps at which the receiver starts, some hundred metres off, and converges. */
  readonly cold?: readonly number[];
}

/** A stray fix: half a mile to three miles off, and as fast as that looks, or slower. */
function stray(here: Measured, random: Random): Measured {
  const a = random.between(0, 2 * Math.PI);
  const metres = random.between(900, 5600);
  const said = random.between(0, 25);
  return {
    ...here,
    x: here.x + metres * Math.sin(a),
    y: here.y + metres * Math.cos(a),
    sog: said,
    said,
  };
}

/** A row's position and speed, wrong at times. */
export function strayed(here: Measured, { strayRows = 0 }: Faults, random: Random): Measured {
  return strayRows > 0 && random.next() < strayRows ? stray(here, random) : here;
}

const STEPS_A_DAY = 86_400 / 15;

/** Applies the faults to a perfect receiver's reports. */
export function disturb(measured: readonly Measured[], faults: Faults, random: Random): readonly Measured[] {
  const out = [...measured];
  if (faults.straysPerDay !== undefined) {
    for (const [i, here] of measured.entries())
      if (random.next() < faults.straysPerDay / STEPS_A_DAY) out[i] = stray(here, random);
  }
  if (faults.jauntsPerDay !== undefined) {
    for (let i = 0; i < out.length; i++)
      if (random.next() < faults.jauntsPerDay / STEPS_A_DAY) i += jaunt(out, i, random);
  }
  for (const { from, to } of faults.frozen ?? []) fill(out, from, to, (last) => last);
  for (const { from, to } of faults.asleep ?? []) {
    fill(out, from, to, (last) => ({ ...last, hidden: true }));
    fill(out, to, to + 4, () => measured[from - 1]);
  }
  for (const { from, to } of faults.reckoned ?? []) {
    const wrong = random.between(8, 25) * (random.next() < 0.5 ? 1 : -1);
    const faster = random.between(0.8, 1.2);
    fill(out, from, to, (last, k) => reckon(last, k, wrong, faster));
  }
  for (const step of faults.cold ?? []) converge(out, step, random);
  return out;
}

/** The metres that a fast boat covers in a step. */
const REACH_M = 36 * (1852 / 3600) * 15;

/**
 * Two or three strays as far off as single ones, one to five minutes apart, with nothing between them. Each reports
 * its apparent speed, or any other. @returns the number of steps
 */
function jaunt(out: Measured[], begin: number, random: Random): number {
  const home = out[begin];
  if (home === undefined) return 0;
  let [x, y, steps] = [0, 0, 20];
  let at = begin;
  for (let left = random.next() < 0.5 ? 2 : 3; left > 0; left--) {
    const [fromX, fromY] = [x, y];
    do {
      const a = random.between(0, 2 * Math.PI);
      const metres = random.between(200, steps * REACH_M);
      x = fromX + metres * Math.sin(a);
      y = fromY + metres * Math.cos(a);
    } while (Math.hypot(x, y) < 900 || Math.hypot(x, y) > 5600);
    const looks = Math.hypot(x - fromX, y - fromY) / steps / 15 / (1852 / 3600);
    const sog = random.next() < 0.5 ? looks : random.between(0, 25);
    const back = Math.ceil(Math.hypot(x, y) / REACH_M);
    steps = Math.max(Math.round(random.between(4, 20)), left === 1 ? back : 0);
    for (let k = 0; k < steps; k++) {
      const here = out[at + k];
      if (here === undefined) break;
      out[at + k] = { ...here, x: home.x + x, y: home.y + y, sog, said: sog, hidden: k > 0 };
    }
    at += steps;
  }
  return at - begin;
}

/** Replaces steps by values derived from the last one before them. */
function fill(
  out: Measured[],
  from: number,
  to: number,
  by: (last: Measured, k: number) => Measured | undefined,
): void {
  const last = out[from - 1];
  if (last === undefined) return;
  for (let i = from; i < Math.min(to, out.length); i++) out[i] = by(last, i - from + 1) ?? last;
}

function reckon(last: Measured, k: number, wrong: number, faster: number): Measured {
  const a = ((last.cog + wrong) * Math.PI) / 180;
  const metres = last.sog * faster * (1852 / 3600) * 15 * k;
  return { ...last, x: last.x + metres * Math.sin(a), y: last.y + metres * Math.cos(a) };
}

/** 200 to 600 m off after a cold start; right within some ten minutes, at no speed. */
function converge(out: Measured[], step: number, random: Random): void {
  const a = random.between(0, 2 * Math.PI);
  const metres = random.between(200, 600);
  const halved = random.between(5, 9);
  for (let k = 0; k < 48; k++) {
    const here = out[step + k];
    if (here === undefined) return;
    const off = metres * 0.5 ** (k / halved);
    out[step + k] = { ...here, x: here.x + off * Math.sin(a), y: here.y + off * Math.cos(a) };
  }
}
