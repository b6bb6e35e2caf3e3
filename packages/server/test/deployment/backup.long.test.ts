import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { connectionUrl } from "@wakelog/data-api/db/connection-settings.ts";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client, newSailor } from "../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";
import { TEST_SECRET } from "../../../../test/support/server.ts";
import { type EmbeddedServer, startEmbedded } from "../../src/database/postgres-server/embedded.ts";
import { type Service, startService } from "../../src/service/service.ts";
import { readConfig } from "../../src/settings/config.ts";

const BIN = "/usr/lib/postgresql/15/bin";
const guide = readFileSync(resolve(import.meta.dirname, "../../../../docs/keeping.md"), "utf8");

/** Options that the guide gives a command. */
function optionsInGuide(command: string): readonly string[] {
  const line = new RegExp(`${command} -U wakelog (.*)`).exec(guide)?.[1] ?? "";
  return line.split(/\s+/).filter((word) => /^(--|-F)/.test(word));
}

/** On a dedicated cluster with programs of the same release. */
describe.skipIf(!existsSync(join(BIN, "pg_dump")))(
  "a backup as the guide says (skipped without PostgreSQL 15's pg_dump)",
  () => {
    let folder: string;
    let server: EmbeddedServer;
    let service: Service;

    const start = (database: string) =>
      startService(
        readConfig({
          DATABASE_URL: connectionUrl(server.url, { database }),
          WAKELOG_JWT_SECRET: TEST_SECRET,
          WAKELOG_API_PORT: "0",
          WAKELOG_ADMIN_PORT: "0",
          WAKELOG_PARTS: "api",
        }),
        ignoreAll,
      );
    const run = (program: string, args: readonly string[]) => {
      const { status, stderr } = spawnSync(join(BIN, program), args, { encoding: "utf8" });
      expect([program, status, stderr]).toEqual([program, 0, ""]);
    };

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "wakelog-backup-"));
      await chmod(folder, 0o755);
      server = await startEmbedded({ dataDir: folder, port: "auto", durable: false, binDir: BIN });
    }, 120_000);
    afterAll(async () => {
      await service?.stop();
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it("is taken while the service runs, restored elsewhere, and serves the same people and logs", async () => {
      const superuser = connectPostgres({ url: server.url, max: 1 });
      for (const statement of [sql`create database first`, sql`create database restored`]) {
        await superuser.pipeline([{ statement }]);
      }
      await superuser.close();
      service = await start("first");
      const api = client(service.apiUrl);
      const sailor = await newSailor(api, "Backed up");
      const rows = passage(Date.now() - 8 * 3_600_000, DAY_TRIP);
      await api.post("/metrics", rows, { token: sailor.vesselToken });
      await service.drain();
      const what = "/logs_view?select=id,name,distance,started&order=id";
      const before = (await api.get(what, { token: sailor.userToken })).json;
      expect(before).toHaveLength(2);

      const dump = join(folder, "wakelog.dump");
      const options = optionsInGuide("pg_dump");
      expect(options).toContain("-Fc");
      run("pg_dump", [...options, "-f", dump, connectionUrl(server.url, { database: "first" })]);
      await service.stop();
      const restoring = optionsInGuide("pg_restore");
      expect(restoring).toContain("--exit-on-error");
      run("pg_restore", [...restoring, "-d", connectionUrl(server.url, { database: "restored" }), dump]);

      service = await start("restored");
      const again = client(service.apiUrl);
      const login = await again.post("/rpc/login", { email: sailor.email, pass: sailor.password });
      expect((await again.get(what, { token: login.json.token })).json).toEqual(before);
      expect((await again.get("/logs_mat_view?select=id", { token: login.json.token })).json).toHaveLength(2);
      // The boat goes on with the token it has, and the logbook with the next id.
      const back = passage(Date.now() - 3 * 3_600_000, DAY_TRIP.slice(0, 3));
      expect((await again.post("/metrics", back, { token: sailor.vesselToken })).status).toBe(201);
      await service.drain();
      const after = (await again.get(what, { token: login.json.token })).json;
      expect(after.length).toBeGreaterThanOrEqual(before.length);
    }, 120_000);
  },
);
