/** A catalogue: all settings of a program by key, each once. */
import { ConfigError } from "./config-error.ts";
import type { Reading, Setting } from "./setting.ts";

/** The settings that produce the values `V`. */
export type Catalogue<V> = { readonly [K in keyof V]: Setting<V[K]> };

/** A setting's text, and the name it was written under. */
export interface Written {
  readonly name: string;
  readonly text: string;
}

/**
 * Parses all settings and reports all problems at once.
 * @param writtenFor returns a setting's text; null means the default
 * @param between returns contradictions between valid values; invalid values are missing
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

/** A catalogue's settings, in its order. */
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
