/** Mail to strangers: an unconfirmed address is spared, whatever a caller does. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { letTimePass, prove } from "../../../../../test/support/proven.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;

const PASS = "attacker pass";
const signup = (email: string) =>
  api.post("/rpc/signup", { email, pass: PASS, firstname: "Friendly", lastname: "Stranger" });
/** Messages queued for or sent to mailboxes with this pattern. */
async function mailsLike(pattern: string) {
  await service.drainJobs();
  return service.database.owner.transaction((tx) =>
    tx.query(sql`
      select kind, channel, subject, body from app.deliveries where recipient ilike ${pattern} order by id`),
  );
}

describe("a person who never signed up", () => {
  it("gets one mail in a quarter of an hour and three a day, whatever it is for", async () => {
    const email = "bystander@elsewhere.example";
    expect((await signup(email)).status).toBe(200);
    for (let i = 0; i < 8; i++) {
      const typed = `${email}${" ".repeat(i)}`;
      expect((await api.post("/rpc/login", { email: typed, pass: PASS })).status).toBe(200);
      expect((await api.post("/rpc/recover", { email: typed })).json).toBe(true);
      expect((await api.post("/rpc/messenger_otp_fn", { email: typed })).json).toMatchObject({
        otp_code: null,
      });
      await service.drainJobs();
    }
    expect(await mailsLike("bystander@%")).toHaveLength(1);
    // A day of asking, every ten minutes for something else.
    for (let minutes = 0; minutes < 23 * 60; minutes += 60) {
      await letTimePass(service, 3600);
      for (const ask of ["recover", "messenger_otp_fn"]) await api.post(`/rpc/${ask}`, { email });
      await service.drainJobs();
    }
    const mails = await mailsLike("bystander@%");
    expect(mails).toHaveLength(3);
    for (const { body, subject } of mails) {
      expect(`${subject}${body}`).not.toMatch(/Friendly|Stranger/);
    }
    await letTimePass(service, 2 * 3600);
    await api.post("/rpc/recover", { email });
    expect(await mailsLike("bystander@%")).toHaveLength(4);
  });

  it("gets no more where the address is written in many ways", async () => {
    const written = [
      "neighbour@elsewhere.example",
      "neigh.bour@elsewhere.example",
      "n.e.i.g.h.b.o.u.r@elsewhere.example",
      "neighbour+1@elsewhere.example",
      "neighbour+2@elsewhere.example",
      "NEIGHBOUR+3@Elsewhere.example",
      "ｎeighbour@elsewhere.example",
    ];
    for (const email of written) expect((await signup(email)).status).toBe(200);
    await service.drainJobs();
    const sent = await service.database.owner.transaction((tx) =>
      tx.query(sql`
        select d.recipient from app.deliveries d
        where recipient ilike '%@elsewhere.example' and recipient not ilike 'bystander%'`),
    );
    expect(sent).toHaveLength(1);
  });

  it("cannot be given an address with invisible characters", async () => {
    for (const email of [
      "vic\u200btim@elsewhere.example",
      "vic\u00a0tim@elsewhere.example",
      "a\u202eb@c.example",
    ]) {
      const answer = await signup(email);
      expect([answer.status, answer.json.code]).toEqual([400, "23514"]);
    }
  });

  it("hears nothing of a boat: not by mail, not by phone, not by chat", async () => {
    const sailor = await newSailor(api, "Free money");
    const chat = { from: { id: 77_001 }, chat: { id: 77_001 } };
    await service.database.owner.transaction((tx) =>
      tx.run(sql`
        update app.accounts set preferences = preferences
          || jsonb_build_object('messenger', ${JSON.stringify(chat)}::jsonb, 'push_user_key', 'bystanders')
        where email = ${sailor.email}`),
    );
    await api.post("/metadata", { name: "Free", plugin_version: "1" }, { token: sailor.vesselToken });
    const rows = passage(Date.now() - 8 * 3_600_000, DAY_TRIP);
    await api.post("/metrics?select=time", rows, { token: sailor.vesselToken });
    await service.drainJobs();
    const of = () =>
      service.database.owner.transaction((tx) =>
        tx.query(sql`
          select kind from app.deliveries d join app.accounts a using (account_id) where a.email = ${sailor.email}`),
      );
    expect(await of()).toEqual([{ kind: "email_otp" }]);
    // The log is kept and the badge is given all the same; later news is sent after the proof.
    const { preferences } = (await api.get("/rpc/settings_fn", { token: sailor.userToken })).json.settings;
    expect(preferences.badges).toHaveProperty("Helmsman");
    await prove(service, sailor.email);
    await service.database.owner.transaction((tx) =>
      tx.run(sql`
        select app.enqueue('monitoring_offline', '1', vessel_id) from app.memberships join app.accounts using (account_id)
        where email = ${sailor.email}`),
    );
    await service.drainJobs();
    expect((await of()).map((one) => one.kind).sort()).toEqual([
      "email_otp",
      "monitor_offline",
      "monitor_offline",
      "monitor_offline",
    ]);
  });
});

