/**
 * The dashboard's traffic, counted on the wire: with headers, preflights and the service worker's requests. Real
 * service, real browser. Uses the last dashboard build.
 */
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { layWire, type Wire } from "../../../../test/support/counting/wire.ts";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../test/support/skipper.ts";
import { freePort } from "../../../server/src/database/postgres-server/free-port.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "./browser.ts";

const QUIET_MS = 3_000;
/** Delay of a track after the map on a slow link. */
const TRACK_MS = 1_000;

/** Files cached by the service worker. */
const KEPT = `caches.keys()
  .then((names) => Promise.all(names.filter((name) => name.startsWith("shell-")).map((name) => caches.open(name))))
  .then((all) => Promise.all(all.map((cache) => cache.keys())))
  .then((keys) => keys.flat().map(({ url }) => new URL(url).pathname))`;

/** Files loaded by the page. */
const LOADED = `performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)`;

const ASSETS = join(import.meta.dirname, "../../../server/dist/web/assets");

/** Bytes of the built scripts of a name, as sent. */
async function weightOf(name: string): Promise<number> {
  const files = (await readdir(ASSETS)).filter((file) => file.startsWith(name) && file.endsWith(".js.br"));
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(ASSETS, file))).size));
  if (sizes.length === 0) throw new Error(`the build has no script ${name}`);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Map parts cached by the service worker. */
const PARTS = `caches.open("map-parts").then((cache) => cache.keys()).then((keys) => keys.length)`;

/** How a phone reports a metered link. */
const METERED = `Object.defineProperty(Navigator.prototype, "connection", {
  get: () => ({ saveData: true, effectiveType: "4g" }),
});`;

vi.setConfig({ testTimeout: 240_000 });

