/** The dashboard when requests fail: real service, real browser. Uses the last dashboard build. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../test/support/service.ts";
import { newSkipper } from "../../../../test/support/skipper.ts";
import {
  type Browser,
  hasChromium,
  NO_CHROMIUM,
  openAs,
  openBrowser,
  openFromMenu,
  PATIENCE,
} from "./browser.ts";

vi.setConfig({ testTimeout: 3 * PATIENCE.timeout });

describe(hasChromium ? "what cannot be fetched" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
  }, 180_000);

  afterEach(() => page?.unrouteAll({ behavior: "ignoreErrors" }));

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("a page that cannot be fetched says so, and the others stay", async () => {
    const boat = await newSkipper(service);
    await boat.send(passage(Date.UTC(2026, 4, 1, 6), DAY_TRIP));
    await openAs(page, service.webUrl, boat.sailor, "/settings");
    await page.route(/\/assets\/log-page.*\.js/, (route) => route.abort());
    const open = (name: string) => openFromMenu(page, name);
    const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor(PATIENCE);
    await open("Logs");
    await page.getByRole("list", { name: "Logs" }).getByRole("link").first().click(PATIENCE);
    await heading("This page could not be shown");
    await open("Stays");
    await heading("Stays");
    await page.unroute(/\/assets\/log-page.*\.js/);
    await page.route(/\/assets\/chart-(?!figure|frame).*\.js/, (route) => route.abort());
    await page.reload();
    await open("Moorages");
    await page.getByText("The chart cannot be drawn here.").waitFor(PATIENCE);
    await expect.poll(() => page.getByRole("main").getByRole("listitem").count(), PATIENCE).toBe(2);
  });
});
