/** Alerts in the dashboard: active ones, and acknowledging. Uses the last dashboard build. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startService, type TestService } from "../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "./browser.ts";

const MINUTE = 60_000;

vi.setConfig({ testTimeout: 3 * PATIENCE.timeout });

describe(hasChromium ? "the page Alerts" : NO_CHROMIUM, () => {
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

  const rule = async ({ sailor }: Skipper, name: string, low: number) => {
    const answer = await fetch(`${service.apiUrl}/alert_rules`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${sailor.userToken}` },
      body: JSON.stringify({ name, kind: "below", key: "voltage", low, after: "PT0S" }),
    });
    expect(answer.status, await answer.text()).toBe(201);
  };
  const volts = (boat: Skipper, value: number, minutesAgo: number) =>
    boat.send([
      {
        time: new Date(Date.now() - minutesAgo * MINUTE).toISOString(),
        latitude: 59.8,
        longitude: 22.9,
        speedoverground: 0,
        metrics: { "electrical.batteries.House.voltage": value },
      },
    ]);
  const alerts = (boat: Skipper) => boat.rows("/alerts_view?select=id,name,state,acknowledged_at&order=id");

  test.skipIf(!hasChromium)(
    "shows what is wrong, and acknowledges it by a button and by a message's link",
    async () => {
      const boat = await newSkipper(service);
      await openAs(page, service.webUrl, boat.sailor, "/alerts");
      await page
        .getByRole("heading", { name: "No alerts" })
        .or(page.getByText("No alerts"))
        .first()
        .waitFor(PATIENCE);
      await rule(boat, "House bank low", 12);
      await rule(boat, "House bank very low", 11);
      await volts(boat, 12.6, 5);
      await volts(boat, 10.5, 4);
      await volts(boat, 10.4, 3);
      expect((await alerts(boat)).map((one: { state: string }) => one.state)).toEqual(["raised", "raised"]);
      await page.reload();
      const first = page.locator("li", { hasText: "House bank low" });
      await first.getByRole("button", { name: "Acknowledge" }).click(PATIENCE);
      await expect.poll(() => first.textContent(), PATIENCE).toContain("Acknowledged by");
      const acknowledged = async () =>
        (await alerts(boat)).map((one: { acknowledged_at: string | null }) => one.acknowledged_at);
      await expect.poll(acknowledged, PATIENCE).toEqual([expect.any(String), null]);
      const [, veryLow] = await alerts(boat);
      await page.goto(`${service.webUrl}/alerts?acknowledge=${veryLow.id}`);
      await expect
        .poll(() => page.locator("li", { hasText: "House bank very low" }).textContent(), PATIENCE)
        .toContain("Acknowledged by");
      await expect.poll(() => new URL(page.url()).search, PATIENCE).toBe("");
      await volts(boat, 12.9, 2);
      await volts(boat, 12.9, 1);
      await page.reload();
      await expect.poll(() => page.getByText("No alert is raised").count(), PATIENCE).toBe(1);
    },
  );
});
