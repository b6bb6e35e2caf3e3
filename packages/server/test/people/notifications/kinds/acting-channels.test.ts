/** An owner hears of every address that is added, and none survives a recovery of the account by mail. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, client, newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import { letTimePass, prove } from "../../../../../../test/support/proven.ts";
import { TEST_SECRET } from "../../../../../../test/support/server.ts";
import { startService, type TestService } from "../../../../../../test/support/service.ts";
import { tokenIssuer } from "../../../../src/people/accounts/tokens.ts";
import { PERSONAL_CHANNELS, wishesOf } from "../../../../src/people/notifications/wishes.ts";
import { type MailServer, startMailServer } from "../servers/mail-server.ts";

let mail: MailServer;
let service: TestService;
let api: Client;

beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({ WAKELOG_SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
  api = client(service.apiUrl);
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

const ADDED = "A new address gets your messages";
const CHANGED = "Your password was changed";
const browser = {
  endpoint: "https://push.example/b/secret-4",
  keys: { p256dh: "B".repeat(87), auth: "A".repeat(22) },
};
/** Each channel other than the mailbox: its setting, and its name in a mail. */
const CHANNELS = [
  ["webhook_url", "https://thief.example/secret-1", "webhook (thief.example/…)"],
  ["ntfy_url", "https://topics.example/secret-2", "ntfy (topics.example/…)"],
  ["apprise_url", "https://relay.example/secret-3", "Apprise (relay.example/…)"],
  ["push_user_key", "usecret-5", "telephone (u…)"],
  ["webpush_subscriptions", [browser], "browser (push.example/…)"],
] as const;

const prefer = async ({ userToken: token }: Sailor, key: string, value: unknown) => {
  const answer = await api.post("/rpc/update_user_preferences_fn", { key, value }, { token });
  expect([answer.status, answer.text]).toEqual([200, "true"]);
};
const setAll = async (sailor: Sailor) => {
  for (const [key, value] of CHANNELS) await prefer(sailor, key, value);
};
/** The bot's actions for the sender of the code. */
const linkChat = async (sailor: Sailor, id: number) => {
  const code = await api.post("/rpc/generate_otp_fn", { email: sailor.email }, { token: sailor.userToken });
  const messenger_obj = { chat: { id }, from: { id } };
  const token = await tokenIssuer(TEST_SECRET, 1).operator("messenger_role", 60);
  expect((await api.post("/rpc/messenger_fn", { token: code.json, messenger_obj }, { token })).json).toBe(
    true,
  );
};
const preferencesOf = async (email: string, pass: string) => {
  const { token } = (await api.post("/rpc/login", { email, pass })).json;
  return (await api.get("/rpc/settings_fn", { token })).json.settings.preferences;
};
const textsTo = async (email: string, subject: string) => {
  await service.drainJobs();
  return mail.to(email, subject).map(({ text }) => text.replace(/\s+/g, " "));
};
const NEW = "following seas 9";
const resetByMail = async (email: string) => {
  await api.post("/rpc/recover", { email });
  const [text] = await textsTo(email, "Choose a new password");
  const link = new URL(/http\S+/.exec(text ?? "")?.[0] ?? "");
  const [uuid, token] = [link.searchParams.get("uuid"), link.searchParams.get("token")];
  const answer = await api.post("/rpc/reset", { uuid, token, pass: NEW });
  expect([answer.status, answer.text]).toEqual([200, "true"]);
};

describe("an address that is added to an account", () => {
  it.each(CHANNELS)(
    "is mailed to the proven owner, masked, whatever is muted: %s",
    async (key, value, named) => {
      const sailor = await newSailor(api);
      await prove(service, sailor.email);
      await prefer(sailor, "email_notifications", false);
      await prefer(sailor, "quiet_hours", { from: "00:00", to: "23:59", zone: "UTC" });
      await prefer(sailor, key, value);
      const [text, ...more] = await textsTo(sailor.email, ADDED);
      expect(more).toEqual([]);
      expect(text).toContain(named);
      expect(text).not.toContain("secret");
      // The same again is nothing new, and neither is one less.
      await prefer(sailor, key, value);
      await prefer(sailor, key, null);
      expect(await textsTo(sailor.email, ADDED)).toHaveLength(1);
    },
  );

  it("is reported when a chat is linked, and when another takes an address' place", async () => {
    const sailor = await newSailor(api);
    await prove(service, sailor.email);
    await linkChat(sailor, 7_001);
    await prefer(sailor, "webhook_url", "https://mine.example/a");
    await prefer(sailor, "webhook_url", "https://thief.example/b");
    const texts = await textsTo(sailor.email, ADDED);
    expect(texts).toHaveLength(3);
    expect(texts[0]).toContain("messenger (7…)");
    expect(texts[1]).toContain("mine.example");
    expect(texts[2]).toContain("thief.example");
    expect(texts[2]).not.toContain("mine.example");
  });

  it("floods no mailbox: of many in a row, a digest tells", async () => {
    const sailor = await newSailor(api);
    await prove(service, sailor.email);
    for (let i = 0; i < 12; i++) await prefer(sailor, "ntfy_url", `https://t${i}.example/x`);
    expect((await textsTo(sailor.email, ADDED)).length).toBeLessThanOrEqual(5);
    const held = await service.database.owner.transaction((tx) =>
      tx.query(sql`
        select summary from app.deliveries where recipient = ${sailor.email} and held = 'flood' order by id`),
    );
    expect(String(held.at(-1)?.summary)).toContain("t11.example");
  });

  it("is not mailed to an unproven address", async () => {
    const sailor = await newSailor(api);
    await setAll(sailor);
    expect(await textsTo(sailor.email, ADDED)).toEqual([]);
  });
});

