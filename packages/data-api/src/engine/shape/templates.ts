/** Templates by shape: what was made twice for one shape is made once more, of blanks, and from then on only filled. */
import { isDeepStrictEqual } from "node:util";
import type { Value } from "../request/query-shape.ts";
import { blanksOf, type Fill } from "./blanks.ts";
import { Recent } from "./recent.ts";
import { type Template, templateOf } from "./template.ts";

/** Longer keys are seldom repeated. */
const LONGEST_KEY = 2_000;

/** What was made for a request. */
export interface Made<T> {
  /** The same for every request of a remembered shape, with blanks in the places of values. */
  readonly shared: T;
  /** That of the request itself. */
  readonly own: T;
}

/** The templates of one kind of thing, by the key of a shape; a null key has no shape. */
export class Templates<T> {
  /** Null for a shape that is unfit: its values do more than come out again. */
  readonly #kept = new Recent<Template<T> | null>();
  readonly #all: boolean;

  /** @param all whether a value that does not come out makes the shape unfit */
  constructor({ all }: { readonly all: boolean }) {
    this.#all = all;
  }

  /** Null if there is no template of this shape. */
  find(key: string | null, values: readonly Value[]): Made<T> | null {
    const template = key === null ? null : this.#kept.find(key);
    return template ? new Filled(template, values) : null;
  }

  /**
   * Keeps a template of the shape if it recurs and is fit: filled with a request's values, it is what was made of it.
   * @param made what was made of the request
   * @param from makes the same of a request of this shape with other values
   */
  learn(key: string | null, values: readonly Value[], made: T, from: Fill<T>): Made<T> {
    if (key !== null && key.length <= LONGEST_KEY && this.#kept.recurs(key)) {
      const template = this.#templateOf(values, made, from);
      const characters = template === null ? 0 : JSON.stringify(template.blank).length;
      this.#kept.keep(key, template, key.length + characters);
    }
    return { shared: made, own: made };
  }

  #templateOf(values: readonly Value[], made: T, from: Fill<T>): Template<T> | null {
    const blanks = blanksOf(values);
    let blank: T;
    try {
      blank = from(blanks);
    } catch {
      return null;
    }
    const template = templateOf(blank, blanks);
    if (this.#all && template.found.size < blanks.length) return null;
    return isDeepStrictEqual(template.fill(values), made) ? template : null;
  }
}

class Filled<T> implements Made<T> {
  readonly #template: Template<T>;
  readonly #values: readonly Value[];

  constructor(template: Template<T>, values: readonly Value[]) {
    this.#template = template;
    this.#values = values;
  }

  get shared(): T {
    return this.#template.blank;
  }

  get own(): T {
    return this.#template.fill(this.#values);
  }
}
