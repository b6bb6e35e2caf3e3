/**
 * Every page fits a small phone and is readable in each theme: real service, real browser. Uses the last dashboard
 * build.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "./browser.ts";
import { faultsIn } from "./looks.ts";

const NARROW = 360;

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

describe(hasChromium ? "how the dashboard looks" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;
  let log: number | undefined;

  /** Layout faults of the current page on a small phone, once loaded. */
  async function faults(): Promise<readonly string[]> {
    await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
    await page.waitForLoadState("networkidle");
    return faultsIn(page, [NARROW]);
  }

  async function openEach(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      await page.goto(service.webUrl + path);
      expect.soft(await faults(), path).toEqual([]);
    }
  }

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    await skipper.send(passage(Date.now() - 86_400_000, DAY_TRIP));
    log = (await skipper.logs(0))[0]?.[0];
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await page.setViewportSize({ width: NARROW, height: 740 });
    // A page with a live stream is never idle.
    await page.route("**/live", (route) => route.abort());
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("a page that is too wide and too faint is found out in every light", async () => {
    await page.goto(`${service.webUrl}/sign-in`);
    await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
    await page.evaluate(`(() => {
      const note = document.createElement("p");
      note.textContent = "Too pale to read";
      Object.assign(note.style, { width: "500px", color: "#888", background: "#999" });
      document.querySelector("main").append(note, document.createElement("button"));
    })()`);
    const found = await faults();
    expect(found[0]).toMatch(/^\d{3} px wide on a screen of 360$/);
    for (const light of ["day", "dusk", "night"]) {
      expect(found.join("\n")).toMatch(new RegExp(`, ${light}: color-contrast of <p .*Too pale`));
    }
    expect(found.join("\n")).toContain(", day: button-name of <button>");
  });

  test.skipIf(!hasChromium)("the pages without a sign-in", async () => {
    const link = "/reset-password?uuid=a&token=b";
    await openEach(["/sign-in", "/sign-up", "/recover", link, "/reset-password", "/push", "/nothing-here"]);
  });

  test.skipIf(!hasChromium)("the pages of a boat", async () => {
    await openAs(page, service.webUrl, skipper.sailor, "/");
    expect(await faults()).toEqual([]);
    await openEach(["/logs", `/log/${log}`, "/log/999999", "/stays", "/moorages"]);
  });

  test.skipIf(!hasChromium)("the pages of a person, with their questions open", async () => {
    await openAs(page, service.webUrl, skipper.sailor, "/settings");
    await page.getByRole("button", { name: "Sign out everywhere" }).click(PATIENCE);
    expect(await faults(), "/settings").toEqual([]);
    await page.goto(`${service.webUrl}/boat`);
    expect(await faults(), "/boat").toEqual([]);
    await page.getByRole("button", { name: "Show the boat's token" }).click(PATIENCE);
    await page.getByText("Your boat is registered").waitFor(PATIENCE);
    expect(await faults(), "/boat, token shown").toEqual([]);
    await openEach(["/verify", "/nothing-here"]);
  });
});
