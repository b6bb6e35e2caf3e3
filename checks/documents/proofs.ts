/** The tests that a document names where it says what is held. */
import { filesBelow, TESTS, textOf } from "../source-files.ts";

export interface Proof {
  /** Its path without the ending. */
  readonly file: string;
  readonly title: string;
}

/** The tests that a cell of a table names: \`file without its ending\`: "title". */
export function proofsIn(cell: string): readonly Proof[] {
  const named = cell.matchAll(/`(packages\/[^`]+)`: "([^"]+)"/g);
  return [...named].map(([, file = "", title = ""]) => ({ file, title }));
}

/** Files of tests by their paths without endings, with each title right behind its bracket. */
const FILES = new Map(
  TESTS.flatMap(filesBelow)
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => [
      file.replace(/(\.(?:long|night))?\.test\.ts$/, ""),
      textOf(file).replaceAll(/\(\s+"/g, '("'),
    ]),
);

/** Those that there are not, each with where a test of that title is now. */
export function missing(
  proofs: readonly Proof[],
): readonly (Proof & { readonly nowIn: readonly string[] })[] {
  const isIn = (text: string | undefined, title: string) => text?.includes(`("${title}"`) === true;
  return proofs
    .filter(({ file, title }) => !isIn(FILES.get(file), title))
    .map(({ file, title }) => ({
      file,
      title,
      nowIn: [...FILES].filter(([, text]) => isIn(text, title)).map(([other]) => other),
    }));
}

/** Whether a cell names tests and nothing else. */
export function isNeat(cell: string): boolean {
  const count = proofsIn(cell).length;
  return count > 0 && count === cell.split("; `packages/").length;
}
