/** General settings: each does what its sentence says. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { client, newSailor } from "../../../../../test/support/client.ts";
import { installationForTests, urlIn } from "../../../../../test/support/installation.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { startBotApi } from "../../people/notifications/servers/bot-api.ts";

let service: TestService | null = null;
afterEach(async () => {
  await service?.stop();
  service = null;
});

async function apiWith(settings: Readonly<Record<string, string>>) {
  service = await startService(settings);
  return client(service.apiUrl);
}

const sailor = (pass: string) => ({ email: "aino@example.org", pass, firstname: "Aino", lastname: "Meri" });

it("WAKELOG_PASSWORD_MIN_LENGTH is the length of the shortest password that is accepted", async () => {
  const api = await apiWith({ WAKELOG_PASSWORD_MIN_LENGTH: "12" });
  const short = await api.post("/rpc/signup", sailor("elevenchars"));
  expect(short).toMatchObject({ status: 400, text: expect.stringContaining("12") });
  expect((await api.post("/rpc/signup", sailor("twelve chars"))).status).toBe(200);
});

it("WAKELOG_SESSION_HOURS is how long people stay signed in", async () => {
  const api = await apiWith({ WAKELOG_SESSION_HOURS: "5" });
  const { token } = (await api.post("/rpc/signup", sailor("fair winds 7"))).json;
  const { iat, exp } = JSON.parse(Buffer.from(String(token).split(".")[1] ?? "", "base64url").toString());
  expect(exp - iat).toBe(5 * 3600);
});

it("WAKELOG_MAX_ROWS is how many rows an answer has at most", async () => {
  const api = await apiWith({ WAKELOG_MAX_ROWS: "3" });
  const { vesselToken: token } = await newSailor(api);
  const rows = Array.from({ length: 5 }, (_, n) => ({
    time: new Date(Date.UTC(2026, 5, 1) + n * 60_000).toISOString(),
    latitude: 60,
    longitude: 24,
  }));
  expect((await api.post("/metrics", rows, { token })).status).toBe(201);
  for (const query of ["", "&limit=4"]) {
    expect((await api.get(`/metrics?select=time${query}`, { token })).json).toHaveLength(3);
  }
  expect((await api.get("/metrics?select=time&limit=2", { token })).json).toHaveLength(2);
});

it("WAKELOG_ALIASES=off takes away the names that existing software uses, and no others", async () => {
  const statusWith = async (aliases: string) => {
    const api = await apiWith({ WAKELOG_ALIASES: aliases });
    const { userToken: token } = await newSailor(api);
    const asked = ["/rpc/pushover_subscribe_link_fn", "/rpc/push_subscribe_link_fn"];
    const statuses = [];
    for (const path of asked) statuses.push((await api.post(path, {}, { token })).status);
    await service?.stop();
    service = null;
    return statuses;
  };
  expect(await statusWith("on")).toEqual([200, 200]);
  expect(await statusWith("off")).toEqual([404, 200]);
});

it("WAKELOG_MESSENGER_BOT=off leaves the bot's messages to another program", async () => {
  const bot = await startBotApi("77:secret");
  try {
    const settings = { WAKELOG_MESSENGER_TOKEN: "77:secret", WAKELOG_MESSENGER_API_URL: bot.url };
    await apiWith({ ...settings, WAKELOG_MESSENGER_BOT: "off" });
    const answer = bot.ask(1, "/status").catch(() => null);
    expect(await Promise.race([answer, sleep(3_000, "nothing")])).toBe("nothing");
    await service?.stop();
    await apiWith(settings);
    expect(await answer).not.toBeNull();
  } finally {
    await service?.stop();
    service = null;
    await bot.stop();
  }
});

describe("the log", { timeout: 120_000 }, () => {
  const installation = installationForTests();

  it("is written as WAKELOG_LOG_FORMAT says, and has as much as WAKELOG_LOG_LEVEL says", async () => {
    const logged = async (format: string, level: string) => {
      const one = installation.run(["start"], { WAKELOG_LOG_FORMAT: format, WAKELOG_LOG_LEVEL: level });
      let log = "";
      one.process.stderr?.on("data", (piece) => {
        log += String(piece);
      });
      await fetch(`${await urlIn(one, "API")}/`);
      one.process.kill("SIGTERM");
      expect(await one.ended).toBe(0);
      return log.trim().split("\n");
    };
    const json = (await logged("json", "debug")).map((line) => JSON.parse(line));
    expect(json).toContainEqual(
      expect.objectContaining({ time: expect.any(String), kind: "answered", method: "GET", status: 200 }),
    );
    const pretty = await logged("pretty", "debug");
    expect(pretty).toContainEqual(expect.stringMatching(/^\d{4}-\d\d-\d\dT\S+ 200 GET \/ /));
    expect((await logged("pretty", "info")).filter((line) => line.includes(" GET "))).toEqual([]);
  });
});
