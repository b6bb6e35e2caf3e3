/** A catalogue: every setting of a program, once, by the key of its value. */
import { ConfigError } from "./config-error.ts";
import type { Reading, Setting } from "./setting.ts";

/** The settings behind the values `V`. */
export type Catalogue<V> = { readonly [K in keyof V]: Setting<V[K]> };

/** The text of a setting, and the name under which it was written. */
export interface Written {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads every setting, so that all problems are found at once.
 * @param writtenFor the text of a setting; null if there is none and the default applies
 * @param between the problems of values that are each valid but contradict each other; values that could not be read are
 *   missing
 * @throws ConfigError with every problem
 */
export function readCatalogue<V extends object>(
  catalogue: Catalogue<V>,
  writtenFor: (setting: Setting<unknown>) => Written | null,
  between: (values: Readonly<Partial<V>>) => readonly string[] = () => [],
): V {
  const values: Partial<V> = {};
  const problems: string[] = [];
  for (const key of keysOf(catalogue)) {
    const setting = catalogue[key];
    const written = writtenFor(setting);
    const reading = readOne(setting, written);
    if ("problem" in reading) problems.push(`${written?.name ?? setting.name} ${reading.problem}`);
    else values[key] = reading.value;
  }
  problems.push(...between(values));
  if (problems.length > 0 || !hasAll(catalogue, values)) throw new ConfigError(problems);
  return values;
}

/** Whether a text is a value; an empty one usually means the default. */
export function isWritten(setting: Setting<unknown>, text: string | undefined): text is string {
  return text !== undefined && (text !== "" || setting.mayBeEmpty === true);
}

/** The settings of a catalogue, in its order. */
export function settingsOf<V extends object>(catalogue: Catalogue<V>): readonly Setting<unknown>[] {
  return Object.values<Setting<unknown>>(catalogue);
}

function readOne<T>(setting: Setting<T>, written: Written | null): Reading<T> {
  return written !== null && isWritten(setting, written.text) ? setting.read(written.text) : setting.unset();
}

function keysOf<T extends object>(object: T): Extract<keyof T, string>[] {
  const isKey = (key: string): key is Extract<keyof T, string> => Object.hasOwn(object, key);
  return Object.keys(object).filter(isKey);
}

function hasAll<V extends object>(catalogue: Catalogue<V>, values: Partial<V>): values is V {
  return keysOf(catalogue).every((key) => key in values);
}
