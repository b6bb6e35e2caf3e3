import { setTimeout as sleep } from "node:timers/promises";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../test/support/database.ts";
import { type DataApi, startDataApi } from "../../src/command/server.ts";
import { readSettings } from "../../src/command/settings.ts";
import { connectionUrl } from "../../src/db/connection-settings.ts";
import { ident, raw, sql } from "../../src/db/sql.ts";
import { fixtureDatabase } from "../cases/fixture.ts";

const SECRET = "a secret of the observatory, long enough";

let database: TestDatabase;
let login: string;
const running: DataApi[] = [];

beforeAll(async () => {
  database = await fixtureDatabase();
  // A login role of this file's own: its settings are seen by all databases of the server.
  login = `data_api_${new URL(database.url).pathname.slice(-8)}`;
  await database.owner.transaction(async (tx) => {
    await tx.run(sql`create role ${ident(login)} login noinherit password 'fixture'`);
    await tx.run(sql`grant fixture_anonymous, fixture_user to ${ident(login)}`);
  });
});
afterAll(async () => {
  for (const api of running) await api.stop();
  const { owner } = database;
  await owner.transaction(async (tx) => {
    await tx.run(sql`drop owned by ${ident(login)}`);
    await tx.run(sql`drop role ${ident(login)}`);
  });
  await database.drop();
});

const lines: string[] = [];

async function start(values: Record<string, string> = {}): Promise<DataApi> {
  const file = new Map(
    Object.entries({
      "db-uri": connectionUrl(database.url, { user: login, password: "fixture" }),
      "db-schemas": "observatory",
      "db-anon-role": "fixture_anonymous",
      "db-extra-search-path": "tools",
      "jwt-secret": SECRET,
      "server-host": "127.0.0.1",
      "server-port": "0",
      ...values,
    }),
  );
  const api = await startDataApi(
    (said) => readSettings({ file, ...(said === undefined ? {} : { database: said }) }),
    (line) => lines.push(line),
  );
  running.push(api);
  await until(() => api.ready());
  return api;
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (await isSo()) return;
    await sleep(25);
  }
  throw new Error(`it never came to be\n${lines.join("\n")}`);
}

const tokenOf = (claims: Record<string, unknown>, secret = SECRET): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(secret));

async function json(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  return (await fetch(url, { headers })).json();
}

