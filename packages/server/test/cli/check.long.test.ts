import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { connectionUrl } from "@wakelog/data-api/db/connection-settings.ts";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, expect, it } from "vitest";
import { cloneDatabase } from "../../../../test/support/database.ts";
import { installationForTests, urlIn } from "../../../../test/support/installation.ts";
import { TEST_SECRET } from "../../../../test/support/server.ts";
import { startMailServer } from "../people/notifications/servers/mail-server.ts";

const installation = installationForTests();
const closing: (() => unknown)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

async function check(more: Readonly<Record<string, string>> = {}) {
  const command = installation.run(["check"], more);
  return { code: await command.ended, output: command.output() };
}

/** Takes a port. */
async function strangePort(): Promise<number> {
  const server = createServer((_, answer) => void answer.end("another"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

it("lists what is not set up yet, which is not wrong", { timeout: 60_000 }, async () => {
  const { code, output } = await check();
  expect(output).toMatch(/^not set up +database: none in .*wakelog start/m);
  expect(output).toMatch(/^not set up +mail: /m);
  expect(output).toMatch(/^not set up +public address: /m);
  expect(output).toMatch(/^not set up +last backup: none/m);
  expect(output).toMatch(/^not set up +backup schedule: /m);
  expect(output).toMatch(/^0 wrong, /m);
  expect(code).toBe(0);
});

it("finds nothing wrong with a service that runs, and says how old its backup is", {
  timeout: 120_000,
}, async () => {
  const mail = await startMailServer();
  closing.push(() => mail.stop());
  const { service } = await installation.start();
  const [apiUrl, adminUrl] = [await urlIn(service, "API"), await urlIn(service, "Operations")];
  expect(await installation.run(["backup"]).ended).toBe(0);
  const running = {
    WAKELOG_API_PORT: new URL(apiUrl).port,
    WAKELOG_ADMIN_PORT: new URL(adminUrl).port,
    WAKELOG_API_URL: apiUrl,
    WAKELOG_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    WAKELOG_BACKUP_AT: "03:00",
  };
  const fine = await check(running);
  expect(fine.output).toMatch(/^ok +port \d+, the API: in use by the running service/m);
  expect(fine.output).toMatch(/^ok +public address: http/m);
  expect(fine.output).toMatch(/^ok +mail: /m);
  expect(fine.output).toMatch(/^ok +database: PostgreSQL [\d.]+, \d+ days old/m);
  expect(fine.output).toMatch(/^ok +last backup: verified, 0 h old/m);
  expect(fine.output).toMatch(/^0 wrong, 0 not set up, /m);
  expect(fine.code).toBe(0);

  const last = join(installation.dataDir, "last-backup.json");
  writeFileSync(
    last,
    JSON.stringify({ taken: new Date(Date.now() - 3 * 86_400_000).toISOString(), bytes: 1 }),
  );
  const late = await check(running);
  expect(late).toMatchObject({ code: 1, output: expect.stringMatching(/^WRONG +last backup: 3 days old/m) });
  service.process.kill("SIGTERM");
  await service.ended;
});

it("names a running service whose data is elsewhere", { timeout: 120_000 }, async () => {
  const { service } = await installation.start();
  const other = join(installation.dataDir, "other");
  const ports = {
    WAKELOG_API_PORT: new URL(await urlIn(service, "API")).port,
    WAKELOG_ADMIN_PORT: new URL(await urlIn(service, "Operations")).port,
  };
  const { code, output } = await check({ ...ports, WAKELOG_DATA_DIR: other });
  expect(output).toContain(
    `WRONG       running service: it keeps its database in ${join(installation.dataDir, "postgres")}, and these settings name ${other}. Set WAKELOG_DATA_DIR once`,
  );
  expect(code).toBe(1);
  service.process.kill("SIGTERM");
  await service.ended;
});

it("finds what is wrong: all of it at once", { timeout: 60_000 }, async () => {
  const port = String(await strangePort());
  const { code, output } = await check({
    WAKELOG_API_PORT: port,
    WAKELOG_API_URL: `http://127.0.0.1:${port}`,
    WAKELOG_SMTP_URL: "smtp://127.0.0.1:1",
    DATABASE_URL: "postgresql://unknown:wrong@127.0.0.1:1/none",
    WAKELOG_JWT_SECRET: TEST_SECRET,
  });
  expect(output).toMatch(/^WRONG +port \d+, the API: .*taken.*WAKELOG_API_PORT/m);
  expect(output).toMatch(/^WRONG +public address: .*it is not the API/m);
  expect(output).toMatch(/^WRONG +mail: /m);
  expect(output).toMatch(/^WRONG +database: .*refused/im);
  expect(output).toMatch(/^4 wrong, /m);
  expect(code).toBe(1);
});

it("looks at the port of a database that is not there yet", { timeout: 60_000 }, async () => {
  const port = String(await strangePort());
  const own = { WAKELOG_DATA_DIR: join(installation.dataDir, "none"), WAKELOG_DB_PORT: port };
  const taken = await check(own);
  expect(taken.output).toMatch(/^WRONG +port \d+, the database: it is taken. Set WAKELOG_DB_PORT/m);
  expect(taken.code).toBe(1);
  await Promise.all(closing.splice(0).map((close) => close()));
  const free = await check(own);
  expect(free.output).toMatch(/^ok +port \d+, the database: free/m);
  expect(free.code).toBe(0);
});

it("finds settings that cannot be read, each of them", { timeout: 60_000 }, async () => {
  const { code, output } = await check({ WAKELOG_BACKUP_AT: "25:00", WAKELOG_BACKUP_KEEP: "7x" });
  expect(output).toMatch(/^WRONG +settings: WAKELOG_BACKUP_AT must be a time like 03:00/m);
  expect(output).toMatch(/^WRONG +settings: WAKELOG_BACKUP_KEEP must be numbers/m);
  expect(code).toBe(1);
});

it("finds a role that may not migrate, and a clock that is behind", { timeout: 60_000 }, async () => {
  const database = await cloneDatabase();
  closing.push(() => database.drop());
  await database.owner.transaction((tx) =>
    tx.run(
      sql`update app.schema_versions set applied_at = now() + interval '2 years' where version = 'code'`,
    ),
  );
  const own = { WAKELOG_JWT_SECRET: TEST_SECRET };
  const ahead = await check({ ...own, DATABASE_URL: database.url });
  expect(ahead).toMatchObject({ code: 1, output: expect.stringMatching(/^WRONG +clock: .*set the time/m) });

  const role = `poor_${process.pid}`;
  const admin = connectPostgres({ url: database.url, max: 1 });
  await admin.transaction((tx) =>
    tx.script(`create role ${role} login password 'poor'; grant usage on schema app to ${role}`),
  );
  await admin.transaction((tx) => tx.script(`grant select on app.schema_versions to ${role}`));
  const url = connectionUrl(database.url, { user: role, password: "poor" });
  const poor = await check({ ...own, DATABASE_URL: url });
  expect(poor).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^WRONG +database rights: poor_\d+ must/m),
  });
  await admin.transaction((tx) => tx.script(`drop owned by ${role}; drop role ${role}`));
  await admin.close();
});

it("tells nothing of what is secret", { timeout: 60_000 }, async () => {
  const { output } = await check({
    WAKELOG_SMTP_URL: "smtp://boat:verysecret@127.0.0.1:1",
    DATABASE_URL: "postgresql://unknown:verysecret@127.0.0.1:1/none",
    WAKELOG_JWT_SECRET: TEST_SECRET,
  });
  expect(output).not.toContain("verysecret");
  expect(output).not.toContain(TEST_SECRET);
});
