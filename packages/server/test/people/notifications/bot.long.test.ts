/** Talking with the bot in a messenger. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { type Observation, sentence } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, client } from "../../../../../test/support/client.ts";
import { prove } from "../../../../../test/support/proven.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { sampleVoyage } from "../../../src/boat/voyages/ingest/sample-voyage.ts";
import { type WatchedBoat, watchedBoat } from "../../boat/monitoring/watched-boat.ts";
import { type BotApi, startBotApi } from "./servers/bot-api.ts";

const TOKEN = "77:secret-of-the-bot";
let bot: BotApi;
let service: TestService;
let api: Client;
const observed: Observation[] = [];

beforeAll(async () => {
  bot = await startBotApi(TOKEN);
  // The first answers are failures, from which it recovers by itself.
  bot.fail(1, 502);
  service = await startService(
    {
      WAKELOG_MESSENGER_TOKEN: TOKEN,
      WAKELOG_MESSENGER_API_URL: bot.url,
      WAKELOG_WEB_URL: "https://log.example",
    },
    (one) => observed.push(one),
  );
  api = client(service.apiUrl);
});
afterAll(async () => {
  await service.stop();
  await bot.stop();
});

const run = (statement: Sql) => service.database.owner.transaction((tx) => tx.query(statement));
let people = 100;

/** A boat whose owner has linked the chat by sending the code to the bot. */
async function linkedBoat(
  name: string,
): Promise<{ boat: WatchedBoat; person: number; say: (text: string) => Promise<string> }> {
  const boat = await watchedBoat(api, name);
  await prove(service, boat.sailor.email);
  const person = ++people;
  const code = (await boat.call("generate_otp_fn", { email: boat.sailor.email })).json;
  expect(await bot.ask(person, code)).toBe(
    "This chat is linked to your account now. Ask me /status to begin with.",
  );
  return { boat, person, say: (text) => bot.ask(person, text) };
}

describe("a chat", () => {
  it("is a stranger's until a code links it, and says so in the messenger's language", async () => {
    expect(await bot.ask(1, "/status", "de-DE")).toContain("Ich kenne Sie noch nicht.");
    expect(await bot.ask(1, "12345678", "fr")).toContain("Ce code n’est pas valable");
    const { boat, say } = await linkedBoat("Aava");
    const { preferences } = (await boat.rows("/rpc/settings_fn")).settings;
    expect(preferences.messenger).toMatchObject({ from: { id: people }, chat: { id: people } });
    expect(await say("ahoy")).toContain("/status");
  });

  it("belongs to one account", async () => {
    const { person } = await linkedBoat("First");
    const other = await watchedBoat(api, "Second");
    const code = (await other.call("generate_otp_fn", { email: other.sailor.email })).json;
    expect(await bot.ask(person, `/start ${code}`)).toContain("This chat is linked to another account.");
  });

  it("is not a place to guess codes", async () => {
    for (let i = 0; i < 12; i++) bot.write(2, `0000${i + 1000}`);
    const answers = () => bot.sent.filter(({ chat }) => chat === "2").map(({ text }) => text);
    await expect.poll(answers).toContain("Those were too many codes. Try again in an hour.");
  });
});

