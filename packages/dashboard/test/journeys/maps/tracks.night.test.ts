/** All tracks on one map, and time-lapses, in a real browser. */
import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Part, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { faultsIn } from "../looks.ts";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

/** Delay of each part of the coast's file over a bad link. */
const SLOW_MS = 2_000;

/** Rows per POST. */
const BATCH = 5000;

/** Beating to and fro in a narrow fairway, a tack every few minutes: lines that stay long when simplified. */
const BEATING: readonly Part[] = [
  ...Array.from({ length: 40 }, (_, day) => [
    { stay: "moored", minutes: 300 } as const,
    ...Array.from({ length: 120 }, (_, tack) => ({
      sail: (day % 2) * 180 + (tack % 2) * 90 + ((tack * tack * 37 + day * 53) % 61),
      knots: 4 + ((tack * 29 + day * 7) % 17) / 7,
      minutes: 2 + ((tack * tack * 7 + day) % 5),
    })),
  ]).flat(),
  { stay: "moored", minutes: 600 },
];

/** Two trips, in two years. */
const TRIPS = [Date.UTC(2025, 6, 1), Date.UTC(2026, 5, 1)].map((start) =>
  passage(start, [
    { stay: "moored", minutes: 60 },
    { sail: 160, knots: 5, minutes: 90 },
    { sail: 250, knots: 6, minutes: 90 },
    { stay: "moored", minutes: 900 },
  ]),
);

