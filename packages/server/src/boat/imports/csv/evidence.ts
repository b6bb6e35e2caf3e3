/** Infers units of a table's readings from column names, values and positions. */
import { fastDistanceM, initialBearingDegrees } from "@wakelog/kit/geo/distance.ts";
import { toDegrees } from "@wakelog/kit/geo/units.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import type { ReadingColumn } from "./columns.ts";
import { UNITS } from "./units.ts";

/** Legs between two lines of the table: the most collected, and the number that suffices. */
const MOST_LEGS = 1000;
const ENOUGH_LEGS = 20;
/** Least length of a leg: above GPS noise, but short enough to be straight. */
const LEG_M = 20;
const SHORTEST_MS = 15_000;
const LONGEST_MS = 15 * MINUTE;
const SLOWEST_MPS = 0.5;
/** Knots and miles per hour differ by 15 %. */
const TOLERANCE = 0.07;
const SPEEDS = ["m/s", "km/h", "kn", "mph"];
/** Above any angle in radians. */
const TURN = 6.3;
/** Compass and GPS courses differ by more. */
const SAME_COURSE_DEGREES = 3;
const MOST_VALUES = 1000;

export interface Fix {
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** A reading with its unit; null if unknown. */
export interface Resolved {
  readonly column: ReadingColumn;
  readonly unit: string | null;
  /** The unit that the positions indicate, if it differs from the name's. */
  readonly contradicted: string | null;
}

/** Collects evidence from the lines of a table. */
export class Evidence {
  readonly #columns: readonly ReadingColumn[];
  readonly #values: number[][];
  readonly #ratios: number[][];
  /** By column: deviation from the bearing of each leg, read as degrees and as radians. */
  readonly #asDegrees: number[][];
  readonly #asRadians: number[][];
  #begin: Fix | null = null;
  /** For the current leg. */
  #sums: number[];
  #lines = 0;
  legs = 0;

  constructor(columns: readonly ReadingColumn[]) {
    this.#columns = columns;
    const empty = (): number[][] => columns.map(() => []);
    [this.#values, this.#ratios, this.#asDegrees, this.#asRadians] = [empty(), empty(), empty(), empty()];
    this.#sums = columns.map(() => 0);
  }

  get isEnough(): boolean {
    return this.legs >= 10 * ENOUGH_LEGS;
  }

  /** @param values in column order */
  learn(fix: Fix, values: readonly (number | null)[]): void {
    this.#lines++;
    for (const [i, value] of values.entries()) {
      this.#sums[i] = (this.#sums[i] ?? 0) + (value ?? Number.NaN);
      const kept = this.#values[i];
      if (value !== null && kept !== undefined && kept.length < MOST_VALUES) kept.push(value);
    }
    const begin = this.#begin;
    const passed = begin === null ? 0 : fix.time - begin.time;
    if (begin !== null && passed > 0 && passed <= LONGEST_MS) {
      const distance = fastDistanceM(begin, fix);
      const isLeg = distance >= LEG_M && passed >= SHORTEST_MS;
      if (!isLeg && passed <= MINUTE) return;
      const speed = (distance / passed) * 1000;
      if (isLeg && speed >= SLOWEST_MPS && this.legs < MOST_LEGS)
        this.#take(speed, initialBearingDegrees(begin, fix), values);
    }
    this.#beginLeg(fix);
  }

  #beginLeg(fix: Fix): void {
    this.#begin = fix;
    this.#lines = 0;
    this.#sums = this.#columns.map(() => 0);
  }

  #take(speed: number, bearing: number, values: readonly (number | null)[]): void {
    this.legs++;
    for (const [i, { quantity }] of this.#columns.entries()) {
      const ratio = (this.#sums[i] ?? Number.NaN) / this.#lines / speed;
      if (quantity === "speed" && Number.isFinite(ratio)) this.#ratios[i]?.push(ratio);
      const value = values[i] ?? null;
      if (quantity !== "angle" || value === null) continue;
      this.#asDegrees[i]?.push(between(value, bearing));
      this.#asRadians[i]?.push(between(toDegrees(value), bearing));
    }
  }

  /** Decides the units of all columns. */
  resolve(): readonly Resolved[] {
    const overGround = this.#index("speedoverground");
    const measured = overGround < 0 ? null : this.#speedUnit(overGround);
    const speed = this.#columns[overGround]?.unit ?? measured;
    const angle = this.#angleUnit();
    return this.#columns.map((column, i) => {
      const { quantity, unit } = column;
      if (unit !== null) {
        const other = i === overGround && measured !== null && !isSameUnit(unit, measured) ? measured : null;
        return { column, unit, contradicted: other };
      }
      const found =
        quantity === "speed" ? speed : quantity === "angle" ? angle : this.#fromValues(i, quantity);
      const isCourse = column.target === "navigation.headingTrue" && this.#index("courseovergroundtrue") < 0;
      const target = isCourse && this.#isCourse(i, found) ? "courseovergroundtrue" : column.target;
      return { column: { ...column, target }, unit: found, contradicted: null };
    });
  }

  #index(target: string): number {
    return this.#columns.findIndex((column) => column.target === target);
  }

  #speedUnit(i: number): string | null {
    const ratios = this.#ratios[i] ?? [];
    if (ratios.length < ENOUGH_LEGS) return null;
    const ratio = median(ratios);
    return (
      SPEEDS.find((unit) => Math.abs(Math.log(ratio * (UNITS.speed[unit]?.[0] ?? 1))) < TOLERANCE) ?? null
    );
  }

  /** All angles without a unit share one. */
  #angleUnit(): string | null {
    const open = this.#columns.flatMap(({ quantity, unit }, i) =>
      quantity === "angle" && unit === null ? [i] : [],
    );
    if (open.some((i) => this.#values[i]?.some((value) => Math.abs(value) > TURN))) return "deg";
    const course = this.#index("courseovergroundtrue");
    const [degrees, radians] = [this.#asDegrees[course] ?? [], this.#asRadians[course] ?? []];
    if (degrees.length < ENOUGH_LEGS) return null;
    return median(degrees) < median(radians) ? "deg" : "rad";
  }

  #isCourse(i: number, unit: string | null): boolean {
    const errors = (unit === "deg" ? this.#asDegrees : this.#asRadians)[i] ?? [];
    return unit !== null && errors.length >= ENOUGH_LEGS && median(errors) < SAME_COURSE_DEGREES;
  }

  #fromValues(i: number, quantity: ReadingColumn["quantity"]): string | null {
    const values = this.#values[i] ?? [];
    if (quantity === "temperature") {
      if (values.length === 0) return null;
      const usual = median(values);
      return usual > 200 ? "k" : usual > 45 ? "f" : "c";
    }
    if (quantity === "pressure") {
      const usual = median(values);
      const scale = Object.entries({ pa: 1, hpa: 100, bar: 100_000, inhg: 3386.389 });
      return scale.find(([, factor]) => usual * factor > 80_000 && usual * factor < 110_000)?.[0] ?? null;
    }
    if (quantity === "frequency") return median(values.filter((value) => value > 0)) > 70 ? "rpm" : "hz";
    return Object.keys(UNITS[quantity])[0] ?? "";
  }
}

function isSameUnit(a: string, b: string): boolean {
  return UNITS.speed[a]?.[0] === UNITS.speed[b]?.[0];
}

function between(a: number, b: number): number {
  const angle = Math.abs(a - b) % 360;
  return Math.min(angle, 360 - angle);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
