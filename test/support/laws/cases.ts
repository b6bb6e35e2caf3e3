/** How many random cases the laws are tried with. */

/** The whole number, unless `WAKELOG_LAW_CASES` sets another, as `.ci/night` does. */
const DEFAULT = 100;

/** Cases for a law that takes `share` of the whole number. */
export function lawCases(share: number): number {
  return Math.ceil(Number(process.env.WAKELOG_LAW_CASES ?? DEFAULT) * share);
}

/** How long a law may take with that many cases, milliseconds. */
export const LAW_TIMEOUT = 60_000 + lawCases(1) * 300;
