/** The number of random cases per law. */

/** The full number, unless `WAKELOG_LAW_CASES` sets another, as `.ci/night` does. */
const DEFAULT = 100;

/** Cases for a law that takes `share` of the full number. */
export function lawCases(share: number): number {
  return Math.ceil(Number(process.env.WAKELOG_LAW_CASES ?? DEFAULT) * share);
}

/** Timeout of a law with that many cases, milliseconds. */
export const LAW_TIMEOUT = 60_000 + lawCases(1) * 300;
