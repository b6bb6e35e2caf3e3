/** A boat's public pages, without an account: real service, real browser. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { faultsIn } from "../looks.ts";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

describe(hasChromium ? "public pages" : NO_CHROMIUM, () => {
  let service: TestService;
  let skipper: Skipper;
  let log: number;
  let browser: Browser;
  let page: Page;

  const set = (key: string, value: unknown) =>
    skipper.call("update_user_preferences_fn", { key: `{${key}}`, value });
  const heading = (name: string) =>
    page.getByRole("heading", { level: 1, name, exact: true }).waitFor(PATIENCE);

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    await skipper.send(passage(Date.now() - 86_400_000, DAY_TRIP));
    log = (await skipper.logs(0))[0]?.[0] ?? 0;
    await set("public_vessel", "Meritähti");
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("show nothing of a boat that publishes nothing", async () => {
    for (const path of ["/p/Meritähti", `/p/Meritähti/log/${log}`, "/p/NoSuchBoat"]) {
      const answer = await page.goto(service.webUrl + path);
      expect(answer?.status()).toBe(404);
      await heading("Off the chart");
      // A visitor with the link has no boat here.
      await page.getByText("Ask who gave it to you").waitFor(PATIENCE);
      await expect.poll(() => page.getByRole("main").getByRole("link").count(), PATIENCE).toBe(0);
    }
  });

  test.skipIf(!hasChromium)("show one log alone that is shared from its page, until that ends", async () => {
    const owner = await openBrowser();
    try {
      const desk = owner.page;
      await openAs(desk, service.webUrl, skipper.sailor, `/log/${log}`);
      const dialog = desk.getByRole("dialog", { name: "Share this log" });
      await desk.getByRole("button", { name: "Share" }).click(PATIENCE);
      await dialog.getByText(/until you stop sharing/).waitFor(PATIENCE);
      expect(await faultsIn(desk)).toEqual([]);
      await dialog.getByRole("button", { name: "Share" }).click(PATIENCE);
      const link = await dialog.getByRole("definition").innerText(PATIENCE);
      await page.goto(link);
      await page.getByRole("figure", { name: "Chart with the track" }).waitFor(PATIENCE);
      await page.goto(`${service.webUrl}/p/Meritähti`);
      await page.waitForLoadState("networkidle");
      expect(await page.getByRole("list", { name: "Logs" }).count()).toBe(0);
      await dialog.getByRole("button", { name: "Stop sharing" }).click(PATIENCE);
      await dialog.waitFor({ ...PATIENCE, state: "detached" });
      expect((await page.goto(link))?.status()).toBe(404);
    } finally {
      await owner.close();
    }
  });

  test.skipIf(!hasChromium)(
    "show the sections that are published, and lead to a log with its track",
    async () => {
      for (const section of ["logs", "logs_list", "monitoring", "stats", "timelapse"]) {
        await set(`public_${section}`, true);
      }
      await page.goto(`${service.webUrl}/p/Meritähti`);
      await heading("Meritähti");
      for (const section of ["Where she is", "Statistics", "Time-lapse", "Logs"]) {
        await page.getByRole("heading", { level: 2, name: section, exact: true }).waitFor(PATIENCE);
      }
      await page.getByRole("figure", { name: /^Chart with the boat at/ }).waitFor(PATIENCE);
      await page.getByText("Top speed").waitFor(PATIENCE);
      await page.getByRole("button", { name: "Play" }).click(PATIENCE);
      await page.getByRole("button", { name: "Pause" }).waitFor(PATIENCE);
      await page.getByRole("button", { name: "Play" }).waitFor(PATIENCE);
      expect(await faultsIn(page)).toEqual([]);
      await page.getByRole("list", { name: "Logs" }).getByRole("link").last().click(PATIENCE);
      await expect.poll(() => page.url(), PATIENCE).toContain(`/log/${log}`);
      await page.getByRole("figure", { name: "Chart with the track" }).waitFor(PATIENCE);
      await page.getByText("Average speed").waitFor(PATIENCE);
      expect(await faultsIn(page)).toEqual([]);
      await page.getByRole("link", { name: "Meritähti" }).click(PATIENCE);
      await heading("Meritähti");
      await page.goto(`${service.webUrl}/p/Meritähti/log/999999`);
      await heading("Off the chart");
      await page.getByRole("link", { name: "Meritähti" }).click(PATIENCE);
      await heading("Meritähti");
    },
  );

  test.skipIf(!hasChromium)("show only what is still published", async () => {
    for (const section of ["logs", "logs_list", "monitoring", "timelapse"])
      await set(`public_${section}`, false);
    await page.goto(`${service.webUrl}/p/Meritähti`);
    await page.getByRole("heading", { level: 2, name: "Statistics" }).waitFor(PATIENCE);
    await expect.poll(() => page.getByRole("heading", { level: 2 }).count(), PATIENCE).toBe(1);
  });
});
