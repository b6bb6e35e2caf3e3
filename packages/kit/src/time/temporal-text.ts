/**
 * Texts over time and spans of time, as programs with temporal databases write them. Both ends of a sequence may be
 * open, several sequences may stand in braces, and `Interp=Step;` may come first.
 */
import { parseInstant } from "./iso-time.ts";

/** A text at an instant, milliseconds since 1970-01-01 UTC. */
export interface TimedText {
  readonly time: number;
  readonly text: string;
}

/** A span of time whose ends may not belong to it. */
export interface BoundedSpan {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly from: number;
  readonly to: number;
  readonly includesFrom: boolean;
  readonly includesTo: boolean;
}

const INSTANT = String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?`;
/** The end of a text, which may contain quotation marks: one that is followed by an instant. */
const TEXT_END = new RegExp(`"@(${INSTANT})`, "gi");
const INTERPOLATION = /^\s*Interp\s*=\s*Step\s*;/i;
const SPACES = /\s*/y;
const SPAN = new RegExp(`^\\s*([[(])\\s*"?(${INSTANT})"?\\s*,\\s*"?(${INSTANT})"?\\s*([\\])])\\s*$`, "i");

/**
 * Parses `["fog bank"@2026-06-14T10:40:00Z, ""@2026-06-14 10:41:00+00]`. A text at an open end is left out.
 * @returns the texts in their order; null if this is no such value
 */
export function parseTemporalText(value: string): readonly TimedText[] | null {
  return new Reader(value.replace(INTERPOLATION, "")).whole();
}

/** Parses `[2026-06-14T10:40:00Z, 2026-06-14 10:41:00+00)`. Null if it is no span, or ends before it begins. */
export function parseBoundedSpan(value: string): BoundedSpan | null {
  const [, opening, first = "", last = "", closing] = SPAN.exec(value) ?? [];
  const [from, to] = [parseInstant(first), parseInstant(last)];
  if (from === null || to === null || to < from) return null;
  return { from, to, includesFrom: opening === "[", includesTo: closing === "]" };
}

class Reader {
  readonly #value: string;
  #at = 0;

  constructor(value: string) {
    this.#value = value;
  }

  /** One sequence or instant, or several in braces. */
  whole(): readonly TimedText[] | null {
    const isSet = this.#takes("{");
    const found: TimedText[] = [];
    do {
      const some = this.#sequence();
      if (some === null) return null;
      found.push(...some);
    } while (isSet && this.#takes(","));
    if (isSet && !this.#takes("}")) return null;
    this.#skip();
    return this.#at === this.#value.length ? found : null;
  }

  #sequence(): readonly TimedText[] | null {
    const isOpen = this.#takes("(");
    if (!isOpen && !this.#takes("[")) {
      const only = this.#timed();
      return only === null ? null : [only];
    }
    const found: TimedText[] = [];
    do {
      const one = this.#timed();
      if (one === null) return null;
      found.push(one);
    } while (this.#takes(","));
    const endsOpen = this.#takes(")");
    if (!endsOpen && !this.#takes("]")) return null;
    return found.slice(isOpen ? 1 : 0, endsOpen ? -1 : undefined);
  }

  #timed(): TimedText | null {
    if (!this.#takes('"')) return null;
    TEXT_END.lastIndex = this.#at;
    const end = TEXT_END.exec(this.#value);
    const time = end === null ? null : parseInstant(end[1] ?? "");
    if (end === null || time === null) return null;
    const text = this.#value.slice(this.#at, end.index);
    this.#at = end.index + end[0].length;
    return { time, text };
  }

  /** Whether a character comes next, which is then taken. */
  #takes(character: string): boolean {
    this.#skip();
    if (this.#value[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skip(): void {
    SPACES.lastIndex = this.#at;
    this.#at += SPACES.exec(this.#value)?.[0].length ?? 0;
  }
}
