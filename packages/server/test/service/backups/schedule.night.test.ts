import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, expect, it, vi } from "vitest";
import { installationForTests, urlIn } from "../../../../../test/support/installation.ts";
import { connectToEmbedded } from "../../../src/database/postgres-server/embedded.ts";
import { defaultFile } from "../../../src/service/backups/keeping.ts";
import { startMailServer } from "../../people/notifications/servers/mail-server.ts";
import { readExposition, total } from "../operations/exposition.ts";
import { beside } from "./restored.ts";

const mail = await startMailServer();
afterAll(() => mail.stop());
const later = new Date(Date.now() + 6 * 3_600_000).toISOString().slice(11, 16);
const installation = installationForTests({
  WAKELOG_PARTS: "api",
  WAKELOG_BACKUP_AT: later,
  WAKELOG_BACKUP_KEEP: "3d",
  WAKELOG_OPERATOR_MAIL: "harbour.master@example.org",
  WAKELOG_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
});

/** Makes it the time of day. */
async function comeTheTime(): Promise<void> {
  const running = await connectToEmbedded(installation.dataDir);
  const owner = connectPostgres({ url: running?.url ?? "", max: 1 });
  await vi.waitFor(
    async () => {
      const { affected } = await owner.transaction((tx) =>
        tx.run(sql`update app.schedules set due = now() where name = 'take the backup of the day'`),
      );
      expect(affected).toBe(1);
    },
    { timeout: 30_000, interval: 100 },
  );
  await owner.close();
}

async function measured(adminUrl: string) {
  return readExposition(await (await fetch(`${adminUrl}/metrics`)).text());
}

it("a backup is taken each day, verified, and older ones are thinned; a failure is reported", {
  timeout: 240_000,
}, async () => {
  const folder = join(installation.dataDir, "backups");
  mkdirSync(folder, { recursive: true });
  for (let day = 1; day <= 5; day++)
    writeFileSync(defaultFile(folder, new Date(Date.now() - day * 86_400_000)), "");
  // Left by a killed backup.
  const draft = `${defaultFile(folder, new Date(Date.now() - 86_400_000))}.part`;
  writeFileSync(draft, "");
  utimesSync(draft, new Date(0), new Date(0));
  const { service } = await installation.start();
  const admin = await urlIn(service, "Operations");
  expect((await measured(admin)).get("wakelog_backup_last_success_timestamp_seconds")?.samples ?? []).toEqual(
    [],
  );
  await comeTheTime();
  await service.until(/backup \S+ is verified/, 90_000);
  // That of today, and the two before.
  expect(readdirSync(folder)).toHaveLength(3);
  const families = await measured(admin);
  expect(total(families, "wakelog_backup_total", { outcome: "done" })).toBe(1);
  expect(total(families, "wakelog_backup_total", { outcome: "failed" })).toBe(0);
  const age = Date.now() / 1000 - total(families, "wakelog_backup_last_success_timestamp_seconds");
  expect(age).toBeGreaterThan(0);
  expect(age).toBeLessThan(180);
  expect(mail.mails).toEqual([]);
  service.process.kill("SIGTERM");
  expect(await service.ended).toBe(0);

  // A disk that is not there.
  const blocked = beside(installation, "blocked");
  writeFileSync(blocked, "");
  const next = installation.run(["start"], { WAKELOG_BACKUP_DIR: blocked });
  const nextAdmin = await urlIn(next, "Operations");
  await comeTheTime();
  await next.until(/the backup failed: /, 60_000);
  expect(total(await measured(nextAdmin), "wakelog_backup_total", { outcome: "failed" })).toBe(1);
  await vi.waitFor(() => expect(mail.to("harbour.master@example.org")).toHaveLength(1), { timeout: 30_000 });
  const [told] = mail.to("harbour.master@example.org", "Wakelog: the backup failed");
  expect(told?.text).toMatch(/blocked.*wakelog check/s);
  // The last good one is still reported.
  expect(total(await measured(nextAdmin), "wakelog_backup_last_success_timestamp_seconds")).toBeGreaterThan(
    0,
  );
  next.process.kill("SIGTERM");
  await next.ended;
});
