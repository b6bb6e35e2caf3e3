/** The bot, which knows who is speaking, links a chat, to one account only. */
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { tokenIssuer } from "../../../src/people/accounts/tokens.ts";

const service = serviceForTests();
const { api } = service;
let bot: string;

beforeAll(async () => {
  bot = await tokenIssuer(TEST_SECRET, 1).operator("messenger_role", 3600);
});

const codeOf = async ({ email, userToken }: Sailor): Promise<string> =>
  (await api.post("/rpc/generate_otp_fn", { email }, { token: userToken })).json;
const chat = (id: unknown, room: unknown = id) => ({
  from: { id, is_bot: false },
  chat: { id: room, type: "private" },
  date: "2026-01-01",
});
const link = async (sailor: Sailor, messenger_obj: unknown, token = bot) =>
  api.post("/rpc/messenger_fn", { token: await codeOf(sailor), messenger_obj }, { token });
const whoHas = async (user_id: number): Promise<unknown> => {
  const { token } = (await api.post("/rpc/messenger", { user_id }, { token: bot })).json;
  if (token === null) return null;
  return (await api.get("/rpc/settings_fn", { token })).json.settings.email;
};

describe("a chat", () => {
  it("is linked by the bot, and its person then signs in by it", async () => {
    const sailor = await newSailor(api);
    expect((await link(sailor, chat(4711))).json).toBe(true);
    expect(await whoHas(4711)).toBe(sailor.email);
    expect((await api.post("/rpc/messenger", { user_id: 4711 })).status).toBe(401);
    // The same chat again is no conflict with itself.
    expect((await link(sailor, JSON.stringify(chat(4711)))).json).toBe(true);
  });

  it("cannot be linked by others, no matter whose code it is", async () => {
    const sailor = await newSailor(api);
    for (const token of [sailor.userToken, sailor.vesselToken]) {
      const answer = await link(sailor, chat(5_550_001), token);
      expect([answer.status, answer.json.code]).toEqual([403, "42501"]);
    }
    const stranger = await api.post("/rpc/messenger_fn", {
      token: await codeOf(sailor),
      messenger_obj: chat(5_550_001),
    });
    expect(stranger.status).toBe(401);
    expect(await whoHas(5_550_001)).toBeNull();
  });

  it("belongs to one account, by its person and by its room, until that one lets it go", async () => {
    const victim = await newSailor(api);
    const thief = await newSailor(api);
    expect((await link(victim, chat(6001))).json).toBe(true);
    for (const claimed of [chat(6001), chat("6001"), chat(6001, 9), chat(6002, 6001), chat(6002, "6001")]) {
      const answer = await link(thief, claimed);
      expect([answer.status, answer.json.message]).toEqual([
        409,
        "This chat is linked to another account: unlink it there first.",
      ]);
      expect(answer.text).not.toContain(victim.email);
    }
    expect(await whoHas(6001)).toBe(victim.email);
    const clear = { key: "{messenger}", value: null };
    expect((await api.post("/rpc/update_user_preferences_fn", clear, { token: victim.userToken })).json).toBe(
      true,
    );
    expect(await whoHas(6001)).toBeNull();
    expect((await link(thief, chat(6001))).json).toBe(true);
  });

  it("without the ids of a person and a chat is refused", async () => {
    const sailor = await newSailor(api);
    for (const odd of [
      "x",
      "[]",
      {},
      { from: { id: 1 } },
      chat(null),
      chat(1.5),
      chat("0x10"),
      chat(" 7"),
      chat("07"),
      chat(2 ** 60),
      { ...chat(7), more: "x".repeat(20_000) },
    ]) {
      const answer = await link(sailor, odd);
      expect([odd, answer.status]).toEqual([odd, 400]);
    }
  });

  it("goes to one of those who claim it at the same time", async () => {
    const crowd = await Promise.all(Array.from({ length: 4 }, () => newSailor(api)));
    const codes = await Promise.all(crowd.map(codeOf));
    const answers = await Promise.all(
      codes.map((token) =>
        api.post("/rpc/messenger_fn", { token, messenger_obj: chat(7001) }, { token: bot }),
      ),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409, 409]);
  });

  it("that guesses codes is stopped, however it spells its number", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) {
      const messenger_obj = chat(i % 2 === 0 ? 8001 : "8001");
      statuses.push(
        (await api.post("/rpc/messenger_fn", { token: "00000000", messenger_obj }, { token: bot })).status,
      );
    }
    expect(statuses.slice(-2)).toEqual([200, 429]);
    // Others who speak to the same bot are not linked.
    expect((await link(await newSailor(api), chat(8002))).json).toBe(true);
  });
});
