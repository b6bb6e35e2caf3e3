/** Users' observations, merged into their boat's logs. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, test } from "vitest";
import { refusal, rowsAs, valueAs } from "../../../../test/support/acting.ts";
import { twoBoatsForTests } from "../../../../test/support/two-boats.ts";

const boats = twoBoatsForTests();
const asUser = (statement: Sql) => valueAs(boats.db, boats.alfa.user, statement);

describe("observations", () => {
  test("are merged into the log at every depth and leave the rest", async () => {
    expect(
      await asUser(
        sql`select api.update_logbook_observations_fn(${boats.alfa.logId}::int, '{"observations": {"seaState": 3, "visibility": 9}}')`,
      ),
    ).toBe(true);
    expect(
      await rowsAs(
        boats.db,
        boats.alfa.user,
        sql`select extra from api.log_view where id = ${boats.alfa.logId}::int`,
      ),
    ).toEqual([
      { extra: { metrics: { "navigation.log": 0.4 }, observations: { seaState: 3, visibility: 9 } } },
    ]);
  });

  test("take one tag for a list of one, and say what else is wrong with tags", async () => {
    const tag = (tags: unknown) =>
      sql`select api.update_logbook_observations_fn(${boats.alfa.logId}::int, ${JSON.stringify({ tags })})`;
    expect(await asUser(tag("race"))).toBe(true);
    expect(
      await rowsAs(
        boats.db,
        boats.alfa.user,
        sql`select tags from api.logs_view where id = ${boats.alfa.logId}::int`,
      ),
    ).toEqual([{ tags: ["race"] }]);
    for (const wrong of [7, true, { race: 1 }, [7], "", "x".repeat(101)])
      expect(await refusal(boats.db, boats.alfa.user, tag(wrong)), JSON.stringify(wrong)).toBe("22023");
    expect(await asUser(tag(null))).toBe(true);
  });

  test("of another's log answer false and change nothing", async () => {
    const before = await rowsAs(boats.db, boats.bravo.user, sql`select extra from api.logbook order by id`);
    expect(
      await asUser(sql`select api.update_logbook_observations_fn(${boats.bravo.logId}::int, '{"x": 1}')`),
    ).toBe(false);
    expect(await rowsAs(boats.db, boats.bravo.user, sql`select extra from api.logbook order by id`)).toEqual(
      before,
    );
  });

  test("that are no JSON object are bad input", async () => {
    for (const text of ["{", "[]", "1", "null"]) {
      expect(
        await refusal(boats.db, boats.alfa.user, sql`select api.update_logbook_observations_fn(1, ${text})`),
        text,
      ).toMatch(/^22/);
    }
  });
});
