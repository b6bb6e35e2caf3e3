/** A setting: its name, its default, and how its text becomes a value. Catalogues of them are in {@link ./catalogue.ts}. */
import { readFileSync } from "node:fs";

/** A value, or a predicate that completes a sentence about the setting: `must be true or false, not "x"`. */
export type Reading<T> = { readonly value: T } | { readonly problem: string };

/** What is known of a setting besides its name, its kind and its default. */
export interface SettingFacts {
  /** What it is for, for help and documents. */
  readonly sentence?: string;
  /** Whether the value must never be printed. */
  readonly secret?: boolean;
  /** Names of former releases. */
  readonly formerly?: readonly string[];
  /** Whether the database may set it too, for the login role. */
  readonly inDatabase?: boolean;
  /** Whether an empty text is a value of its own instead of standing for the default. */
  readonly mayBeEmpty?: boolean;
  /** Whether `@path` stands for the contents of that file. */
  readonly fromFile?: boolean;
}

/** A setting whose value is a `T`; `T` includes null exactly if the setting has no default. */
export interface Setting<T> extends SettingFacts {
  /** As it is written: `WAKELOG_API_PORT`, `db-schemas`. */
  readonly name: string;
  /** As it would be written; null if there is none. */
  readonly default: string | null;
  /** Reads what was written. */
  read(text: string): Reading<T>;
  /** The value if nothing was written: the default, read; null if there is none. */
  unset(): Reading<T>;
}

/**
 * Makes a setting.
 * @param fallback the default; null for a setting that may stay unset, whose value is null then
 * @param facts a sentence alone, or more
 */
export function setting<T, D extends string | number | boolean | null>(
  name: string,
  fallback: D,
  read: (text: string) => Reading<T>,
  facts: SettingFacts | string = {},
): Setting<T | Extract<D, null>> {
  const more = typeof facts === "string" ? { sentence: facts } : facts;
  return {
    ...more,
    name,
    default: fallback === null ? null : String(fallback),
    read: (text) =>
      more.fromFile === true && text.startsWith("@") ? readFrom(text.slice(1), read) : read(text),
    unset: () => (isNull(fallback) ? { value: fallback } : read(String(fallback))),
  };
}

function isNull<D>(value: D): value is Extract<D, null> {
  return value === null;
}

function readFrom<T>(path: string, read: (text: string) => Reading<T>): Reading<T> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    return {
      problem: `names a file that cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    };
  }
  return read(text.replace(/\r?\n$/, ""));
}
