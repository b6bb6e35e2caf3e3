/** The dashboard's figures are correct: real service, real browser. Uses the last dashboard build. */

import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { client } from "../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "./browser.ts";
import { settledWidth } from "./looks.ts";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

vi.setConfig({ testTimeout: 3 * PATIENCE.timeout });

describe(hasChromium ? "the figures on the dashboard" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;
  const complaints: string[] = [];

  const text = (words: string | RegExp) => page.getByText(words).first().waitFor(PATIENCE);
  const figure = (name: string) =>
    page.locator("dl .figure", { has: page.getByText(name, { exact: true }) }).locator("dd");
  const row = (name: string) => page.getByRole("list", { name: "Logs" }).getByRole("link", { name });

  /** Enters a log by hand. */
  async function write(log: object): Promise<void> {
    const answer = await client(service.apiUrl).post("/logs_view", log, { token: skipper.sailor.userToken });
    expect(answer.status, answer.text).toBe(201);
  }

  /** Sets a figure in a log's `extra`. */
  async function extra(name: string, value: unknown): Promise<void> {
    const answer = await client(service.apiUrl).patch(
      `/log_view?name=eq.${encodeURIComponent(name)}`,
      { extra: value },
      { token: skipper.sailor.userToken },
    );
    expect(answer.status, answer.text).toBe(204);
  }

  /** Opens a page and waits for the server's response. */
  async function open(path: string): Promise<void> {
    await page.goto(service.webUrl + path);
    await page.waitForLoadState("networkidle");
  }

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    browser = await openBrowser();
    page = browser.page;
    // A page with a live stream is never idle.
    await page.route("**/live", (route) => route.abort());
    page.on("pageerror", (error) => complaints.push(error.message));
    await openAs(page, service.webUrl, skipper.sailor, "/settings");
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  afterEach(() => expect(complaints.splice(0)).toEqual([]));

  test.skipIf(!hasChromium)("a month's total is the whole month's on every page of the list", async () => {
    const start = Date.UTC(2021, 4, 20, 12);
    for (let day = 0; day < 34; day++) {
      const started = start + day * DAY;
      await write({
        name: `Day ${day}`,
        started: new Date(started).toISOString(),
        ended: new Date(started + 60 * MINUTE).toISOString(),
        distance: 10 + day,
        duration: "PT1H",
      });
    }
    // May: days 0 to 11; June: days 12 to 33, of which the first page shows the newest 22 and three of May.
    await write({
      name: "Last of May in UTC",
      started: "2021-06-01T01:30:00+02:00",
      ended: "2021-06-01T07:00:00+02:00",
      distance: 100.5,
      duration: "PT5H30M",
    });
    const heading = (month: string) => page.getByRole("heading", { level: 2, name: month });
    await open("/logs");
    await heading("June 2021").waitFor(PATIENCE);
    await expect
      .poll(() => page.getByRole("list", { name: "Logs" }).getByRole("link").count(), PATIENCE)
      .toBe(25);
    await expect.poll(() => page.getByRole("status").first().textContent(), PATIENCE).toBe("35 logs");
    await expect.poll(() => heading("June 2021").textContent(), PATIENCE).toBe("June 2021 715.0 NM");
    await expect.poll(() => heading("May 2021").textContent(), PATIENCE).toBe("May 2021 286.5 NM");
    await page.getByRole("link", { name: "Older" }).click(PATIENCE);
    await row("Day 0").waitFor(PATIENCE);
    await expect.poll(() => heading("June 2021").count(), PATIENCE).toBe(0);
    await expect.poll(() => heading("May 2021").textContent(), PATIENCE).toBe("May 2021 286.5 NM");
    await page.getByRole("searchbox", { name: "Search" }).fill("Day 3");
    // Days 3, 13, 23 and 30 to 33: names that contain every word.
    await page.getByText("7 logs found").waitFor(PATIENCE);
    await expect
      .poll(() => heading("June 2021").textContent(), PATIENCE)
      .toBe("June 2021 715.0 NM in all 22 logs of the month");
  });

  test.skipIf(!hasChromium)("an arrival on another day is shown with its day, and days as days", async () => {
    await write({
      name: "Across",
      started: "2022-07-28T05:45:00Z",
      ended: "2022-08-14T13:03:00Z",
      distance: 2213,
      duration: "P17DT7H18M",
    });
    await open("/logs");
    await expect
      .poll(() => row("Across").textContent(), PATIENCE)
      .toContain("Thu 28 Jul, 05:45 – Sun 14 Aug, 13:03 UTC");
    await expect.poll(() => row("Across").textContent(), PATIENCE).toContain("17 d 7 h");
    await row("Across").click();
    await text("Thu 28 Jul 2022, 05:45 – Sun 14 Aug 2022, 13:03 UTC");
    await expect.poll(() => figure("Duration").textContent(), PATIENCE).toBe("17d7h");
  });

  test.skipIf(!hasChromium)(
    "what was not recorded is shown apart, and nonsense in its place is not",
    async () => {
      const start = Date.UTC(2023, 6, 1, 5);
      const rows = passage(start, [
        { stay: "moored", minutes: 60 },
        { sail: 160, knots: 5, minutes: 240 },
        { stay: "moored", minutes: 90 },
      ]);
      // An hour of silence in the middle.
      const isHeard = ({ time }: JsonObject) =>
        Math.abs(Date.parse(String(time)) - start - 150 * MINUTE) > 30 * MINUTE;
      await skipper.send(rows.filter(isHeard));
      const [log] = await skipper.rows("/logs_view?started=gte.2023-07-01&select=name,distance,not_recorded");
      expect(log.not_recorded).toBeGreaterThan(4.5);
      const shown = (nm: number) => (nm < 10 ? nm.toFixed(2) : nm.toFixed(1));
      const [recorded, not] = [shown(log.distance - log.not_recorded), shown(log.not_recorded)];
      await open("/logs");
      await expect
        .poll(() => row(log.name).textContent(), PATIENCE)
        .toContain(`${recorded} NM, and ${not} NM not recorded`);
      await expect
        .poll(() => page.getByRole("heading", { name: "July 2023" }).textContent(), PATIENCE)
        .toContain(`${shown(log.distance)} NM, ${not} NM of it not recorded`);
      await row(log.name).click();
      await text(`and ${not} NM not recorded`);
      await expect.poll(() => figure("Distance").textContent(), PATIENCE).toContain(`${recorded}NM`);
      await write({
        name: "Patchy",
        started: "2023-08-01T05:00:00Z",
        ended: "2023-08-01T09:00:00Z",
        distance: 12.9,
        duration: "PT4H",
      });
      await open("/logs");
      await row("Patchy").click();
      for (const poison of [
        { not_recorded: "a lot" },
        { not_recorded: { a: [1] }, metrics: { "navigation.log": [], "propulsion.main.runTime": {} } },
        { metrics: "none" },
      ]) {
        await extra("Patchy", poison);
        await page.reload();
        await expect.poll(() => figure("Distance").textContent(), PATIENCE).toBe("12.9NM");
        await open("/logs");
        expect(await row("Patchy").textContent(), JSON.stringify(poison)).not.toContain("not recorded");
        await row("Patchy").click();
      }
    },
  );

  test.skipIf(!hasChromium)("stays show when they ended, and no type where none is known", async () => {
    const boat = await newSkipper(service);
    await boat.send(passage(Date.UTC(2026, 4, 1, 22), DAY_TRIP));
    await openAs(page, service.webUrl, boat.sailor, "/stays");
    const stays = page.getByRole("main").getByRole("listitem");
    await expect
      .poll(() => stays.allTextContents(), PATIENCE)
      .toEqual([
        expect.stringMatching(/Since Sat 2 May, \d\d:\d\d UTC.*still here/),
        expect.stringMatching(/Anchor.*Fri 1 May, 23:\d\d – Sat 2 May, 01:\d\d UTC/),
        expect.stringMatching(/Fri 1 May, 22:\d\d – 23:\d\d UTC/),
      ]);
    await expect.poll(() => page.getByRole("main").textContent(), PATIENCE).not.toContain("Unknown");
    await open("/moorages");
    await stays.first().waitFor(PATIENCE);
    await expect.poll(() => page.getByRole("main").textContent(), PATIENCE).not.toContain("Unknown");
  });

  test.skipIf(!hasChromium)(
    "a unit of Statistics stands beside its number, however long both are",
    async () => {
      await write({
        name: "Round the world",
        started: "2020-01-01T00:00:00Z",
        ended: "2020-12-01T00:00:00Z",
        distance: 27_345.6,
        duration: "P335D",
      });
      for (const width of [1280, 1400]) {
        await page.setViewportSize({ width, height: 900 });
        await open("/statistics");
        await page.locator(".figure__unit").first().waitFor(PATIENCE);
        const broken = `[...document.querySelectorAll(".figure__part")]
        .filter((one) => one.offsetHeight > 1.6 * parseFloat(getComputedStyle(one).fontSize))
        .map((one) => one.textContent)`;
        expect(await page.evaluate(broken), `${width} px`).toEqual([]);
      }
    },
  );

  test.skipIf(!hasChromium)("a name without a space breaks on a narrow phone", async () => {
    const name = "Krängfestigungsübungswochenendausfahrtsteilnehmerinnen";
    const boat = await newSkipper(service);
    await boat.send(passage(Date.UTC(2026, 4, 1, 6), DAY_TRIP));
    const [first] = await boat.logs(0);
    await client(service.apiUrl).patch(
      `/logbook?id=eq.${first?.[0]}`,
      { name, notes: name },
      { token: boat.sailor.userToken },
    );
    await openAs(page, service.webUrl, boat.sailor, "/settings");
    await page.setViewportSize({ width: 360, height: 800 });
    for (const path of ["/logs", `/log/${first?.[0]}`]) {
      await open(path);
      await page.getByText(name).first().waitFor(PATIENCE);
      expect(await settledWidth(page, 360), path).toBe(360);
    }
  });
});
