/** How often the catalogue is reloaded, whatever is announced. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Observation } from "@wakelog/kit/observe.ts";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { TestDatabase } from "../../../../../test/support/database.ts";
import type { Database } from "../../../src/db/database.ts";
import { connectPostgres } from "../../../src/db/postgres.ts";
import { sql } from "../../../src/db/sql.ts";
import { type CurrentSchema, keepSchemaCurrent } from "../../../src/engine/schema/schema.ts";
import {
  FIXTURE_AUTHENTICATOR,
  FIXTURE_SCHEMAS,
  FIXTURE_SEARCH_PATH,
  fixtureDatabase,
} from "../../cases/fixture.ts";

let home: TestDatabase;
let schema: CurrentSchema;
let seen: Observation[] = [];

beforeAll(async () => {
  home = await fixtureDatabase();
});
afterEach(async () => {
  await schema.close();
  seen = [];
});
afterAll(async () => {
  await home?.drop();
});

async function keep(database: Database): Promise<void> {
  schema = await keepSchemaCurrent({
    database,
    schemas: FIXTURE_SCHEMAS,
    extraSearchPath: FIXTURE_SEARCH_PATH,
    observe: (one) => seen.push(one),
  });
}
const announce = () =>
  home.owner.transaction((tx) => tx.run(sql`select pg_notify('pgrst', 'reload schema')`));
const loads = () => seen.flatMap((one) => (one.kind === "schema-loaded" ? [one.milliseconds] : []));

it("endless announcements cost a fifth of the time at most, and the last change is known", async () => {
  await keep(home.owner);
  // The first announcement is followed at once; counting begins after it.
  await announce();
  await expect.poll(loads).toHaveLength(2);
  seen = [];
  const began = performance.now();
  while (loads().length < 4) await announce();
  const spent = loads().reduce((sum, one) => sum + one, 0);
  expect(spent / (performance.now() - began)).toBeLessThan(0.4);

  await home.owner.transaction((tx) => tx.script("create table observatory.comets (id integer primary key)"));
  await announce();
  await expect.poll(() => [...(schema.get()?.relations.keys() ?? [])].join()).toContain("comets");
});

it("however often a catalogue that cannot be read is announced, it is tried by one alone", async () => {
  const pool = connectPostgres({ url: home.url, ...FIXTURE_AUTHENTICATOR });
  let failures = 0;
  let isBroken = false;
  const database: Database = {
    ...pool,
    transaction: (work, options) => {
      if (isBroken) failures++;
      return isBroken
        ? Promise.reject(new Error("the catalogue is broken"))
        : pool.transaction(work, options);
    },
  };
  try {
    await keep(database);
    isBroken = true;
    const notices = 40;
    for (let sent = 0; sent < notices; sent++) {
      await announce();
      await sleep(20);
    }
    expect(failures).toBeGreaterThan(1);
    expect(failures).toBeLessThan(notices / 4);
    isBroken = false;
    await expect.poll(loads, { timeout: 20_000 }).toHaveLength(2);
  } finally {
    await schema.close();
    await pool.close();
  }
});

it("what is announced while the first load fails does not have two try again", async () => {
  const pool = connectPostgres({ url: home.url, ...FIXTURE_AUTHENTICATOR });
  const tried: number[] = [];
  let hear: (payload: string) => void = () => {};
  const isBroken = () => tried.length <= 3;
  const database: Database = {
    ...pool,
    listen: (channel, heard) => {
      hear = heard;
      return pool.listen(channel, heard);
    },
    async transaction(work, options) {
      tried.push(performance.now());
      if (!isBroken()) return pool.transaction(work, options);
      await sleep(100);
      if (tried.length === 1) hear("reload schema");
      throw new Error("the catalogue is broken");
    },
  };
  try {
    await keep(database);
    await expect.poll(loads).toHaveLength(1);
    // The announcement is followed at once; a retry waits a quarter of a second first, and then half a second.
    const waits = tried.slice(1).map((at, i) => at - (tried[i] ?? 0) - 100);
    expect(Math.min(...waits.slice(1))).toBeGreaterThan(200);
  } finally {
    await schema.close();
    await pool.close();
  }
});
