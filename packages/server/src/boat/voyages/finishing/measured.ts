/** Totals of a log's measurements by key: counters, tanks and energy. */
import { round } from "@wakelog/kit/geo/rounding.ts";
import { metresToNm, NM_M } from "@wakelog/kit/geo/units.ts";
import type { Interruptible } from "@wakelog/kit/time/slices.ts";
import { HOUR } from "@wakelog/kit/time/units.ts";
import type { MetricRow } from "../record/metric-row.ts";
import { LONGEST_SAMPLE_MS } from "./log-numbers.ts";

/** Most figures per log; no boat has as many engines and tanks. */
const MOST_FIGURES = 100;
/** Tank sensors are slightly off at both ends. */
const LEAST_LEVEL = -0.1;
const MOST_LEVEL = 1.2;
/** More watts than any boat's panels or battery have. */
const MOST_WATTS = 100_000;
/** More fuel than any engine of a boat burns, cubic metres per second; and litres of a cubic metre. */
const MOST_FUEL = 0.001;
const LITRES = 1000;

/** A counter and its limits: a larger step is a reset or fault. */
interface Counter {
  readonly kind: "counter";
  /** Limit per second, in the counter's unit. */
  readonly fastest: number;
  readonly slack: number;
}
type Meaning =
  | Counter
  | { readonly kind: "tank" }
  | { readonly kind: "fuel"; readonly engine: string }
  | { readonly kind: "power"; readonly source: string }
  | { readonly kind: "voltage" | "current"; readonly source: string };

/** Some run-time counters count whole hours. */
const RUN_TIME: Counter = { kind: "counter", fastest: 1, slack: 3600 };
const DISTANCE: Counter = { kind: "counter", fastest: 50, slack: NM_M };

interface Reading {
  readonly time: number;
  readonly value: number;
}

/**
 * The figures of `extra.metrics`, in row order:
 * - `navigation.log`: distance by the log, nautical miles (the source is in metres);
 * - `propulsion.<engine>.runTime`: run time of each engine, seconds;
 * - `propulsion.<engine>.fuel_litres`: fuel burnt by each engine that reports its rate, litres;
 * - `tanks.<kind>.<tank>.currentLevel`: change of each tank's level, as a ratio of its capacity; negative if used;
 * - `solar.energy_wh`: energy from all panels, watt-hours;
 * - `batteries.<battery>.energy_wh`: energy into each battery, watt-hours, with its sensor's sign.
 *
 * A counter that falls was reset and continues from there. Rows without a key are skipped for that key.
 * @param solarKey the vessel's extra key for solar power; null if none
 */
export function* measuredFigures(
  rows: readonly MetricRow[],
  solarKey: string | null,
): Interruptible<Record<string, number>> {
  const meanings = new Map<string, Meaning | null>();
  const sums = new Sums();
  for (const { time, metrics } of rows) {
    yield;
    if (metrics === null) continue;
    const powers = new Powers();
    for (const key in metrics) {
      const known = meanings.get(key);
      const meaning = known === undefined ? meaningOf(key, solarKey) : known;
      if (known === undefined) meanings.set(key, meaning);
      const value = metrics[key];
      if (meaning === null || typeof value !== "number") continue;
      if (meaning.kind === "counter") sums.count(key, { time, value }, meaning);
      else if (meaning.kind === "tank") sums.level(key, { time, value });
      else if (meaning.kind === "fuel") sums.fuel(meaning.engine, { time, value });
      else powers.add(meaning.kind, meaning.source, key, value);
    }
    for (const [key, name, value] of powers.all()) sums.power(key, name, { time, value });
  }
  return sums.figures();
}

