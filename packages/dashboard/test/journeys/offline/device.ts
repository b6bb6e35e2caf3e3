/** A phone that restarts and loses its link to a server that stops and starts. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import type { Page } from "playwright-core";
import { expect, vi } from "vitest";
import type { Running } from "../../../../../test/support/cli.ts";
import { type Client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { installationForTests, urlIn } from "../../../../../test/support/installation.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { freePort } from "../../../../server/src/database/postgres-server/free-port.ts";
import { type Browser, openBrowser } from "../browser.ts";

/** Rows per POST. */
const BATCH = 5_000;

/** Shorter than the page's timers, so that none is skipped. */
const STEP_MS = 4_000;

/** Number of responses cached by the service worker. */
export const KEPT_ANSWERS = `caches.keys()
  .then((names) => Promise.all(names.filter((name) => name.startsWith("answers-")).map((name) => caches.open(name))))
  .then((all) => Promise.all(all.map((cache) => cache.keys())))
  .then((keys) => keys.flat().length)`;

/** Whether the service worker has kept files. */
const keeps = (files: string) => `(async () => {
  const worker = await (await fetch("/sw.js", { cache: "force-cache" })).text();
  const files = ${files};
  return !(await Promise.all(files.map((path) => caches.match(path)))).includes(undefined);
})()`;
const PAGES = String.raw`JSON.parse(/"ahead":(\[[^\]]*\])/.exec(worker)[1])`;

/** Keeps the page open until the files of every page are kept. */
export async function keepFiles(device: Device): Promise<void> {
  await device.hasten(async () => (await device.page.evaluate(keeps(PAGES))) === true);
}

/** Keeps the page in sight until it can be read offline. */
export async function keepAll(device: Device): Promise<void> {
  await device.hasten(
    async () => (await device.page.evaluate(keeps(`[...${PAGES}, "/kept-ahead"]`))) === true,
  );
}

/** The device, its user and the server; `dispose` stops everything. */
export interface Device {
  page: Page;
  client: Client;
  webUrl: string;
  sailor: Sailor;
  /** Start of the boat's record, milliseconds since 1970-01-01 UTC. */
  readonly began: number;
  startServer(): Promise<void>;
  stopServer(): Promise<void>;
  switchOn(): Promise<void>;
  switchOff(): Promise<void>;
  /** Advances the page's clock until a condition holds that the page fulfils by timers. */
  hasten(holds: () => Promise<boolean>): Promise<void>;
  /** Rows of a path, as the user. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape and fail loudly where one differs
  rows(path: string): Promise<any>;
  dispose(): Promise<void>;
}

/**
 * A server with a user whose boat has sailed, and a device.
 * @param rows the boat's record from an instant on; by default two logs
 */
export async function newDevice(
  patience: { readonly timeout: number },
  rows: (began: number) => readonly JsonObject[] = (began) => passage(began, DAY_TRIP),
): Promise<Device> {
  const installation = installationForTests({
    WAKELOG_API_PORT: String(await freePort()),
    WAKELOG_WEB_PORT: String(await freePort()),
    WAKELOG_RATE_LIMITS: "off",
  });
  const profile = await mkdtemp(join(tmpdir(), "wakelog-device-"));
  let service: Running | null = null;
  let browser: Browser | null = null;
  const start = async () => {
    const started = await installation.start();
    service = started.service;
    return { client: started.api, webUrl: await urlIn(started.service, "Dashboard") };
  };
  const open = async () => {
    browser = await openBrowser({ profile });
    await browser.page.clock.install();
    return browser.page;
  };
  const first = await start();
  const sailor = await newSailor(first.client);
  const began = Date.now() - 26 * 3_600_000;
  const record = rows(began);
  for (let from = 0; from < record.length; from += BATCH) {
    const batch = record.slice(from, from + BATCH);
    const sent = await first.client.post("/metrics?select=time", batch, { token: sailor.vesselToken });
    expect(sent.status).toBe(201);
  }
  const device: Device = {
    ...first,
    page: await open(),
    sailor,
    began,
    async startServer() {
      Object.assign(device, await start());
    },
    async stopServer() {
      service?.process.kill("SIGTERM");
      await service?.ended;
    },
    async switchOn() {
      device.page = await open();
    },
    async switchOff() {
      await browser?.close();
      browser = null;
    },
    async hasten(holds) {
      const look = async () => {
        if (await holds()) return true;
        await device.page.clock.fastForward(STEP_MS);
        return false;
      };
      await vi.waitUntil(look, { ...patience, interval: 200 });
    },
    rows: async (path) => (await device.client.get(path, { token: sailor.userToken })).json,
    async dispose() {
      await browser?.close();
      // Hooks created within hooks do not run: stop the installation here.
      await device.stopServer();
      for (const folder of [profile, dirname(installation.dataDir)]) {
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  };
  const unfinished = "/logbook?select=id&track_geojson=is.null&_to_time=not.is.null";
  await vi.waitUntil(async () => (await device.rows(unfinished)).length === 0, patience);
  return device;
}
