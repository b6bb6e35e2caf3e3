/**
 * The order of test files: the slowest first, so that no worker is left alone with one at the end, and browser tests
 * between files that wait for clocks and servers and leave them the processors.
 */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that open a browser. They need a whole processor, most others need little of one. */
const BROWSERS = "packages/dashboard/test/journeys/";

/** The slowest files and folders in order; within a folder, and for other files, the runner decides. */
const LONGEST = [
  "packages/dashboard/test/journeys/every-page",
  "packages/dashboard/test/journeys/",
  "packages/server/test/boat/voyages/places/place-names",
  "packages/server/test/boat/voyages/logbook/laws",
  "packages/data-api/test/peer/differential",
  "packages/server/test/cli/",
  "packages/server/test/boat/imports/",
  "packages/server/test/boat/voyages/logbook/crash",
  "packages/server/test/people/notifications/mail",
  "packages/server/test/database/postgres-server/",
  "packages/data-api/test/api/catalogue",
  "packages/server/test/boat/voyages/",
  "packages/server/test/unit/boat/voyages/",
];

/** A file's place in the list, or after its end. */
function rank(file: string): number {
  const place = LONGEST.findIndex((start) => file.startsWith(start));
  return place < 0 ? LONGEST.length : place;
}

/** Spreads some evenly among others, beginning with the first of them; both keep their order. */
function spread<T>(some: readonly T[], others: readonly T[]): readonly T[] {
  const placed = [
    ...some.map((one, at) => ({ one, at: at / some.length })),
    ...others.map((one, at) => ({ one, at: at / others.length })),
  ];
  return placed.sort((a, b) => a.at - b.at).map(({ one }) => one);
}

/**
 * Sorts by {@link LONGEST}: long files first, with browser tests spread among them, then those that `npm test` runs
 * too.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const nameOf = ({ moduleId }: TestSpecification) => relative(this.ctx.config.root, moduleId);
    sorted.sort((a, b) => rank(nameOf(a)) - rank(nameOf(b)));
    const isBrowser = (file: TestSpecification) => nameOf(file).startsWith(BROWSERS);
    const isLong = (file: TestSpecification) => /\.(long|night)\.test\.tsx?$/.test(nameOf(file));
    return [
      ...spread(
        sorted.filter(isBrowser),
        sorted.filter((file) => isLong(file) && !isBrowser(file)),
      ),
      ...sorted.filter((file) => !isLong(file) && !isBrowser(file)),
    ];
  }
}
