import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Client, client, newSailor } from "../../../../../test/support/client.ts";
import { prove } from "../../../../../test/support/proven.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { tokenIssuer } from "../../../src/people/accounts/tokens.ts";
import type { Destination, Outgoing } from "../../../src/people/notifications/channels/channel.ts";
import { messengerChannel } from "../../../src/people/notifications/channels/messenger.ts";
import { pushChannel } from "../../../src/people/notifications/channels/push.ts";

interface Posted {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

/** Both services' APIs, as one real HTTP server. */
let server: Server;
let url: string;
let posted: Posted[] = [];
let status = 200;

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { url: path = "", headers } = request;
    // The bot polls; there are no messages.
    if (path.endsWith("/getUpdates")) return;
    posted.push({ path, type: headers["content-type"] ?? "", body: await textOf(request) });
    response.writeHead(status, status === 302 ? { Location: "/elsewhere" } : {}).end('{"reason":"as told"}');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(
  () =>
    new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    }),
);
beforeEach(() => {
  posted = [];
  status = 200;
});

const MESSAGE: Outgoing = {
  id: "7",
  subject: 'Möwe "7" & <co>',
  body: "Hello Aino,\n\nall is well.\n",
  severity: null,
  structured: null,
  track: null,
};
const to = (address: string): Destination => ({ address, preferences: {} });

describe("a push message", () => {
  it("is a form with token, user, title and message", async () => {
    await pushChannel(`${url}/1/messages.json`, "app-token").send(to("user-key"), MESSAGE);
    const [sent] = posted;
    expect(sent?.path).toBe("/1/messages.json");
    expect(sent?.type).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(new URLSearchParams(sent?.body))).toEqual({
      token: "app-token",
      user: "user-key",
      title: 'Möwe "7" & <co>',
      message: "Hello Aino,\n\nall is well.",
    });
  });

  it("is cut to what the service takes", async () => {
    await pushChannel(url, "t").send(to("u"), {
      ...MESSAGE,
      subject: "船".repeat(300),
      body: "é".repeat(2000),
    });
    const form = new URLSearchParams(posted[0]?.body);
    expect([[...(form.get("title") ?? "")].length, [...(form.get("message") ?? "")].length]).toEqual([
      250, 1024,
    ]);
  });
});

describe("an emergency", () => {
  it("rings at the push service until it is seen, an alarm is loud, and anything else is as usual", async () => {
    for (const severity of ["emergency", "alarm", "warn", null] as const) {
      await pushChannel(url, "t").send(to("u"), { ...MESSAGE, severity });
    }
    const said = posted.map(({ body }) => {
      const { priority, retry, expire } = Object.fromEntries(new URLSearchParams(body));
      return [priority, retry, expire];
    });
    expect(said).toEqual([
      ["2", "60", "3600"],
      ["1", undefined, undefined],
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ]);
  });
});

describe("a chat message", () => {
  it("is JSON with the chat and plain text, posted to the bot's own address", async () => {
    await messengerChannel(url, "123:ABC").send(to("4711"), MESSAGE);
    const [sent] = posted;
    expect(sent?.path).toBe("/bot123:ABC/sendMessage");
    expect(sent?.type).toMatch(/^application\/json/);
    expect(JSON.parse(sent?.body ?? "")).toEqual({
      chat_id: "4711",
      text: 'Möwe "7" & <co>\n\nHello Aino,\n\nall is well.',
      disable_notification: false,
    });
  });
});

describe("a service that does not take a message", () => {
  it.each([
    ["push", () => pushChannel(url, "secret-token"), "the push service answered 429"],
    ["messenger", () => messengerChannel(url, "secret-token"), "the messenger answered 429"],
  ])(
    "is reported to the operator with its answer and without the token: %s",
    async (_name, channel, wanted) => {
      status = 429;
      const failure = await channel()
        .send(to("someone"), MESSAGE)
        .catch((error: unknown) => String(error));
      expect(failure).toContain(`${wanted}: {"reason":"as told"}`);
      expect(failure).not.toContain("secret-token");
    },
  );

  it("is not followed elsewhere with the token", async () => {
    status = 302;
    await expect(pushChannel(url, "secret-token").send(to("someone"), MESSAGE)).rejects.toThrow(
      "answered 302",
    );
    expect(posted).toHaveLength(1);
  });

  it("or cannot be reached is a failure that says so", async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    await expect(messengerChannel(`http://127.0.0.1:${port}`, "t").send(to("1"), MESSAGE)).rejects.toThrow(
      /the messenger cannot be reached: .*ECONNREFUSED/,
    );
  });
});

