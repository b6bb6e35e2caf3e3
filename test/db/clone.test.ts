import { expect, test } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { cloneDatabase } from "../support/database.ts";

test("a clone has the schema, and each clone its own rows", async () => {
  const [one, two] = await Promise.all([cloneDatabase(), cloneDatabase()]);
  try {
    await one.owner.transaction((tx) => tx.run(sql`insert into api.stays_at values (99, 'here only')`));
    const count = sql`select count(*)::int as n from api.stays_at`;
    expect(await one.owner.transaction((tx) => tx.query(count))).toEqual([{ n: 5 }]);
    expect(await two.owner.transaction((tx) => tx.query(count))).toEqual([{ n: 4 }]);
  } finally {
    await one.drop();
    await two.drop();
  }
});
