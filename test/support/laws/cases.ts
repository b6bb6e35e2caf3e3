/** How many random cases the laws of the fold are tried with. */

/** In every run; `WAKELOG_LAW_CASES` sets another number, as `.ci/run` does. */
const DEFAULT = 100;

/** Cases for a law that takes `share` of the whole number. */
export function lawCases(share: number): number {
  return Math.ceil(Number(process.env.WAKELOG_LAW_CASES ?? DEFAULT) * share);
}

/** How long a law may take with that many cases, milliseconds. */
export const LAW_TIMEOUT = 60_000 + lawCases(1) * 300;
