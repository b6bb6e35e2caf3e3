import fc from "fast-check";
import { expect, it } from "vitest";
import { wrongCounts } from "../../../../src/service/backups/row-counts.ts";

const steps = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 30 });

it("accepts the rows of every moment between the two counts", () => {
  fc.assert(
    fc.property(fc.nat(100), steps, fc.nat(30), (first, changes, moment) => {
      const history = [first];
      for (const step of changes) history.push(Math.max(0, (history.at(-1) ?? 0) + step));
      const deleted = history
        .slice(1)
        .reduce((sum, rows, i) => sum + Math.max(0, (history[i] ?? 0) - rows), 0);
      const one = (rows: number) => new Map([["api.metrics", rows]]);
      const source = { before: one(first), after: one(history.at(-1) ?? 0), deleted: one(deleted) };
      expect(wrongCounts(one(history[moment % history.length] ?? 0), source)).toEqual([]);
    }),
  );
});

it("tells of each table that lost rows, or has some that never were", () => {
  const before = new Map([
    ["a", 10],
    ["b", 5],
    ["gone", 3],
    ["c", 1],
  ]);
  const after = new Map([
    ["a", 12],
    ["b", 5],
    ["c", 1],
  ]);
  const source = { before, after, deleted: new Map() };
  expect(
    wrongCounts(
      new Map([
        ["a", 9],
        ["b", 6],
        ["c", 1],
      ]),
      source,
    ),
  ).toEqual([
    "a has 9 rows in the copy and 10 to 12 in the database",
    "b has 6 rows in the copy and 5 in the database",
  ]);
});
