/** `wakelog grafana` as an operator runs it, with a superuser's database and with a lesser role's. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectionUrl } from "@wakelog/data-api/db/connection-settings.ts";
import { connectPostgres, type Postgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../../test/support/cli.ts";
import { newSailor } from "../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";
import { AUTHENTICATOR_PASSWORD, TEST_SECRET } from "../../../../test/support/server.ts";
import { serviceForTests } from "../../../../test/support/service.ts";
import { grantGrafana, revokeGrafana } from "../../src/cli/grafana/logins.ts";
import { migrate } from "../../src/database/migrations/migrate.ts";
import { type EmbeddedServer, startEmbedded } from "../../src/database/postgres-server/embedded.ts";

/** Asks as a login; the SQLSTATE where it is not let in, or refused. */
async function asked(url: string, login: string, password: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: connectionUrl(url, { user: login, password }) });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  } finally {
    await client.end().catch(() => {});
  }
}

describe("the command", () => {
  const service = serviceForTests();
  const wakelog = async (...args: readonly string[]) => {
    const running = runCli(args, { DATABASE_URL: service.database.url, WAKELOG_JWT_SECRET: TEST_SECRET });
    return { code: await running.ended, output: running.output() };
  };

  it("prints a login that reads, which is gone when it is revoked or its account is deleted", {
    timeout: 180_000,
  }, async () => {
    const { url } = service.database;
    const { email } = await newSailor(service.api, "Panel");
    const neighbour = await newSailor(service.api, "Neighbour");
    const granted = await wakelog("grafana", "grant", email);
    expect(granted.code, granted.output).toBe(0);
    const [, login = "", password = ""] =
      /user: +(\w+)\npassword: (\S+) \(this is the only time/.exec(granted.output) ?? [];
    expect(granted.output).toContain(`database: ${new URL(url).pathname.slice(1)}`);
    const names = "select name from grafana.vessels";
    expect(await asked(url, login, password, names)).toEqual([{ name: "Panel" }]);

    // Boats sail as before although the database's roles have fewer rights.
    const rows = passage(Date.now() - 9 * 3_600_000, DAY_TRIP);
    expect((await service.api.post("/metrics", rows, { token: neighbour.vesselToken })).status).toBe(201);
    await service.drainJobs();
    expect((await service.api.get("/logs_view", { token: neighbour.userToken })).json).toHaveLength(2);
    expect((await service.api.get("/logs_mat_view", { token: neighbour.userToken })).status).toBe(200);

    expect(await wakelog("grafana", "revoke", email)).toMatchObject({ code: 0 });
    expect(await asked(url, login, password, names)).toBe("28P01");
    expect(await wakelog("grafana", "revoke", email)).toMatchObject({
      code: 1,
      output: expect.stringContaining("has no login for Grafana"),
    });
    expect(await wakelog("grafana", "grant", "unknown@example.org")).toMatchObject({
      code: 1,
      output: expect.stringContaining("no account has the e-mail address"),
    });
    expect(await wakelog("grafana", "lend", email)).toMatchObject({ code: 64 });

    const again = (await wakelog("grafana", "grant", email)).output;
    const [, second = ""] = /user: +(\w+)/.exec(again) ?? [];
    expect(second).not.toBe(login);
    const deleted = await wakelog("user", "delete", email, "--yes");
    expect(deleted.code, deleted.output).toBe(0);
    const left = await service.database.owner.transaction((tx) =>
      tx.query(sql`
        select (select count(*) from pg_roles where rolname = ${second})::int as roles,
          (select count(*) from app.grafana_logins)::int as logins`),
    );
    expect(left).toEqual([{ roles: 0, logins: 0 }]);
  });
});

describe("in a separate cluster", () => {
  let folder: string;
  let server: EmbeddedServer;
  let owner: Postgres | null = null;

  /** Opens a database as this role, with the schema and an account in it. */
  async function opened(url: string) {
    await owner?.close();
    const db = connectPostgres({ url, max: 3 });
    owner = db;
    await migrate(db, { authenticatorPassword: AUTHENTICATOR_PASSWORD });
    await db.transaction((tx) =>
      tx.run(sql`insert into app.accounts (email, first, last, password_hash)
        values ('harbour@example.org', 'Harbour', 'Master', 'x')`),
    );
    return {
      owner: db,
      service: <T>(work: Parameters<typeof db.transaction<T>>[0]) =>
        db.transaction(work, { role: "wakelog_worker" }),
    };
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "wakelog-grafana-"));
    await chmod(folder, 0o755);
    server = await startEmbedded({ dataDir: folder, port: "auto", durable: false });
    const superuser = connectPostgres({ url: server.url, max: 1 });
    await superuser.pipeline([{ statement: sql`create role harbour login createrole password 'limited'` }]);
    await superuser.pipeline([{ statement: sql`create database harbour owner harbour` }]);
    await superuser.close();
  });
  afterAll(async () => {
    await owner?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("a role that is no superuser grants and revokes, and says what it could not shut", async () => {
    const url = connectionUrl(server.url, { database: "harbour", user: "harbour", password: "limited" });
    const installation = await opened(url);
    const { login, password, isShut } = await grantGrafana(installation, "harbour@example.org");
    expect(isShut).toBe(false);
    expect(await asked(url, login, password, "select * from grafana.logs")).toEqual([]);
    expect(await asked(url, login, password, "select * from app.accounts")).toBe("42501");
    expect(await asked(url, login, password, "select pg_advisory_xact_lock(1)")).not.toBe("42501");

    // A superuser's commands from docs/grafana.md.
    const superuser = connectPostgres({ url: connectionUrl(server.url, { database: "harbour" }), max: 1 });
    await superuser.transaction((tx) => tx.run(sql`select app.close_catalogue()`));
    await superuser.close();
    expect(await asked(url, login, password, "select pg_advisory_xact_lock(1)")).toBe("42501");
    expect((await grantGrafana(installation, "harbour@example.org")).isShut).toBe(true);
    // The service itself goes on as before.
    await installation.service((tx) => tx.run(sql`select app.lock_vessel('any')`));
    await migrate(installation.owner, { authenticatorPassword: AUTHENTICATOR_PASSWORD });
    expect(await revokeGrafana(installation, "harbour@example.org")).toBe(login);
    expect(await asked(url, login, password, "select 1")).toBe("28P01");
  });

  it("a server that is the service's alone lets such a login into no other database", async () => {
    await owner?.close();
    owner = null;
    const before = connectPostgres({ url: server.url, max: 1 });
    await before.pipeline([{ statement: sql`drop database harbour with (force)` }]);
    await before.close();
    const installation = await opened(server.url);
    const { login, password, isShut } = await grantGrafana(installation, "harbour@example.org");
    expect(isShut).toBe(true);
    const own = new URL(server.url).pathname.slice(1);
    for (const database of ["postgres", "template1"].filter((name) => name !== own)) {
      expect(
        await asked(connectionUrl(server.url, { database }), login, password, "select 1"),
        database,
      ).toBe("42501");
    }
    expect(await asked(server.url, login, password, "alter role current_user reset all")).not.toBeNull();
    expect(await asked(server.url, login, password, "show temp_file_limit")).toEqual([
      { temp_file_limit: "256MB" },
    ]);
    await revokeGrafana(installation, "harbour@example.org");
  });
});
