/** The recipe for PgBouncer, tried with PgBouncer itself where the machine has it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { connectionUrl } from "@wakelog/data-api/db/connection-settings.ts";
import { connectPostgres, type Postgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, client, newSailor, type Sailor } from "../../../../test/support/client.ts";
import { cloneDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";
import { TEST_SECRET } from "../../../../test/support/server.ts";
import { freePort } from "../../src/database/postgres-server/free-port.ts";
import { type Service, startService } from "../../src/service/service.ts";
import { readConfig } from "../../src/settings/config.ts";

const PROGRAM = "/usr/sbin/pgbouncer";
const hasProgram = existsSync(PROGRAM);
const RECIPE = resolve(import.meta.dirname, "../../../../deploy/pgbouncer/pgbouncer.ini");
/** Connections of the pool to the server; fewer than the service opens to it. */
const CONNECTIONS = 4;
/** The pooler's login: a superuser with a known password. */
const [OWNER, PASSWORD] = ["wakelog_pooled", "a password for tests"];

describe(hasProgram ? "through a pooler in transaction mode" : `skipped: no ${PROGRAM}`, () => {
  let database: TestDatabase;
  let folder: string;
  let pooler: ChildProcess;
  let pooled: Service;
  let direct: Service;
  let boat: Sailor;
  let through: Client;
  let port: number;
  const others: Postgres[] = [];

  const startPooler = async (): Promise<void> => {
    pooler = spawn(
      PROGRAM,
      [...(process.getuid?.() === 0 ? ["-u", "nobody"] : []), join(folder, "pgbouncer.ini")],
      {
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    let said = "";
    pooler.stderr?.on("data", (text) => {
      said += String(text);
    });
    await vi.waitFor(() => expect(said).toContain("process up"), { timeout: 10_000, interval: 20 });
  };

  const settings = {
    WAKELOG_JWT_SECRET: TEST_SECRET,
    WAKELOG_API_PORT: "0",
    WAKELOG_WEB_PORT: "0",
    WAKELOG_ADMIN_PORT: "0",
    WAKELOG_RATE_LIMITS: "off",
    WAKELOG_PARTS: "api",
  };

  beforeAll(async () => {
    if (!hasProgram) return;
    database = await cloneDatabase();
    const server = new URL(database.url);
    await database.owner.transaction((tx) =>
      tx.script(`
        do $$ begin create role ${OWNER}; exception when duplicate_object then null; end $$;
        alter role ${OWNER} superuser login password '${PASSWORD}'`),
    );
    folder = mkdtempSync(join(tmpdir(), "wakelog-pgbouncer-"));
    chmodSync(folder, 0o755);
    port = await freePort();
    writeFileSync(join(folder, "userlist.txt"), `"${OWNER}" "${PASSWORD}"\n`);
    writeFileSync(
      join(folder, "pgbouncer.ini"),
      readFileSync(RECIPE, "utf8")
        .replace("host=127.0.0.1 port=5432", `host=${server.hostname} port=${server.port}`)
        .replace("6432\npool", `${port}\npool`)
        .replace("/etc/pgbouncer/userlist.txt", join(folder, "userlist.txt"))
        .replace("auth_user = wakelog", `auth_user = ${OWNER}`)
        .replace("default_pool_size = 10", `default_pool_size = ${CONNECTIONS}\nunix_socket_dir =`),
    );
    await startPooler();
    const itself = connectionUrl(database.url, { user: OWNER, password: PASSWORD });
    const url = new URL(itself);
    url.hostname = "127.0.0.1";
    url.port = String(port);
    pooled = await startService(
      readConfig({ ...settings, DATABASE_URL: url.href, DATABASE_LISTEN_URL: itself }),
      ignoreAll,
    );
    direct = await startService(readConfig({ ...settings, DATABASE_URL: itself }), ignoreAll);
    through = client(pooled.apiUrl);
    boat = await newSailor(through, "Pooled");
  }, 120_000);

  afterAll(async () => {
    await Promise.all([pooled?.stop(), direct?.stop(), ...others.map((one) => one.close())]);
    pooler?.kill("SIGTERM");
    if (pooler?.exitCode === null) await once(pooler, "exit");
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    await database?.drop();
  });

  const send = (rows: readonly unknown[]) =>
    through.post("/metrics?select=time", rows, { token: boat.vesselToken });

  it.skipIf(!hasProgram)("rows become a logbook, and every answer is that of the server itself", async () => {
    expect((await send(passage(Date.now() - 86_400_000, DAY_TRIP))).status).toBe(201);
    const token = boat.userToken;
    await vi.waitFor(
      async () => expect((await through.get("/logs_view?select=id", { token })).json).toHaveLength(2),
      { timeout: 30_000, interval: 100 },
    );
    await vi.waitFor(
      async () =>
        expect(
          (await through.get("/logbook?select=id&or=(distance.is.null,name.is.null)", { token })).json,
        ).toEqual([]),
      { timeout: 30_000, interval: 100 },
    );
    // Times, durations and numbers are written as a session's settings say, which a pooler does not keep.
    for (const path of [
      "/logs_view?order=id",
      "/stays_view?active=is.false&order=id",
      "/logbook?select=id,duration,_from_time,distance&order=id",
      "/metrics?select=*&limit=20&order=time",
      "/moorages_view?id=eq.2",
    ]) {
      const [ours, theirs] = await Promise.all([
        through.get(path, { token }),
        client(direct.apiUrl).get(path, { token }),
      ]);
      expect(ours.status).toBe(200);
      expect(ours.text, path).toBe(theirs.text);
    }
  });

  it.skipIf(!hasProgram)("many at once share a few connections, each with its own caller", async () => {
    const sailors = await Promise.all(Array.from({ length: 8 }, (_, n) => newSailor(through, `Pooled ${n}`)));
    const names = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const answer = await through.get("/vessels_view?select=name", {
          token: sailors[n % 8]?.userToken ?? "",
        });
        return answer.json;
      }),
    );
    expect(names).toEqual(Array.from({ length: 200 }, (_, n) => [{ name: `Pooled ${n % 8}` }]));
    const [row] = await database.owner.transaction((tx) =>
      tx.query(sql`
        select count(*)::int as connections from pg_stat_activity
        where datname = current_database() and client_port > 0 and application_name = 'wakelog requests'
          and usename = 'wakelog_authenticator'`),
    );
    // Those of the other service are beside them.
    expect(row?.connections).toBeLessThanOrEqual(CONNECTIONS + 8);
  });

  it.skipIf(!hasProgram)("a changed schema is heard of through the server itself", async () => {
    await database.owner.transaction((tx) =>
      tx.script("create view api.pooled as select 7 as days; grant select on api.pooled to user_role"),
    );
    await database.owner.transaction((tx) => tx.run(sql`select pg_notify('pgrst', 'reload schema')`));
    await vi.waitFor(
      async () =>
        expect((await through.get("/pooled", { token: boat.userToken })).json).toEqual([{ days: 7 }]),
      { timeout: 10_000, interval: 50 },
    );
  });

  it.skipIf(!hasProgram)("settings of one transaction are not those of the next", async () => {
    const url = new URL(connectionUrl(database.url, { user: OWNER, password: PASSWORD }));
    url.hostname = "127.0.0.1";
    url.port = String(port);
    const pool = connectPostgres({
      url: url.href,
      listenUrl: database.url,
      max: 3,
      settings: { IntervalStyle: "iso_8601", statement_timeout: "7s" },
    });
    others.push(pool);
    const said = sql`select current_setting('TimeZone') as zone, current_setting('IntervalStyle') as style, current_setting('statement_timeout') as most`;
    const ours = { zone: "UTC", style: "iso_8601", most: "7s" };
    const role = sql`select current_user::text as role`;
    for (let n = 0; n < 12; n++) {
      expect(await pool.transaction((tx) => tx.query(said))).toEqual([ours]);
      expect(await pool.transaction((tx) => tx.query(role), { role: "wakelog_worker" })).toEqual([
        { role: "wakelog_worker" },
      ]);
      const [piped] = await pool.pipeline([{ statement: said }]);
      expect(piped?.rows).toEqual([Object.values(ours)]);
    }
    const named = await pool.transaction((tx) =>
      tx.query(sql`select count(*)::int as n from pg_prepared_statements`),
    );
    expect(named).toEqual([{ n: 0 }]);
  });

  it.skipIf(!hasProgram)("rows are taken again once a pooler that was killed is back", async () => {
    pooler.kill("SIGKILL");
    await once(pooler, "exit");
    expect([503, 504]).toContain(
      (await send(passage(Date.now() - 1000, [{ stay: "moored", minutes: 1 }]))).status,
    );
    await startPooler();
    await vi.waitFor(
      async () =>
        expect((await send(passage(Date.now(), [{ stay: "moored", minutes: 1 }]))).status).toBe(201),
      { timeout: 10_000, interval: 100 },
    );
  });
});
