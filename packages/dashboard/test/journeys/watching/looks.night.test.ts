/**
 * The pages about the boat's present fit a phone and a desktop, and are readable in each theme. Uses the last
 * dashboard build.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { faultsIn } from "../looks.ts";

const HOUR = 3_600_000;
const KEY = "electrical.batteries.House.voltage";

/** Notes of tiles whose last line is a unit alone. */
const LONE_UNITS = `[...document.querySelectorAll(".day-tile__note")].flatMap(({ firstChild: text }) => {
  if (text === null) return [];
  const lines = new Map();
  for (const [at, letter] of [...text.data].entries()) {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const top = Math.round(range.getBoundingClientRect().top);
    lines.set(top, (lines.get(top) ?? "") + letter);
  }
  const all = [...lines.values()];
  return all.length > 1 && all.at(-1).trim().length < 4 ? [text.data] : [];
})`;

vi.setConfig({ testTimeout: 10 * PATIENCE.timeout });

describe(hasChromium ? "how watching looks" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    const skipper = await newSkipper(service);
    const trip = passage(Date.now() - 4 * HOUR, DAY_TRIP.slice(0, 3));
    await skipper.send(
      trip.map((row, index) => ({
        ...row,
        metrics: {
          [KEY]: 12 + (index % 10) / 10,
          "tanks.fuel.0.currentLevel": 0.6,
          "environment.outside.temperature": 284,
          "propulsion.main.state": "stopped",
          "propulsion.main.anUnusuallyLongNameThatNobodyWouldEverGiveToAnEngine": 1,
        },
      })),
    );
    const rule = { name: "House bank low", kind: "below", key: "voltage", low: 14, after: "PT0S" };
    await fetch(`${service.apiUrl}/alert_rules`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${skipper.sailor.userToken}` },
      body: JSON.stringify(rule),
    });
    await skipper.send([
      { ...trip.at(-1), time: new Date(Date.now() - 1000).toISOString(), metrics: { [KEY]: 12.1 } },
    ]);
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await openAs(page, service.webUrl, skipper.sailor, "/settings");
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("the page Now, with an alert", async () => {
    await page.goto(service.webUrl);
    await page.getByRole("button", { name: "Acknowledge" }).waitFor(PATIENCE);
    await page.getByText("Farthest").waitFor(PATIENCE);
    expect(await faultsIn(page)).toEqual([]);
  });

  test.skipIf(!hasChromium).each(["en", "de", "es", "fr", "pt"])(
    "no tile has a unit alone on its last line, in %s",
    async (language) => {
      await page.evaluate(`localStorage.setItem("wakelog.language", "${language}")`);
      await page.goto(service.webUrl);
      const notes = page.locator(".day-tile__note");
      await expect.poll(() => notes.first().textContent(), PATIENCE).toMatch(/V.*V$/);
      for (const width of [340, 360, 375, 390, 412]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(LONE_UNITS), `${width} px`).toEqual([]);
      }
      await page.evaluate("localStorage.removeItem('wakelog.language')");
    },
  );

  test.skipIf(!hasChromium)("everything that was measured, and how it went", async () => {
    await page.goto(`${service.webUrl}/monitoring`);
    await page
      .locator(".sparkline")
      .first()
      .waitFor({ ...PATIENCE, state: "attached" });
    expect(await faultsIn(page), "everything").toEqual([]);
    await page.goto(`${service.webUrl}/monitoring?key=${KEY}`);
    await page.getByRole("button", { name: "Table" }).click(PATIENCE);
    await page.locator(".history-plot canvas").waitFor(PATIENCE);
    expect(await faultsIn(page), "one value").toEqual([]);
  });

  test.skipIf(!hasChromium)("alerts, with a rule being made and the anchor watch", async () => {
    await page.goto(`${service.webUrl}/alerts`);
    await page.getByRole("slider", { name: "Radius" }).waitFor(PATIENCE);
    await page.getByRole("button", { name: "New rule" }).click(PATIENCE);
    await page.getByRole("textbox", { name: "Below" }).fill("none");
    expect(await faultsIn(page)).toEqual([]);
  });

  test.skipIf(!hasChromium)("nothing is asked about no events", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(decodeURIComponent(request.url())));
    await page.goto(`${service.webUrl}/events`);
    await page.getByRole("list", { name: "What happened" }).waitFor(PATIENCE);
    expect(asked.filter((url) => url.includes("in.()"))).toEqual([]);
  });
});
