/** A default that stands in SQL, in the dashboard and in a document is the same in all of them. */
import { expect, it } from "vitest";
import { textOf } from "../source-files.ts";

/** By what it is: where it stands, and how the number is found there. */
const DEFAULTS: readonly [string, readonly (readonly [path: string, number: RegExp])[]][] = [
  [
    "the radius of an anchor watch where the boat has not swung yet",
    [
      [
        "packages/server/sql/code/47_watching/60_anchor_watch.sql",
        /coalesce\(radius, app\.learned_radius\([^)]*\), (\d+)\)/,
      ],
      ["packages/dashboard/src/features/alerts/anchor-watch.ts", /USUAL_METRES = (\d+)/],
      ["docs/watching.md", /or (\d+) m if unknown/],
    ],
  ],
  [
    "how many minutes before and after a position another recording covers it",
    [
      ["packages/server/sql/code/77_imports/20_files.sql", /r\."time" - interval '(\d+) minutes'/],
      ["packages/server/src/cli/import/run.ts", /BESIDE_MS = (\d+) \* MINUTE/],
    ],
  ],
];

it.each(DEFAULTS)("%s is one number", (_what, places) => {
  const found = places.map(([path, number]) => [path, number.exec(textOf(path))?.[1]]);
  const [, first] = found[0] ?? [];
  expect(first).toMatch(/^\d+$/);
  expect(found).toEqual(places.map(([path]) => [path, first]));
});
