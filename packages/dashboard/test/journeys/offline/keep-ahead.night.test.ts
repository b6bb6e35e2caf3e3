/**
 * What is kept of a season while a page is in sight, counted on the wire, and read after the server has stopped. Real
 * service, real browser. Uses the last dashboard build.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { layWire, type Wire } from "../../../../../test/support/counting/wire.ts";
import { hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { season } from "../season.ts";
import { type Device, keepFiles, newDevice } from "./device.ts";

/** Enough for more than fifty logs. */
const DAYS = 300;
const QUIET_MS = 3_000;
/** Longer than a page waits until it asks again. */
const AGAIN_MS = 11 * 60_000;
const HOUR_MS = 3_600_000;

const RECORD = `caches.match("/kept-ahead").then((kept) => kept?.json() ?? null)`;
const record = z.object({ at: z.number(), logs: z.number(), stays: z.number(), moorages: z.number() });

/** Makes the last time an hour earlier. */
const AGED = `(async () => {
  const name = (await caches.keys()).find((one) => one.startsWith("answers-"));
  const cache = await caches.open(name);
  const kept = await (await cache.match("/kept-ahead")).json();
  await cache.put("/kept-ahead", Response.json({ ...kept, at: kept.at - ${HOUR_MS} }));
})()`;

/** A page that is in the background, until `isAway` is set. */
const AWAY = `Object.defineProperty(Document.prototype, "hidden", { get: () => globalThis.isAway ?? true });`;

/** The kept answers, by path. */
const ANSWERS = `(async () => {
  const name = (await caches.keys()).find((one) => one.startsWith("answers-"));
  const cache = await caches.open(name);
  const keys = (await cache.keys()).filter(({ url }) => url.includes("/api/"));
  return Promise.all(keys.map(async (key) =>
    [key.url.slice(key.url.indexOf("/api/") + 4), await (await cache.match(key)).json()]));
})()`;
const answers = z.array(z.tuple([z.string(), z.unknown()]));

/** Tracks, of which fewer points are kept, and answers that are kept as they came, and that background work changes. */
const NOT_SPLIT = /^\/(rpc\/(log_track|statistics|live_state)_fn|metrics_keys_view)/;

/** An answer without the times that grow while the boat lies. */
function timeless(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (key, value: unknown) =>
    ["total_duration", "duration", "last_seen"].includes(key) ? undefined : value,
  );
}

vi.setConfig({ testTimeout: 300_000 });

