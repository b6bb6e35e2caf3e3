/** The newest value of each path, for as long as it counts. */
import type { Value } from "../buffer/row.ts";
import { significant } from "./recorded-paths.ts";

const MOST_PATHS = 500;
const DIGITS = 7;
/** Rows tell the end of these, too: the anchor watch ashore ends with the one aboard. */
const TOLD_END = /^navigation\.anchor\./;
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
  /** Null for a while after its end, if rows tell that. */
  value: Value | null;
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
      // An object that is null has no parts.
      const ended =
        held === undefined ? [...this.#held.keys()].filter((part) => part.startsWith(`${path}.`)) : [path];
      return ended.map((one) => this.#end(one, mono)).includes("state") ? "state" : "none";
    }
    if (held === undefined) {
      if (this.#held.size >= MOST_PATHS) this.#drop(mono);
      if (this.#held.size >= MOST_PATHS) return "none";
      this.#held.set(path, { value, mono, lastsMs: this.#lastsMs(path) });
      return isState(path, value) || TOLD_END.test(path) ? "state" : "none";
    }
    const before = held.value;
    held.value = value;
    held.mono = mono;
    if (before === value) return "none";
    if (isState(path, value) || before === null) return "state";
    return passes(path, before, value, watches) ? "threshold" : "none";
  }

  /** A number that counts now; null if there is none. */
  number(path: string, mono: number): number | null {
    const held = this.#held.get(path);
    if (held === undefined || typeof held.value !== "number" || !counts(held, mono)) return null;
    return held.value;
  }

  /** All values that count now, numbers to seven significant digits. */
  snapshot(mono: number, isWanted: (path: string) => boolean): Record<string, Value | null> {
    const values: Record<string, Value | null> = {};
    for (const [path, held] of this.#held) {
      if (!counts(held, mono) || !isWanted(path)) continue;
      values[path] = typeof held.value === "number" ? significant(held.value, DIGITS) : held.value;
    }
    return values;
  }

  #end(path: string, mono: number): Change {
    const held = this.#held.get(path);
    if (held === undefined || held.value === null) return "none";
    const change = isState(path, held.value) || TOLD_END.test(path) ? "state" : "none";
    if (TOLD_END.test(path)) Object.assign(held, { value: null, mono });
    else this.#held.delete(path);
    return change;
  }

  #drop(mono: number): void {
    for (const [path, held] of this.#held) if (!counts(held, mono)) this.#held.delete(path);
  }
}

/** Texts and switches stay until they change; a number ends, and so does the news of an end. */
function counts({ value, mono: set, lastsMs }: Held, mono: number): boolean {
  return (typeof value !== "number" && value !== null) || mono - set <= lastsMs;
}

function isState(path: string, value: Value): boolean {
  if (typeof value === "number") return path.endsWith(".state");
  return typeof value === "boolean" || !INSTANT.test(value);
}

function passes(path: string, before: Value | null, after: Value, watches: readonly Watch[]): boolean {
  if (typeof before !== "number" || typeof after !== "number") return false;
  return watches.some((watch) => watch.path === path && sideOf(watch, before) !== sideOf(watch, after));
}

function sideOf({ low, high }: Watch, value: number): number {
  if (low !== null && value < low) return -1;
  return high !== null && value > high ? 1 : 0;
}
