/**
 * Watching the boat in the dashboard: navigation, measurements, rules and the anchor watch. Uses the last dashboard
 * build.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";

const MINUTE = 60_000;
const VOLTAGE = "electrical.batteries.House.voltage";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

/** A row of a boat at anchor. */
function row(minutesAgo: number, metrics: object, north = 0): object {
  return {
    time: new Date(Date.now() - minutesAgo * MINUTE).toISOString(),
    latitude: 59.8 + north / 111_320,
    longitude: 22.9,
    speedoverground: 0,
    courseovergroundtrue: 10,
    status: "anchored",
    metrics,
  };
}

describe(hasChromium ? "watching the boat" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let boat: Skipper;

  const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor(PATIENCE);
  const menu = () => page.getByRole("navigation", { name: "Main" });

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    boat = await newSkipper(service);
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    const night = Array.from({ length: 8 * 12 }, (_, index) => 8 * 60 - 5 * index);
    await boat.send(
      night.map((minutes) =>
        row(minutes, {
          [VOLTAGE]: 13 - Math.abs(240 - minutes) / 240,
          "electrical.batteries.Start.voltage": 12.8,
          "tanks.fuel.0.currentLevel": 0.6,
          "propulsion.main.state": "stopped",
        }),
      ),
    );
  }, 180_000);

  beforeEach(async () => {
    await page?.unrouteAll({ behavior: "ignoreErrors" });
    await page?.setViewportSize({ width: 1400, height: 900 });
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("every page is in the menu, on a phone behind More", async () => {
    await openAs(page, service.webUrl, boat.sailor, "/settings");
    await heading("Settings");
    const names = ["Now", "Logs", "Stays", "Moorages", "Monitoring", "Alerts", "Statistics", "Review"];
    for (const name of [...names, "Time-lapse", "Event log", "Import", "First steps", "Settings"]) {
      await menu().getByRole("link", { name }).waitFor(PATIENCE);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    const seen = () => menu().locator("a, button").filter({ visible: true }).allTextContents();
    await expect.poll(seen, PATIENCE).toEqual(["Now", "Logs", "Monitoring", "Alerts", "More"]);
    await menu().getByRole("button", { name: "More" }).click(PATIENCE);
    await menu().getByRole("link", { name: "Stays" }).waitFor(PATIENCE);
    const tooSmall = () =>
      menu()
        .locator("a, button")
        .evaluateAll((all) => all.filter((one) => Math.min(one.clientWidth, one.clientHeight) < 44).length);
    await expect.poll(tooSmall, PATIENCE).toBe(0);
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth"), PATIENCE).toBe(320);
    await page.keyboard.press("Escape");
    await expect.poll(() => menu().getByRole("link", { name: "Stays" }).isVisible(), PATIENCE).toBe(false);
    await menu().getByRole("button", { name: "More" }).click(PATIENCE);
    await menu().getByRole("link", { name: "Stays" }).click(PATIENCE);
    await heading("Stays");
    await expect
      .poll(() => menu().getByRole("link", { name: "Statistics" }).isVisible(), PATIENCE)
      .toBe(false);
  });

  test.skipIf(!hasChromium)("the theme is chosen in the header and stays", async () => {
    await page.goto(`${service.webUrl}/monitoring`);
    const theme = page.getByRole("radiogroup", { name: "Theme" });
    await theme.getByRole("radio", { name: "Night" }).check(PATIENCE);
    await page.reload();
    await heading("Monitoring");
    await expect.poll(() => page.evaluate("document.documentElement.dataset.theme"), PATIENCE).toBe("night");
    await theme.getByRole("radio", { name: "Day" }).check(PATIENCE);
    await expect.poll(() => page.evaluate("document.documentElement.dataset.theme"), PATIENCE).toBe("day");
  });

  test.skipIf(!hasChromium)(
    "offline is what the server does not answer, whatever the link says",
    async () => {
      await page.goto(`${service.webUrl}/stays`);
      await heading("Stays");
      const banner = page.getByRole("status", { name: "Offline" });
      await page.route(`${service.webUrl}/api/**`, (route) => route.abort());
      await page.evaluate("window.dispatchEvent(new Event('offline'))");
      await banner.waitFor(PATIENCE);
      await expect.poll(() => page.evaluate("navigator.onLine"), PATIENCE).toBe(true);
      await page.unroute(`${service.webUrl}/api/**`);
      // An offline event proves nothing while the server answers.
      await page.evaluate("window.dispatchEvent(new Event('offline'))");
      await banner.waitFor({ ...PATIENCE, state: "detached" });
    },
  );

  test.skipIf(!hasChromium)(
    "a value opens its history, with its figures, and closer by dragging",
    async () => {
      await page.goto(`${service.webUrl}/monitoring`);
      const electrical = page.getByRole("region", { name: "Electrical" });
      const tile = electrical.getByRole("link", { name: /House · Voltage/ });
      await expect.poll(() => tile.textContent(), PATIENCE).toMatch(/12\.02V\d min ago/);
      await tile.locator(".sparkline path").waitFor({ ...PATIENCE, state: "attached" });
      const engines = page.getByRole("region", { name: "Engines" });
      await expect.poll(() => engines.textContent(), PATIENCE).toContain("stopped");
      await tile.click();
      await heading("House · Voltage");
      await page.getByText(/^From 12\.00 V to 13\.00 V, .* on average; last 12\.02 V\.$/).waitFor(PATIENCE);
      const pointer = page.getByRole("status", { name: "At the pointer" });
      await expect.poll(() => pointer.textContent(), PATIENCE).toMatch(/UTC.*Mean 12\.02 V/);
      await page.getByRole("slider", { name: "Pointer: House · Voltage" }).press("Home", PATIENCE);
      await expect.poll(() => pointer.textContent(), PATIENCE).toMatch(/UTC.*Mean 1\d\.\d\d V/);
      await expect.poll(() => pointer.textContent(), PATIENCE).not.toContain("Mean 12.02 V");
      await page.getByRole("button", { name: "Table" }).click(PATIENCE);
      const table = page.getByRole("region", { name: "House · Voltage" }).getByRole("table");
      await table.waitFor(PATIENCE);
      await expect.poll(() => table.getByRole("row").count(), PATIENCE).toBe(8 * 12 + 1);
      const plot = page.locator(".history-plot .u-over");
      const box = await plot.boundingBox();
      if (box === null) throw new Error("there is no plot");
      await page.mouse.move(box.x + box.width * 0.8, box.y + 50);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.9, box.y + 60, { steps: 5 });
      await page.mouse.up();
      await page.waitForURL(/hours=3&until=/, PATIENCE);
      await expect.poll(() => table.getByRole("row").count(), PATIENCE).toBeLessThan(40);
      await page.goBack();
      await expect.poll(() => table.getByRole("row").count(), PATIENCE).toBe(8 * 12 + 1);
      await page.locator("label", { hasText: /^Year$/ }).click(PATIENCE);
      await page.waitForURL(/hours=8760/, PATIENCE);
    },
  );

  test.skipIf(!hasChromium)("a key is read as the value that the person says", async () => {
    const key = "electrical.batteries.Start.voltage";
    const described = await fetch(`${service.apiUrl}/metadata`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${boat.sailor.vesselToken}` },
      body: JSON.stringify({ name: "Kapla", plugin_version: "1" }),
    });
    expect(described.status, await described.text()).toBe(201);
    await page.goto(`${service.webUrl}/monitoring?key=${key}`);
    await page.getByRole("combobox", { name: "Read as" }).click(PATIENCE);
    await page.getByRole("option", { name: "Battery voltage" }).click(PATIENCE);
    const mapped = () => boat.rows(`/metrics_keys_view?select=mapped_to&key=eq.${key}`);
    await expect.poll(mapped, PATIENCE).toEqual([{ mapped_to: "voltage" }]);
    await page.getByRole("combobox", { name: "Read as" }).click(PATIENCE);
    await page.getByRole("option", { name: "Nothing in particular" }).click(PATIENCE);
    await expect.poll(mapped, PATIENCE).toEqual([{ mapped_to: null }]);
  });

  test.skipIf(!hasChromium)("a rule is tried, made, fires when a row arrives, and is changed", async () => {
    await page.goto(`${service.webUrl}/alerts`);
    await page.getByRole("button", { name: "New rule" }).click(PATIENCE);
    const form = page.getByRole("form", { name: "Rule" });
    await form.getByRole("textbox", { name: "Below" }).fill("twelve");
    await form.getByText("Write a number, such as 12.2.").waitFor(PATIENCE);
    await form.getByRole("textbox", { name: "Below" }).fill("12,5");
    await form
      .getByText(/^In the last week it would have been raised about 2 times, last on .* it would be now\.$/)
      .waitFor(PATIENCE);
    await form.getByRole("textbox", { name: "Below" }).fill("11.5");
    await form.getByText("In the last week it would not have been raised.").waitFor(PATIENCE);
    await form.getByRole("textbox", { name: "For" }).fill("0");
    await form.getByRole("textbox", { name: "Name" }).fill("House bank low");
    await form.getByRole("combobox", { name: "Severity" }).click();
    await page.getByRole("option", { name: "Alarm" }).click(PATIENCE);
    await form.getByRole("button", { name: "Save" }).click();
    const rule = page.getByRole("region", { name: "House bank low" });
    await rule.getByText("Battery voltage below 11.50 V · Alarm").waitFor(PATIENCE);
    await expect
      .poll(
        () => boat.rows("/alert_rules?select=kind,key,low,high,after,severity&built_in=is.false"),
        PATIENCE,
      )
      .toEqual([{ kind: "below", key: "voltage", low: 11.5, high: null, after: "PT0S", severity: "alarm" }]);
    await boat.send([row(1, { [VOLTAGE]: 11.2 })]);
    const raised = page.getByRole("list", { name: "Raised" });
    await raised.getByText(/11\.20? V/).waitFor(PATIENCE);
    await menu()
      .getByRole("link", { name: /Alerts 1 raised/ })
      .waitFor(PATIENCE);
    await page.goto(service.webUrl);
    await raised.getByRole("button", { name: "Acknowledge" }).click(PATIENCE);
    await raised.getByText(/^Acknowledged by Aino/).waitFor(PATIENCE);
    await page.goto(`${service.webUrl}/alerts`);
    await rule.getByRole("button", { name: "Edit" }).click(PATIENCE);
    await form.getByRole("textbox", { name: "Above" }).fill("15");
    await form.getByRole("button", { name: "Save" }).click();
    await rule.getByText("Battery voltage below 11.50 V or above 15.00 V · Alarm").waitFor(PATIENCE);
    await rule.getByText("On", { exact: true }).click();
    const rules = () => boat.rows("/alert_rules?select=kind,enabled&built_in=is.false");
    await expect.poll(rules, PATIENCE).toEqual([{ kind: "outside", enabled: false }]);
    await rule.getByRole("button", { name: "Delete" }).click();
    await rule.getByRole("button", { name: "Yes: Delete" }).click(PATIENCE);
    await expect.poll(rules, PATIENCE).toEqual([]);
  });

  test.skipIf(!hasChromium)(
    "the anchor watch is armed, shows how far the boat swung, and is disarmed",
    async () => {
      await page.goto(`${service.webUrl}/alerts`);
      const radius = page.getByRole("slider", { name: "Radius" });
      await radius.waitFor(PATIENCE);
      await radius.fill("60");
      await page.getByRole("button", { name: "Arm anchor watch" }).click(PATIENCE);
      await page.getByText(/^Armed since /).waitFor(PATIENCE);
      const rings = () => boat.rows("/alert_rules?select=severity,area&kind=eq.drag&order=id");
      const drawn = async () => (await rings()).map(({ area }: { area: { radius: number } }) => area.radius);
      await expect.poll(drawn, PATIENCE).toEqual([60, 90]);
      await boat.send([row(-0.1, { [VOLTAGE]: 12.8 }, 20)]);
      const distance = page.locator(".figure", { has: page.getByText("From the anchor", { exact: true }) });
      await expect.poll(() => distance.textContent(), PATIENCE).toMatch(/From the anchor20m/);
      await radius.fill("80");
      await page.getByRole("button", { name: "Save radius" }).click(PATIENCE);
      await expect.poll(async () => (await drawn())[0], PATIENCE).toBe(80);
      await page.getByRole("button", { name: "Disarm anchor watch" }).click(PATIENCE);
      await page.getByText(/^Not armed\./).waitFor(PATIENCE);
      await expect.poll(rings, PATIENCE).toEqual([]);
    },
  );

  test.skipIf(!hasChromium)("a circle is watched around the boat, and tells when she leaves it", async () => {
    await page.goto(`${service.webUrl}/alerts`);
    await page.getByRole("button", { name: "New rule" }).click(PATIENCE);
    const form = page.getByRole("form", { name: "Rule" });
    await form.getByRole("combobox", { name: "Watch" }).click(PATIENCE);
    await page.getByRole("option", { name: "Leaving a circle on the chart" }).click(PATIENCE);
    await form.getByText("The boat is inside it now.").waitFor(PATIENCE);
    await form.getByRole("textbox", { name: "Radius" }).fill("none");
    await form.getByText("Write a number above 0, such as 0.5.").waitFor(PATIENCE);
    await expect.poll(() => form.getByRole("button", { name: "Save" }).isDisabled(), PATIENCE).toBe(true);
    await form.getByRole("textbox", { name: "Radius" }).fill("0,25");
    await form.getByText("Alert me: The boat leaves a circle of 0.25 NM").waitFor(PATIENCE);
    await form.getByRole("textbox", { name: "Name" }).fill("Gone from here");
    await form.getByRole("button", { name: "Save" }).click();
    const rule = page.getByRole("region", { name: "Gone from here" });
    await rule.getByText("The boat leaves a circle of 0.25 NM · Warning").waitFor(PATIENCE);
    const area = { type: "Point", coordinates: [22.9, expect.closeTo(59.8, 3)], radius: 463 };
    const rules = () => boat.rows("/alert_rules?select=kind,area&name=eq.Gone%20from%20here");
    await expect.poll(rules, PATIENCE).toEqual([{ kind: "leave", area }]);
    // Newer than the anchor watch's last row, which was some seconds ahead.
    await boat.send([row(-0.2, {}, 600), row(-0.5, {}, 620), row(-0.8, {}, 640)]);
    const raised = page.getByRole("list", { name: "Raised" });
    await raised.getByText("Gone from here").first().waitFor(PATIENCE);
    await rule.getByRole("button", { name: "Edit" }).click(PATIENCE);
    await form.getByText("The boat is outside it now.").waitFor(PATIENCE);
    await form.getByRole("textbox", { name: "Radius" }).fill("1");
    await form.getByRole("button", { name: "Save" }).click();
    await expect.poll(rules, PATIENCE).toEqual([{ kind: "leave", area: { ...area, radius: 1852 } }]);
    await rule.getByRole("button", { name: "Delete" }).click();
    await rule.getByRole("button", { name: "Yes: Delete" }).click(PATIENCE);
    await expect.poll(rules, PATIENCE).toEqual([]);
  });
});
