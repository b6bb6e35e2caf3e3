/** A log's page: replay, graphs, entries, files. Uses the last dashboard build. */
import { readFile } from "node:fs/promises";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import type { Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { DAY_TRIP, type Part, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { faultsIn } from "../looks.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 5, 1, 6);
const LONG: readonly Part[] = [
  { stay: "moored", minutes: 60 },
  { sail: 250, knots: 6, minutes: 2100 },
  { stay: "moored", minutes: 90 },
];

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

/** Adds every instrument to a boat's rows. */
function equipped(rows: readonly JsonObject[]): readonly JsonObject[] {
  return rows.map((row, index) => ({
    ...row,
    metrics: {
      "environment.depth.belowTransducer": 10 + (index % 40),
      "environment.wind.speedTrue": 5.1444,
      "environment.wind.directionTrue": Math.PI,
      "environment.outside.pressure": 101_300,
      "electrical.batteries.House.voltage": 12.6,
      "tanks.fuel.main.currentLevel": 0.5,
    },
  }));
}

describe(hasChromium ? "the page of a log" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;
  let log: number | undefined;
  const complaints: string[] = [];

  const slider = () => page.getByRole("slider", { name: "Moment" });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const graph = (name: string) => page.getByRole("region", { name, exact: true });
  const at = () => slider().inputValue().then(Number);
  const lines = () => page.getByRole("list", { name: "Lines of the logbook" }).getByRole("listitem");

  async function open(path: string): Promise<void> {
    await openAs(page, service.webUrl, skipper.sailor, path);
    await expect.poll(() => slider().isEnabled(), PATIENCE).toBe(true);
  }

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    await skipper.send(equipped(passage(START, DAY_TRIP)));
    log = (await skipper.logs(START))[0]?.[0];
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await page.setViewportSize({ width: 1400, height: 900 });
    page.on("pageerror", (error) => {
      // The page requests a service worker although it is blocked here.
      if (!error.message.includes("waiting")) complaints.push(error.message);
    });
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) complaints.push(message.text());
    });
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  afterEach(() => expect(complaints.splice(0)).toEqual([]));

  test.skipIf(!hasChromium)("a log is played, and stays where it is stopped", async () => {
    await open(`/log/${log}`);
    await expect.poll(at, PATIENCE).toBe(0);
    await page.getByRole("combobox", { name: "Playback speed" }).click(PATIENCE);
    await page.getByRole("option", { name: "10×" }).click(PATIENCE);
    await page.getByRole("button", { name: "Play" }).click(PATIENCE);
    await expect.poll(at, PATIENCE).toBeGreaterThan(1);
    await page.getByRole("button", { name: "Pause" }).click(PATIENCE);
    await page.getByRole("button", { name: "Play" }).waitFor(PATIENCE);
    const stopped = await at();
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 300))");
    expect(await at()).toBe(stopped);
    await slider().fill("10");
    const instruments = page.locator("dl[aria-label='Instruments']");
    await expect
      .poll(() => instruments.textContent(), PATIENCE)
      .toMatch(/^Speed5\.0 kn.*True wind10\.0 kn.*Course.*Depth/);
    await button("More values").click(PATIENCE);
    const more = page.locator("dl[aria-label='More values']");
    await expect.poll(() => more.textContent(), PATIENCE).toMatch(/True wind from180°.*Fuel/);
    await expect.poll(() => more.textContent(), PATIENCE).not.toContain("Fresh water");
    await expect
      .poll(() => page.getByRole("img", { name: /^True wind 10\.0 kn from 180°$/ }).count(), PATIENCE)
      .toBeGreaterThan(5);
  });

  test.skipIf(!hasChromium)("each graph says what it shows, has a table, and moves the boat", async () => {
    await open(`/log/${log}`);
    await slider().fill("10");
    await expect
      .poll(() => page.getByRole("heading", { level: 3 }).allTextContents(), PATIENCE)
      .toEqual([...["The voyage", "Speed", "Wind", "Depth", "Barometer", "Battery", "Tanks"]]);
    const wind = graph("Wind");
    await expect
      .poll(() => wind.getByRole("img").getAttribute("aria-label"), PATIENCE)
      .toMatch(/^True wind from 10\.0 kn to 10\.0 kn\. Apparent wind from 5\.0 kn to 13\.0 kn\.$/);
    await wind.scrollIntoViewIfNeeded();
    await wind.locator("canvas").waitFor(PATIENCE);
    await wind.getByRole("img").click({ position: { x: 300, y: 60 } });
    await expect.poll(at, PATIENCE).not.toBe(10);
    await wind.getByRole("button", { name: "Table" }).click();
    await expect
      .poll(() => wind.getByRole("columnheader").allTextContents(), PATIENCE)
      .toEqual(["Time", "True wind, kn", "Apparent wind, kn"]);
    await expect
      .poll(() => wind.getByRole("row").nth(1).textContent(), PATIENCE)
      .toMatch(/^Mon 1 Jun 2026, 07:0\d UTC10\.0\d+\.0$/);
    await page.getByText("Distance", { exact: true }).last().click();
    await expect.poll(() => wind.getByRole("columnheader").first().textContent(), PATIENCE).toBe("Distance");
  });

  test.skipIf(!hasChromium)(
    "the track is coloured by the chosen measurement, also after a reload",
    async () => {
      await open(`/log/${log}`);
      await page.getByRole("combobox", { name: "Colour of the track" }).click(PATIENCE);
      await page.getByRole("option", { name: "Depth" }).click(PATIENCE);
      await page.waitForURL(/colour=depth/, PATIENCE);
      await page.reload();
      await page.getByText(/^≤ \d+\.\d m$/).waitFor(PATIENCE);
    },
  );

  test.skipIf(!hasChromium)("a line is written at a moment, changed and removed", async () => {
    await open(`/log/${log}`);
    await slider().fill("20");
    await page.getByRole("button", { name: "Write a line" }).click(PATIENCE);
    await page.getByRole("combobox", { name: "About" }).click(PATIENCE);
    await page.getByRole("option", { name: "Weather" }).click(PATIENCE);
    await page.getByRole("textbox", { name: "Wind, kn" }).fill("14");
    await page.getByRole("textbox", { name: "Remark" }).fill("Squall over the point");
    await page.getByRole("button", { name: "Write it down" }).click();
    const line = lines().filter({ hasText: "Squall over the point" });
    await line.waitFor(PATIENCE);
    await expect.poll(() => line.textContent(), PATIENCE).toMatch(/07:2\d UTCWeatherby .*Wind 14 kn/);
    const entries = () => skipper.rows(`/log_entries_view?log_id=eq.${log}`);
    await expect.poll(entries, PATIENCE).toMatchObject([{ kind: "weather", extra: { windSpeed: 14 } }]);
    expect((await entries())[0].latitude).toBeLessThan(59.8);
    await line.getByRole("button", { name: "Change" }).click();
    await page.getByRole("textbox", { name: "Remark" }).fill("It was only rain");
    await page.getByRole("button", { name: "Write it down" }).click();
    const changed = lines().filter({ hasText: "It was only rain" });
    await changed.getByRole("button", { name: "Remove" }).click(PATIENCE);
    await expect.poll(() => skipper.rows("/log_entries_view"), PATIENCE).toEqual([]);
    await changed.waitFor({ ...PATIENCE, state: "detached" });
  });

  test.skipIf(!hasChromium)("a photo stands among the lines, or is said to belong elsewhere", async () => {
    await open(`/log/${log}`);
    // Without its own time it counts as taken now, when the boat was on no log.
    await page.getByLabel("Add a photo").setInputFiles({
      name: "seal.png",
      mimeType: "image/png",
      buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 80, height: 60 } }),
    });
    await page.getByText("The photo is kept, but not in this log").waitFor(PATIENCE);
    const [photo] = await skipper.rows("/log_photos?select=id");
    const [{ started }] = await skipper.rows(`/logs_view?id=eq.${log}&select=started`);
    const time = new Date(Date.parse(started) + 5 * MINUTE).toISOString();
    await client(service.apiUrl).patch(
      `/log_photos?id=eq.${photo.id}`,
      { time, caption: "A seal" },
      { token: skipper.sailor.userToken },
    );
    await open(`/log/${log}`);
    const line = lines().filter({ hasText: "A seal" });
    await line.scrollIntoViewIfNeeded(PATIENCE);
    await line.getByRole("img", { name: "A seal" }).waitFor(PATIENCE);
    const width = "document.querySelector('.entries__photo img').naturalWidth";
    await expect.poll(() => page.evaluate(width), PATIENCE).toBe(80);
    await line.getByRole("button", { name: "Remove" }).click();
    await expect.poll(() => skipper.rows("/log_photos?select=id"), PATIENCE).toEqual([]);
  });

  test.skipIf(!hasChromium)("notes and tags are written, and files are taken along", async () => {
    await open(`/log/${log}`);
    await page.getByRole("button", { name: "Edit", exact: true }).click(PATIENCE);
    await page.getByRole("textbox", { name: "Notes" }).fill("Seals off the point.");
    await page.getByRole("textbox", { name: "Tags" }).fill("race, with guests, race");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Seals off the point.").waitFor(PATIENCE);
    await expect
      .poll(() => page.getByRole("list", { name: "Tags" }).getByRole("listitem").allTextContents(), PATIENCE)
      .toEqual(["race", "with guests"]);
    await button("Files and print").click(PATIENCE);
    const save = async (format: string) => {
      const [download] = await Promise.all([
        page.waitForEvent("download", PATIENCE),
        page.getByRole("button", { name: `${format} download` }).click(),
      ]);
      return readFile(await download.path());
    };
    const csv = (await save("CSV")).toString();
    expect(csv.split("\r\n")[0]).toMatch(/^time_utc,latitude,longitude,distance_nm,speed_over_ground_kn,/);
    expect(csv.split("\r\n").length).toBeGreaterThan(45);
    const png = await save("PNG");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(png.length).toBeGreaterThan(10_000);
  });

  test.skipIf(!hasChromium)("a day and a half at a row a minute costs less than a day may", async () => {
    const other = await newSkipper(service);
    await other.send(equipped(passage(START, LONG)));
    const [long] = await other.logs(START);
    const finished: Request[] = [];
    const note = (request: Request) => finished.push(request);
    page.on("requestfinished", note);
    await openAs(page, service.webUrl, other.sailor, `/log/${long?.[0]}`);
    await expect.poll(() => slider().isEnabled(), PATIENCE).toBe(true);
    const runs = page.getByRole("list", { name: "Day's runs" }).getByRole("listitem");
    await expect.poll(() => runs.count(), PATIENCE).toBe(3);
    page.off("requestfinished", note);
    const sizes = await Promise.all(
      finished.filter((one) => one.url().startsWith(`${service.webUrl}/api/`)).map((one) => one.sizes()),
    );
    const bytes = sizes.reduce((sum, one) => sum + one.responseBodySize + one.responseHeadersSize, 0);
    expect(bytes).toBeLessThan(40_000);
    expect(bytes).toBeGreaterThan(5_000);
  });

  test.skipIf(!hasChromium)("the log that is being sailed grows on its page", async () => {
    const other = await newSkipper(service);
    const start = Math.floor(Date.now() / MINUTE - 90) * MINUTE;
    const rows = passage(start, [
      { stay: "moored", minutes: 50 },
      { sail: 160, knots: 5, minutes: 41 },
    ]);
    await other.send(rows.slice(0, -1));
    const [sailed] = await other.rows("/logbook?active=is.true&select=id");
    await openAs(page, service.webUrl, other.sailor, `/log/${sailed.id}`);
    await expect.poll(() => slider().isEnabled(), PATIENCE).toBe(true);
    await page.getByText(/The boat is still under way/).waitFor(PATIENCE);
    const points = Number(await slider().getAttribute("max"));
    await expect.poll(() => button("Corrections").count(), PATIENCE).toBe(0);
    await other.send(rows.slice(-1));
    await expect.poll(async () => Number(await slider().getAttribute("max")), PATIENCE).toBe(points + 1);
  });

  test.skipIf(!hasChromium).each([360, 1400])("can be read by everybody, %d px wide", async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await open(`/log/${log}`);
    await graph("Wind").waitFor(PATIENCE);
    await graph("Wind").getByRole("button", { name: "Table" }).click(PATIENCE);
    expect(await faultsIn(page, [width])).toEqual([]);
    await button("Corrections").click(PATIENCE);
    await button("Delete").click(PATIENCE);
    await page.getByRole("dialog", { name: "Preview" }).waitFor(PATIENCE);
    expect(await faultsIn(page, [width]), "preview").toEqual([]);
  });
});
