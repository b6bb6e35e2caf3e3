/** Connections that break, are busy or cannot be had, and those that listen. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConnectionError, PoolTimeoutError } from "../../src/db/database.ts";
import { connectPostgres, type Postgres } from "../../src/db/postgres.ts";
import { raw, type Sql, sql } from "../../src/db/sql.ts";
import { emptyDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
let db: Postgres;

/** One connection, so that what is prepared on it can be seen. */
let single: Postgres;

beforeAll(async () => {
  database = await emptyDatabase();
  db = database.owner;
  single = connectPostgres({ url: database.url, max: 1, acquireMs: 300 });
  await db.transaction((tx) =>
    tx.script("create table boats (id int primary key, name text); create role nothing_much"),
  );
});
afterAll(async () => {
  await single.close();
  await db.transaction((tx) => tx.run(raw("drop role nothing_much")));
  await database.drop();
});

const value = async (on: Postgres, statement: Sql, scope?: string): Promise<unknown> =>
  (await on.pipeline([{ statement, ...(scope === undefined ? {} : { scope }) }]))[0]?.rows[0]?.[0];

describe("connections", () => {
  const suicide = sql`select pg_terminate_backend(pg_backend_pid())`;

  test("that break are reported as such, and the next statement has a new one", async () => {
    await expect(value(single, suicide)).rejects.toThrow(ConnectionError);
    expect(await value(single, sql`select 1`)).toBe("1");
    const broken = single.transaction(async (tx) => {
      await tx.run(sql`insert into boats values (300, 'lost')`);
      await tx.run(suicide);
    });
    await expect(broken).rejects.toThrow(ConnectionError);
    expect(await value(single, sql`select count(*) from boats where id = 300`)).toBe("0");
    expect(await single.ping()).toBe(true);
  });

  test("killed while idle or at work never run a statement without its preamble", async () => {
    const pool = connectPostgres({ url: database.url, max: 4, applicationName: "victims" });
    const who = async (): Promise<unknown> =>
      (
        await pool.pipeline([
          { statement: sql`select set_config('role', 'nothing_much', true)`, scope: "role" },
          { statement: sql`select current_user::text, pg_sleep(0.002)`, scope: "who" },
        ])
      )[1]?.rows[0]?.[0];
    let killing = true;
    const killer = (async () => {
      while (killing) {
        await value(
          db,
          sql`select count(pg_terminate_backend(pid)) from (select pid from pg_stat_activity
            where application_name = 'victims' order by random() limit 1) victim`,
        );
      }
    })();
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (let round = 0; round < 40; round++) {
      outcomes.push(...(await Promise.allSettled([who(), who(), who(), who()])));
    }
    killing = false;
    await killer;
    await pool.close();
    const served = outcomes.filter((outcome) => outcome.status === "fulfilled");
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(served.length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(0);
    for (const outcome of served) expect(outcome.value).toBe("nothing_much");
    for (const outcome of refused) expect(outcome.reason).toBeInstanceOf(ConnectionError);
  });

  test("that are all busy for too long are a timeout of the pool", async () => {
    const [outcome] = await single.transaction(async (tx) => {
      await tx.run(sql`select 1`);
      return await Promise.allSettled([value(single, sql`select 1`)]);
    });
    expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(PoolTimeoutError) });
    expect(await value(single, sql`select 1`)).toBe("1");
  });

  test("that cannot be had say why", async () => {
    const stranger = connectPostgres({ url: database.url, user: "nothing_much", password: "wrong" });
    await expect(value(stranger, sql`select 1`)).rejects.toMatchObject({
      name: "NoConnectionError",
      cause: { sqlstate: expect.stringMatching(/^28/) },
    });
    expect(await stranger.ping()).toBe(false);
    await stranger.close();
    const nobody = connectPostgres({ host: "127.0.0.1", port: 1, user: "x", password: "x", database: "x" });
    await expect(value(nobody, sql`select 1`)).rejects.toThrow(
      /no database connection: connect ECONNREFUSED/,
    );
    await nobody.close();
  });
});

describe("listen", () => {
  test("hears its channel, and after a lost connection is told that it may have missed something", async () => {
    const listener = connectPostgres({ url: database.url, applicationName: "listener" });
    const heard: string[] = [];
    const until = async (count: number): Promise<void> => {
      await expect.poll(() => heard.length, { timeout: 5000 }).toBeGreaterThanOrEqual(count);
    };
    const stop = await listener.listen("news", (payload) => heard.push(payload));
    await db.pipeline([{ statement: sql`select pg_notify('other', 'no'), pg_notify('news', 'one')` }]);
    await until(1);
    await db.pipeline([
      {
        statement: sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'`,
      },
    ]);
    await until(2);
    await db.pipeline([{ statement: sql`select pg_notify('news', 'two')` }]);
    await until(3);
    await stop();
    await db.pipeline([{ statement: sql`select pg_notify('news', 'unheard')` }]);
    expect(heard).toEqual(["one", "", "two"]);
    await listener.close();
  });
});
