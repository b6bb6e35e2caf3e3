/** Templates by shape: when a shape recurs, its value is built once with blanks, and from then on only filled. */
import { isDeepStrictEqual } from "node:util";
import type { Value } from "../request/query-shape.ts";
import { blanksOf, type Fill } from "./blanks.ts";
import { Recent } from "./recent.ts";
import { type Template, templateOf } from "./template.ts";

/** Longer keys rarely recur. */
const LONGEST_KEY = 2_000;

/** The value built for a request. */
export interface Made<T> {
  /** Shared by all requests of a remembered shape, with blanks for values. */
  readonly shared: T;
  /** With the request's own values. */
  readonly own: T;
}

/** The templates for one kind of value, by shape key; null means no shape. */
export class Templates<T> {
  /** Null for a shape whose values cannot be filled in afterwards. */
  readonly #kept = new Recent<Template<T> | null>();
  readonly #all: boolean;

  /** @param all whether every blank must come out for a template to be usable */
  constructor({ all }: { readonly all: boolean }) {
    this.#all = all;
  }

  /** Null if there is no template for this shape. */
  find(key: string | null, values: readonly Value[]): Made<T> | null {
    const template = key === null ? null : this.#kept.find(key);
    return template ? new Filled(template, values) : null;
  }

  /**
   * Stores a template if the shape recurs and the template, filled with the request's values, reproduces `made`.
   * @param made the value built for the request
   * @param from builds it for a request of this shape with other values
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
