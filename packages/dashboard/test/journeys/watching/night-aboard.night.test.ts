/**
 * A night on board: the boat arrives, anchors, and alerts its users. A real service, used by HTTP alone, with a real
 * mail server, messenger and webhook; then again without a mail server. Rows have the time at which they are sent;
 * only the half hour of a restored link is skipped.
 */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCli } from "../../../../../test/support/cli.ts";
import { type Client, client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { sampleVoyage } from "../../../../server/src/boat/voyages/ingest/sample-voyage.ts";
import { type BotApi, startBotApi } from "../../../../server/test/people/notifications/servers/bot-api.ts";
import {
  type MailServer,
  startMailServer,
} from "../../../../server/test/people/notifications/servers/mail-server.ts";
import {
  type Receiver,
  startReceiver,
} from "../../../../server/test/people/notifications/servers/receiver.ts";
import { type SendingBoat, sendingBoat } from "./night-at-anchor.ts";

const BOT_TOKEN = "77:secret-of-the-bot";
const SECRET = `whsec_${Buffer.alloc(24, 9).toString("base64")}`;
const AINO = 501;
const MINUTE = 60_000;
/** Longer than two rounds of the schedules for repetition, escalation and silence. */
const A_WHILE = 12_000;
/** For scheduled messages on a busy machine. */
const PATIENCE = { timeout: 45_000, interval: 100 };
/** Time-out for a finished log's mail. */
const SOON = { timeout: 10_000, interval: 50 };

vi.setConfig({ testTimeout: 4 * MINUTE });

describe.each([true, false])("a night aboard, with a mail server: %s", (hasMail) => {
  let mail: MailServer | null = null;
  let bot: BotApi;
  let receiver: Receiver;
  let service: TestService;
  let api: Client;
  let sailor: Sailor;
  let boat: SendingBoat;

  beforeAll(async () => {
    [bot, receiver] = await Promise.all([startBotApi(BOT_TOKEN), startReceiver()]);
    if (hasMail) mail = await startMailServer();
    service = await startService({
      ...(mail === null ? {} : { WAKELOG_SMTP_URL: `smtp://127.0.0.1:${mail.port}` }),
      WAKELOG_MESSENGER_TOKEN: BOT_TOKEN,
      WAKELOG_MESSENGER_API_URL: bot.url,
      WAKELOG_PRIVATE_WEBHOOKS: "true",
      WAKELOG_WEB_URL: "https://log.example",
    });
    api = client(service.apiUrl);
  });
  afterAll(async () => {
    await boat?.lose();
    await service?.stop();
    await Promise.all([bot?.stop(), receiver?.stop(), mail?.stop()]);
  });

  const call = async (name: string, body: object = {}) => {
    const answer = await api.post(`/rpc/${name}`, body, { token: sailor.userToken });
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  const prefer = (key: string, value: unknown) =>
    call("update_user_preferences_fn", { key: `{${key}}`, value });
  const rows = async (path: string) => {
    const answer = await api.get(path, { token: sailor.userToken });
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  const rule = async (made: object) => {
    const answer = await api.post("/alert_rules", made, { token: sailor.userToken });
    expect(answer.status, answer.text).toBe(201);
  };

  /** Verified webhook messages: type, alert name and stage. */
  const hooks = (): readonly (readonly [type: string, name: unknown, stage: unknown])[] =>
    receiver.at("/hook").map(({ body, headers }) => {
      const known = Object.entries(headers).map(([name, value]) => [name, String(value)]);
      const told = new Webhook(SECRET).verify(body.toString(), Object.fromEntries(known));
      const { type, data } = told as { type: string; data: Record<string, unknown> };
      return [type, data.name, data.stage];
    });
  const told = (name: string) => hooks().filter((one) => one[1] === name);
  const chat = (text: string | RegExp) =>
    bot.sent.filter((one) => one.chat === String(AINO) && one.text.match(text) !== null);
  const mails = (subject: RegExp) =>
    (mail?.to(sailor.email) ?? []).filter(({ headers }) => subject.test(headers.get("subject")?.[0] ?? ""));
  /** Waits for a number of mails with the subject, if there is mail. */
  const mailed = (subject: RegExp, count: number) =>
    expect(mails(subject), String(subject)).toHaveLength(hasMail ? count : 0);
  const stateOf = async (name: string) =>
    (
      await rows(`/alerts_view?name=eq.${encodeURIComponent(name)}&select=state,acknowledged_by&order=id`)
    ).map((one: { state: string }) => one.state);
  const aWhile = () => new Promise((done) => setTimeout(done, A_WHILE));

  /** Backdates the alerts by half an hour. */
  const letHalfAnHourPass = () =>
    service.database.owner.transaction(async (tx) => {
      await tx.run(sql`
        update app.deliveries set stored = stored - interval '30 min',
          due = case when sent is null then due - interval '30 min' else due end
        where kind in ('alert', 'digest')`);
      await tx.run(sql`
        update app.alerts set noticed_at = noticed_at - interval '30 min', told_at = told_at - interval '30 min',
          held_until = held_until - interval '30 min'`);
    });

  it("begins with a user who can be reached", async () => {
    sailor = await newSailor(api, "Kapla");
    if (hasMail) {
      await vi.waitFor(() => mailed(/^Welcome/, 1), PATIENCE);
      const [welcome] = mails(/^Welcome/);
      expect(await call("email_fn", { token: /\b(\d{8})\b/.exec(welcome?.text ?? "")?.[1] })).toBe(true);
    } else {
      // Without mail, the operator confirms the address.
      const environment = { DATABASE_URL: service.database.url, WAKELOG_JWT_SECRET: TEST_SECRET };
      expect(await runCli(["user", "verify", sailor.email], environment).ended).toBe(0);
    }
    await prefer("webhook_url", `${receiver.url}/hook`);
    await prefer("webhook_secret", SECRET);
    bot.write(AINO, await call("generate_otp_fn", { email: sailor.email }));
    await vi.waitFor(() => expect(chat("linked")).toHaveLength(1), PATIENCE);
  });

  it("the voyage ends, and its message has its picture", async () => {
    const voyage = sampleVoyage(new Date(Date.now() - 5000));
    const answer = await api.post("/metrics", voyage, { token: sailor.vesselToken });
    expect(answer.status, answer.text).toBe(201);
    await vi.waitFor(() => {
      expect(hooks().filter(([type]) => type === "log.finished")).toHaveLength(1);
      mailed(/^New log/, 1);
      expect(chat(/^New log/)).toHaveLength(1);
    }, SOON);
    const [log] = await rows("/logbook?select=id,name,distance");
    expect(hooks().find(([type]) => type === "log.finished")?.[1]).toBe(log.name);
    if (hasMail) {
      const [letter] = mails(/^New log/);
      expect(letter?.pictures.get("map@wakelog")?.subarray(1, 4).toString()).toBe("PNG");
      expect(letter?.text).toContain(`${log.distance.toPrecision(3)} NM`);
    }
  });

  it("the voltage sags and wavers: one alert and one recovery", async () => {
    const [last] = await rows("/metrics?select=latitude,longitude&order=time.desc&limit=1");
    await rule({ name: "House bank low", kind: "below", key: "voltage", low: 12, after: "PT2S" });
    boat = sendingBoat(api, sailor.vesselToken, last);
    await boat.measure({ voltage: 12.6 });
    await boat.measure({ voltage: 11.8 });
    await vi.waitFor(() => expect(told("House bank low")).toHaveLength(1), PATIENCE);
    for (const voltage of [12.05, 11.9, 12.1, 11.95, 12.15]) await boat.measure({ voltage });
    await boat.measure({ voltage: 12.6 });
    await vi.waitFor(() => expect(told("House bank low")).toHaveLength(2), PATIENCE);
    await boat.measure({ voltage: 12.05 });
    await service.drainJobs();
    expect(told("House bank low")).toEqual([
      ["alert.raised", "House bank low", "raised"],
      ["alert.cleared", "House bank low", "cleared"],
    ]);
    expect(await stateOf("House bank low")).toEqual(["cleared"]);
    mailed(/House bank low/, 2);
    expect(chat("House bank low on Kapla: ")).toHaveLength(2);
  });

  it("the anchor drags: a warning, an alarm, and an emergency until it is acknowledged through the bot", async () => {
    const watch = await call("anchor_watch_fn", { radius: 40 });
    expect(watch).toMatchObject({ radius: 40, learned: false });
    const patched = await api.patch(
      "/alert_rules?kind=eq.drag",
      { escalate_after: "PT5S", repeat: "PT10S" },
      { token: sailor.userToken },
    );
    expect(patched.status, patched.text).toBe(204);
    const drags = () => hooks().filter(([, name]) => String(name).startsWith("Anchor"));
    await boat.measure({ away: 50 });
    await vi.waitFor(() => expect(drags().map(([, , stage]) => stage)).toContain("raised"), PATIENCE);
    await boat.measure({ away: 75 });
    const raised = async () =>
      rows("/alerts_view?kind=eq.drag&state=eq.raised&select=severity&order=severity.desc");
    expect(await raised()).toEqual([{ severity: "warn" }, { severity: "alarm" }]);
    await vi.waitFor(
      () => expect(drags().filter(([, , stage]) => stage === "escalated")).toHaveLength(2),
      PATIENCE,
    );
    await vi.waitFor(() => expect(drags().map(([, , stage]) => stage)).toContain("repeated"), PATIENCE);
    await vi.waitFor(() => mailed(/^Not acknowledged: /, 2), PATIENCE);
    // Repeats may come in between.
    bot.write(AINO, "/ack");
    await vi.waitFor(() => expect(chat("2 alerts are acknowledged.")).toHaveLength(1), PATIENCE);
    expect(await rows("/alerts_view?kind=eq.drag&select=state,acknowledged_by")).toEqual(
      Array.from({ length: 2 }, () => ({ state: "raised", acknowledged_by: "Aino" })),
    );
    await service.drainJobs();
    const before = drags().length;
    await aWhile();
    expect(drags()).toHaveLength(before);
    await boat.measure({ away: 5 });
    await vi.waitFor(async () => expect(await raised()).toEqual([]), PATIENCE);
    expect(await call("anchor_watch_off_fn")).toBe(true);
    await service.drainJobs();
  });

  it("the link dies and returns, again and again: told once", async () => {
    // Keeps the anchor's messages and the next ones from counting as a flood.
    await letHalfAnHourPass();
    await service.drainJobs();
    await rule({ name: "Link", kind: "offline", after: "PT5S", severity: "alarm" });
    for (const raised of [["raised"], ["cleared", "raised"]]) {
      await boat.lose();
      await vi.waitFor(async () => expect(await stateOf("Link")).toEqual(raised), PATIENCE);
      boat.resume();
      const back = raised.map(() => "cleared");
      await vi.waitFor(async () => expect(await stateOf("Link")).toEqual(back), PATIENCE);
    }
    await service.drainJobs();
    expect(told("Link")).toEqual([["alert.raised", "Link", "raised"]]);
    await letHalfAnHourPass();
    await vi.waitFor(() => expect(told("Link")).toHaveLength(2), PATIENCE);
    await service.drainJobs();
    expect(told("Link").map(([type]) => type)).toEqual(["alert.raised", "alert.cleared"]);
    mailed(/Link/, 2);
    expect(chat(/Link/)).toHaveLength(2);
  });

  it("what quiet hours kept comes as one digest when they end", async () => {
    const ends = new Date(Date.now() + 1.5 * MINUTE).toISOString().slice(11, 16);
    const begun = new Date(Date.now() - MINUTE).toISOString().slice(11, 16);
    await prefer("quiet_hours", JSON.stringify({ from: begun, to: ends, zone: "UTC" }));
    const before = hooks().length;
    await boat.measure({ voltage: 11.8 });
    await vi.waitFor(async () => expect((await stateOf("House bank low")).at(-1)).toBe("raised"), PATIENCE);
    await boat.measure({ voltage: 12.8 });
    await vi.waitFor(async () => expect((await stateOf("House bank low")).at(-1)).toBe("cleared"), PATIENCE);
    await vi.waitFor(() => expect(hooks().length).toBeGreaterThan(before), {
      timeout: 2 * MINUTE,
      interval: 100,
    });
    await service.drainJobs();
    const digests = receiver.at("/hook").slice(before);
    expect(digests.map(({ body }) => JSON.parse(body.toString()))).toMatchObject([
      {
        type: "digest",
        data: { reason: "quiet", count: 2, messages: [{ type: "alert.raised" }, { type: "alert.cleared" }] },
      },
    ]);
    await vi.waitFor(() => mailed(/^Kapla: 2 messages from your quiet hours$/, 1), PATIENCE);
    expect(chat(/2 messages from your quiet hours/)).toHaveLength(1);
  });

  it("leaves nothing that failed, and only mail that waits where there is no mail server", async () => {
    const left = await rows("/deliveries_view?state=neq.sent&select=channel,state");
    const others = left.filter((one: { channel: string }) => hasMail || one.channel !== "email");
    expect(others).toEqual([]);
    expect(new Set(left.map(({ state }: { state: string }) => state))).toEqual(
      new Set(hasMail ? [] : ["waiting"]),
    );
  });
});
