/**
 * Stays, moorages, review and event log fit a small phone and a wide screen and are readable in each theme: real
 * service, real browser. Uses the last dashboard build.
 */

import { destination } from "@wakelog/kit/geo/distance.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { faultsIn } from "../looks.ts";

const START = Date.parse("2026-08-01T06:00:00Z");

vi.setConfig({ testTimeout: 6 * PATIENCE.timeout });

describe(hasChromium ? "how places, reviews and events look" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;
  let paths: readonly string[];

  /** Touch targets that are too low. */
  const lowTargets = () =>
    page
      .getByRole("main")
      .locator("button:visible, input:not([role=switch]):visible, a.row:visible, textarea:visible")
      .evaluateAll((targets) =>
        targets
          .filter((one) => {
            const { height } = one.getBoundingClientRect();
            return height > 1 && height < 44 && !one.className.includes("maplibregl");
          })
          .map((one) => one.outerHTML.slice(0, 120)),
      );

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    await skipper.send(passage(START, DAY_TRIP).filter((_, index) => index < 14 || index > 60));
    const away = destination({ latitude: 59.8, longitude: 22.9 }, 225, 60_000);
    await skipper.send(passage(START + 4 * 86_400_000, DAY_TRIP, away));
    const [stay] = await skipper.rows("/stays?stay_code=eq.2&select=id");
    const [moorage] = await skipper.rows("/moorages?select=id&limit=1");
    paths = [
      "/stays",
      `/stay/${stay.id}`,
      "/stay/999999",
      "/moorages",
      `/moorage/${moorage.id}`,
      "/review",
      "/events",
      "/events?kind=notes",
      "/events?view=told",
    ];
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    // A page with a live stream is never idle.
    await page.route("**/live", (route) => route.abort());
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium).each([360, 1400])("%d px wide", async (width) => {
    for (const path of paths) {
      await page.setViewportSize({ width, height: 800 });
      await openAs(page, service.webUrl, skipper.sailor, path);
      await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
      await page.waitForLoadState("networkidle");
      expect.soft(await faultsIn(page, [width]), path).toEqual([]);
      if (width === 360) expect.soft(await lowTargets(), path).toEqual([]);
    }
  });
});
