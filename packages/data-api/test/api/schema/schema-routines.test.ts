/** The functions of a real database in the schema cache. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestDatabase } from "../../../../../test/support/database.ts";
import { loadSchema } from "../../../src/engine/schema/load.ts";
import { qualified, type SchemaCache } from "../../../src/engine/schema/schema-cache.ts";
import { FIXTURE_SCHEMAS, FIXTURE_SEARCH_PATH, fixtureDatabase } from "../../cases/fixture.ts";

let database: TestDatabase;
let cache: SchemaCache;
beforeAll(async () => {
  database = await fixtureDatabase();
  cache = await database.owner.transaction((tx) =>
    loadSchema(tx, { schemas: FIXTURE_SCHEMAS, extraSearchPath: FIXTURE_SEARCH_PATH }),
  );
});
afterAll(() => database?.drop());

function routine(name: string, at = 0) {
  return cache.routines.get(qualified("observatory", name))?.[at];
}

describe("routines", () => {
  test("parameters say their types, and whether they are needed", () => {
    expect(routine("add")?.parameters).toEqual([
      { name: "a", type: "integer", required: true, variadic: false },
      { name: "b", type: "integer", required: false, variadic: false },
    ]);
    expect(routine("total")).toMatchObject({
      hasVariadic: true,
      parameters: [{ name: "amounts", type: "integer[]", variadic: true }],
    });
    expect(routine("echo_text")?.parameters).toMatchObject([{ name: "", type: "text" }]);
    expect(routine("divide")?.parameters.map(({ name }) => name)).toEqual(["a", "b"]);
  });

  test.each([
    ["touch", { kind: "void" }],
    ["answer", { kind: "scalar", type: "integer", relation: null }],
    ["words", { kind: "set of scalar", type: "text", relation: null }],
    ["as_point", { kind: "composite", type: "observatory.coordinates", relation: null }],
    ["site_report", { kind: "set of composite", type: "record", relation: null }],
    [
      "all_telescopes",
      {
        kind: "set of composite",
        type: "observatory.telescopes",
        relation: { schema: "observatory", name: "telescopes" },
      },
    ],
  ])("the result of %s is understood", (name, result) => {
    expect(routine(name)?.result).toEqual(result);
  });

  test("overloads are in a settled order, and triggers are left out", () => {
    expect(routine("find_star", 0)?.parameters).toHaveLength(1);
    expect(routine("find_star", 1)?.parameters).toHaveLength(2);
    expect([routine("twin", 0), routine("twin", 1)].map((one) => one?.parameters[0]?.type)).toEqual([
      "integer",
      "text",
    ]);
    expect(cache.routines.has(qualified("tools", "site_inbox_insert"))).toBe(false);
  });

  test("volatility is kept, and the settings that must hold before the function begins", () => {
    expect(routine("count_stars")?.volatility).toBe("volatile");
    expect(routine("slow")?.settings).toEqual([["statement_timeout", "10s"]]);
  });
});
