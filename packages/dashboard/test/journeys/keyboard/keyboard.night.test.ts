/**
 * Every page by keyboard alone: every control is reachable with Tab, has a name, and shows its focus in every theme;
 * nothing traps the focus, and what closes restores it. Real service, real browser. Uses the last dashboard build.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { TestService } from "../../../../../test/support/service.ts";
import type { Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { OPEN_PAGES, OWN_PAGES, startSeasoned } from "../seasoned.ts";
import { faultsOfPressing } from "./press.ts";
import { faultsOfWalk } from "./walk.ts";

const DAYS = 12;
const SCREENS = { phone: { width: 360, height: 740 }, desk: { width: 1400, height: 900 } } as const;

vi.setConfig({ testTimeout: 5 * PATIENCE.timeout });

describe(hasChromium ? "by keyboard" : NO_CHROMIUM, () => {
  let service: TestService;
  let skipper: Skipper;
  let browser: Browser;
  let page: Page;
  let addressOf: (path: string) => string;

  /** Waits until the page has loaded completely. */
  async function arrived(): Promise<void> {
    await page.getByRole("heading", { level: 1 }).first().waitFor(PATIENCE);
    await expect.poll(() => page.locator(".skeleton").count(), PATIENCE).toBe(0);
    await page.waitForTimeout(500);
  }

  async function open(path: string): Promise<void> {
    if ((OPEN_PAGES as readonly string[]).includes(path)) {
      await page.goto(`${service.webUrl}/manifest.webmanifest`);
      await page.evaluate("localStorage.removeItem('wakelog.token')");
      await page.goto(service.webUrl + addressOf(path));
    } else await openAs(page, service.webUrl, skipper.sailor, addressOf(path));
    await arrived();
  }

  beforeAll(async () => {
    if (!hasChromium) return;
    ({ service, skipper, addressOf } = await startSeasoned(DAYS));
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.context.pages()[0] ?? (await browser.context.newPage());
  }, 600_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  describe.each(Object.keys(SCREENS) as (keyof typeof SCREENS)[])("on a %s", (screen) => {
    test.skipIf(!hasChromium).each([...OPEN_PAGES, ...OWN_PAGES])("every stop on %s", async (path) => {
      await page.setViewportSize(SCREENS[screen]);
      await open(path);
      expect(await faultsOfWalk(page)).toEqual([]);
    });
  });

  test.skipIf(!hasChromium).each(OWN_PAGES)("what is pressed on %s keeps the focus", async (path) => {
    await page.setViewportSize(SCREENS.desk);
    // Blocks writes; a refusal must not lose the focus either.
    await page.route(/./, (route) =>
      route.request().method() === "GET" ? route.fallback() : route.fulfill({ status: 503, json: {} }),
    );
    try {
      await open(path);
      expect(await faultsOfPressing(page)).toEqual([]);
    } finally {
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
  });
});
