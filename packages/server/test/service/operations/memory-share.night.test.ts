/** The most expensive requests of one account and its boat, all at once: PostgreSQL's memory for them is bounded. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { expect, it } from "vitest";
import { client, newSailor } from "../../../../../test/support/client.ts";
import { startService } from "../../../../../test/support/service.ts";
import { type EmbeddedServer, startEmbedded } from "../../../src/database/postgres-server/embedded.ts";

/** Stated in docs/operations.md, in MB. */
const MOST_OF_TENANT = 800;
const ROWS = 150_000;
const AT_ONCE = 8;

const folder = mkdtempSync(join(tmpdir(), "wakelog-memory-"));
chmodSync(folder, 0o755);

/**
 * Watches the total memory of a server's processes. @returns a function that stops it and returns the maximum in MB
 */
function watchMemory(server: EmbeddedServer): () => Promise<number> {
  const program = join(import.meta.dirname, "memory-watcher.ts");
  const watcher = spawn(process.execPath, ["--import", "tsx", program, String(server.pid())]);
  let told = "";
  watcher.stdout.on("data", (chunk) => {
    told += String(chunk);
  });
  return async () => {
    watcher.stdin.end();
    await once(watcher, "close");
    return Number(told);
  };
}

it.runIf(process.platform === "linux")("has a bound", { timeout: 600_000 }, async () => {
  const server = await startEmbedded({ dataDir: join(folder, "data"), port: "auto", durable: false });
  const service = await startService({ DATABASE_URL: server.url });
  const api = client(service.apiUrl);
  const { email, userToken, vesselToken } = await newSailor(api, "Far");
  const owner = connectPostgres({ url: server.url, max: 1 });
  await owner.transaction((tx) =>
    tx.run(sql`
      insert into app.metrics (vessel_id, "time", latitude, longitude, speedoverground, metrics)
      select m.vessel_id, '2021-01-01Z'::timestamptz + n * interval '1 minute', 59.8, 22.9, 0,
        jsonb_build_object('environment.wind.speedTrue', 5 + n % 7, 'electrical.batteries.House.voltage', 12.5,
          'environment.depth.belowTransducer', 4.5 + n % 3)
      from app.memberships m join app.accounts a using (account_id), generate_series(1, ${ROWS}::int) n
      where a.email = ${email}`),
  );
  await owner.close();
  const dearest = [
    "/metrics?select=time,metrics,latitude&order=time.desc",
    "/metrics?select=*",
    "/metrics?select=time,metrics&order=speedoverground,time",
    "/metrics?select=time,metrics&order=metrics-%3E%3Eenvironment.wind.speedTrue",
  ];
  const most = watchMemory(server);
  const answers = await Promise.all(
    Array.from({ length: 2 * AT_ONCE }, (_, n) =>
      api.get(dearest[n % dearest.length] ?? "", { token: n % 8 < 4 ? userToken : vesselToken }),
    ),
  );
  const peak = await most();
  const statuses = answers.map(({ status }) => status);
  expect(peak).toBeGreaterThan(20);
  expect(statuses.filter((status) => ![200, 400, 504].includes(status))).toEqual([]);
  expect(peak).toBeLessThan(MOST_OF_TENANT);
  await service.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
