/** Texts that would keep a careless reader busy are answered at once, for all callers. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, newSailor, type Sailor } from "../../../../test/support/client.ts";
import { serviceForTests } from "../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;
let sailor: Sailor;
beforeAll(async () => {
  sailor = await newSailor(api, "Hostile");
  await api.post("/metadata", { name: "Hostile", plugin_version: "1" }, { token: sailor.vesselToken });
});

/** Processor time for an answer, with hashing and everything else; reading such a text badly took from 4 s to a minute. */
const MOST_MS = 1_500;

async function atOnce(ask: () => Promise<Answer>): Promise<Answer> {
  const before = process.cpuUsage();
  const answer = await ask();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(MOST_MS);
  return answer;
}

const MINUTE = 60_000;

const ADDRESSES: readonly string[] = [
  `a@${".".repeat(64_900)}x`,
  `a@${"。".repeat(20_000)}x`,
  `a@${"a.".repeat(30_000)}@`,
  `${"+".repeat(60_000)}@x`,
  `${" ".repeat(60_000)}x`,
];
const NUMBERS: readonly string[] = [
  `${"1".repeat(100_000)}x`,
  `${" ".repeat(100_000)}x`,
  `1.${"1".repeat(100_000)}x`,
  `1e${"1".repeat(100_000)}x`,
];

describe("a hostile text", () => {
  it("is no e-mail address to a stranger who signs in, signs up or recovers", async () => {
    for (const email of ADDRESSES) {
      const login = await atOnce(() => api.post("/rpc/login", { email, pass: "wrong password" }));
      expect(login.status).toBe(401);
      const signup = await atOnce(() =>
        api.post("/rpc/signup", { email, pass: "long enough a password", firstname: "A", lastname: "B" }),
      );
      expect(signup.status).toBe(400);
      const recover = await atOnce(() => api.post("/rpc/recover", { email }));
      expect(recover.status).toBeLessThan(500);
    }
  });

  it("is no number of a boat, whose other rows are taken", async () => {
    for (const [at, speedoverground] of NUMBERS.entries()) {
      const [bad, good] = [0, 30_000].map((ms) =>
        new Date(MINUTE * Math.floor(Date.now() / MINUTE) - 60 * MINUTE + at * MINUTE + ms).toISOString(),
      );
      const rows = [
        { time: bad, speedoverground, latitude: 59, longitude: 18 },
        { time: good, speedoverground: 1, latitude: 59, longitude: 18 },
      ];
      const answer = await atOnce(() =>
        api.post("/metrics?select=time", rows, {
          token: sailor.vesselToken,
          headers: { prefer: "return=representation" },
        }),
      );
      expect([answer.status, answer.json.map(({ time }: { time: string }) => Date.parse(time))]).toEqual([
        201,
        [Date.parse(good ?? "")],
      ]);
    }
  });

  it("is no name, preference or time, whatever the database makes of it", async () => {
    const token = sailor.userToken;
    const units = [
      " ",
      "a",
      "a.",
      "1",
      ".",
      "://",
      "\u200d",
      "\u2764\ufe0f\u200d",
      "\u0660",
      "[",
      "{",
      "\\n",
      "ab@",
      "1:",
    ];
    for (const text of units.map((unit) => `${unit.repeat(60_000 / unit.length)}x`)) {
      const person = {
        email: "hostile@example.org",
        pass: "long enough a password",
        firstname: text.slice(-18_000),
        lastname: "",
      };
      expect((await atOnce(() => api.post("/rpc/signup", person))).status).toBe(400);
      for (const key of ["public_vessel", "preferred_units", "webhook_url", "quiet_hours", "alerting"]) {
        const answer = await atOnce(() =>
          api.post("/rpc/update_user_preferences_fn", { key: `{${key}}`, value: text }, { token }),
        );
        expect(answer.status, key).toBeLessThan(500);
      }
      const boat = { name: text, client_id: text, time: text, platform: text, plugin_version: text };
      const answer = await atOnce(() => api.post("/metadata", boat, { token: sailor.vesselToken }));
      expect(answer.status).toBeLessThan(500);
      const moorage = { name: text, notes: text, latitude: 1, longitude: 1 };
      expect((await atOnce(() => api.post("/moorages", moorage, { token }))).status).toBeLessThan(500);
    }
  });

  it("is nothing that the API has a resource, function or column for", async () => {
    const name = "a".repeat(60_000);
    const paths = [`/${name}`, `/rpc/${name}`, `/logs_view?select=${name}`, `/logs_view?select=${name}()`];
    for (const path of [...paths, `/logs_view?${name}=eq.1`, `/logs_view?order=${name}`]) {
      for (const token of [sailor.userToken, ""]) {
        const answer = await atOnce(() => api.get(path, token === "" ? {} : { token }));
        expect([400, 401, 404], path.slice(0, 20)).toContain(answer.status);
      }
    }
  });
});
