/** Random select lists with spreads of every kind, over random schemas, beside a plain program. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { releaseOf } from "../../../../src/engine/release/release.ts";
import { observatoryForTests } from "../../engine/observatory.ts";
import { randomOf, randomSchema } from "./random-schema.ts";
import { parametersOf, randomLevel, selectText, shownRows } from "./random-select.ts";

const SCHEMAS = 6;
const RUNS = Number(process.env.WAKELOG_TEST_SPREADS ?? 3_000);
const schemas = Array.from({ length: SCHEMAS }, (_, i) => randomSchema(`random${i}`, randomOf(i + 1)));
const o = observatoryForTests({
  config: { release: releaseOf("16"), schemas: schemas.map(({ name }) => name) },
  extra: schemas.map(({ sql }) => sql).join("\n"),
});

it("spreads agree with a plain program", async () => {
  let spreads = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(SCHEMAS - 1), fc.nat(), async (at, seed) => {
      const schema = schemas[at];
      if (schema === undefined) throw new Error("there is no such schema");
      const random = randomOf(seed);
      const table = random.of(schema.tables);
      const level = randomLevel(schema, table, random, 3);
      const select = selectText(level);
      spreads += select.split("...").length - 1;
      const query = [`select=${select}`, "order=id", ...parametersOf(level)].join("&");
      const { status, json } = await o.get(`/${table}?${query}`, {
        headers: { "Accept-Profile": schema.name },
      });
      expect({ query, status, json }).toEqual({
        query,
        status: 200,
        json: shownRows(level, schema.rows.get(table) ?? []),
      });
    }),
    { numRuns: RUNS },
  );
  // Otherwise the law would say little.
  expect(spreads).toBeGreaterThan(RUNS);
}, 600_000);
