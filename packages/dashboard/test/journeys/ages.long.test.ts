/** Ages of values on the dashboard: real service, real browser. Uses the last dashboard build. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startService, type TestService } from "../../../../test/support/service.ts";
import { newSkipper } from "../../../../test/support/skipper.ts";
import { generatedVoyage } from "../../../../test/support/voyage.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "./browser.ts";

const MINUTE = 60_000;

vi.setConfig({ testTimeout: 3 * PATIENCE.timeout });

describe(hasChromium ? "the age of values" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("a boat that fell silent under way is not shown as under way", async () => {
    const boat = await newSkipper(service);
    const rows = generatedVoyage(Date.now() - 81 * MINUTE);
    await boat.send(rows.slice(0, 70));
    await openAs(page, service.webUrl, boat.sailor, "/");
    const underWay = page.getByRole("main").getByRole("link", { name: /under way/i });
    await expect
      .poll(() => underWay.textContent(), PATIENCE)
      .toMatch(/^When last heard from: under way \d+\.\d+ NM in .+$/);
    const words = page.getByRole("status", { name: "Boat" });
    await expect
      .poll(() => words.textContent(), PATIENCE)
      .toMatch(/^Not heard from for 1\d min\. Last known: Under /);
    await boat.send(rows.slice(70, 81));
    await page.reload();
    await expect.poll(() => underWay.textContent(), PATIENCE).toMatch(/^Under way \d+\.\d+ NM in .+$/);
    await expect
      .poll(() => words.textContent(), PATIENCE)
      .toMatch(/^All well\. Under .+ UTC\. .*last heard /);
  });

  // Last, because it advances the browser's clock.
  test.skipIf(!hasChromium)("values age by themselves, and grey once they are old", async () => {
    const boat = await newSkipper(service);
    const rows = generatedVoyage(Date.now() - 150 * MINUTE);
    await boat.send(rows.slice(0, -25));
    await openAs(page, service.webUrl, boat.sailor, "/");
    const state = page.locator("header .frame__state");
    // The boat has just connected, with older rows.
    await expect.poll(() => state.textContent(), PATIENCE).toMatch(/^Last heard 2\d min ago$/);
    await boat.send(rows.slice(-25, -1));
    await boat.send([
      {
        ...rows.at(-1),
        metrics: { "electrical.batteries.House.voltage": 12.9, "environment.depth.belowTransducer": "deep" },
      },
    ]);
    await page.clock.install();
    await openAs(page, service.webUrl, boat.sailor, "/");
    const battery = page.getByRole("list", { name: "Last 24 hours" }).getByRole("link", { name: /^Battery/ });
    await expect.poll(() => state.textContent(), PATIENCE).toMatch(/^Online, (just now|\d min ago)$/);
    await battery.waitFor(PATIENCE);
    // It shares the age of the newest row, which stands in the head line.
    const words = page.getByRole("status", { name: "Boat" });
    await expect.poll(() => words.textContent(), PATIENCE).toMatch(/last heard (just now|\d min ago)\.$/);
    await expect.poll(() => battery.textContent(), PATIENCE).toMatch(/^Battery12\.90V/);
    await expect.poll(() => battery.textContent(), PATIENCE).not.toContain("ago");
    await expect.poll(() => battery.getAttribute("class"), PATIENCE).not.toContain("old");
    expect(await page.getByText("Depth", { exact: true }).count(), "depth that is not a number").toBe(0);
    // The server still answers about the boat, but with nothing newer, and not at all about values.
    await page.route(/\/monitoring_view|\/metrics/, (route) => route.abort());
    await page.clock.fastForward(28 * MINUTE);
    await expect.poll(() => state.textContent(), PATIENCE).toMatch(/^Last heard (28|29|3\d) min ago$/);
    await expect.poll(() => state.getAttribute("class"), PATIENCE).not.toContain("online");
    await expect.poll(() => words.textContent(), PATIENCE).toMatch(/^Not heard from for (28|29|3\d) min\./);
    await expect.poll(() => battery.getAttribute("class"), PATIENCE).toContain("old");
    const colourOf = (name: string) => `getComputedStyle(document.querySelector(".day-tile__${name}")).color`;
    const faint = await page.evaluate(colourOf("title"));
    await expect.poll(() => page.evaluate(colourOf("value")), PATIENCE).toBe(faint);
  });
});