describe("names of people and boats", () => {
  const person = { pass: "fair winds 7", firstname: "Aino", lastname: "Meri" };
  /** An account that never gets to register a boat. */
  let shipless: string | undefined;
  const links = [
    "Claim at https://evil.example/win",
    "www.evil.example",
    "WWW.evil",
    "evil.example",
    "go to evil.co/x",
    "ｗｗｗ．evil．example",
    "evil。example",
    "ht\u200btps:\u200b//x",
    "ftp://x",
    "me@evil.example",
  ];
  const lines = ["Aino\nYours, support", "Aino\r\nBcc: x", "a\u2028b", "tab\there", "a\u202eb"];

  const invisible = ["Ai\u200bno", "Ai\u00adno", "Aino\u2060", "Ai\u200dno", "\u3164Aino", "Ai\u{e0041}no"];

  // Persian, Sinhala, an astronaut, the pirates' flag.
  it.each(["می\u200cروم", "ශ්\u200dරී", "👩\u200d🚀 Aino", "🏴\u200d☠️ Aino"])(
    "may be %j, which its script or its picture needs a joiner for",
    async (name) => {
      const email = `joined${[...name].length}@example.org`;
      const { status } = await api.post("/rpc/signup", { ...person, email, firstname: name });
      expect(status).toBe(200);
    },
  );

  it.each([...links, ...lines, ...invisible, "x".repeat(61)])("cannot be %j in a sign-up", async (name) => {
    for (const field of ["firstname", "lastname"]) {
      const answer = await api.post("/rpc/signup", {
        ...person,
        email: "names@example.org",
        [field]: name,
      });
      expect([answer.status, answer.json.code]).toEqual([400, "23514"]);
      expect(answer.json.message).toMatch(
        /^A (first|last) name (has 1 to 60 characters|must (be one line|not contain a link)|contains an invisible character)/,
      );
      expect(answer.text).not.toMatch(/scrypt|Failing row/);
    }
  });

  it.each([...links, ...lines, ...invisible, "x".repeat(61)])("cannot be %j for a boat", async (name) => {
    const email = "boat.names@example.org";
    shipless ??= (await api.post("/rpc/signup", { ...person, email })).json.token;
    const token = String(shipless);
    const registered = await api.post(
      "/rpc/register_vessel",
      { vessel_email: email, vessel_mmsi: "", vessel_name: name },
      { token },
    );
    expect([registered.status, registered.json.code]).toEqual([400, "23514"]);
    expect(registered.json.message).toMatch(/^The name of a boat /);
  });

  it("cannot be a link where a person changes the boat's, and may be whatever sailors call them", async () => {
    const sailor = await newSailor(api, "Aava");
    const token = sailor.userToken;
    await api.post("/metadata", { name: "Aava", plugin_version: "1" }, { token: sailor.vesselToken });
    const rename = (name: string) => api.patch("/metadata", { name }, { token });
    for (const name of [...links, ...lines, ...invisible]) {
      const answer = await rename(name);
      expect([name, answer.status]).toEqual([name, 400]);
      expect(answer.json.message).toMatch(/^The name of a boat /);
    }
    for (const name of [
      "S.Y. Aava II",
      "M/V Åsa-Karin",
      "海燕丸",
      "J.R.",
      "St. Mary",
      'L\'Hirondelle "7"',
      "Ζέφυρος",
      "Ankkuri ⚓\ufe0f",
      "می\u200cروم",
    ]) {
      expect([name, (await rename(name)).status]).toEqual([name, 204]);
    }
  });
});
