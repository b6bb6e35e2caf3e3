/** Reminders, and the short message on a channel that was connected. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it } from "vitest";
import { newSailor } from "../../../../../../test/support/client.ts";
import { prove } from "../../../../../../test/support/proven.ts";
import { TEST_SECRET } from "../../../../../../test/support/server.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { tokenIssuer } from "../../../../src/people/accounts/tokens.ts";

const service = serviceForTests();
const { api } = service;
const run = (statement: Sql) => service.database.owner.transaction((tx) => tx.query(statement));

const KINDS = [
  ...["no_vessel", "no_metadata", "no_activity"],
  ...["email_valid", "push_valid", "messenger_valid"],
];
const toldTo = async (email: string) =>
  (
    await run(sql`
      select d.kind, d.channel from app.deliveries d join app.accounts using (account_id)
      where email = ${email} and d.kind = any (${KINDS}::text[]) order by d.id`)
  ).map(({ kind, channel }) => `${kind} ${channel}`);
/** Twice: no message is repeated. */
const drain = async () => {
  for (const _ of [1, 2]) await service.drainJobs();
};

let people = 0;
const signup = async () => {
  const email = `boatless${++people}@example.org`;
  const person = { email, pass: "fair winds 7", firstname: "Aino", lastname: "Meri" };
  const answer = await api.post("/rpc/signup", person);
  expect(answer.status, answer.text).toBe(200);
  return { email, token: String(answer.json.token) };
};
const signedUpBefore = (days: number, ...emails: readonly string[]) =>
  run(sql`
    update app.accounts set created_at = now() - make_interval(days => ${days}::int)
    where email = any (${[...emails]}::text[])`);
const registeredBefore = (days: number, email: string) =>
  run(sql`
    update app.vessels v set created_at = now() - make_interval(days => ${days}::int)
    from app.memberships m join app.accounts a using (account_id)
    where m.vessel_id = v.vessel_id and a.email = ${email}`);
const lastHeardBefore = (days: number, email: string) =>
  run(sql`
    update api.metadata d set "time" = now() - make_interval(days => ${days}::int)
    from app.memberships m join app.accounts a using (account_id)
    where m.vessel_id = d.vessel_id and a.email = ${email}`);

describe("an account without a boat", () => {
  it("is reminded after a day and once more after a week, and then left alone", async () => {
    const { email } = await signup();
    await prove(service, email);
    await drain();
    expect(await toldTo(email)).toEqual([]);
    for (const [days, reminders] of [
      [2, 1],
      [7, 1],
      [9, 2],
      [20, 2],
    ] as const) {
      await signedUpBefore(days, email);
      await drain();
      expect(await toldTo(email), `after ${days} days`).toEqual(Array(reminders).fill("no_vessel email"));
    }
  });

  it("is not reminded if it is old, disabled, unproven, mute or has a boat", async () => {
    const [old, disabled, unproven, mute] = [await signup(), await signup(), await signup(), await signup()];
    const sailor = await newSailor(api, "Has one");
    await prove(service, old.email, disabled.email, mute.email, sailor.email);
    await run(sql`update app.accounts set disabled = true where email = ${disabled.email}`);
    await api.post(
      "/rpc/update_user_preferences_fn",
      { key: "{muted}", value: { email: ["no_vessel"] } },
      { token: mute.token },
    );
    await signedUpBefore(2, disabled.email, unproven.email, mute.email, sailor.email);
    await signedUpBefore(400, old.email);
    await drain();
    for (const { email } of [old, disabled, unproven, mute, sailor]) {
      expect(await toldTo(email), email).toEqual([]);
    }
    // One that is proven later is reminded then.
    await prove(service, unproven.email);
    await drain();
    expect(await toldTo(unproven.email)).toEqual(["no_vessel email"]);
  });
});

