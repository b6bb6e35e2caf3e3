/**
 * An address with a fragment shows that part, however late and in whatever order responses arrive. Real service, real
 * browser. Uses the last dashboard build.
 */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout, hookTimeout: 180_000 });

describe(hasChromium ? "a part of a page" : NO_CHROMIUM, () => {
  let service: TestService;
  let skipper: Skipper;
  let browser: Browser;
  let page: Page;
  let letAnswer: () => void;

  const open = (path: string) => openAs(page, service.webUrl, skipper.sailor, path);
  const scrolled = () => page.evaluate<number>("Math.round(scrollY)");
  const title = () => page.getByRole("heading", { level: 1, name: "Settings" }).waitFor(PATIENCE);

  /** Where a part's heading is: in view, hidden by the bar, below the edge, or absent. */
  const placeOf = (part: string) =>
    page.evaluate<string>(`(() => {
      const box = document.querySelector("#${part} h2")?.getBoundingClientRect();
      const bar = document.querySelector(".frame__bar").getBoundingClientRect();
      if (box === undefined) return "missing";
      return box.top < bar.bottom ? "above" : box.bottom > innerHeight ? "below" : "in view";
    })()`);

  /** Disables scroll anchoring, which not every browser has. */
  const holdNothing = () =>
    page.addInitScript(`addEventListener("DOMContentLoaded", () => {
      document.documentElement.style.overflowAnchor = "none";
    })`);

  /** On a long screen, other parts above the last ones are anchored instead. */
  const lengthen = () => page.setViewportSize({ width: 1400, height: 1200 });

  const HARD = [
    ["in a browser that holds nothing still", holdNothing],
    ["on a long screen", lengthen],
  ] as const;

  /** Releases the responses one by one and waits until the page is complete. */
  async function complete(): Promise<void> {
    letAnswer();
    await expect.poll(() => placeOf("retention"), PATIENCE).not.toBe("missing");
    await expect.poll(() => page.locator(".skeleton").count(), PATIENCE).toBe(0);
    await page.waitForTimeout(1_000);
  }

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
  });

  // Cached data would show before the responses.
  beforeEach(async () => {
    if (!hasChromium) return;
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await page.route("**/live", (route) => route.abort());
    const allowed = new Promise<void>((resolve) => {
      letAnswer = resolve;
    });
    let waiting = 0;
    await page.route("**/api/**", async (route) => {
      const before = waiting++;
      await allowed;
      await new Promise((resolve) => setTimeout(resolve, 100 * before));
      // The page may be closed by now.
      await route.continue().catch(() => undefined);
    });
  });

  afterEach(async () => {
    await browser?.close();
  });

  afterAll(async () => {
    await service?.stop();
  });

  describe.each(HARD)("%s", (_where, make) => {
    test.skipIf(!hasChromium)("stays in view while parts above it grow", async () => {
      await make();
      await open("/settings#layers");
      await expect.poll(() => placeOf("layers"), PATIENCE).toBe("in view");
      await complete();
      expect(await placeOf("layers")).toBe("in view");
    });

    test.skipIf(!hasChromium)("stays in view for who comes from another page", async () => {
      await make();
      await open("/start");
      await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
      // As a link within the page does.
      await page.evaluate(
        `history.pushState(null, "", "/settings#layers"); dispatchEvent(new PopStateEvent("popstate"))`,
      );
      await title();
      await complete();
      expect(await placeOf("layers")).toBe("in view");
    });
  });

  test.skipIf(!hasChromium)("comes into view when it appears", async () => {
    await open("/settings#detector");
    await title();
    expect(await placeOf("detector")).toBe("missing");
    await complete();
    expect(await placeOf("detector")).toBe("in view");
  });

  test.skipIf(!hasChromium).each([
    ["the wheel", () => page.mouse.wheel(0, -20_000)],
    ["a key", () => page.keyboard.press("Home")],
  ] as const)("is left by %s", async (_by, leave) => {
    await open("/settings#layers");
    await expect.poll(() => placeOf("layers"), PATIENCE).toBe("in view");
    await page.mouse.move(200, 300);
    await leave();
    await expect.poll(scrolled, PATIENCE).toBe(0);
    await complete();
    expect(await scrolled()).toBe(0);
    // Nor after a reload.
    await page.reload();
    await title();
    await complete();
    expect(await scrolled()).toBe(0);
  });
});