describe(hasChromium ? "a season kept ahead" : NO_CHROMIUM, () => {
  let device: Device;
  let wire: Wire;
  /** Newest first. */
  let logs: readonly { readonly id: number; readonly name: string }[];

  let places: number;

  const page = () => device.page;
  const open = (path: string) => page().goto(device.webUrl + path);
  const kept = async () => record.nullable().parse(await page().evaluate(RECORD));

  async function quiet(): Promise<number> {
    for (let last = -1; last !== wire.received(); await sleep(QUIET_MS)) last = wire.received();
    return wire.received();
  }

  /** What the worker asks when the page asks it again, and all bytes received meanwhile. */
  async function fetched(isDone: () => Promise<boolean>) {
    const [bytes, requests] = [await quiet(), wire.requested().length];
    const own = new Set<string>();
    const follow = (request: Request) => own.add(request.url().slice(device.webUrl.length));
    page().on("request", follow);
    await page().clock.fastForward(AGAIN_MS);
    await expect.poll(isDone, { timeout: 240_000 }).toBe(true);
    page().off("request", follow);
    const paths = wire
      .requested()
      .slice(requests)
      .filter((path) => !own.has(path));
    return { bytes: (await quiet()) - bytes, paths };
  }

  const tracksIn = (paths: readonly string[]) => paths.filter((path) => path.includes("log_tracks_fn"));

  beforeAll(async () => {
    if (!hasChromium) return;
    const end = Date.now();
    device = await newDevice({ timeout: 240_000 }, () => season(end, DAYS));
    const webPort = Number(new URL(device.webUrl).port);
    wire = await layWire(() => webPort);
    device.webUrl = `http://127.0.0.1:${wire.port}`;
    logs = await device.rows("/logs_view?select=id,name&order=started.desc");
    expect(logs.length).toBeGreaterThan(50);
    places = (await device.rows("/moorages?select=id")).length;
    await page().addInitScript(AWAY);
    await openAs(page(), device.webUrl, device.sailor, "/logs");
    await page().getByRole("list", { name: "Logs" }).waitFor(PATIENCE);
    await keepFiles(device);
  }, 400_000);
  afterAll(async () => {
    await device?.dispose();
    await wire?.close();
  });

  test.skipIf(!hasChromium)("takes 20 requests and 250 kB at most", async () => {
    expect(await kept()).toBeNull();
    await page().evaluate("isAway = false; undefined");
    const { bytes, paths } = await fetched(async () => (await kept()) !== null);
    expect(paths.length).toBeLessThanOrEqual(20);
    expect(tracksIn(paths).length).toBe(4);
    expect(bytes).toBeLessThan(250_000);
    expect(bytes).toBeGreaterThan(100_000);
    expect(await kept()).toMatchObject({ logs: 50, stays: expect.any(Number), moorages: places });
  });

  test.skipIf(!hasChromium)("is what the server answers to the same questions", async () => {
    const found = answers.parse(await page().evaluate(ANSWERS));
    const paths = found.map(([path]) => path);
    for (const { id } of logs.slice(0, 50)) {
      for (const start of ["/log_view?", "/log_entries_view?", "/log_photos_view?", "/rpc/log_track_fn?"]) {
        expect(
          paths.filter(
            (path) => (path.startsWith(start) && path.endsWith(`eq.${id}`)) || path === `${start}_id=${id}`,
          ).length,
          `${start} ${id}`,
        ).toBeGreaterThan(0);
      }
    }
    for (const [path, body] of found) {
      if (!NOT_SPLIT.test(path)) expect(timeless(body), path).toEqual(timeless(await device.rows(path)));
    }
  });

  test.skipIf(!hasChromium)("is not sent again where nothing has changed", async () => {
    await page().evaluate(AGED);
    const before = (await kept())?.at ?? 0;
    const { bytes, paths } = await fetched(async () => ((await kept())?.at ?? 0) > before);
    expect(paths.length).toBeGreaterThan(10);
    expect(tracksIn(paths)).toEqual([]);
    expect(bytes).toBeLessThan(20_000);
  });

  test.skipIf(!hasChromium)("asks for the track of a changed log alone", async () => {
    const changed = logs[3]?.id;
    await device.client.patch(
      `/logbook?id=eq.${changed}`,
      { notes: "Fog" },
      { token: device.sailor.userToken },
    );
    await page().evaluate(AGED);
    const before = (await kept())?.at ?? 0;
    const { paths } = await fetched(async () => ((await kept())?.at ?? 0) > before);
    expect(tracksIn(paths)).toEqual([expect.stringContaining(`ids=%7B${changed}%7D`)]);
    const found = new Map(answers.parse(await page().evaluate(ANSWERS)));
    const [path = ""] = [...found.keys()].filter(
      (one) => one.startsWith("/log_view") && one.endsWith(`id=eq.${changed}`),
    );
    expect(found.get(path)).toEqual([expect.objectContaining({ notes: "Fog" })]);
  });

  test.skipIf(!hasChromium)("goes on when the page is closed in the middle", async () => {
    const other = await openBrowser();
    try {
      const [first] = other.context.pages();
      if (first === undefined) throw new Error("the browser has no page");
      await openAs(first, device.webUrl, device.sailor, "/stays");
      const from = wire.requested().length;
      const asked = (word: string, since: number) =>
        wire
          .requested()
          .slice(since)
          .some((path) => path.includes(word));
      await expect.poll(() => asked("log_tracks_fn", from), PATIENCE).toBe(true);
      const blank = await other.context.newPage();
      await first.close();
      const closed = wire.requested().length;
      await expect.poll(() => asked("log_tracks_fn", closed), PATIENCE).toBe(true);
      await blank.goto(`${device.webUrl}/manifest.webmanifest`);
      // Written when all is done.
      await expect
        .poll(() => blank.evaluate(RECORD), { timeout: 120_000 })
        .toMatchObject({ moorages: places });
      expect(tracksIn(wire.requested().slice(from)).length).toBe(4);
    } finally {
      await other.close();
    }
  });

  test.skipIf(!hasChromium)(
    "is read when the server has stopped, on pages that were never opened",
    async () => {
      await device.stopServer();
      const main = () => page().locator("main");
      const shows = async (path: string, text: RegExp) => {
        await open(path);
        await expect.poll(() => main().textContent(PATIENCE), PATIENCE).toMatch(text);
        await main()
          .getByText(/^as of/i)
          .first()
          .waitFor(PATIENCE);
        expect(await page().getByRole("alert").allTextContents(), path).toEqual([]);
      };
      for (const place of [8, 49]) {
        const { id, name } = logs[place] ?? { id: 0, name: "" };
        await shows(`/log/${id}`, /NM/);
        await page().getByRole("heading", { level: 1, name }).waitFor(PATIENCE);
        await expect
          .poll(() => page().getByRole("slider", { name: "Moment" }).isEnabled(), PATIENCE)
          .toBe(true);
      }
      await shows("/logs?page=2", /NM/);
      await shows("/stays", /\d+ stays/);
      await shows("/moorages", new RegExp(`${places} places`));
      await shows("/statistics", /NM/);
      await shows("/", /kn/);
    },
  );
});