describe(hasChromium ? "the map of all tracks" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;
  const asked: string[] = [];

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    for (const rows of TRIPS) await skipper.send(rows);
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    page.on("request", (request) => asked.push(request.url()));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const opened = (path: string) => openAs(page, service.webUrl, skipper.sailor, path);
  const lines = (count: number) => page.locator(`[data-lines="${count}"]`).waitFor();
  const status = () => page.locator(".page__sub [role=status]").innerText();

  test.skipIf(!hasChromium)("shows that it waits until the coast of this view is drawn", async () => {
    let answered = 0;
    await page.route(/\.pmtiles/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      await route.continue();
      answered++;
    });
    await opened("/logs/map");
    const waiting = page.locator(".chart__canvas--waiting");
    await waiting.waitFor({ ...PATIENCE, state: "attached" });
    await waiting.waitFor({ ...PATIENCE, state: "detached" });
    // At least the file's directory, then a tile.
    expect(answered).toBeGreaterThan(1);
    await page.unroute(/\.pmtiles/);
  });

  test.skipIf(!hasChromium)("draws every track of the choice, and names countries and seas", async () => {
    await opened("/logs/map");
    await lines(2);
    await expect.poll(status, PATIENCE).toMatch(/^2 logs, 33\.\d NM$/);
    await page.getByText("Finland", { exact: true }).waitFor();
    await page.getByText("Baltic Sea", { exact: true }).waitFor();
    await expect
      .poll(() => page.locator(".years li").allInnerTexts(), PATIENCE)
      .toEqual([expect.stringMatching(/^2026\s/), expect.stringMatching(/^2025\s/)]);
    await page.getByLabel("From", { exact: true }).fill("2026-01-01");
    await lines(1);
    await expect.poll(() => new URL(page.url()).search, PATIENCE).toBe("?from=2026-01-01");
    await expect
      .poll(() => page.getByRole("list", { name: "Logs" }).getByRole("link").count(), PATIENCE)
      .toBe(1);
    await page.getByRole("searchbox", { name: "Search" }).fill("nowhere");
    await page.getByText("No matching log").waitFor();
  });

  test.skipIf(!hasChromium)("opens the log whose track is tapped", async () => {
    await opened("/logs/map?from=2026-01-01");
    await lines(1);
    const [newest] = await skipper.rows("/logs_view?select=id&order=started.desc&limit=1");
    // Some point on a line across the map, from upper right to lower left, can be tapped.
    const box = await page.locator(".maplibregl-canvas").boundingBox();
    for (let step = 3; step < 18 && !page.url().includes("/log/"); step += 0.5) {
      const y = (box?.y ?? 0) + ((box?.height ?? 0) * step) / 20;
      await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.5, y);
      await page.waitForURL(/\/log\//, { timeout: 500 }).catch(() => undefined);
    }
    await expect.poll(() => new URL(page.url()).pathname, PATIENCE).toBe(`/log/${newest.id}`);
  });

  test.skipIf(!hasChromium)("asks only its own servers", async () => {
    const own = new Set([service.webUrl, service.apiUrl].map((url) => new URL(url).port));
    const others = asked.filter((url) => url.startsWith("http") && !own.has(new URL(url).port));
    expect(others).toEqual([]);
    expect(asked.some((url) => url.endsWith(".pmtiles"))).toBe(true);
  });

  test.skipIf(!hasChromium)(
    "plays the chosen voyages, and stops at the moment that is looked for",
    async () => {
      const ids: { id: number }[] = await skipper.rows("/logs_view?select=id&order=started");
      await opened(`/timelapse?logs=${ids[1]?.id}`);
      const moment = page.getByRole("slider", { name: "Moment" });
      await moment.waitFor();
      await expect.poll(status, PATIENCE).toMatch(/^1 log, .*2026/);
      await expect
        .poll(() => moment.getAttribute("aria-valuetext"), PATIENCE)
        .toMatch(/^Mon 1 Jun 2026, 0\d:\d\d UTC/);
      await page.getByRole("button", { name: "Play" }).click();
      await expect.poll(async () => Number(await moment.inputValue()), PATIENCE).toBeGreaterThan(0);
      await page.getByRole("button", { name: "Pause" }).click();
      await page.getByRole("button", { name: "Play" }).waitFor();
      await moment.focus();
      await page.keyboard.press("End");
      await expect
        .poll(async () => (await moment.inputValue()) === (await moment.getAttribute("max")), PATIENCE)
        .toBe(true);
      const end = await moment.getAttribute("aria-valuetext");
      await page.keyboard.press("Home");
      await expect.poll(() => moment.getAttribute("aria-valuetext"), PATIENCE).not.toBe(end);
      await page.getByText("Follow the boat").click();
      await expect
        .poll(() => page.getByRole("switch", { name: "Follow the boat" }).isChecked(), PATIENCE)
        .toBe(true);
    },
  );

  test.skipIf(!hasChromium)("the time-lapse of a season takes 15 kB at most", async () => {
    const cruiser = await newSkipper(service);
    const rows = passage(Date.UTC(2026, 4, 1), BEATING);
    for (let from = 0; from < rows.length; from += BATCH) await cruiser.send(rows.slice(from, from + BATCH));
    const finished: Request[] = [];
    const note = (request: Request) => finished.push(request);
    page.on("requestfinished", note);
    await openAs(page, service.webUrl, cruiser.sailor, "/timelapse");
    await page.getByRole("slider", { name: "Moment" }).waitFor(PATIENCE);
    await expect.poll(status, PATIENCE).toMatch(/^40 logs, /);
    page.off("requestfinished", note);
    const sizes = await Promise.all(
      finished
        .filter((one) => one.url().startsWith(`${service.webUrl}/api/`))
        .map(async (one) => {
          const { responseBodySize, responseHeadersSize } = await one.sizes();
          return [new URL(one.url()).pathname, responseBodySize + responseHeadersSize] as const;
        }),
    );
    const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
    expect(bytes, JSON.stringify(sizes)).toBeLessThan(15_000);
    expect(sizes.map(([path]) => path)).toContain("/api/rpc/tracks_fn");
  });

  test.skipIf(!hasChromium).each(["/logs/map", "/timelapse"])(
    "%s fits and can be read by everybody",
    async (path) => {
      await opened(path);
      await page.locator(".maplibregl-canvas").waitFor();
      expect(await faultsIn(page)).toEqual([]);
    },
  );
});