describe("a boat", () => {
  const contact = (token: string) =>
    api.post(
      "/metadata",
      { name: "Aava", plugin_version: "0.2.0", time: new Date().toISOString() },
      { token },
    );

  it("that never sent anything is mentioned once, a day after it was registered", async () => {
    const [quiet, shown, heard] = [
      await newSailor(api, "Quiet"),
      await newSailor(api, "Shown"),
      await newSailor(api, "Heard"),
    ];
    await prove(service, quiet.email, shown.email, heard.email);
    expect((await contact(heard.vesselToken)).status).toBe(201);
    // A sample voyage was not sent by the boat.
    const sample = await api.post("/rpc/sample_voyage_fn", {}, { token: shown.userToken });
    expect(sample.status, sample.text).toBe(200);
    await drain();
    for (const { email } of [quiet, shown, heard]) await registeredBefore(2, email);
    await drain();
    await drain();
    for (const { email } of [quiet, shown]) expect(await toldTo(email), email).toEqual(["no_metadata email"]);
    expect(await toldTo(heard.email)).toEqual([]);
  });

  it("that sent nothing for 30 days is mentioned once", async () => {
    const sailor = await newSailor(api, "Laid up");
    await prove(service, sailor.email);
    expect((await contact(sailor.vesselToken)).status).toBe(201);
    for (const [days, reminders] of [
      [29, 0],
      [31, 1],
      [40, 1],
    ] as const) {
      await lastHeardBefore(days, sailor.email);
      await drain();
      expect(await toldTo(sailor.email), `after ${days} days`).toEqual(
        Array(reminders).fill("no_activity email"),
      );
    }
  });

  it("that was silent for years before the service asked is not mentioned", async () => {
    const sailor = await newSailor(api, "Long gone");
    await prove(service, sailor.email);
    expect((await contact(sailor.vesselToken)).status).toBe(201);
    await lastHeardBefore(400, sailor.email);
    await drain();
    expect(await toldTo(sailor.email)).toEqual([]);
  });
});

describe("a channel that was connected", () => {
  it("says so once, and there only: push", async () => {
    const sailor = await newSailor(api, "Pushed");
    await prove(service, sailor.email);
    const link = async (key: string) => {
      const { push_link } = (await api.post("/rpc/push_subscribe_link_fn", {}, { token: sailor.userToken }))
        .json;
      const success = new URL(push_link.link).searchParams.get("success") ?? "";
      const token = new URL(success).searchParams.get("token");
      const linked = await api.post(
        "/rpc/push_fn",
        { token, push_user_key: key },
        { token: sailor.userToken },
      );
      expect(linked.json, linked.text).toBe(true);
      await drain();
    };
    await link("u1");
    expect(await toldTo(sailor.email)).toEqual(["push_valid push"]);
    await link("u2");
    expect(await toldTo(sailor.email)).toEqual(["push_valid push"]);
  });

  it("says so once, and there only: a chat that another program's bot links", async () => {
    const sailor = await newSailor(api, "Chatting");
    await prove(service, sailor.email);
    const bot = await tokenIssuer(TEST_SECRET, 1).operator("messenger_role", 3600);
    for (const id of [8_801, 8_802]) {
      const { email, userToken } = sailor;
      const token = (await api.post("/rpc/generate_otp_fn", { email }, { token: userToken })).json;
      const messenger_obj = { from: { id, is_bot: false }, chat: { id, type: "private" } };
      const linked = await api.post("/rpc/messenger_fn", { token, messenger_obj }, { token: bot });
      expect(linked.json, linked.text).toBe(true);
      await drain();
      expect(await toldTo(sailor.email)).toEqual(["messenger_valid messenger"]);
    }
  });

  it("says nothing while the address is not proven", async () => {
    const sailor = await newSailor(api, "Unproven");
    await run(sql`
      select app.enqueue('push_valid', '', account_id) from app.accounts where email = ${sailor.email}`);
    await drain();
    expect(await toldTo(sailor.email)).toEqual([]);
  });
});
