/**
 * The scope of a test run. `*.long.test.ts` files are slow and rarely affected by a change: they run if CI is set or
 * WAKELOG_TEST is `all` or `night`. `*.night.test.ts` files kill processes, wait for the clock, need containers or
 * visit every page for one property: they run if WAKELOG_TEST is `night`. A command line that names files or folders of
 * `packages/` runs both.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";

const LONG = ".long.test.ts";
const NIGHT = ".night.test.ts";

/** Endings of the test files that this run leaves out. WAKELOG_TEST overrides CI; `short` leaves out both. */
export function endingsLeftOut(
  { CI = "", WAKELOG_TEST = "" }: Readonly<Record<string, string | undefined>>,
  words: readonly string[],
): readonly string[] {
  if (WAKELOG_TEST === "night" || words.some((word) => /^(\.\/)?packages\//.test(word))) return [];
  if (WAKELOG_TEST === "all") return [NIGHT];
  const isCi = CI !== "" && CI !== "false";
  return isCi && WAKELOG_TEST !== "short" ? [NIGHT] : [LONG, NIGHT];
}

/** The number of files below a folder with one of these endings. */
export function countFiles(folder: string, endings: readonly string[]): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((count, entry) => {
    if (entry.name === "node_modules") return count;
    if (entry.isDirectory()) return count + countFiles(join(folder, entry.name), endings);
    return endings.some((ending) => entry.name.endsWith(ending)) ? count + 1 : count;
  }, 0);
}
