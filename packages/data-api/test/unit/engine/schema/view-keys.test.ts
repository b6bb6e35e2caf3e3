import { expect, test } from "vitest";
import type { KeyRow, ViewRow } from "../../../../src/engine/schema/catalog-rows.ts";
import { primaryKeys, shownAs, viewsByTable } from "../../../../src/engine/schema/view-keys.ts";

/** A view whose columns copy `relation.column`, as far as they have an origin. */
function view(oid: string, columns: Readonly<Record<string, readonly [string, number] | null>>): ViewRow {
  const entries = Object.values(columns).map((origin, i) => {
    const [table, column] = origin ?? ["0", 0];
    return `{TARGETENTRY :expr <> :resno ${i + 1} :resorigtbl ${table} :resorigcol ${column} :resjunk false}`;
  });
  return {
    oid,
    schema: "s",
    name: `view${oid}`,
    query: `({QUERY :commandType 1 :targetList (${entries.join(" ")}) :jointree <>})`,
    columns: Object.keys(columns).map((name, i) => ({ number: i + 1, name })),
  };
}

function primaryKey(relation: string, columns: readonly number[]): KeyRow {
  return {
    kind: "p",
    name: "pkey",
    relation,
    schema: "s",
    table: `table${relation}`,
    columns: [...columns],
    names: columns.map((number) => `c${number}`),
    foreign_relation: null,
    foreign_schema: null,
    foreign_table: null,
    foreign_columns: [],
    foreign_names: [],
  };
}

test("columns are followed down a chain of views, in whatever order the views come", () => {
  const chain = [
    view("12", { z: ["11", 2] }),
    view("11", { x: null, y: ["10", 1] }),
    view("10", { a: ["1", 4] }),
  ];
  const shown = viewsByTable(chain).get("1") ?? [];
  expect(shown.map((one) => [one.view, [...one.columns]])).toEqual([
    ["view12", [[4, ["z"]]]],
    ["view11", [[4, ["y"]]]],
    ["view10", [[4, ["a"]]]],
  ]);
});

test("a column made by an expression leads nowhere, however deep it lies", () => {
  const views = viewsByTable([view("11", { y: ["10", 1] }), view("10", { a: null })]);
  expect(views.size).toBe(0);
});

test("views built on themselves, or on each other in a circle, show no table", () => {
  const circles = [
    view("10", { a: ["10", 1], b: ["1", 3] }),
    view("11", { a: ["12", 1], b: ["10", 1] }),
    view("12", { a: ["13", 1] }),
    view("13", { a: ["11", 1], b: ["1", 2] }),
    view("14", { a: ["12", 1], b: ["13", 2] }),
  ];
  const shown = viewsByTable(circles);
  expect([...shown.keys()]).toEqual(["1"]);
  expect(shown.get("1")?.map((one) => [one.view, [...one.columns]])).toEqual([
    ["view10", [[3, ["b"]]]],
    ["view13", [[2, ["b"]]]],
    ["view14", [[2, ["b"]]]],
  ]);
});

test("a column shown twice gives every combination, a hidden one none", () => {
  const [shown] = viewsByTable([view("10", { b: ["1", 1], a: ["1", 1], c: ["1", 2] })]).get("1") ?? [];
  if (shown === undefined) throw new Error("the view was not found");
  expect(shownAs(shown, [1, 2])).toEqual([
    ["a", "c"],
    ["b", "c"],
  ]);
  expect(shownAs(shown, [1, 3])).toEqual([]);
});

test("a view has the keys of all tables whose whole key it shows", () => {
  const views = viewsByTable([view("10", { one: ["1", 1], two: ["2", 1], half: ["3", 1] })]);
  const keys = primaryKeys([primaryKey("1", [1]), primaryKey("2", [1]), primaryKey("3", [1, 2])], views);
  expect(keys.get("10")).toEqual(["one", "two"]);
  expect(keys.get("3")).toEqual(["c1", "c2"]);
});
