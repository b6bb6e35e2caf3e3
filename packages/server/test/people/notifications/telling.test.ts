/** From an event on board to the mail in the mailbox; and what messages must never hold up. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { type Observation, sentence } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { prove } from "../../../../../test/support/proven.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { SILENCE_MINUTES } from "../../../src/boat/monitoring/offline.ts";
import { sampleVoyage } from "../../../src/boat/voyages/ingest/sample-voyage.ts";
import { CODE_MINUTES } from "../../../src/people/accounts/one-time-codes.ts";
import { type MailServer, startMailServer } from "./servers/mail-server.ts";

let mail: MailServer;
let service: TestService;
let api: Client;
const observed: Observation[] = [];

beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({ WAKELOG_SMTP_URL: `smtp://127.0.0.1:${mail.port}` }, (one) =>
    observed.push(one),
  );
  api = client(service.apiUrl);
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

const run = (statement: Sql) => service.database.owner.transaction((tx) => tx.query(statement));
const vesselOf = async ({ email }: Sailor): Promise<string> => {
  const [row] = await run(sql`
    select vessel_id from app.memberships join app.accounts using (account_id) where email = ${email}`);
  return String(row?.vessel_id);
};
const textsTo = (email: string, subject: string): readonly string[] =>
  mail.to(email, subject).map((one) => one.text);

describe("a preference that cannot be read", () => {
  it("costs others no message and no log its name, and is reported to the operator", async () => {
    const sailor = await newSailor(api, "Poisoned");
    const mate = await newSailor(api, "Another boat");
    await prove(service, sailor.email, mate.email);
    const vesselId = await vesselOf(sailor);
    await run(sql`
      insert into app.memberships (account_id, vessel_id, role)
      select account_id, ${vesselId}, 'crew' from app.accounts where email = ${mate.email}`);
    await run(sql`
      update app.accounts set preferences = preferences
        || '{"email_notifications": "maybe", "phone_notifications": [], "push_user_key": 7, "messenger": "x", "badges": "none"}'
      where email = ${sailor.email}`);
    await api.post("/metrics", sampleVoyage(new Date()), { token: sailor.vesselToken });
    await service.drainJobs();
    const [log] = (await api.get("/logbook?select=id,name,distance", { token: sailor.userToken })).json;
    expect(log.name).toMatch(/ to /);
    expect(log.distance).toBeGreaterThan(0);
    expect(textsTo(mate.email, `New log: ${log.name}`)).toHaveLength(1);
    expect(textsTo(mate.email, "New badge: Helmsman")).toHaveLength(1);
    expect(await run(sql`select channel, failure from app.events where failure is not null`)).toEqual([]);
    const told = observed.map(sentence).filter((line) => line.startsWith("preferences:"));
    for (const key of ["email_notifications", "phone_notifications", "push_user_key", "messenger"]) {
      expect(told.join("\n")).toMatch(new RegExp(`account \\w+ has a value for ${key} that cannot be read`));
    }
    // Users with broken preferences can still sign in.
    const login = await api.post("/rpc/login", { email: sailor.email, pass: sailor.password });
    expect(login.status).toBe(200);
  });
});

describe("telling that fails", () => {
  it("does not undo what it tells of, and is tried again", async () => {
    const sailor = await newSailor(api, "Unlucky");
    await prove(service, sailor.email);
    await run(sql`alter table app.deliveries add constraint broken check (kind <> 'logbook') not valid`);
    await api.post("/metrics", sampleVoyage(new Date()), { token: sailor.vesselToken });
    await service.drainJobs();
    const [log] = (await api.get("/logbook?select=id,name,distance", { token: sailor.userToken })).json;
    expect([typeof log.name, typeof log.distance]).toEqual(["string", "number"]);
    const failed = await run(sql`select channel from app.events where failure is not null`);
    expect(failed).toEqual([{ channel: "log_finished" }]);
    const jobs = observed.flatMap((one) => (one.kind === "job-failed" ? [one.channel] : []));
    // The number of retries depends on time.
    expect(new Set(jobs)).toEqual(new Set(["log_finished"]));
    await run(sql`alter table app.deliveries drop constraint broken`);
    await run(sql`update app.events set due = now() where failure is not null`);
    await service.drainJobs();
    expect(textsTo(sailor.email, `New log: ${log.name}`)).toHaveLength(1);
  });
});

describe("a boat's contact", () => {
  const contact = (sailor: Sailor) =>
    api.post(
      "/metadata?on_conflict=vessel_id",
      { name: "Aava", plugin_version: "0.2.0", time: new Date().toISOString() },
      { token: sailor.vesselToken, headers: { Prefer: "resolution=merge-duplicates" } },
    );

  it("is the first one, or ends a silence whose length is said", async () => {
    const sailor = await newSailor(api, "Aava");
    await prove(service, sailor.email);
    const online = () => textsTo(sailor.email, "Aava is online");
    await contact(sailor);
    await service.drainJobs();
    expect(online()).toHaveLength(1);
    expect(online()[0]).toContain("Aava is in contact for the first time.");
    await run(sql`
      update api.metadata set time = now() - interval '3 hours 5 minutes' where vessel_id = ${await vesselOf(sailor)}`);
    // Once to find it silent, once for the mail to leave.
    await service.drainJobs();
    await service.drainJobs();
    expect(textsTo(sailor.email, "Aava is offline")[0]).toContain(
      `Aava has not been heard from for more than ${SILENCE_MINUTES} minutes.`,
    );
    // Sent long enough ago: a link that comes and goes causes one message.
    await run(sql`
      update app.watch_states set offline_told_at = now() - interval '31 minutes'
      where vessel_id = ${await vesselOf(sailor)}`);
    await contact(sailor);
    await service.drainJobs();
    expect(online()).toHaveLength(2);
    expect(online()[1]).toContain("Aava is in contact again, after 3 hours 5 minutes of silence.");
  });

  it("counts as lost after the same time everywhere", async () => {
    expect(await run(sql`select (extract(epoch from app.offline_after()) / 60)::int as minutes`)).toEqual([
      { minutes: SILENCE_MINUTES },
    ]);
  });
});

describe("a code", () => {
  it("is valid for as long as its mail says", async () => {
    const sailor = await newSailor(api, "Codes");
    await service.drainJobs();
    await prove(service, sailor.email);
    await api.post("/rpc/recover", { email: sailor.email });
    await api.post("/rpc/messenger_otp_fn", { email: sailor.email });
    await service.drainJobs();
    for (const subject of ["Welcome to Wakelog", "Choose a new password", "Link your messenger"]) {
      expect(textsTo(sailor.email, subject).join()).toContain(`within ${CODE_MINUTES} minutes`);
    }
  });
});

describe("a badge", () => {
  it("is given, and described, as the table of badges says", async () => {
    const sailor = await newSailor(api, "Breeze");
    await prove(service, sailor.email);
    await run(sql`update app.badges set threshold = 12 where name = 'Wake Maker'`);
    try {
      const rows = sampleVoyage(new Date()).map((row) => ({ ...row, windspeedapparent: 12 }));
      await api.post("/metrics", rows, { token: sailor.vesselToken });
      await service.drainJobs();
      const badges = await api.get("/rpc/badges_fn", { token: sailor.userToken });
      const described = badges.json.map((one: { name: string; description: string }) => [
        one.name,
        one.description,
      ]);
      expect(described.sort()).toEqual([
        ["Baltic Sea", "Sailed here: Baltic Sea"],
        ["Gulf of Finland", "Sailed here: Gulf of Finland"],
        ["Helmsman", "Brought home a first log"],
        ["Wake Maker", "Sailed in 12 knots of wind"],
      ]);
      expect(textsTo(sailor.email, "New badge: Wake Maker")).toHaveLength(1);
    } finally {
      await run(sql`update app.badges set threshold = 15 where name = 'Wake Maker'`);
    }
  });
});
