/** All text on maps is readable: no overlap with text, marks or buttons. Uses the last dashboard build. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { mapFaultsIn } from "./labels.ts";

const HOUR = 3_600_000;
const SCREENS = [
  { width: 360, height: 740 },
  { width: 1400, height: 900 },
];

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

describe(hasChromium ? "the words on a map" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let lying: Skipper;
  let moored: Skipper;
  let drifting: Skipper;

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    lying = await newSkipper(service);
    await lying.send(passage(Date.now() - 4 * HOUR, DAY_TRIP.slice(0, 3)));
    moored = await newSkipper(service);
    await moored.send(passage(Date.now() - 7 * HOUR, DAY_TRIP));
    drifting = await newSkipper(service);
    await drifting.send(
      passage(Date.now() - 3 * HOUR, [
        { stay: "moored", minutes: 60 },
        { sail: 160, knots: 1, minutes: 119 },
      ]),
    );
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await page.route("**/live", (route) => route.abort());
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function openNow(skipper: Skipper, words: string): Promise<void> {
    await openAs(page, service.webUrl, skipper.sailor, "/");
    await page.getByText(words).first().waitFor(PATIENCE);
  }

  /** Drags the chart from a spot without targets. */
  async function drag(right: number, down: number): Promise<void> {
    const chart = page.locator(".chart__canvas").first();
    await page.evaluate(
      "document.querySelector('.chart__canvas').scrollIntoView({ block: 'center', behavior: 'instant' })",
    );
    const box = await chart.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 120, (box?.y ?? 0) + Math.min(230, (box?.height ?? 0) - 50)];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + right, y + down, { steps: 4 });
    // A chart released at once glides on.
    await page.waitForTimeout(300);
    await page.mouse.up();
    await page.mouse.move(1, 1);
  }

  test.skipIf(!hasChromium).each(SCREENS)("around a boat that drifts, $width px wide", async (screen) => {
    await page.setViewportSize(screen);
    await openNow(drifting, "30 min");
    expect(await mapFaultsIn(page)).toEqual([]);
  });

  test.skipIf(!hasChromium).each(SCREENS)("around a boat that lies, $width px wide", async (screen) => {
    await page.setViewportSize(screen);
    await openNow(lying, "Farthest");
    expect(await mapFaultsIn(page)).toEqual([]);
  });

  test.skipIf(!hasChromium)("around a boat at a berth there is a nautical mile", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openNow(moored, "Moored");
    const scale = page.locator(".maplibregl-ctrl-scale");
    await expect.poll(() => scale.textContent(), PATIENCE).toMatch(/^(0[.][3-9]|1)\sNM$/);
    expect(await page.getByText("Farthest").count()).toBe(0);
    expect(await mapFaultsIn(page)).toEqual([]);
  });

  test.skipIf(!hasChromium)("the labels at the edge give way to a boat that is moved there", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openNow(lying, "Farthest");
    await drag(-100, 0);
    const covered = page.locator(".edge-label--covered");
    // Labels stand some way apart along the edge.
    for (let n = 0; n < 8 && (await covered.count()) === 0; n++) {
      expect(await mapFaultsIn(page)).toEqual([]);
      await drag(0, 20);
    }
    expect(await covered.count()).toBeGreaterThan(0);
    expect(await mapFaultsIn(page)).toEqual([]);
  });

  test.skipIf(!hasChromium).each(SCREENS)(
    "both ends of a track carry their times, $width px wide",
    async (screen) => {
      await page.setViewportSize(screen);
      await openAs(page, service.webUrl, lying.sailor, "/logs");
      await page.locator('a[href^="/log/"]').first().click(PATIENCE);
      const flags = page.locator(".mark--start .mark__name, .mark--end .mark__name");
      await expect.poll(() => flags.count(), PATIENCE).toBe(2);
      for (const time of await flags.allTextContents()) expect(time).toMatch(/^\d\d:\d\d UTC$/);
      expect(await mapFaultsIn(page)).toEqual([]);
    },
  );

  test.skipIf(!hasChromium)("words that lie upon others and under buttons are found", async () => {
    await page.evaluate(`(() => {
      const words = (name) => Object.assign(document.createElement("p"), { textContent: name });
      const place = (one, at) => Object.assign(one.style, { position: "absolute", zIndex: 9, margin: 0, ...at });
      const [under, upon, other] = ["Utö", "Jussarö", "Lehtma"].map(words);
      place(under, { top: "20px", right: "20px" });
      place(upon, { top: "4px", left: "90px" });
      place(other, { top: "10px", left: "100px" });
      document.querySelector(".chart__stage").append(under, upon, other);
    })()`);
    const found = await mapFaultsIn(page);
    expect(found).toContain("on the map Utö lies upon buttons");
    expect(found).toContain("on the map Jussarö lies upon Lehtma");
  });
});
