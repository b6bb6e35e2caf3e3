import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectionUrl } from "@wakelog/data-api/db/connection-settings.ts";
import { connectPostgres, type Postgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { ignoreAll, type Observation } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOf } from "../../../../checks/source-files.ts";
import { client, newSailor } from "../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";
import { AUTHENTICATOR_PASSWORD, TEST_SECRET } from "../../../../test/support/server.ts";
import { migrate } from "../../src/database/migrations/migrate.ts";
import { type EmbeddedServer, startEmbedded } from "../../src/database/postgres-server/embedded.ts";
import { type Service, startService } from "../../src/service/service.ts";
import { readConfig } from "../../src/settings/config.ts";
import { ranHere } from "../cli/ran-here.ts";

const DEBIAN_15 = "/usr/lib/postgresql/15/bin";

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(join(DEBIAN_15, program), args, { encoding: "utf8" });
  expect([program, status, stderr]).toEqual([program, 0, ""]);
}

/** How many rows each table has, for a superuser. */
async function rowsIn(address: string): Promise<ReadonlyMap<string, number>> {
  const database = connectPostgres({ url: address, max: 1 });
  const rows = await database.transaction((tx) =>
    tx.query(sql`
      select table_schema || '.' || table_name as name, (xpath('/row/n/text()', query_to_xml(
        format('select count(*) as n from %I.%I', table_schema, table_name), true, true, '')))[1]::text::int as rows
      from information_schema.tables where table_schema = 'app' and table_type = 'BASE TABLE'`),
  );
  await database.close();
  return new Map(rows.map(({ name, rows: count }) => [String(name), Number(count)]));
}

