/** A setting: its name, its default, and how to parse it. See {@link ./catalogue.ts} for catalogues. */
import { readFileSync } from "node:fs";

/** A value, or a problem that completes a sentence about the setting: `must be true or false, not "x"`. */
export type Reading<T> = { readonly value: T } | { readonly problem: string };

/** Facts about a setting besides its name, kind and default. */
export interface SettingFacts {
  /** Its purpose, for help and documentation. */
  readonly sentence?: string;
  /** Whether the value must never be printed. */
  readonly secret?: boolean;
  /** Its names in former releases. */
  readonly formerly?: readonly string[];
  /** Whether the database may set it too, on the login role. */
  readonly inDatabase?: boolean;
  /** Whether empty text is a value rather than the default. */
  readonly mayBeEmpty?: boolean;
  /** Whether `@path` means the contents of that file. */
  readonly fromFile?: boolean;
}

/** A setting whose value is a `T`; `T` includes null exactly if the setting has no default. */
export interface Setting<T> extends SettingFacts {
  /** The name as users write it: `WAKELOG_API_PORT`, `db-schemas`. */
  readonly name: string;
  /** The default as users would write it; null if there is none. */
  readonly default: string | null;
  /** Parses the text. */
  read(text: string): Reading<T>;
  /** The value if absent: the parsed default, or null without one. */
  unset(): Reading<T>;
}

/**
 * Creates a setting.
 * @param fallback the default; null if the setting may be absent, in which case its value is null
 * @param facts the sentence alone, or all facts
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
