/** End to end: mail that users wait for, while vessels keep the worker busy. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, client } from "../../../../../test/support/client.ts";
import { prove } from "../../../../../test/support/proven.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { type MailServer, startMailServer } from "../../people/notifications/servers/mail-server.ts";

const RECOVERY = "Choose a new password";
let mail: MailServer;
let service: TestService;
let api: Client;
beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({
    WAKELOG_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    WAKELOG_JOB_LANES: "2",
  });
  api = client(service.apiUrl);
  for (const name of ["aino", "eero"]) {
    await api.post("/rpc/signup", {
      email: `${name}@example.org`,
      pass: "fair winds 7",
      firstname: name,
      lastname: "Meri",
    });
  }
  await service.drainJobs();
  await prove(service, "aino@example.org", "eero@example.org");
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

test("a recovery mail comes while every lane for vessels is busy and thousands of their events wait", async () => {
  const { owner } = service.database;
  await owner.transaction(async (tx) => {
    await tx.run(sql`
      insert into app.vessels (vessel_id, name) select 'busy ' || n, 'Busy ' || n from generate_series(1, 3) n`);
  });
  let letGo = (): void => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  // Locks the logbooks, so that lanes that work for their vessels wait.
  const holding = owner.transaction(async (tx) => {
    await tx.run(sql`lock table api.logbook in access exclusive mode`);
    await held;
  });
  try {
    await owner.transaction((tx) =>
      tx.run(sql`
        select app.enqueue('finish_log', n::text, 'busy ' || 1 + n % 3) from generate_series(1, 3000) n`),
    );
    const waiting = sql`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name = 'wakelog jobs' and wait_event_type = 'Lock'`;
    const lanes = async () => (await owner.transaction((tx) => tx.query(waiting)))[0]?.n;
    await expect.poll(lanes, { timeout: 10_000 }).toBe(2);

    expect((await api.post("/rpc/recover", { email: "aino@example.org" })).status).toBe(200);
    await expect.poll(() => mail.to("aino@example.org", RECOVERY).length, { timeout: 10_000 }).toBe(1);
    expect(await lanes()).toBe(2);
  } finally {
    letGo();
    await holding;
  }
});

test("a recovery mail leaves the outbox before the news that wait there", async () => {
  const { owner } = service.database;
  const before = mail.mails.length;
  // Both are stored at once, the news first.
  await owner.transaction(async (tx) => {
    await tx.run(sql`
      insert into app.deliveries (account_id, kind, channel, recipient, subject, body)
      select account_id, 'logbook', 'email', 'news' || n || '@example.org', 'New log', 'A log.'
      from app.accounts, generate_series(1, 60) n where email = 'eero@example.org'`);
    await tx.run(sql`
      select app.enqueue('email_reset', email, account_id) from app.accounts where email = 'eero@example.org'`);
  });
  await expect.poll(() => mail.to("eero@example.org", RECOVERY).length, { timeout: 20_000 }).toBe(1);
  const place = mail.mails.slice(before).findIndex((one) => one.recipients.includes("eero@example.org"));
  // One that is being sent when it is written goes first, and a few that were stored before its event was handled.
  expect(place).toBeGreaterThanOrEqual(0);
  expect(place).toBeLessThanOrEqual(20);
});