describe("a question", () => {
  it("before the boat has sent anything has an answer, too", async () => {
    const { say } = await linkedBoat("New");
    for (const question of ["/status", "/where", "/log", "/battery", "/tanks"]) {
      expect(await say(question)).toBe("New has not sent anything yet.");
    }
    expect(await say("/ack")).toBe("No alert is raised.");
  });

  it("is answered in a sentence, in the person's language and units", async () => {
    const { boat, say } = await linkedBoat("Kapla");
    await boat.send([
      {
        minute: -3,
        away: [0, 0],
        metrics: {
          "electrical.batteries.House.voltage": 12.4,
          "electrical.batteries.House.capacity.stateOfCharge": 0.8,
          "tanks.fuel.0.currentLevel": 0.5,
          "tanks.freshWater.0.currentLevel": 0.9,
          "tanks.freshWater.1.currentLevel": 0.25,
        },
        row: { status: "anchored", speedoverground: 0.2 },
      },
    ]);
    expect(await say("/status")).toMatch(
      /^Kapla is online, last heard from \d+ minutes? ago, at anchor, speed 0\.2 kn\. No alert is raised\.$/,
    );
    expect(await say("/where")).toMatch(
      /^Kapla was at 59°48\.00′N 022°54\.00′E.* 3 minutes ago: https:\/\/log\.example\/$/,
    );
    expect(await say("/battery")).toBe("The house battery of Kapla: 12.40 V, 80 %, 3 minutes ago.");
    expect(await say("/tanks")).toBe("The tanks of Kapla: fuel 50 %, fresh water 25 %, 3 minutes ago.");
    expect(await say("/log")).toBe("Kapla has no log yet.");
    await boat.call("update_user_preferences_fn", { key: "{language}", value: "es" });
    await boat.call("update_user_preferences_fn", { key: "{units}", value: "metric" });
    expect(await say("/battery@WakelogBot")).toBe(
      "Batería de servicio de Kapla: 12,40 V, 80 %, hace 3 minutos.",
    );
    expect(await say("/STATUS")).toContain("velocidad 0,1 m/s");
  });

  it("for the log has its figures and a link", async () => {
    const { boat, say } = await linkedBoat("Runner");
    await api.post("/metrics", sampleVoyage(new Date()), { token: boat.sailor.vesselToken });
    await service.drainJobs();
    const [log] = await boat.rows("/logbook?select=id,name,distance");
    expect(await say("/log")).toBe(
      `The last log of Runner: ${log.name}, ${log.distance.toFixed(log.distance < 9.995 ? 2 : 1)} NM in ${/in (\d+ h \d+ min)/.exec(await say("/log"))?.[1]}. https://log.example/log/${log.id}`,
    );
  });

  it("is not answered without end", async () => {
    const { person } = await linkedBoat("Chatterbox");
    for (let i = 0; i < 30; i++) bot.write(person, "/status");
    await linkedBoat("Another");
    expect(bot.sent.filter(({ chat }) => chat === String(person)).length).toBeLessThanOrEqual(41);
    expect(bot.sent.filter(({ chat }) => chat === String(person)).length).toBeGreaterThan(10);
  });
});

describe("an alert", () => {
  it("is sent to the chat, snoozed and acknowledged there", async () => {
    const { boat, say } = await linkedBoat("Bank");
    await boat.rule({ name: "House bank low", kind: "below", key: "voltage", low: 12, after: "PT0S" });
    await boat.send([{ minute: -1, metrics: { "electrical.batteries.House.voltage": 11.8 } }]);
    await service.drainJobs();
    expect(bot.sent.map(({ text }) => text).join("\n")).toContain(
      "House bank low on Bank: 11.80 V, below 12.00 V",
    );
    expect(await say("/status")).toContain("Alerts raised: House bank low.");
    expect(await say("/silence 30")).toBe("One alert is silenced for 30 minutes.");
    const alert = async () => (await boat.rows("/alerts_view"))[0];
    const minutes = (Date.parse((await alert()).snoozed_until) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(28);
    expect(minutes).toBeLessThan(31);
    expect(await say("/silence 99999")).toBe("One alert is silenced for 7 days.");
    expect(await say("/ack")).toBe("One alert is acknowledged.");
    expect(await alert()).toMatchObject({ acknowledged_by: "Aino", state: "raised" });
    expect(await say("/ack")).toBe("No alert is raised.");
  });

  it("is nothing that a guest acknowledges", async () => {
    const { boat, say } = await linkedBoat("Guests");
    await run(sql`
      update app.memberships m set role = 'guest' from app.accounts a
      where a.account_id = m.account_id and a.email = ${boat.sailor.email}`);
    expect(await say("/ack")).toContain("A guest can read the logbook but cannot change it.");
    expect(await say("/silence 5")).toContain("A guest can read");
    expect(await say("/status")).toContain("Guests");
  });
});

describe("the bot", () => {
  it("goes on after what it cannot read, and never tells its token", async () => {
    bot.push({ message: { text: 7 } });
    bot.push({ edited_message: {} });
    bot.push({ message: { from: { id: 3 }, chat: { id: 3 }, text: "\u0000'; drop table x; --" } });
    const { say } = await linkedBoat("After");
    expect(await say("/status")).toBe("After has not sent anything yet.");
    const told = observed.map(sentence).join("\n");
    expect(told).toContain("the messenger answered 502");
    expect(told).not.toContain("secret-of-the-bot");
  });
});
