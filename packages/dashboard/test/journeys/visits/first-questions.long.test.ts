/**
 * A page's first requests are sent, once, and its script is fetched, before the framework has loaded. Real service, real
 * browser. Uses the last dashboard build.
 */
import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

const FRAMEWORK = /\/assets\/framework-.*\.js$/;

describe(hasChromium ? "the first questions" : NO_CHROMIUM, () => {
  let service: TestService;
  let skipper: Skipper;
  let browser: Browser;
  let page: Page;
  let log: number;

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    await skipper.send(passage(Date.now() - 26 * 3_600_000, DAY_TRIP));
    log = (await skipper.rows("/logs_view?select=id"))[0].id;
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
    ["/", "common", ["/metrics_keys_view", "/metrics", "/rpc/live_state_fn", "/alert_rules"]],
    ["/logs", "logs-page", ["/rpc/find_logs_fn", "/rpc/find_logs_totals_fn"]],
    ["/log/", "log-page", ["/log_view"]],
    ["/stays", "stays-page", ["/stays_view"]],
    ["/moorages", "moorages-page", ["/moorages_view"]],
    ["/alerts", "alerts-page", ["/alerts_view"]],
    ["/statistics", "statistics-page", ["/rpc/statistics_fn"]],
  ])("of %s are asked while the framework is on its way, and once", async (path, script, wanted) => {
    const fetched: string[] = [];
    const asked: string[] = [];
    const answered: string[] = [];
    const follow = (list: string[]) => (request: Request) => {
      const { pathname, search } = new URL(request.url());
      if (wanted.includes(pathname.slice("/api".length))) list.push(pathname + search);
    };
    page.on("request", follow(asked)).on("requestfinished", follow(answered));
    page.on("request", (request) => fetched.push(request.url()));
    const needed = [script, "en"].map((name) => new RegExp(`/assets/${name}-.*\\.js$`));
    // Responses arrive before the framework.
    await page.route(FRAMEWORK, async (route) => {
      await expect.poll(() => answered.length, PATIENCE).toBeGreaterThanOrEqual(wanted.length);
      for (const file of needed) await expect.poll(() => fetched.join(" "), PATIENCE).toMatch(file);
      await route.continue();
    });
    await page.goto(service.webUrl + path + (path === "/log/" ? log : ""));
    await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
    await expect.poll(() => page.locator(".skeleton").count(), PATIENCE).toBe(0);
    await page.waitForTimeout(1_000);
    expect(new Set(asked.map((one) => one.split("?")[0])).size).toBe(wanted.length);
    expect(asked).toEqual([...new Set(asked)]);
    await page.unroute(FRAMEWORK);
    page.removeAllListeners("request").removeAllListeners("requestfinished");
  });
});
