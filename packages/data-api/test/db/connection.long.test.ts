/** Connections that break, are busy or unavailable, and listening ones. */
import { describe, expect, test } from "vitest";
import { ConnectionError, PoolTimeoutError } from "../../src/db/database.ts";
import { connectPostgres } from "../../src/db/postgres.ts";
import { sql } from "../../src/db/sql.ts";
import { singleConnection, value } from "./single-connection.ts";

const on = singleConnection("nobody_much");

describe("connections", () => {
  const suicide = sql`select pg_terminate_backend(pg_backend_pid())`;

  test("that break are reported as such, and the next statement has a new one", async () => {
    await expect(value(on.single, suicide)).rejects.toThrow(ConnectionError);
    expect(await value(on.single, sql`select 1`)).toBe("1");
    const broken = on.single.transaction(async (tx) => {
      await tx.run(sql`insert into boats values (300, 'lost')`);
      await tx.run(suicide);
    });
    await expect(broken).rejects.toThrow(ConnectionError);
    expect(await value(on.single, sql`select count(*) from boats where id = 300`)).toBe("0");
    expect(await on.single.ping()).toBe(true);
  });

  test("killed while idle or at work never run a statement without its preamble", async () => {
    const pool = connectPostgres({ url: on.database.url, max: 4, applicationName: "victims" });
    const who = async (): Promise<unknown> =>
      (
        await pool.pipeline([
          { statement: sql`select set_config('role', 'nobody_much', true)`, scope: "role" },
          { statement: sql`select current_user::text, pg_sleep(0.002)`, scope: "who" },
        ])
      )[1]?.rows[0]?.[0];
    let killing = true;
    const killer = (async () => {
      while (killing) {
        await value(
          on.db,
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
    for (const outcome of served) expect(outcome.value).toBe("nobody_much");
    for (const outcome of refused) expect(outcome.reason).toBeInstanceOf(ConnectionError);
  });

  test("that are all busy for too long are a timeout of the pool", async () => {
    const [outcome] = await on.single.transaction(async (tx) => {
      await tx.run(sql`select 1`);
      return await Promise.allSettled([value(on.single, sql`select 1`)]);
    });
    expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(PoolTimeoutError) });
    expect(await value(on.single, sql`select 1`)).toBe("1");
  });

  test("that cannot be had say why", async () => {
    const stranger = connectPostgres({ url: on.database.url, user: "nobody_much", password: "wrong" });
    await expect(value(stranger, sql`select 1`)).rejects.toMatchObject({
      name: "NoConnectionError",
      cause: { sqlstate: expect.stringMatching(/^28/) },
    });
    expect(await stranger.ping()).toBe(false);
    await stranger.close();
    const refused = connectPostgres({ host: "127.0.0.1", port: 1, user: "x", password: "x", database: "x" });
    await expect(value(refused, sql`select 1`)).rejects.toThrow(
      /no database connection: connect ECONNREFUSED/,
    );
    await refused.close();
  });
});

describe("listen", () => {
  test("hears its channel, and after a lost connection that it may have missed something", async () => {
    const listener = connectPostgres({ url: on.database.url, applicationName: "listener" });
    const heard: string[] = [];
    const until = async (count: number): Promise<void> => {
      await expect.poll(() => heard.length).toBeGreaterThanOrEqual(count);
    };
    const stop = await listener.listen("news", (payload) => heard.push(payload));
    await on.db.pipeline([{ statement: sql`select pg_notify('other', 'no'), pg_notify('news', 'one')` }]);
    await until(1);
    await on.db.pipeline([
      {
        statement: sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'`,
      },
    ]);
    await until(2);
    await on.db.pipeline([{ statement: sql`select pg_notify('news', 'two')` }]);
    await until(3);
    await stop();
    await on.db.pipeline([{ statement: sql`select pg_notify('news', 'unheard')` }]);
    expect(heard).toEqual(["one", "", "two"]);
    await listener.close();
  });
});
