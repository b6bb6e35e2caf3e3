import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectionUrl } from "@wakelog/data-api/db/connection-settings.ts";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../../../test/support/cli.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { type EmbeddedServer, startEmbedded } from "../../../src/database/postgres-server/embedded.ts";

const BIN = "/usr/lib/postgresql/15/bin";

describe.skipIf(!existsSync(join(BIN, "postgres")))(
  "a backup of a server of the operator's own (skipped without PostgreSQL 15)",
  { timeout: 120_000 },
  () => {
    let folder: string;
    let server: EmbeddedServer;
    const file = () => join(folder, "copy.tar.gz");

    const wakelog = async (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
      const command = runCli(args, {
        DATABASE_URL: server.url,
        WAKELOG_JWT_SECRET: TEST_SECRET,
        WAKELOG_DATA_DIR: join(folder, "own"),
        WAKELOG_POSTGRES_BIN: BIN,
        ...more,
      });
      return { code: await command.ended, output: command.output() };
    };

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "wakelog-own-server-"));
      await chmod(folder, 0o755);
      server = await startEmbedded({
        dataDir: join(folder, "server"),
        port: "auto",
        durable: false,
        binDir: BIN,
      });
      expect((await wakelog(["migrate"])).code).toBe(0);
      const superuser = connectPostgres({ url: server.url, max: 1 });
      await superuser.pipeline([{ statement: sql`create role poor login password 'poor'` }]);
      await superuser.close();
    }, 120_000);
    afterAll(async () => {
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it("is taken and verified by the programs of its release", async () => {
      expect(await wakelog(["backup", file()])).toMatchObject({
        code: 0,
        output: expect.stringMatching(/verified: restored and started/),
      });
    });

    it("is not taken where it could not be verified, unless that is what is asked for", async () => {
      const others = join(folder, "others.tar.gz");
      const refused = await wakelog(["backup", others], { WAKELOG_POSTGRES_BIN: "" });
      expect(refused).toMatchObject({
        code: 1,
        output: expect.stringMatching(/WAKELOG_POSTGRES_BIN.*--no-verify/),
      });
      expect(existsSync(others)).toBe(false);
      expect((await wakelog(["backup", others, "--no-verify"], { WAKELOG_POSTGRES_BIN: "" })).code).toBe(0);
    });

    it("says what else can be done where the role may not replicate", async () => {
      const DATABASE_URL = connectionUrl(server.url, { user: "poor", password: "poor" });
      const refused = await wakelog(["backup", join(folder, "poor.tar.gz")], { DATABASE_URL });
      expect(refused.code).toBe(1);
      expect(refused.output).toMatch(/may not replicate.*pg_dump -Fc.*pg_basebackup/);
      expect(readdirSync(folder).filter((name) => name.startsWith("poor"))).toEqual([]);
    });

    it("is restored by the same release only", async () => {
      const dataDir = join(folder, "restored");
      const settings = { DATABASE_URL: "", WAKELOG_JWT_SECRET: "", WAKELOG_DATA_DIR: dataDir };
      const refused = await wakelog(["restore", file()], { ...settings, WAKELOG_POSTGRES_BIN: "" });
      expect(refused).toMatchObject({
        code: 1,
        output: expect.stringMatching(/PostgreSQL 15 .*nothing was written/),
      });
      expect(existsSync(dataDir)).toBe(false);
      const restored = await wakelog(["restore", file()], settings);
      expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/start one on .*postgres/) });
      expect(readdirSync(join(dataDir, "postgres"))).toContain("PG_VERSION");
    });
  },
);
