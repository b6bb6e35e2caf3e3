/** A template: a value built with blanks, to be filled with other values. */
import { Statement } from "../../db/sql.ts";
import type { Value } from "../request/query-shape.ts";
import { type Fill, listFill, textFill } from "./blanks.ts";

export interface Template<T> {
  /** The value with its blanks. */
  readonly blank: T;
  /** Builds the value for other values. Results share the parts without blanks. */
  readonly fill: Fill<T>;
  /** The indexes of the blanks found in it. */
  readonly found: ReadonlySet<number>;
}

/** @param blank plain data and statements, with blanks anywhere but in keys */
export function templateOf<T>(blank: T, blanks: readonly Value[]): Template<T> {
  const found = new Set<number>();
  const fill = new Reader(blanks, (at) => found.add(at)).fill(blank);
  return { blank, fill: fill === null ? () => blank : fill, found };
}

class Reader {
  readonly #blanks: readonly Value[];
  readonly #found: (at: number) => void;

  constructor(blanks: readonly Value[], found: (at: number) => void) {
    this.#blanks = blanks;
    this.#found = found;
  }

  /** Null without blanks. The result has the type of `blank`. */
  fill<T>(blank: T): Fill<T> | null {
    return this.#any(blank) as Fill<T> | null;
  }

  #any(blank: unknown): Fill<unknown> | null {
    if (typeof blank === "string") return textFill(blank, this.#found);
    if (blank instanceof Statement) return this.#statement(blank);
    if (Array.isArray(blank)) return listFill(blank, this.#blanks, this.#found) ?? this.#list(blank);
    return typeof blank === "object" && blank !== null ? this.#object(blank) : null;
  }

  #statement(blank: Statement): Fill<Statement> | null {
    const values = this.fill(blank.values);
    return values === null ? null : (given) => blank.bound(values(given));
  }

  #list(blank: readonly unknown[]): Fill<readonly unknown[]> | null {
    const places = blank.flatMap((one, at) => {
      const fill = this.#any(one);
      return fill === null ? [] : [{ at, fill }];
    });
    if (places.length === 0) return null;
    return (values) => {
      const copy = blank.slice();
      for (const { at, fill } of places) copy[at] = fill(values);
      return copy;
    };
  }

  #object(blank: object): Fill<object> | null {
    const places = Object.entries(blank).flatMap(([key, one]) => {
      const fill = this.#any(one);
      return fill === null ? [] : [{ key, fill }];
    });
    if (places.length === 0) return null;
    return (values) => {
      const copy: Record<string, unknown> = { ...blank };
      for (const { key, fill } of places) copy[key] = fill(values);
      return copy;
    };
  }
}