describe("the data API as a separate server", () => {
  it("serves a database to anonymous callers and to those with a token", async () => {
    const { where } = await start({ "jwt-role-claim-key": ".who.roles[1]" });
    expect(await json(`${where}/sites?select=name&id=eq.1`)).toEqual([{ name: "Cerro Alto" }]);
    const token = await tokenOf({ who: { roles: ["x", "fixture_user"] }, email: "ada@example.org" });
    const said = await json(`${where}/rpc/whoami`, { authorization: `Bearer ${token}` });
    expect(said).toMatchObject({ role: "fixture_user", email: "ada@example.org" });
  });

  it("leaves the database's own time zone and formats as they are", async () => {
    const { owner } = database;
    await owner.transaction(async (tx) => {
      await tx.run(sql`alter role ${ident(login)} set timezone to 'Asia/Tokyo'`);
      await tx.run(sql`alter role ${ident(login)} set intervalstyle to 'iso_8601'`);
    });
    const { where } = await start();
    await owner.transaction((tx) => tx.run(sql`alter role ${ident(login)} reset all`));
    expect(await json(`${where}/badges?select=issued&observer_id=eq.1`)).toEqual([
      { issued: "2020-05-05T19:00:00+09:00" },
    ]);
    expect(await json(`${where}/nights?select=duration&id=eq.1`)).toEqual([{ duration: "PT9H" }]);
  });

  it("hands settings of the application to SQL code, and echoes the tracing header", async () => {
    await database.owner.transaction((tx) =>
      tx.script(`create function observatory.dome() returns text language sql stable as
        $$ select current_setting('app.settings.dome') $$`),
    );
    const { where } = await start({ "app.settings.dome": "open", "server-trace-header": "X-Trace" });
    const answer = await fetch(`${where}/rpc/dome`, { headers: { "x-trace": "abc" } });
    expect(await answer.json()).toBe("open");
    expect(answer.headers.get("x-trace")).toBe("abc");
    expect(answer.headers.get("server")).toMatch(/^postgrest\/11\.2\.2 wakelog\//);
  });

  it("lets the database say settings, which win, and reads them again when told", async () => {
    const { owner } = database;
    const say = (text: string) =>
      owner.transaction((tx) => tx.run(sql`alter role ${ident(login)} ${raw(text)}`));
    await say("set pgrst.db_max_rows = '2'");
    await say(
      `in database ${ident(new URL(database.url).pathname.slice(1)).text} set pgrst.db_max_rows = '1'`,
    );
    const api = await start({ "db-max-rows": "3" });
    expect(await json(`${api.where}/sites?select=id&order=id`)).toEqual([{ id: 1 }]);
    await say("reset all");
    await say(`in database ${ident(new URL(database.url).pathname.slice(1)).text} reset all`);
    await api.reloadSettings();
    expect(await json(`${api.where}/sites?select=id&order=id`)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    await say("set pgrst.db_max_rows = 'many'");
    await api.reloadSettings();
    expect(lines.join("\n")).toContain("db-max-rows must be a whole number");
    expect(await json(`${api.where}/sites?select=id&order=id`)).toHaveLength(3);
    await say("reset all");
  });

  it("lets a function say settings", async () => {
    await database.owner.transaction((tx) =>
      tx.script(`create function tools.configure() returns void language sql as
        $$ select set_config('pgrst.db_schemas', 'archive', true) $$;
        grant usage on schema tools to ${ident(login).text}`),
    );
    const { where } = await start({ "db-pre-config": "tools.configure" });
    expect(await json(`${where}/sites`)).toEqual([{ id: 1, name: "Old Tower" }]);
  });

  it("hears on its channel that the schema or the settings changed", async () => {
    const { owner } = database;
    const api = await start({ "db-channel": "dome" });
    await owner.transaction(async (tx) => {
      await tx.script(
        `create function observatory.fresh(a integer) returns integer language sql as $$ select a $$`,
      );
      await tx.run(sql`select pg_notify('dome', 'reload schema')`);
    });
    await until(async () => (await fetch(`${api.where}/rpc/fresh?a=5`)).status === 200);
    await owner.transaction(async (tx) => {
      await tx.run(sql`alter role ${ident(login)} set pgrst.db_schemas = 'archive'`);
      await tx.run(sql`select pg_notify('dome', 'reload config')`);
    });
    await until(async () => (await fetch(`${api.where}/plates`)).status === 200);
    await owner.transaction((tx) => tx.run(sql`alter role ${ident(login)} reset all`));
  });

  it("works without prepared statements, for poolers that share connections", async () => {
    const { where } = await start({ "db-prepared-statements": "false", "db-pool": "1" });
    for (let i = 0; i < 3; i++) await json(`${where}/sites?id=eq.1`);
    const { rows } = await database.owner.transaction((tx) =>
      tx.run(sql`select count(*) from pg_stat_activity where usename = ${login} and query ~ 'sites'`),
    );
    expect(rows.length).toBe(1);
    expect(await json(`${where}/sites?select=name&id=eq.2`)).toEqual([{ name: "Mount Grey" }]);
  });

  it("lets browsers of any origin ask, with cookies, unless it names origins", async () => {
    const { where } = await start();
    for (const method of ["GET", "OPTIONS"]) {
      const headers = { Origin: "https://example.org", "Access-Control-Request-Method": "GET" };
      const answer = await fetch(`${where}/sites`, { method, headers });
      expect(answer.headers.get("access-control-allow-origin")).toBe("https://example.org");
      expect(answer.headers.get("access-control-allow-credentials")).toBe("true");
    }
  });

  it("lets browsers of the allowed origins ask, and no others", async () => {
    const { where } = await start({ "server-cors-allowed-origins": "https://a.example, https://b.example" });
    const allowed = async (origin: string) =>
      (await fetch(`${where}/sites?id=eq.1`, { headers: { origin } })).headers.get(
        "access-control-allow-origin",
      );
    expect(await allowed("https://b.example")).toBe("https://b.example");
    expect(await allowed("https://c.example")).toBeNull();
  });

  it("answers operators on the admin port", async () => {
    const api = await start({ "admin-server-port": "0" });
    expect(api.adminUrl).not.toBeNull();
    const status = async (path: string) => (await fetch(`${api.adminUrl}${path}`)).status;
    expect([await status("/live"), await status("/ready"), await status("/nothing")]).toEqual([
      200, 200, 404,
    ]);
  });

  it("answers 503 while the database is away, and listens all the same", async () => {
    const api = await startDataApi(
      () =>
        readSettings({
          file: new Map(
            Object.entries({
              "db-uri": "postgresql://x@127.0.0.1:1/x",
              "server-host": "127.0.0.1",
              "server-port": "0",
            }),
          ),
        }),
      () => {},
    );
    running.push(api);
    const answer = await fetch(`${api.where}/sites`);
    expect([answer.status, await api.ready()]).toEqual([503, false]);
    expect(await answer.json()).toMatchObject({ code: "PGRST002" });
  });
});
