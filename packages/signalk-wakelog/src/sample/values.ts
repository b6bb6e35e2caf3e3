/** The newest value of each path, for as long as it counts. */
import type { Value } from "../buffer/row.ts";
import { significant } from "./recorded-paths.ts";

const MOST_PATHS = 500;
const DIGITS = 7;
/** Texts that change all the time tell no change of state. */
const INSTANT = /^\d{4}-\d\d-\d\dT/;

/** Thresholds that the shore watches. */
export interface Watch {
  readonly path: string;
  readonly low: number | null;
  readonly high: number | null;
}

/** What an update means for rows. */
export type Change = "none" | "state" | "threshold";

interface Held {
  value: Value;
  mono: number;
  readonly lastsMs: number;
}

/** The values of the boat. */
export class Values {
  readonly #held = new Map<string, Held>();
  readonly #lastsMs: (path: string) => number;

  /** @param lastsMs how long a number counts without being refreshed */
  constructor(lastsMs: (path: string) => number) {
    this.#lastsMs = lastsMs;
  }

  /** Takes a value; null if there is none any longer. */
  set(path: string, value: Value | null, mono: number, watches: readonly Watch[]): Change {
    const held = this.#held.get(path);
    if (value === null) {
      if (held === undefined) this.#dropParts(`${path}.`);
      this.#held.delete(path);
      return held !== undefined && isState(path, held.value) ? "state" : "none";
    }
    if (held === undefined) {
      if (this.#held.size >= MOST_PATHS) this.#drop(mono);
      if (this.#held.size >= MOST_PATHS) return "none";
      this.#held.set(path, { value, mono, lastsMs: this.#lastsMs(path) });
      return isState(path, value) ? "state" : "none";
    }
    const before = held.value;
    held.value = value;
    held.mono = mono;
    if (before === value) return "none";
    if (isState(path, value)) return "state";
    return passes(path, before, value, watches) ? "threshold" : "none";
  }

  /** A number that counts now; null if there is none. */
  number(path: string, mono: number): number | null {
    const held = this.#held.get(path);
    if (held === undefined || typeof held.value !== "number" || !counts(held, mono)) return null;
    return held.value;
  }

  /** All values that count now, numbers to seven significant digits. */
  snapshot(mono: number, isWanted: (path: string) => boolean): Record<string, Value> {
    const values: Record<string, Value> = {};
    for (const [path, held] of this.#held) {
      if (!counts(held, mono) || !isWanted(path)) continue;
      values[path] = typeof held.value === "number" ? significant(held.value, DIGITS) : held.value;
    }
    return values;
  }

  /** An object that is null has no parts. */
  #dropParts(prefix: string): void {
    for (const path of this.#held.keys()) if (path.startsWith(prefix)) this.#held.delete(path);
  }

  #drop(mono: number): void {
    for (const [path, held] of this.#held) if (!counts(held, mono)) this.#held.delete(path);
  }
}

/** Texts and switches stay until they change; a number ends. */
function counts({ value, mono: set, lastsMs }: Held, mono: number): boolean {
  return typeof value !== "number" || mono - set <= lastsMs;
}

function isState(path: string, value: Value): boolean {
  if (typeof value === "number") return path.endsWith(".state");
  return typeof value === "boolean" || !INSTANT.test(value);
}

function passes(path: string, before: Value, after: Value, watches: readonly Watch[]): boolean {
  if (typeof before !== "number" || typeof after !== "number") return false;
  return watches.some((watch) => watch.path === path && sideOf(watch, before) !== sideOf(watch, after));
}

function sideOf({ low, high }: Watch, value: number): number {
  if (low !== null && value < low) return -1;
  return high !== null && value > high ? 1 : 0;
}