function meaningOf(key: string, solarKey: string | null): Meaning | null {
  if (key === "navigation.log") return DISTANCE;
  if (/^propulsion\..+\.runTime$/.test(key)) return RUN_TIME;
  const [, engine] = /^(propulsion\..+)\.fuel\.rate$/.exec(key) ?? [];
  if (engine !== undefined) return { kind: "fuel", engine };
  if (/^tanks\..+\.currentLevel$/.test(key)) return { kind: "tank" };
  if (key === solarKey || /^electrical\.solar\..+\.panelPower$/.test(key))
    return { kind: "power", source: "solar" };
  const [, battery, quantity] = /^electrical\.batteries\.(.+)\.(power|voltage|current)$/.exec(key) ?? [];
  if (battery === undefined) return null;
  const source = `batteries.${battery}`;
  return quantity === "power" || quantity === "voltage" || quantity === "current"
    ? { kind: quantity, source }
    : null;
}

/** The powers of one row: measured, or else voltage times current. */
class Powers {
  readonly #measured: [string, string, number][] = [];
  readonly #voltages = new Map<string, number>();
  readonly #currents = new Map<string, number>();

  add(kind: "power" | "voltage" | "current", source: string, key: string, value: number): void {
    if (kind === "power") this.#measured.push([key, source, value]);
    else (kind === "voltage" ? this.#voltages : this.#currents).set(source, value);
  }

  /** Key, figure name, watts. */
  *all(): Generator<readonly [string, string, number]> {
    yield* this.#measured;
    const known = new Set(this.#measured.map(([, source]) => source));
    for (const [source, current] of this.#currents) {
      const voltage = this.#voltages.get(source);
      if (voltage !== undefined && !known.has(source)) yield [source, source, voltage * current];
    }
  }
}

/** Accumulates figures row by row. */
class Sums {
  readonly #before = new Map<string, Reading>();
  readonly #totals = new Map<string, number>();

  count(key: string, reading: Reading, { fastest, slack }: Counter): void {
    const last = this.#next(key, reading);
    if (last === undefined) return;
    const step = reading.value - last.value;
    const possible = ((reading.time - last.time) / 1000) * fastest + slack;
    this.#add(key, step > 0 && step <= possible ? step : 0);
  }

  level(key: string, reading: Reading): void {
    if (reading.value < LEAST_LEVEL || reading.value > MOST_LEVEL) return;
    const last = this.#next(key, reading);
    if (last !== undefined) this.#add(key, reading.value - last.value);
  }

  power(key: string, source: string, reading: Reading): void {
    if (Math.abs(reading.value) <= MOST_WATTS) this.#integrate(key, `${source}.energy_wh`, reading, HOUR);
  }

  /** A rate in cubic metres per second. */
  fuel(engine: string, { time, value }: Reading): void {
    if (!(value >= 0 && value <= MOST_FUEL)) return;
    this.#integrate(`${engine}.fuel.rate`, `${engine}.fuel_litres`, { time, value: value * LITRES }, 1000);
  }

  /** Uses the mean between two samples, up to the longest time that a sample counts for, in units of `perMs`. */
  #integrate(key: string, total: string, reading: Reading, perMs: number): void {
    const last = this.#next(key, reading);
    if (last === undefined) return;
    const time = Math.min(reading.time - last.time, LONGEST_SAMPLE_MS) / perMs;
    this.#add(total, ((last.value + reading.value) / 2) * time);
  }

  figures(): Record<string, number> {
    return Object.fromEntries(
      [...this.#totals].map(([key, total]) => {
        if (key === "navigation.log") return [key, round(metresToNm(total), 4)];
        return [key, round(total, key.endsWith(".energy_wh") || key.endsWith(".fuel_litres") ? 1 : 4)];
      }),
    );
  }

  #next(key: string, reading: Reading): Reading | undefined {
    const last = this.#before.get(key);
    if (last !== undefined || this.#before.size < MOST_FIGURES) this.#before.set(key, reading);
    return last;
  }

  #add(key: string, amount: number): void {
    this.#totals.set(key, (this.#totals.get(key) ?? 0) + amount);
  }
}
