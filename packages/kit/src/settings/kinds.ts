/** Kinds of settings. Each takes a name, a default (null: none) and further facts. */
import { type Setting, type SettingFacts, setting } from "./setting.ts";

type Facts = SettingFacts | string;

/** Any text. */
export function text<D extends string | null>(
  name: string,
  fallback: D,
  facts?: Facts,
): Setting<string | Extract<D, null>> {
  return setting(name, fallback, (given) => ({ value: given }), facts);
}

/** Text in a certain form. @param problemOf returns what is wrong with a text; null if nothing */
export function checked<D extends string | null>(
  name: string,
  fallback: D,
  problemOf: (given: string) => string | null,
  facts?: Facts,
): Setting<string | Extract<D, null>> {
  const read = (given: string) => {
    const problem = problemOf(given);
    return problem === null ? { value: given } : { problem };
  };
  return setting(name, fallback, read, facts);
}

/** An integer. @param range minimum and maximum */
export function integer<D extends number | null>(
  name: string,
  fallback: D,
  [least, most]: readonly [number, number],
  facts?: Facts,
): Setting<number | Extract<D, null>> {
  const read = (given: string) => {
    const value = Number(given);
    return /^\d+$/.test(given) && value >= least && value <= most
      ? { value }
      : { problem: `must be a whole number from ${least} to ${most}, not "${given}"` };
  };
  return setting(name, fallback, read, facts);
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["on", true],
  ["1", true],
  ["false", false],
  ["off", false],
  ["0", false],
]);

/** A boolean, in any of the usual spellings. */
export function boolean(name: string, fallback: boolean, facts?: Facts): Setting<boolean> {
  const read = (given: string) => {
    const value = BOOLEANS.get(given.toLowerCase());
    return value === undefined ? { problem: `must be true or false, not "${given}"` } : { value };
  };
  return setting(name, fallback, read, facts);
}

/** Splits a comma-separated text. */
export function items(given: string): readonly string[] {
  return given
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** A comma-separated list of names. */
export function list<D extends string | null>(
  name: string,
  fallback: D,
  facts?: Facts,
): Setting<readonly string[] | Extract<D, null>> {
  return setting(name, fallback, (given) => ({ value: items(given) }), facts);
}

/** One of several words, which are appended to the setting's sentence. */
export function choice<T extends string>(
  name: string,
  fallback: NoInfer<T>,
  choices: readonly T[],
  facts: Facts = {},
): Setting<T> {
  const read = (given: string) => {
    const value = choices.find((one) => one === given);
    return value === undefined
      ? { problem: `must be one of ${choices.join(", ")}, not "${given}"` }
      : { value };
  };
  const more = typeof facts === "string" ? { sentence: facts } : facts;
  const sentence =
    more.sentence === undefined ? {} : { sentence: `${more.sentence} (${choices.join(", ")})` };
  return setting<T, string>(name, fallback, read, { ...more, ...sentence });
}

/** The URL of a site at the root of its host, such as the dashboard. */
export function siteUrl<D extends string | null>(
  name: string,
  fallback: D,
  facts?: Facts,
): Setting<string | Extract<D, null>> {
  const url = httpUrl(name, fallback, facts);
  return {
    ...url,
    read(given) {
      if (given === fallback || !URL.canParse(given)) return url.read(given);
      const { pathname, search, hash } = new URL(given);
      const path = `${pathname}${search}${hash}`;
      return /^\/*$/.test(path)
        ? url.read(given)
        : { problem: `must not have a path, such as "${path}": give it its own host name or port` };
    },
  };
}

/** The URL of an HTTP server, without a trailing slash, so that paths can be appended. */
export function httpUrl<D extends string | null>(
  name: string,
  fallback: D,
  facts?: Facts,
): Setting<string | Extract<D, null>> {
  const read = (given: string) =>
    given === fallback || (/^https?:\/\//.test(given) && URL.canParse(given))
      ? { value: given.replace(/(?<!\/)\/+$/, "") }
      : { problem: `must be a URL like ${fallback || "https://log.example.org"}, not "${given}"` };
  return setting(name, fallback, read, facts);
}
