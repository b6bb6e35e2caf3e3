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

test("a connection whose caller was served meanwhile is closed again", async () => {
  const pool = connectPostgres({ url: on.database.url, applicationName: "impatient", max: 4 });
  await pool.transaction(async (tx) => {
    await tx.run(sql`select 1`);
  });
  const first = pool.transaction((tx) => tx.run(sql`select 1`));
  const second = pool.transaction((tx) => tx.run(sql`select 1`));
  await Promise.all([first, second]);
  await expect
    .poll(async () => {
      const [open] = await on.db.pipeline([
        { statement: sql`select count(*) from pg_stat_activity where application_name = 'impatient'` },
      ]);
      return open?.rows;
    })
    .toEqual([["1"]]);
  await pool.close();
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

  test("shares one connection among channels and pools", async () => {
    const first = connectPostgres({ url: on.database.url, applicationName: "first listener" });
    const second = connectPostgres({
      url: on.database.url,
      applicationName: "second listener",
      listen: first.listen,
    });
    const heard: string[] = [];
    const stopNews = await first.listen("news", (payload) => heard.push(`news ${payload}`));
    const stopTides = await second.listen("tides", (payload) => heard.push(`tides ${payload}`));
    const stopAgain = await second.listen("news", (payload) => heard.push(`again ${payload}`));
    const notify = (n: number) =>
      on.db.pipeline([
        { statement: sql`select pg_notify('news', ${n}::text), pg_notify('tides', ${n}::text)` },
      ]);
    await notify(1);
    await expect.poll(() => heard.toSorted()).toEqual(["again 1", "news 1", "tides 1"]);
    const [listening] = await on.db.pipeline([
      { statement: sql`select count(*) from pg_stat_activity where application_name like '% listener'` },
    ]);
    expect(listening?.rows).toEqual([["1"]]);

    await stopNews();
    await stopTides();
    await notify(2);
    await expect.poll(() => heard.slice(3)).toEqual(["again 2"]);
    await stopAgain();
    await second.close();
    await first.close();
  });

  test("fails if the server cannot be reached, and can be tried again", async () => {
    const listener = connectPostgres({ url: "postgresql://someone@127.0.0.1:1/none" });
    for (let n = 0; n < 2; n++) {
      await expect(listener.listen("news", () => {})).rejects.toBeInstanceOf(ConnectionError);
    }
    await listener.close();
  });
});
