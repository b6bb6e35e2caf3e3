/** Kinds of settings: how the text of one becomes a value, or a sentence that says what is wrong. */

export interface Setting<T> {
  /** As in a configuration file; `PGRST_` and capitals make the variable. */
  readonly name: string;
  /** Names of former releases. */
  readonly formerly?: readonly string[];
  /** Whether the database itself may say it, as a setting of the login role. */
  readonly inDatabase?: boolean;
  /** As it would be written; null: not set. */
  readonly default: string | null;
  /** Whether nothing at all is a value of its own, and does not stand for the default. */
  readonly mayBeEmpty?: boolean;
  /** Whether `@path` stands for the contents of a file. */
  readonly fromFile?: boolean;
  read(text: string): { readonly value: T } | { readonly problem: string };
}

type More = Pick<Setting<unknown>, "formerly" | "inDatabase" | "mayBeEmpty" | "fromFile">;

export function text(name: string, fallback: string | null, more: More = {}): Setting<string> {
  return { name, default: fallback, ...more, read: (given) => ({ value: given }) };
}

/** A text of which only some are right. */
export function checked(
  name: string,
  fallback: string | null,
  problem: (given: string) => string | null,
  more: More = {},
): Setting<string> {
  return {
    name,
    default: fallback,
    ...more,
    read(given) {
      const found = problem(given);
      return found === null ? { value: given } : { problem: found };
    },
  };
}

export function integer(
  name: string,
  fallback: number | null,
  most: number,
  more: More = {},
): Setting<number> {
  return {
    name,
    default: fallback === null ? null : String(fallback),
    ...more,
    read(given) {
      const value = Number(given);
      return /^\d+$/.test(given) && value <= most
        ? { value }
        : { problem: `must be a whole number from 0 to ${most}, not "${given}"` };
    },
  };
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["on", true],
  ["1", true],
  ["false", false],
  ["off", false],
  ["0", false],
]);

export function boolean(name: string, fallback: boolean, more: More = {}): Setting<boolean> {
  return {
    name,
    default: String(fallback),
    ...more,
    read(given) {
      const value = BOOLEANS.get(given.toLowerCase());
      return value === undefined ? { problem: `must be true or false, not "${given}"` } : { value };
    },
  };
}

/** Names separated by commas. */
export function list(name: string, fallback: string | null, more: More = {}): Setting<readonly string[]> {
  return {
    name,
    default: fallback,
    ...more,
    read: (given) => ({
      value: given
        .split(",")
        .map((item) => item.trim())
        .filter((item) => item !== ""),
    }),
  };
}

export function choice<T extends string>(
  name: string,
  fallback: T,
  choices: readonly T[],
  more: More = {},
): Setting<T> {
  return {
    name,
    default: fallback,
    ...more,
    read(given) {
      const value = choices.find((one) => one === given);
      return value === undefined
        ? { problem: `must be one of ${choices.join(", ")}, not "${given}"` }
        : { value };
    },
  };
}
