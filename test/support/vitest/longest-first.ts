/** The order of test files: those that take longest first, so that no worker is left alone with one at the end. */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files and folders that take longest, the longest first, browsers between others so that few run at once; within a
 * folder, and after all of these, the runner decides.
 */
const LONGEST = [
  "packages/dashboard/test/journeys/figures",
  "packages/server/test/boat/voyages/logbook/laws",
  "packages/dashboard/test/journeys/logs/corrections",
  "packages/data-api/test/peer/differential",
  "packages/server/test/cli/",
  "packages/server/test/boat/imports/",
  "packages/dashboard/test/journeys/",
  "packages/server/test/boat/voyages/logbook/crash",
  "packages/server/test/people/notifications/mail",
  "packages/server/test/database/postgres-server/",
  "packages/data-api/test/api/catalogue",
  "packages/server/test/boat/voyages/",
  "packages/server/test/unit/boat/voyages/",
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
