/**
 * A page's first requests are sent before its script has loaded, and once. Real service, real browser. Uses the last
 * dashboard build.
 */
import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

describe(hasChromium ? "the first questions" : NO_CHROMIUM, () => {
  let service: TestService;
  let skipper: Skipper;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    await skipper.send(passage(Date.now() - 26 * 3_600_000, DAY_TRIP));
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.context.pages()[0] ?? (await browser.context.newPage());
    // Later visits know without a request that there is a boat.
    await openAs(page, service.webUrl, skipper.sailor, "/boat");
    await page.getByRole("heading", { level: 1, name: "Connect your boat" }).waitFor(PATIENCE);
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium).each([
    ["/", "now-details", ["/metrics_keys_view", "/metrics", "/rpc/live_state_fn", "/alert_rules"]],
    ["/logs", "logs-page", ["/rpc/find_logs_fn", "/rpc/find_logs_totals_fn"]],
    ["/stays", "stays-page", ["/stays_view"]],
    ["/moorages", "moorages-page", ["/moorages_view"]],
    ["/alerts", "alerts-page", ["/alerts_view"]],
    ["/statistics", "statistics-page", ["/rpc/statistics_fn"]],
  ])("of %s are asked while its script is on its way, and once", async (path, script, wanted) => {
    const asked: string[] = [];
    const answered: string[] = [];
    const follow = (list: string[]) => (request: Request) => {
      const { pathname, search } = new URL(request.url());
      if (wanted.includes(pathname.slice("/api".length))) list.push(pathname + search);
    };
    page.on("request", follow(asked)).on("requestfinished", follow(answered));
    const file = new RegExp(`/assets/${script}-.*\\.js$`);
    // Responses arrive before the page's script.
    await page.route(file, async (route) => {
      await expect.poll(() => answered.length, PATIENCE).toBeGreaterThanOrEqual(wanted.length);
      await route.continue();
    });
    await page.goto(service.webUrl + path);
    await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
    await expect.poll(() => page.locator(".skeleton").count(), PATIENCE).toBe(0);
    await page.waitForTimeout(1_000);
    expect(new Set(asked.map((one) => one.split("?")[0])).size).toBe(wanted.length);
    expect(asked).toEqual([...new Set(asked)]);
    await page.unroute(file);
    page.removeAllListeners("request").removeAllListeners("requestfinished");
  });
});