describe("a person with a telephone and a chat", () => {
  let service: TestService;
  let api: Client;
  const email = "reachable@example.org";

  beforeAll(async () => {
    service = await startService({
      WAKELOG_PUSH_TOKEN: "app-token",
      WAKELOG_PUSH_API_URL: `${url}/push`,
      WAKELOG_MESSENGER_TOKEN: "77:bot",
      WAKELOG_MESSENGER_API_URL: `${url}/`,
    });
    api = client(service.apiUrl);
  });
  afterAll(() => service.stop());

  const asBot = async (body: object) =>
    api.post("/rpc/messenger_fn", body, {
      token: await tokenIssuer(TEST_SECRET, 1).operator("messenger_role", 60),
    });
  const linkChat = async (person: string, token: string, id: number) => {
    const code = (await api.post("/rpc/generate_otp_fn", { email: person }, { token })).json;
    const chat = { from: { id }, chat: { id, type: "private" }, date: "2026-01-01" };
    return (await asBot({ token: code, messenger_obj: chat })).json;
  };
  const preferencesOf = async (token: string) =>
    (await api.get("/rpc/settings_fn", { token })).json.settings.preferences;

  it("need only link a chat to be told there", async () => {
    const sailor = await newSailor(api, "Chatty");
    await prove(service, sailor.email);
    expect(await linkChat(sailor.email, sailor.userToken, 99)).toBe(true);
    expect(await preferencesOf(sailor.userToken)).toMatchObject({ phone_notifications: true });
    await api.post("/metadata", { name: "Chatty", plugin_version: "1" }, { token: sailor.vesselToken });
    await service.drainJobs();
    const texts = posted.filter((one) => one.path.endsWith("/sendMessage")).map((one) => one.body);
    expect(texts.join()).toContain("Chatty is in contact for the first time.");
  });

  it("who have switched off messages to the telephone still have them off after linking one", async () => {
    const sailor = await newSailor(api, "Silent");
    await prove(service, sailor.email);
    const token = sailor.userToken;
    await api.post(
      "/rpc/update_user_preferences_fn",
      { key: "{phone_notifications}", value: false },
      { token },
    );
    expect(await linkChat(sailor.email, token, 98)).toBe(true);
    expect(await preferencesOf(token)).toMatchObject({ phone_notifications: false });
    await service.drainJobs();
    await api.post("/metadata", { name: "Silent", plugin_version: "1" }, { token: sailor.vesselToken });
    await service.drainJobs();
    expect(posted).toEqual([]);
  });

  it("links both with codes and gets messages on both; a service that fails is tried again, mail or not", async () => {
    const { json } = await api.post("/rpc/signup", {
      email,
      pass: "fair winds 7",
      firstname: "Aino",
      lastname: "Meri",
    });
    const token = json.token;
    await prove(service, email);
    const link = (await api.post("/rpc/push_subscribe_link_fn", {}, { token })).json.push_link.link;
    const pushCode = /3D(\d+)&/.exec(link)?.[1];
    expect(
      (await api.post("/rpc/push_fn", { token: pushCode, push_user_key: "key-7" }, { token })).json,
    ).toBe(true);
    const chatCode = (await api.post("/rpc/generate_otp_fn", { email }, { token })).json;
    const chat = { from: { id: 4711 }, chat: { id: 4712, type: "private" }, date: "2026-01-01" };
    expect((await asBot({ token: chatCode, messenger_obj: chat })).json).toBe(true);

    status = 500;
    await api.post(
      "/rpc/register_vessel",
      { vessel_email: email, vessel_mmsi: "", vessel_name: "Möwe" },
      { token },
    );
    await service.drainJobs();
    const rows = () =>
      service.database.owner.transaction((tx) =>
        tx.query(sql`
          select channel, recipient, sent is not null as sent, failure
          from app.deliveries d join app.accounts a using (account_id)
          where kind = 'new_vessel' and a.email = ${email} order by channel`),
      );
    expect((await rows()).map((row) => [row.channel, row.recipient, row.sent])).toEqual([
      ["email", email, false],
      ["messenger", "4712", false],
      ["push", "key-7", false],
    ]);
    status = 200;
    posted = [];
    await service.database.owner.transaction((tx) => tx.run(sql`update app.deliveries set due = now()`));
    // A channel sends a user's messages one after the other.
    await service.drainJobs();
    await service.drainJobs();
    // A channel also confirms its connection.
    expect([...new Set(posted.map((one) => one.path))].sort()).toEqual(["/bot77:bot/sendMessage", "/push"]);
    expect((await rows()).map((row) => [row.channel, row.sent])).toEqual([
      ["email", false],
      ["messenger", true],
      ["push", true],
    ]);
  });
});
