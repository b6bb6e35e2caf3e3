import { expect, it } from "vitest";
import { runCli } from "../../../../test/support/cli.ts";
import { newSailor, type Sailor } from "../../../../test/support/client.ts";
import { TEST_SECRET } from "../../../../test/support/server.ts";
import { serviceForTests } from "../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;
const MINUTE = 60_000;
const START = Math.floor(Date.now() / 86_400_000 - 100) * 86_400_000;

async function thin(...words: string[]) {
  const settings = { DATABASE_URL: service.database.url, WAKELOG_JWT_SECRET: TEST_SECRET };
  const command = runCli(["thin", ...words], settings);
  return { code: await command.ended, output: command.output() };
}

/** A boat that lay still for two days, a row a minute, more than two months ago. */
async function oldBoat(name: string): Promise<Sailor> {
  const sailor = await newSailor(api, name);
  const { vesselToken: token } = sailor;
  const headers = { Prefer: "resolution=merge-duplicates" };
  await api.post("/metadata?on_conflict=vessel_id", { name, plugin_version: "0.2.0" }, { token, headers });
  const rows = Array.from({ length: 2 * 1440 }, (_, n) => ({
    time: new Date(START + n * MINUTE).toISOString(),
    latitude: 59.8,
    longitude: 22.9,
    speedoverground: 0,
    status: "moored",
    metrics: {},
  }));
  expect((await api.post("/metrics?select=time", rows, { token })).status).toBe(201);
  await service.drainJobs();
  return sailor;
}

async function rowsOf({ userToken: token }: Sailor): Promise<number> {
  const { headers } = await api.get("/metrics?limit=1", { token, headers: { Prefer: "count=exact" } });
  return Number(headers.get("content-range")?.split("/")[1]);
}

it("thins by each vessel's policy: of one vessel, or of all, and nothing twice", {
  timeout: 120_000,
}, async () => {
  const [kept, thinned, later] = [await oldBoat("Keeper"), await oldBoat("Thinned"), await oldBoat("Later")];
  const body = '{ "configuration": { "retention": { "raw_months": 2, "then": "5 min" } } }';
  for (const { userToken: token } of [thinned, later]) {
    expect((await api.patch("/metadata", body, { token })).status).toBeLessThan(300);
  }
  expect(await thin("Unknown")).toMatchObject({
    code: 1,
    output: expect.stringMatching(/there is no vessel/),
  });
  expect(await thin("Keeper")).toEqual({ code: 0, output: "0 rows removed\n" });

  const one = await thin("Thinned");
  const removed = 2 * 1440 - (await rowsOf(thinned));
  expect(one).toEqual({ code: 0, output: `${removed} rows removed\n` });
  expect(removed).toBeGreaterThan(1440);
  expect(await rowsOf(later)).toBe(2 * 1440);

  // The same happened to the other, which lay as still.
  expect(await thin()).toEqual({ code: 0, output: `${removed} rows removed\n` });
  expect(await rowsOf(kept)).toBe(2 * 1440);
  expect(await thin()).toEqual({ code: 0, output: "0 rows removed\n" });
});