describe("a password that is set by a mailed link", () => {
  it("takes away every address and what waits for it, and a mail lists them and the boats whose tokens go on", async () => {
    const sailor = await newSailor(api, "Aava");
    await prove(service, sailor.email);
    await prefer(sailor, "language", "en");
    await prefer(sailor, "email_notifications", true);
    await prefer(sailor, "quiet_hours", { from: "00:00", to: "23:59", zone: "UTC" });
    await setAll(sailor);
    await linkChat(sailor, 7_002);
    await service.drainJobs();
    const before = wishesOf(sailor.email, await preferencesOf(sailor.email, sailor.password));
    // Every channel that there is: a new one belongs here, too.
    expect([...before.addresses.keys()].sort()).toEqual(PERSONAL_CHANNELS.toSorted());
    await service.database.owner.transaction((tx) =>
      tx.run(sql`
        insert into app.deliveries (account_id, kind, channel, recipient, subject, body, summary)
        select account_id, 'logbook', 'webhook', ${CHANNELS[0][1]}, 'New log', 'text', 'text'
        from app.accounts where email = ${sailor.email}`),
    );
    await resetByMail(sailor.email);
    const [text] = await textsTo(sailor.email, CHANGED);
    for (const named of [...CHANNELS.map(([, , name]) => name), "messenger (7…)"])
      expect(text).toContain(named);
    expect(text).toContain("no longer go to:");
    expect(text).not.toContain("still go to");
    expect(text).toMatch(/token still works for: Aava\..*\/boat/);
    expect(text).not.toContain("secret");
    const kept = await preferencesOf(sailor.email, NEW);
    expect([...wishesOf(sailor.email, kept).addresses.keys()]).toEqual(["email"]);
    expect(kept).toMatchObject({ language: "en", email_valid: true });
    const left = await service.database.owner.transaction((tx) =>
      tx.query(sql`
        select d.id from app.deliveries d join app.accounts using (account_id)
        where email = ${sailor.email} and d.channel <> 'email' and d.sent is null and not d.dead`),
    );
    expect(left).toEqual([]);
    // The boat sails on.
    expect((await api.get("/metadata", { token: sailor.vesselToken })).status).toBe(200);
  });

  it("takes away nothing when the code is wrong", async () => {
    const sailor = await newSailor(api);
    await prove(service, sailor.email);
    await setAll(sailor);
    const uid = JSON.parse(Buffer.from(sailor.userToken.split(".")[1] ?? "", "base64url").toString()).uid;
    const answer = await api.post("/rpc/reset", { uuid: uid, token: "00000000", pass: NEW });
    expect(answer.json).toBe(false);
    const kept = await preferencesOf(sailor.email, sailor.password);
    for (const [key] of CHANNELS) expect(kept).toHaveProperty(key);
  });

  it("is not a password that was changed by the old one: a mail lists what goes on", async () => {
    const sailor = await newSailor(api, "Aava");
    await prove(service, sailor.email);
    await setAll(sailor);
    const { userToken: token, password: pass } = sailor;
    expect((await api.post("/rpc/change_password_fn", { pass, new_pass: NEW }, { token })).status).toBe(200);
    const [text] = await textsTo(sailor.email, CHANGED);
    expect(text).toContain("still go to:");
    for (const [, , named] of CHANNELS) expect(text).toContain(named);
    const kept = await preferencesOf(sailor.email, NEW);
    for (const [key] of CHANNELS) expect(kept).toHaveProperty(key);
  });
});

describe("the first proof of an address", () => {
  const signUp = async (email: string) => {
    const person = { email, pass: "fair winds 7", firstname: "Aino", lastname: "Meri" };
    const { token: userToken } = (await api.post("/rpc/signup", person)).json;
    const [welcome] = await textsTo(email, "Welcome to Wakelog");
    const sailor: Sailor = { email, password: person.pass, userToken, vesselToken: "" };
    return { sailor, code: /\b(\d{8})\b/.exec(welcome ?? "")?.[1] ?? "" };
  };

  it("takes away what was set before by the person who opened the account, and says so", async () => {
    const { sailor, code } = await signUp("first@example.org");
    await setAll(sailor);
    const { userToken: token } = sailor;
    expect((await api.post("/rpc/email_fn", { token: code }, { token })).json).toBe(true);
    const [text] = await textsTo(sailor.email, "Your address is confirmed");
    for (const [, , named] of CHANNELS) expect(text).toContain(named);
    const kept = await preferencesOf(sailor.email, sailor.password);
    for (const [key] of CHANNELS) expect(kept).not.toHaveProperty(key);
    expect(kept).toMatchObject({ email_valid: true, email_notifications: true });
  });

  it("is the reset as well", async () => {
    const { sailor } = await signUp("stolen@example.org");
    await setAll(sailor);
    await letTimePass(service, 16 * 60);
    await resetByMail(sailor.email);
    const [text] = await textsTo(sailor.email, CHANGED);
    for (const [, , named] of CHANNELS) expect(text).toContain(named);
    const kept = await preferencesOf(sailor.email, NEW);
    for (const [key] of CHANNELS) expect(kept).not.toHaveProperty(key);
  });
});
