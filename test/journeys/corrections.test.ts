/** Putting a log right in the dashboard: real service, real browser. Takes the dashboard that was built last. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { newSkipper, type Skipper } from "../voyages/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openBrowser } from "./browser.ts";
import { generatedVoyage } from "./voyage.ts";

const PATIENCE = { timeout: 40_000 };
const START = Date.now() - 86_400_000;

vi.setConfig({ testTimeout: 3 * PATIENCE.timeout });

describe(hasChromium ? "correcting the logbook in a browser" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;

  const press = (name: string | RegExp) => page.getByRole("button", { name }).click(PATIENCE);
  const logs = async () => (await skipper.logs(START)).length;

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    await skipper.send(generatedVoyage(START));
    browser = await openBrowser();
    page = browser.context.pages()[0] ?? (await browser.context.newPage());
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("a log is split at a place along its track, and that is undone", async () => {
    await page.goto(`${service.webUrl}/logs`);
    await page.getByLabel("E-mail").fill(skipper.sailor.email);
    await page.getByLabel("Password").fill(skipper.sailor.password);
    await press("Sign in");
    await page.getByRole("main").getByRole("link", { name: / to / }).click(PATIENCE);
    const [before] = await skipper.logs(START);
    await page.getByRole("slider", { name: "Place along the track" }).fill("40");
    await press(/^Split at /);
    await press("Cancel");
    expect(await logs(), "one tap does nothing").toBe(1);
    await press(/^Split at /);
    await press(/^Yes: Split at /);
    await page.getByText(/^Log split, .*, by Aino Meri$/).waitFor(PATIENCE);
    const [first] = await skipper.logs(START);
    expect(await logs()).toBe(2);
    expect(first?.[0]).toBe(before?.[0]);
    expect((first?.[2] ?? 0) - (first?.[1] ?? 0)).toBeCloseTo(40, 0);
    await press("Undo log split");
    await expect.poll(logs, PATIENCE).toBe(1);
    expect(await skipper.logs(START)).toEqual([before]);
  });

  test.skipIf(!hasChromium)("a log is deleted, and brought back from where it was", async () => {
    await page.reload();
    await press("It was no trip");
    await press("Yes: It was no trip");
    await page.getByText(/^There is no log \d+$/).waitFor(PATIENCE);
    expect(await logs()).toBe(0);
    await press("Undo log deleted");
    await page.getByRole("button", { name: "It was no trip" }).waitFor(PATIENCE);
    expect(await logs()).toBe(1);
  });
});
