/** Late responses move nothing that is being read or tapped. Real service, real browser. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { OWN_PAGES, startSeasoned } from "../seasoned.ts";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

const SCREENS = [
  { width: 360, height: 740 },
  { width: 1400, height: 900 },
];
/** Maximum layout shift score; 0.1 counts as good. */
const MOST = 0.005;
/** Delay of a response in milliseconds. */
const LATE = 400;

/** Records layout shifts from the start, except after input. */
const NOTICE = `
  window.moved = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      // Rounding moves texts by a pixel, which is invisible.
      const near = (a, b) => Math.abs(a - b) <= 2;
      const still = ({ previousRect: a, currentRect: b }) => near(a.left, b.left) && near(a.top, b.top);
      if (hadRecentInput || sources.every(still)) continue;
      const what = sources.map(({ node, previousRect, currentRect }) => {
        const name = node === null ? "what is gone" : node.nodeType === 1 ? node.outerHTML.slice(0, 100) : node.textContent.slice(0, 60);
        return name + " from " + [previousRect.x, previousRect.y, previousRect.width, previousRect.height].map(Math.round)
          + " to " + [currentRect.x, currentRect.y, currentRect.width, currentRect.height].map(Math.round);
      });
      window.moved.push({ value, what });
    }
  }).observe({ type: "layout-shift", buffered: true });
`;

/** Marks covered by a chart button, even in part. */
const COVERED = `(() => {
  const stage = document.querySelector(".chart__stage");
  const buttons = [...stage.querySelectorAll(".maplibregl-ctrl-group, .chart-controls")].map((one) => one.getBoundingClientRect());
  return [...stage.querySelectorAll(".mark")].filter((mark) => {
    const { left, right, top, bottom } = mark.getBoundingClientRect();
    return buttons.some((one) => left < one.right && right > one.left && top < one.bottom && bottom > one.top);
  }).map((mark) => mark.outerHTML.slice(0, 120));
})()`;

interface Moved {
  readonly value: number;
  readonly what: readonly string[];
}

describe(hasChromium ? "while a page's answers come" : NO_CHROMIUM, () => {
  let seasoned: Awaited<ReturnType<typeof startSeasoned>>;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    if (!hasChromium) return;
    seasoned = await startSeasoned(30);
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await page.addInitScript(NOTICE);
    await openAs(page, seasoned.service.webUrl, seasoned.skipper.sailor, "/manifest.webmanifest");
    await page.route(/\/api\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, LATE));
      await route.continue().catch(() => undefined);
    });
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await seasoned?.service.stop();
  });

  test.skipIf(!hasChromium).each(OWN_PAGES)("nothing moves on %s", async (path) => {
    const found: string[] = [];
    for (const screen of SCREENS) {
      await page.setViewportSize(screen);
      await page.goto(seasoned.service.webUrl + seasoned.addressOf(path));
      await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
      await expect.poll(() => page.locator(".skeleton").count(), PATIENCE).toBe(0);
      await page.waitForTimeout(1_500);
      const moved = await page.evaluate<readonly Moved[]>("window.moved");
      const sum = moved.reduce((all, { value }) => all + value, 0);
      if (sum > MOST)
        found.push(
          `${screen.width} px: ${sum.toFixed(4)}: ${moved.map(({ value, what }) => `${value.toFixed(4)} ${what.join("; ")}`).join("\n  ")}`,
        );
    }
    expect(found).toEqual([]);
  });

  // Charts fitted to all of their marks.
  test.skipIf(!hasChromium).each(["/log/LOG", "/stays", "/moorages"])(
    "no mark comes to lie under a button of the chart of %s",
    async (path) => {
      for (const screen of SCREENS) {
        await page.setViewportSize(screen);
        await page.goto(seasoned.service.webUrl + seasoned.addressOf(path));
        await page.locator(".chart__canvas:not(.chart__canvas--unplaced) .mark").first().waitFor(PATIENCE);
        await page.getByRole("button", { name: "Fit", exact: true }).waitFor(PATIENCE);
        await expect.poll(() => page.evaluate<readonly string[]>(COVERED), { timeout: 10_000 }).toEqual([]);
      }
    },
  );
});
