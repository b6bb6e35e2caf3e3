/** Database round trips per POST: a row's cost with the database on another machine. */

import { AUTHENTICATOR } from "@wakelog/data-api/db/authenticator.ts";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { type CountingProxy, countingProxy } from "../../../../../../test/support/counting/proxy.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { AUTHENTICATOR_PASSWORD } from "../../../../../../test/support/server.ts";

let database: TestDatabase;
let through: TestDatabase;
let proxy: CountingProxy;
let boat: Boat;
beforeAll(async () => {
  database = await cloneDatabase();
  proxy = await countingProxy(database.url);
  const login = { user: AUTHENTICATOR, password: AUTHENTICATOR_PASSWORD };
  through = { ...database, requests: connectPostgres({ url: proxy.url, ...login, max: 1 }) };
});
afterAll(async () => {
  await through.requests.close();
  proxy.close();
  await database.drop();
});

const START = Date.now() - 10 * 3_600_000;
const row = (minute: number, sailed = 0) => ({
  time: new Date(START + minute * 60_000).toISOString(),
  latitude: 59.8 + sailed / 1000,
  longitude: 22.9,
  speedoverground: sailed === 0 ? 0 : 4,
});
/** Round trips of a POST. */
async function posted(rows: readonly ReturnType<typeof row>[]): Promise<number> {
  proxy.taken();
  expect(await boat.post(rows)).toHaveLength(rows.length);
  return proxy.taken();
}

describe("a POST goes to the database", () => {
  beforeEach(async () => {
    boat = await makeBoat(through, () => START + 600 * 60_000);
    await boat.post([row(0)]);
    await boat.post([row(1)]);
  });

  it("twice with a row, with many, with rows sent again, and with none that is good", async () => {
    expect(await posted([row(2)])).toBe(2);
    expect(await posted(Array.from({ length: 31 }, (_, n) => row(3 + n)))).toBe(2);
    expect(await posted(Array.from({ length: 31 }, (_, n) => row(5 + n)))).toBe(2);
    expect(await posted([row(590)])).toBe(2);
    proxy.taken();
    expect(await boat.post([{ ...row(40), latitude: 95 }])).toEqual([]);
    expect(proxy.taken()).toBe(2);
  });

  it("twice while the boat is under way", async () => {
    const sailing = Array.from({ length: 40 }, (_, n) => row(10 + n, n + 1));
    await boat.post(sailing);
    const [log] = (await boat.logbook()).logs;
    expect(log).toMatchObject({ active: true });
    for (let n = 50; n < 80; n++) expect(await posted([row(n, n - 9)])).toBe(2);
  });

  it("a few times more when something ends or begins, or a row is late", async () => {
    const trips = Array.from({ length: 40 }, (_, n) => row(10 + n, n + 1));
    expect(await posted(trips)).toBeLessThanOrEqual(6);
    expect(await posted([row(5.5)])).toBeLessThanOrEqual(10);
  });
});
