/** Costs of strangers' requests for public pages, and what is cached for them. */
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Engine } from "@wakelog/data-api/engine/engine.ts";
import { beforeAll, expect, test } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { newSkipper } from "../../../../../test/support/skipper.ts";
import { publicPages } from "../../../src/boat/public-pages/public-pages.ts";

const service = serviceForTests({ WAKELOG_RATE_LIMITS: "on", WAKELOG_TRUST_PROXY: "1" });
let log: number;

beforeAll(async () => {
  const skipper = await newSkipper(service);
  await skipper.send(passage(Date.now() - 86_400_000, DAY_TRIP));
  log = (await skipper.logs(0))[0]?.[0] ?? 0;
  for (const [key, value] of [
    ["public_vessel", "Meritähti"],
    ["public_logs", true],
  ])
    await skipper.call("update_user_preferences_fn", { key: `{${key}}`, value });
});

test("each is counted with the strangers' requests of a network, and no network's use up another's", async () => {
  const get = (url: string, address: string) => fetch(url, { headers: { "X-Forwarded-For": address } });
  const counted = [
    `${service.webUrl}/p/Merit%C3%A4hti/log/${log}/picture.png`,
    `${service.webUrl}/p/NoSuchBoat`,
    `${service.apiUrl}/`,
  ];
  const left = async (address: string) =>
    Number((await get(`${service.apiUrl}/`, address)).headers.get("X-RateLimit-Remaining"));
  const before = await left("203.0.113.1");
  for (const url of counted) await get(url, "203.0.113.1");
  expect(await left("203.0.113.1")).toBe(before - counted.length - 1);
  for (let n = await left("203.0.113.1"); n > 0; n -= 50)
    await Promise.all(Array.from({ length: Math.min(50, n) }, () => get(counted[1] ?? "", "203.0.113.1")));
  for (const url of counted) {
    const refused = await get(url, "203.0.113.1");
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
  }
  expect((await get(counted[0] ?? "", "203.0.113.2")).status).toBe(200);
  // The dashboard itself is files.
  expect((await get(`${service.webUrl}/`, "203.0.113.1")).status).toBe(200);
});

test("a picture is drawn once, however the boat's name is written and however many ask; caches ask again", async () => {
  const asked: string[] = [];
  const engine: Engine = {
    async handle({ path, query, headers }) {
      asked.push(path);
      const answer = await fetch(`${service.apiUrl}${path}?${query}`, { headers });
      return { status: answer.status, headers: [], body: Buffer.from(await answer.arrayBuffer()) };
    },
    reload: async () => {},
    ready: () => true,
    close: async () => {},
  };
  const pages = publicPages(
    () => engine,
    "",
    { landIn: async () => [] },
    async () => {},
  );
  const names = ["Meritähti", "MERITÄHTI", "meritahti", "Meri_tahti"].map(encodeURIComponent);
  const picture = async (name: string) => {
    const request = new IncomingMessage(new Socket());
    const found = await pages.answer(`/p/${name}/log/${log}/picture.png`, async () => "", "", request);
    expect(found).toMatchObject({
      status: 200,
      headers: [
        ["Content-Type", "image/png"],
        ["Cache-Control", "no-cache"],
      ],
    });
  };
  await Promise.all(names.map(picture));
  for (const name of names) await picture(name);
  expect(asked.filter((path) => path === "/rpc/timelapse_fn")).toHaveLength(1);
});