describe(hasChromium ? "over a thin link" : NO_CHROMIUM, () => {
  let service: TestService;
  let skipper: Skipper;
  let web: Wire;
  let browser: Browser;

  const webUrl = () => `http://127.0.0.1:${web.port}`;
  const page = () => {
    const [first] = browser.context.pages();
    if (first === undefined) throw new Error("the browser has no page");
    return first;
  };

  /** Waits until traffic ceases. @returns bytes received so far */
  async function quiet(): Promise<number> {
    for (let last = -1; last !== web.received(); await sleep(QUIET_MS)) last = web.received();
    return web.received();
  }

  /**
   * A new browser with a signed-in user.
   * @param profile the folder of a browser to restart
   */
  async function newDevice(profile?: string): Promise<void> {
    browser = await openBrowser(profile === undefined ? {} : { profile });
    await openAs(page(), webUrl(), skipper.sailor, "/manifest.webmanifest");
    await quiet();
  }

  /** Bytes received by opening a page. */
  async function opened(path: string): Promise<number> {
    const before = web.received();
    await page().goto(webUrl() + path);
    await page().getByRole("heading", { level: 1 }).waitFor(PATIENCE);
    return (await quiet()) - before;
  }

  const loaded = async () => z.array(z.string()).parse(await page().evaluate(LOADED));
  const kept = async () => z.array(z.string()).parse(await page().evaluate(KEPT));

  beforeAll(async () => {
    if (!hasChromium) return;
    const webPort = await freePort();
    web = await layWire(() => webPort);
    service = await startService({ WAKELOG_WEB_PORT: String(webPort) });
    skipper = await newSkipper(service);
    await skipper.send(passage(Date.now() - 26 * 3_600_000, DAY_TRIP));
  }, 180_000);
  afterEach(() => browser?.close());
  afterAll(async () => {
    await service?.stop();
    await web?.close();
  });

  test.skipIf(!hasChromium)(
    "a first visit without a map takes 250 kB at most, and coming back 5 kB",
    async () => {
      await newDevice();
      expect(await opened("/logs")).toBeLessThan(250_000);
      await page().evaluate("navigator.serviceWorker.ready.then(() => undefined)");
      // The files loaded before the service worker are cached, and nothing else.
      await expect.poll(kept, PATIENCE).toContainEqual(expect.stringMatching(/logs-page.*\.js/));
      expect((await kept()).filter((path) => /map-library|maplibre|countries|log-page/.test(path))).toEqual(
        [],
      );
      await opened("/logs");
      expect(await opened("/logs")).toBeLessThan(5_000);
    },
  );

  test.skipIf(!hasChromium)(
    "coming back to a browser that was started again takes 5 kB at most",
    async () => {
      const profile = await mkdtemp(join(tmpdir(), "wakelog-browser-"));
      try {
        await newDevice(profile);
        await opened("/logs");
        await page().evaluate("navigator.serviceWorker.ready.then(() => undefined)");
        await expect.poll(kept, PATIENCE).toContainEqual(expect.stringMatching(/logs-page.*\.js/));
        await opened("/logs");
        await browser.close();
        browser = await openBrowser({ profile });
        expect(await opened("/logs")).toBeLessThan(5_000);
        // A returning user: map, measurements and the live stream.
        await opened("/");
        await page().locator(".chart__canvas canvas").waitFor(PATIENCE);
        await opened("/");
        await browser.close();
        browser = await openBrowser({ profile });
        expect(await opened("/")).toBeLessThan(5_000);
      } finally {
        await browser.close();
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  );

  test.skipIf(!hasChromium)(
    "a first visit with a map and the tiles of a bay takes 600 kB at most",
    async () => {
      await newDevice();
      const bytes = await opened("/");
      await page().locator(".chart__canvas canvas").waitFor(PATIENCE);
      expect(bytes).toBeGreaterThan(300_000);
      expect(bytes).toBeLessThan(600_000);
    },
  );

  test.skipIf(!hasChromium)(
    "a page, its words and the address of the API are asked for at once",
    async () => {
      await newDevice();
      const asked: string[] = [];
      page().on("request", (request) => asked.push(new URL(request.url()).pathname));
      await page().route(/\/assets\/en-/, async (route) => {
        await expect.poll(() => asked, PATIENCE).toContainEqual(expect.stringMatching(/logs-page.*\.js/));
        await expect.poll(() => asked, PATIENCE).toContain("/config.json");
        await route.continue();
      });
      expect(await opened("/logs")).toBeGreaterThan(100_000);
      expect(asked).toContainEqual(expect.stringMatching(/\/assets\/en-/));
    },
  );

  test.skipIf(!hasChromium)("no tiles are fetched before it is known what the map shows", async () => {
    const [{ id: log }] = await skipper.rows("/logbook?select=id&limit=1");
    await newDevice();
    // Requests of a service worker bypass the route below.
    await page().addInitScript("delete Navigator.prototype.serviceWorker");
    let parts = 0;
    let before: number | null = null;
    page().on("request", (request) => {
      if (request.headers().range !== undefined) parts++;
    });
    await page().route(/log_track_fn/, async (route) => {
      await page().locator(".chart__canvas canvas").waitFor(PATIENCE);
      await sleep(TRACK_MS);
      before ??= parts;
      await route.continue();
    });
    await opened(`/log/${log}`);
    await expect.poll(() => parts, PATIENCE).toBeGreaterThan(0);
    expect(before).toBe(0);
  });

  test.skipIf(!hasChromium)(
    "a graph is drawn, and what draws it fetched, when it comes near the view",
    async () => {
      const [{ id: log }] = await skipper.rows("/logbook?select=id&limit=1");
      await newDevice();
      await opened(`/log/${log}`);
      const speed = page().getByRole("region", { name: "Speed" });
      await speed.getByRole("button", { name: "Table" }).waitFor(PATIENCE);
      expect(await loaded()).not.toContainEqual(expect.stringMatching(/uPlot/));
      await speed.scrollIntoViewIfNeeded();
      await speed.locator(".graph__canvas canvas").waitFor(PATIENCE);
      expect(await loaded()).toContainEqual(expect.stringMatching(/uPlot.*\.js/));
    },
  );

  test("the map's worker shares what it has in common with the page", async () => {
    // Separately they would be 124 and 241 kB.
    expect(await weightOf("map-worker")).toBeLessThan(10_000);
    expect(await weightOf("map-library")).toBeLessThan(270_000);
  });

  test("widgets bring the languages of the dashboard alone", async () => {
    // With all of their own copies they would be 19 kB.
    expect(await weightOf("import-page")).toBeLessThan(12_000);
  });

  test.skipIf(!hasChromium)("parts of the map that a first visit fetched are not fetched again", async () => {
    const profile = await mkdtemp(join(tmpdir(), "wakelog-browser-"));
    try {
      const [{ id: log }] = await skipper.rows("/logbook?select=id&limit=1");
      await newDevice(profile);
      expect(await opened(`/log/${log}`)).toBeLessThan(640_000);
      await expect.poll(async () => page().evaluate(PARTS), PATIENCE).toBeGreaterThan(2);
      await browser.close();
      browser = await openBrowser({ profile });
      expect(await opened(`/log/${log}`)).toBeLessThan(5_000);
    } finally {
      await browser.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  test.skipIf(!hasChromium)("nothing is fetched ahead where bytes are dear", async () => {
    await newDevice();
    await page().addInitScript(METERED);
    await opened("/logs");
    const before = web.received();
    await sleep(30_000);
    expect(web.received() - before).toBeLessThan(2_000);
  });

  test.skipIf(!hasChromium)("on a good link the other pages follow the first", async () => {
    await newDevice();
    await opened("/logs");
    // Sequentially: the last page comes last.
    await expect.poll(kept, { timeout: 120_000 }).toContainEqual(expect.stringMatching(/uPlot.*\.js/));
    expect(await kept()).toContainEqual(expect.stringMatching(/countries-50m/));
    expect((await kept()).filter((path) => /\/(de|fr|es|pt)-/.test(path))).toEqual([]);
    await browser.context.setOffline(true);
    await page().goto(`${webUrl()}/import`);
    await page().getByRole("heading", { level: 1, name: "Import" }).waitFor(PATIENCE);
  });
});
