/** The promises of docs/promises.md for the embedded database, in a production service. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { installationForTests } from "../../../../../test/support/installation.ts";
import { connectToEmbedded } from "../../../src/database/postgres-server/embedded.ts";

const installation = installationForTests({ WAKELOG_PARTS: "api" });

describe("a row", { timeout: 120_000 }, () => {
  it("is on the disk before it is acknowledged: the server waits for it", async () => {
    const { service, api } = await installation.start();
    const { vesselToken: token } = await newSailor(api);
    const embedded = await connectToEmbedded(installation.dataDir);
    const owner = connectPostgres({ url: embedded?.url ?? "", max: 1 });
    try {
      // How far the log was on disk: an asynchronous commit would leave it behind.
      const position = (which: "flush" | "insert") =>
        owner.transaction(async (tx) => {
          const [row] = await tx.query(
            which === "flush"
              ? sql`select pg_current_wal_flush_lsn() - '0/0' as at`
              : sql`select pg_current_wal_insert_lsn() - '0/0' as at`,
          );
          return Number(row?.at);
        });
      const before = await position("insert");
      const row = { time: new Date().toISOString(), latitude: 60, longitude: 24 };
      expect((await api.post("/metrics", [row], { token })).status).toBe(201);
      expect(await position("flush")).toBeGreaterThan(before);
      const settings = await owner.transaction((tx) =>
        tx.query(sql`
          select name, setting from pg_settings
          where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name`),
      );
      expect(settings.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
        "fsync on",
        "full_page_writes on",
        "synchronous_commit on",
      ]);
      const asRequests = await api.get("/rpc/versions_fn");
      expect(asRequests.status).toBe(200);
    } finally {
      await owner.close();
      service.process.kill("SIGTERM");
      await service.ended;
    }
  });
});

describe("a service that was told to stop", { timeout: 120_000 }, () => {
  it("has stopped its database cleanly when it has ended", async () => {
    const { service } = await installation.start();
    const log = () => readFileSync(join(installation.dataDir, "postgres.log"), "utf8");
    const before = log().length;
    service.process.kill("SIGTERM");
    expect(await service.ended).toBe(0);
    expect(log().slice(before)).toContain("database system is shut down");
    const again = await installation.start();
    expect(log().slice(before)).not.toContain("was not properly shut down");
    expect(log().slice(before)).toContain("database system was shut down at");
    again.service.process.kill("SIGTERM");
    expect(await again.service.ended).toBe(0);
  });
});
