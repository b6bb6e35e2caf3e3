/** The Now page follows the boat live. Uses the last dashboard build. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startService, type TestService } from "../../../../test/support/service.ts";
import { newSkipper } from "../../../../test/support/skipper.ts";
import { generatedVoyage } from "../../../../test/support/voyage.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "./browser.ts";

/** Much less than the polling interval of a minute. */
const SOON = { timeout: 40_000, interval: 100 };
const MINUTE = 60_000;

vi.setConfig({ testTimeout: 3 * PATIENCE.timeout });

describe(hasChromium ? "the page Now" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    browser = await openBrowser();
    page = browser.page;
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)(
    "shows each new row as it comes, asks for no rows again, and sees the log begin",
    async () => {
      const boat = await newSkipper(service);
      const rows = generatedVoyage(Date.now() - 62 * MINUTE);
      const [last, ...others] = rows.slice(0, 62).reverse();
      const early = others.reverse();
      await boat.send(early.slice(0, 20));
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await openAs(page, service.webUrl, boat.sailor, "/");
      const speed = page.locator("dl .figure", { has: page.getByText("Speed over ground", { exact: true }) });
      await speed.waitFor(PATIENCE);
      await expect.poll(() => asked.some((url) => url.endsWith("/live")), PATIENCE).toBe(true);
      // Until requests cease.
      let before = -1;
      await vi.waitUntil(async () => {
        const sooner = before;
        await page.waitForTimeout(1_000);
        before = asked.filter((url) => /\/metrics\?/.test(url)).length;
        return before === sooner;
      }, PATIENCE);
      await boat.send([{ ...early[20], speedoverground: 3.4 }]);
      await expect.poll(() => speed.locator("dd").textContent(), SOON).toContain("3.4");
      await boat.send(early.slice(21));
      await boat.send([{ ...last, speedoverground: 6.7 }]);
      await expect.poll(() => speed.locator("dd").textContent(), SOON).toContain("6.7");
      await page
        .getByRole("main")
        .getByRole("link", { name: /under way/i })
        .waitFor(SOON);
      // The new log was fetched; a streamed row was not.
      expect(asked.filter((url) => /\/metrics\?/.test(url)).length - before).toBeLessThanOrEqual(6);
      expect(asked.filter((url) => url.endsWith("/live"))).toHaveLength(1);
    },
  );

  test.skipIf(!hasChromium)("takes up again when the service comes back", async () => {
    const boat = await newSkipper(service);
    const rows = generatedVoyage(Date.now() - 62 * MINUTE);
    await boat.send(rows.slice(0, 20));
    await openAs(page, service.webUrl, boat.sailor, "/");
    const speed = page.locator("dl .figure", { has: page.getByText("Speed over ground", { exact: true }) });
    await speed.waitFor(PATIENCE);
    await browser.context.setOffline(true);
    await boat.send([{ ...rows[20], speedoverground: 4.3 }]);
    await browser.context.setOffline(false);
    await expect.poll(() => speed.locator("dd").textContent(), SOON).toContain("4.3");
    await boat.send([{ ...rows[21], speedoverground: 4.9 }]);
    await expect.poll(() => speed.locator("dd").textContent(), SOON).toContain("4.9");
  });
});
