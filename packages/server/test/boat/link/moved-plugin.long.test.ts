/** The plugin on board, as it is published, whose account moves to another installation. */
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { newSailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import type { Plugin } from "../../../../signalk-wakelog/src/plugin.ts";
import type { ServerApp } from "../../../../signalk-wakelog/src/server-api.ts";
import { StubServer } from "../../../../signalk-wakelog/test/stub-server.ts";
import { buildPlugin } from "../../clients/aboard/built-plugin.ts";
import { writtenAccount } from "./moved-account.ts";

const here = serviceForTests();
const there = serviceForTests();

const entry = z.custom<(app: ServerApp) => Plugin>((value) => typeof value === "function");
const rowsForm = z.looseObject({ rows: z.array(z.array(z.unknown())) });
const SOON = { timeout: 60_000, interval: 200 };
/** One row in five seconds. */
const APART_MS = 6_000;

it("goes on in its stream: each row is there once, also those that came after the file was written", async () => {
  const built = buildPlugin();
  const folder = mkdtempSync(join(tmpdir(), "wakelog-boat-"));
  const server = new StubServer(folder);
  const plugin = entry.parse(createRequire(import.meta.url)(built.main))(server);
  plugin.registerWithRouter(server.router());
  onTestFinished(async () => {
    await plugin.stop();
    built.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const status = async () => Object((await server.ask("GET /status")).body);
  const lineOf = async ({ api, apiUrl }: typeof here, token: string): Promise<string> =>
    `${apiUrl}/${(await api.post("/rpc/pair_boat_fn", {}, { token })).json.code}`;
  let rows = 0;
  const sail = async (): Promise<void> => {
    server.say("navigation.position", { latitude: 59.8 + rows / 1e4, longitude: 22.9 });
    server.say("propulsion.main.state", `run ${++rows}`);
    await new Promise((resolve) => setTimeout(resolve, APART_MS));
    await expect.poll(async () => (await status()).waiting, SOON).toBe(0);
  };

  const sailor = await newSailor(here.api, "Vega");
  plugin.start({ pairing: await lineOf(here, sailor.userToken) });
  await expect.poll(async () => (await status()).last_sent, SOON).toEqual(expect.any(String));
  await sail();
  await sail();
  const account = await writtenAccount(here, sailor);
  await sail();
  const owner = await account.readInto(there);
  const { stream } = await status();
  const paired = await server.ask("POST /pair", {}, { line: await lineOf(there, owner.userToken) });
  expect(paired.code, JSON.stringify(paired.body)).toBe(200);
  await sail();

  expect((await status()).stream).toBe(stream);
  const aboard = rowsForm.parse((await server.ask("GET /rows", { after: 0, limit: 1000 })).body).rows;
  expect(aboard.length).toBeGreaterThanOrEqual(4);
  const get = async (path: string) => (await there.api.get(path, { token: owner.userToken })).json;
  await expect
    .poll(() => get("/boat_links_view?select=rows,stream"), SOON)
    .toEqual([{ rows: aboard.length, stream }]);
  const ashore = await get("/metrics?select=time&order=time");
  expect(ashore.map(({ time }: { time: string }) => new Date(time).toISOString())).toEqual(
    aboard.map(([, time]) => new Date(Number(time)).toISOString()),
  );
  expect(await get("/metrics_rejected_view?select=reason")).toEqual([]);
}, 240_000);