/** A dedicated cluster, since roles belong to clusters and must be missing at first. */
describe.each([
  { name: "PostgreSQL as the package brings it", binDir: null, extension: null },
  { name: "PostgreSQL 15 with PostGIS made by its superuser", binDir: DEBIAN_15, extension: "postgis" },
])("a role that may create roles and owns the database, no superuser: $name", ({ binDir, extension }) => {
  const absent = binDir !== null && !existsSync(binDir);
  let folder: string;
  let server: EmbeddedServer;
  let url: string;
  let owner: Postgres;
  let service: Service;
  const faults: Observation[] = [];

  beforeAll(async () => {
    if (absent) return;
    folder = await mkdtemp(join(tmpdir(), "wakelog-limited-"));
    await chmod(folder, 0o755);
    server = await startEmbedded({
      dataDir: folder,
      port: "auto",
      durable: false,
      ...(binDir === null ? {} : { binDir }),
    });
    const superuser = connectPostgres({ url: server.url, max: 1 });
    await superuser.pipeline([{ statement: sql`create role harbour login createrole password 'limited'` }]);
    await superuser.pipeline([{ statement: sql`create database harbour owner harbour` }]);
    await superuser.close();
    const own = connectionUrl(server.url, { database: "harbour" });
    if (extension === "postgis") {
      const there = connectPostgres({ url: own, max: 1 });
      await there.pipeline([{ statement: sql`create extension postgis with schema public` }]);
      await there.close();
    }
    url = connectionUrl(own, { user: "harbour", password: "limited" });
    owner = connectPostgres({ url, max: 2 });
    service = await startService(
      readConfig({
        DATABASE_URL: url,
        WAKELOG_JWT_SECRET: TEST_SECRET,
        WAKELOG_API_PORT: "0",
        WAKELOG_ADMIN_PORT: "0",
        WAKELOG_PARTS: "api",
      }),
      (seen) => {
        if (seen.kind === "fault" || seen.kind === "job-failed") faults.push(seen);
      },
    );
  }, 120_000);
  afterAll(async () => {
    if (absent) return;
    await service?.stop();
    await owner?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.skipIf(absent)("migrates, serves and works: from a sign-up to two finished logs", async () => {
    expect((await fetch(`${service.adminUrl}/ready`)).status).toBe(200);
    const api = client(service.apiUrl);
    const sailor = await newSailor(api, "Limited");
    const boat = { token: sailor.vesselToken };
    const metadata = { name: "Limited", length: 11, plugin_version: "0.2.0", time: new Date().toISOString() };
    expect((await api.post("/metadata?on_conflict=vessel_id", metadata, boat)).status).toBe(201);
    const rows = passage(Date.now() - 8 * 3_600_000, DAY_TRIP);
    expect((await api.post("/metrics?select=time", rows, boat)).status).toBe(201);
    await service.drain();
    const logs = await api.get("/logs_view?order=started", { token: sailor.userToken });
    expect(logs.json).toHaveLength(2);
    for (const log of logs.json) expect(log.distance).toBeGreaterThan(3);
    const stays = await api.get("/stays_view", { token: sailor.userToken });
    expect(stays.json).toHaveLength(3);
    const deleted = await api.delete(`/logbook?id=eq.${logs.json[0].id}`, { token: sailor.userToken });
    expect(deleted.status).toBe(204);
    await service.drain();
    expect(faults).toEqual([]);
  });

  it.skipIf(absent)("is enough for the commands too", async () => {
    const settings = [`--database-url=${url}`, `--jwt-secret=${TEST_SECRET}`, `--data-dir=${folder}`];
    for (const command of [
      "migrate",
      "check",
      "user list",
      "events",
      "thin",
      `docs ${join(folder, "docs")}`,
    ]) {
      const ran = await ranHere(...command.split(" "), ...settings);
      expect(ran, command).toMatchObject({ code: 0, stderr: "" });
    }
    expect(existsSync(join(folder, "docs", "api.md"))).toBe(true);
  });

  it.skipIf(binDir === null || absent)(
    "is enough for the dumps that the guide and the backup name",
    async () => {
      const settings = [`--database-url=${url}`, `--jwt-secret=${TEST_SECRET}`, `--data-dir=${folder}`];
      const refused = await ranHere("backup", join(folder, "copy.tar.gz"), ...settings);
      const lines = [textOf("docs/keeping.md"), refused.stderr].map(
        (text) => /pg_dump (-[^"\n]*)"\$DATABASE_URL"/.exec(text)?.[1]?.replace("-f wakelog.dump ", "") ?? "",
      );
      expect(lines.map((line) => line !== "")).toEqual([true, true]);
      const before = await rowsIn(connectionUrl(server.url, { database: "harbour" }));
      expect(before.get("app.metrics")).toBeGreaterThan(10);
      for (const [index, line] of lines.entries()) {
        const [dump, database] = [join(folder, `${index}.dump`), `restored_${index}`];
        run("pg_dump", [...line.trim().split(" "), "-f", dump, url]);
        run("createdb", ["--maintenance-db", server.url, database]);
        const restored = connectionUrl(server.url, { database });
        run("pg_restore", ["-d", restored, "--exit-on-error", "--enable-row-security", dump]);
        expect(await rowsIn(restored)).toEqual(before);
      }
    },
  );

  it.skipIf(absent)("shows one boat nothing of another", async () => {
    const api = client(service.apiUrl);
    const stranger = await newSailor(api, "Stranger");
    for (const path of ["/logs_view", "/logs_mat_view", "/metrics", "/stays", "/metadata"]) {
      const answer = await api.get(path, { token: stranger.userToken });
      expect([path, answer.status, answer.json]).toEqual([path, 200, []]);
    }
  });

  it.skipIf(absent)(
    "replaces its code at an upgrade, and has the spatial adapter that it was given",
    async () => {
      await owner.transaction((tx) =>
        tx.run(sql`update app.schema_versions set hash = 'of another release' where version = 'code'`),
      );
      const result = await migrate(owner, {
        authenticatorPassword: AUTHENTICATOR_PASSWORD,
        observe: ignoreAll,
      });
      expect([result.codeReplaced, result.applied]).toEqual([true, []]);
      expect(result.adapters.spatial).toBe(extension ?? "plain");
    },
  );
});
