/**
 * Test files that take long and that a change seldom concerns are named `*.long.test.ts`. They run if CI is set, if
 * WAKELOG_TEST is `all`, or if the command line names files or folders of `test/`.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The pattern that matches them. */
export const LONG_FILES = "test/**/*.long.test.ts";

/** Whether this run leaves them out. */
export function leavesOutLongFiles(
  { CI = "", WAKELOG_TEST = "" }: Readonly<Record<string, string | undefined>>,
  words: readonly string[],
): boolean {
  const isWanted = (CI !== "" && CI !== "false") || WAKELOG_TEST === "all";
  return !isWanted && !words.some((word) => /^(\.\/)?test\//.test(word));
}

/** The number of long files below a folder. */
export function countLongFiles(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((count, entry) => {
    if (entry.name === "node_modules") return count;
    if (entry.isDirectory()) return count + countLongFiles(join(folder, entry.name));
    return entry.name.endsWith(".long.test.ts") ? count + 1 : count;
  }, 0);
}
