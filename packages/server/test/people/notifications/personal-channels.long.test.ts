/** Messages to addresses entered by users, over real HTTP. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { prove } from "../../../../../test/support/proven.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { type Receiver, startReceiver } from "./servers/receiver.ts";

let receiver: Receiver;
let service: TestService;
let api: Client;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService({
    WAKELOG_PRIVATE_WEBHOOKS: "true",
    WAKELOG_WEB_URL: "https://log.harbour.example",
  });
  api = client(service.apiUrl);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const run = (statement: Sql) => service.database.owner.transaction((tx) => tx.query(statement));
const prefer = (sailor: Sailor, key: string, value: unknown) =>
  api.post("/rpc/update_user_preferences_fn", { key: `{${key}}`, value }, { token: sailor.userToken });
const test = (sailor: Sailor, channel: unknown) =>
  api.post("/rpc/test_notification_fn", { channel }, { token: sailor.userToken });
const deliveries = async (sailor: Sailor, query = "order=id") =>
  (await api.get(`/deliveries_view?${query}`, { token: sailor.userToken })).json;

async function provenSailor(boat: string): Promise<Sailor> {
  const sailor = await newSailor(api, boat);
  await prove(service, sailor.email);
  await service.drainJobs();
  return sailor;
}

const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

describe("a webhook", () => {
  it("is JSON that the Standard Webhooks library takes for genuine", async () => {
    const sailor = await provenSailor("Hook");
    await prefer(sailor, "webhook_url", `${receiver.url}/hook?key=hidden`);
    await prefer(sailor, "webhook_secret", SECRET);
    const answer = await test(sailor, "webhook");
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      kind: "test",
      channel: "webhook",
      recipient: `http://127.0.0.1:${receiver.port}/…`,
      state: "sent",
      attempts: 1,
      failure: null,
    });
    const [posted] = receiver.at("/hook?key=hidden");
    const headers = posted?.headers as Record<string, string>;
    expect(headers["content-type"]).toBe("application/json");
    const event = new Webhook(SECRET).verify(posted?.body.toString() ?? "", headers);
    expect(event).toMatchObject({ type: "test", data: { boat: "Hook", channel: "webhook" } });
    expect(() => new Webhook(SECRET).verify(`${posted?.body} `, headers)).toThrow();
    const [shown] = await deliveries(sailor, "kind=eq.test");
    expect(shown).toMatchObject({ recipient: `http://127.0.0.1:${receiver.port}/…`, state: "sent" });
    expect(JSON.stringify(shown)).not.toContain("hidden");
  });

  it("that fails is tried again within half a minute, with the same id and a new time", async () => {
    const sailor = await provenSailor("Again");
    await prefer(sailor, "webhook_url", `${receiver.url}/again`);
    await prefer(sailor, "webhook_secret", SECRET);
    receiver.answer("/again", { status: 503, body: "secret of the other side" });
    const { json } = await test(sailor, "webhook");
    expect(json).toMatchObject({ state: "waiting", attempts: 1, failure: "The address answered 503." });
    const [row] = await run(sql`
      select extract(epoch from due - now())::float8 as wait from app.deliveries where id = ${json.id}::bigint`);
    expect(Number(row?.wait)).toBeLessThan(30);
    expect(Number(row?.wait)).toBeGreaterThan(10);
    receiver.answer("/again", { status: 204 });
    await new Promise((done) => setTimeout(done, 1100));
    await run(sql`update app.deliveries set due = now() where id = ${json.id}::bigint`);
    await service.drainJobs();
    const [first, second] = receiver.at("/again").map(({ headers }) => headers);
    expect(second?.["webhook-id"]).toBe(first?.["webhook-id"]);
    expect(Number(second?.["webhook-timestamp"])).toBeGreaterThan(Number(first?.["webhook-timestamp"]));
    expect(await deliveries(sailor, "kind=eq.test")).toMatchObject([{ state: "sent", failure: null }]);
  });

  it("that leads elsewhere is not followed, and one that ends without an answer is tried again", async () => {
    const sailor = await provenSailor("Elsewhere");
    receiver.answer("/moved", { status: 307, headers: { Location: `${receiver.url}/target` } });
    await prefer(sailor, "webhook_url", `${receiver.url}/moved`);
    expect((await test(sailor, "webhook")).json).toMatchObject({ state: "failed" });
    expect(receiver.at("/target")).toEqual([]);
    const closed = await startReceiver();
    await closed.stop();
    await prefer(sailor, "webhook_url", closed.url);
    const { json } = await test(sailor, "webhook");
    expect(json).toMatchObject({
      state: "waiting",
      failure: "The address cannot be reached (ECONNREFUSED).",
    });
  });

  it("does not delay others' while it gets no answer", async () => {
    const [stuck, other] = [await provenSailor("Stuck"), await provenSailor("Other")];
    receiver.answer("/silent", null);
    await prefer(stuck, "webhook_url", `${receiver.url}/silent`);
    await prefer(other, "webhook_url", `${receiver.url}/other`);
    for (const sailor of [stuck, other]) {
      await api.post("/metadata", { name: "x", plugin_version: "1" }, { token: sailor.vesselToken });
    }
    const draining = service.drainJobs();
    // Sooner than the other is given up.
    await expect.poll(() => receiver.at("/other"), { timeout: 9_000 }).toHaveLength(1);
    await draining;
    expect((await deliveries(stuck, "channel=eq.webhook"))[0]).toMatchObject({
      state: "waiting",
      failure: "There was no answer within 10 s.",
    });
  });
});

describe("ntfy", () => {
  it("gets the text at the topic, with title, priority and credentials in headers", async () => {
    const sailor = await provenSailor("Möwe");
    await prefer(sailor, "language", "de");
    await prefer(sailor, "ntfy_url", `http://me:p%40ss@127.0.0.1:${receiver.port}/boat`);
    expect((await test(sailor, "ntfy")).json).toMatchObject({
      state: "sent",
      recipient: `http://127.0.0.1:${receiver.port}/…`,
    });
    const [posted] = receiver.at("/boat");
    expect(posted?.headers).toMatchObject({
      title: "Wakelog erreicht Sie hier",
      priority: "3",
      authorization: `Basic ${Buffer.from("me:p@ss").toString("base64")}`,
    });
    expect(posted?.body.toString()).toContain("Nachrichten über Möwe kommen hier an");
  });
});

describe("an Apprise API", () => {
  it("gets title, body and type as JSON", async () => {
    const sailor = await provenSailor("App");
    await prefer(sailor, "apprise_url", `${receiver.url}/notify/key`);
    expect((await test(sailor, "apprise")).json.state).toBe("sent");
    expect(JSON.parse(receiver.at("/notify/key")[0]?.body.toString() ?? "")).toEqual({
      title: "Wakelog reaches you here",
      body: expect.stringContaining("messages about App arrive here"),
      type: "info",
      format: "text",
    });
  });
});

describe("a test message", () => {
  it("is refused in a sentence where nothing is set up", async () => {
    const sailor = await provenSailor("Nothing");
    for (const [channel, sentence] of [
      ["webhook", "You have not set this channel up."],
      ["email", "This service has not set up email."],
      ["pigeon", "There is no such channel."],
      ["mqtt", "There is no such channel."],
      [null, "There is no such channel."],
    ]) {
      const answer = await test(sailor, channel);
      expect([answer.status, answer.json.message]).toEqual([400, sentence]);
    }
    const stranger = await newSailor(api, "Unproven");
    await prefer(stranger, "webhook_url", receiver.url);
    expect((await test(stranger, "webhook")).json.message).toBe("Your e-mail address is not confirmed yet.");
    expect((await api.post("/rpc/test_notification_fn", { channel: "webhook" })).status).toBe(401);
  });

  it("is refused after too many", async () => {
    const sailor = await provenSailor("Often");
    await prefer(sailor, "webhook_url", `${receiver.url}/often`);
    for (let i = 0; i < 20; i++) expect((await test(sailor, "webhook")).status).toBe(200);
    const refused = await test(sailor, "webhook");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "600"]);
    expect(receiver.at("/often")).toHaveLength(20);
  });
});

describe("deliveries", () => {
  it("are seen by their recipient alone, masked", async () => {
    const sailor = await provenSailor("Mine");
    const other = await provenSailor("Theirs");
    const mine = await deliveries(sailor);
    expect(mine.length).toBeGreaterThan(0);
    expect(new Set(mine.map((row: { recipient: string }) => row.recipient))).toEqual(
      new Set(["s…@example.org"]),
    );
    const ids = mine.map((row: { id: number }) => row.id).join();
    expect(await deliveries(other, `id=in.(${ids})`)).toEqual([]);
    expect((await api.get("/deliveries_view", { token: sailor.vesselToken })).json).toEqual([]);
    expect((await api.get("/deliveries_view")).status).not.toBe(200);
  });
});
