/** The data API in three processes, on a dedicated database. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Running, runCli } from "../../../../../test/support/cli.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { answeringOf } from "./family.ts";
import { ask } from "./spread.ts";

const PATIENCE = { timeout: 60_000, interval: 100 };
let database: TestDatabase;
let service: Running;
let url: string;
let adminUrl: string;

beforeAll(async () => {
  database = await cloneDatabase();
  await database.owner.transaction((tx) => tx.run(sql`create schema harbour`));
  await database.owner.transaction((tx) => tx.run(sql`create table harbour.berths as select 1 as id`));
  await database.owner.transaction((tx) =>
    tx.run(
      sql`create function harbour.nap() returns int language sql volatile as 'select pg_sleep(0.3); select 1'`,
    ),
  );
  const role = new URL(database.url).username;
  service = runCli(["data-api"], {
    WAKELOG_PROCESSES: "3",
    PGRST_DB_URI: database.url,
    PGRST_DB_SCHEMAS: "harbour",
    PGRST_DB_ANON_ROLE: role,
    PGRST_DB_ANON_POOL: "1",
    PGRST_DB_POOL: "6",
    PGRST_SERVER_HOST: "127.0.0.1",
    PGRST_SERVER_PORT: "0",
    PGRST_ADMIN_SERVER_PORT: "0",
  });
  const [, where = "", admin = ""] = await service.until(/listens at (\S+), operations at (\S+)/);
  url = where;
  adminUrl = admin;
  await vi.waitFor(async () => expect((await fetch(`${adminUrl}/ready`)).status).toBe(200), PATIENCE);
  await vi.waitFor(async () => {
    for (let n = 0; n < 12; n++) expect((await ask(url, "GET", "/berths")).status).toBe(200);
  }, PATIENCE);
}, 120_000);
afterAll(async () => {
  service.process.kill("SIGTERM");
  await service.ended;
  await database.drop();
});

describe("the data API in three processes", { timeout: 120_000 }, () => {
  it("tells how many there are, and never has more connections than it may", async () => {
    const text = await (await fetch(`${adminUrl}/metrics`)).text();
    expect(text).toMatch(/^wakelog_processes 3$/m);
    expect(text).toMatch(/^wakelog_pool_size\{pool="requests"\} 6$/m);
    expect(await answeringOf(service.process.pid ?? 0)).toHaveLength(3);
  });

  it("counts the connections of a caller in all of them", async () => {
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask(url, "POST", "/rpc/nap", { body: {} })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    // One connection for all strangers: one nap after the other.
    expect(performance.now() - began).toBeGreaterThan(1_450);
  });

  it("sees a change of the schema in all of them", async () => {
    await database.owner.transaction((tx) => tx.run(sql`create table harbour.piers as select 2 as id`));
    await database.owner.transaction((tx) => tx.run(sql`notify pgrst, 'reload schema'`));
    await vi.waitFor(async () => {
      for (let n = 0; n < 12; n++) expect((await ask(url, "GET", "/piers")).status).toBe(200);
    }, PATIENCE);
  });

  it("replaces them without a failed request, and ends on request", async () => {
    const pid = service.process.pid ?? 0;
    const former = await answeringOf(pid);
    let isOver = false;
    const statuses = new Set<number | string>();
    const asking = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const answer = await ask(url, "GET", "/berths").catch((cause: unknown) => ({
          status: String(cause),
        }));
        statuses.add(answer.status);
      }
    });
    service.process.kill("SIGHUP");
    await vi.waitFor(async () => {
      const now = await answeringOf(pid);
      expect(now).toHaveLength(3);
      expect(now.some((one) => former.includes(one))).toBe(false);
    }, PATIENCE);
    isOver = true;
    await Promise.all(asking);
    expect([...statuses]).toEqual([200]);
    service.process.kill("SIGTERM");
    expect(await service.ended).toBe(0);
  });
});
