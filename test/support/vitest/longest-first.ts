/** The order of test files: those that take longest first, so that no worker is left alone with one at the end. */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files and folders that take longest, the longest first, browsers between others so that few run at once; within a
 * folder, and after all of these, the runner decides.
 */
const LONGEST = [
  "test/journeys/figures",
  "test/boat/voyages/logbook/laws",
  "test/journeys/logs/corrections",
  "test/peer/differential",
  "test/cli/",
  "test/boat/imports/",
  "test/journeys/",
  "test/boat/voyages/logbook/crash",
  "test/people/notifications/mail",
  "test/database/postgres-server/",
  "test/api/catalogue",
  "test/boat/voyages/",
  "test/unit/boat/voyages/",
];

/** The place of a file in the list; after the end for one that is not in it. */
function rank(file: string): number {
  const place = LONGEST.findIndex((start) => file.startsWith(start));
  return place < 0 ? LONGEST.length : place;
}

/** Sorts by {@link LONGEST}. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification) => rank(relative(this.ctx.config.root, moduleId));
    return sorted.sort((a, b) => rankOf(a) - rankOf(b));
  }
}
