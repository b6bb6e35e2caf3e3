/** Logbook and statistics over seasons of logs: real service, real browser. Uses the last dashboard build. */
import { readFile } from "node:fs/promises";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { sailSeasons } from "../../../../server/test/cases/season.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { faultsIn } from "../looks.ts";

const LOGS = 73;

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

describe(hasChromium ? "the logbook of some seasons" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;
  const complaints: string[] = [];

  const list = () => page.getByRole("list", { name: "Logs" });
  const status = () => page.getByRole("main").getByRole("status").first();
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const address = () => new URL(page.url()).pathname + new URL(page.url()).search;

  async function open(path: string): Promise<void> {
    await openAs(page, service.webUrl, skipper.sailor, path);
    await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
  }

  /** Waits for a count in the status. */
  async function counted(words: string): Promise<void> {
    await expect.poll(() => status().textContent(), PATIENCE).toBe(words);
  }

  /** Faults of the current page, once loaded. */
  async function faults(): Promise<readonly string[]> {
    await page.waitForLoadState("networkidle");
    return faultsIn(page);
  }

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    const [row] = await service.database.owner.transaction((tx) =>
      tx.query(sql`
        select m.vessel_id from app.memberships m join app.accounts a using (account_id)
        where a.email = ${skipper.sailor.email}`),
    );
    const seasons = { first: 2024, last: 2026, logs: LOGS };
    await sailSeasons(service.database.owner, String(row?.vessel_id), seasons);
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    page.on("pageerror", ({ message }) => {
      // The browser refuses service workers, like a private window.
      if (!message.includes("waiting")) complaints.push(message);
    });
    // A page with a live stream is never idle.
    await page.route("**/live", (route) => route.abort());
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("pages are links, and a month's heading is the whole month's", async () => {
    await open("/logs");
    await counted("219 logs");
    await expect.poll(() => list().getByRole("link").count(), PATIENCE).toBe(25);
    const months = await skipper.rows("/logs_by_month_view?select=month,distance&order=month.desc&limit=4");
    // August's logs span two pages.
    const august = `${Number(months[2].distance).toFixed(1)} NM`;
    const heading = page.getByRole("heading", { level: 2, name: "August 2026" });
    await expect.poll(() => heading.textContent(), PATIENCE).toContain(august);
    await page.getByRole("link", { name: "Older" }).click(PATIENCE);
    await expect.poll(address, PATIENCE).toBe("/logs?page=2");
    await expect.poll(() => heading.textContent(), PATIENCE).toContain(august);
    await page.goto(`${service.webUrl}/logs?page=9`);
    await expect.poll(() => list().getByRole("link").count(), PATIENCE).toBe(219 - 8 * 25);
    await expect.poll(() => page.getByRole("link", { name: "Older" }).count(), PATIENCE).toBe(0);
    await expect
      .poll(() => page.getByRole("link", { name: "Newer" }).getAttribute("href"), PATIENCE)
      .toBe("/logs?page=8");
  });

  test.skipIf(!hasChromium)("a leg names its voyage, with all of its legs", async () => {
    const [voyage] = await skipper.rows("/voyages_view?legs=gt.1&order=started.desc&limit=1");
    await open("/logs?to=2026-04-30&from=2026-04-01");
    const legs = list().getByRole("link", {
      name: `Leg of the voyage ${voyage.name}: 2 legs, ${Number(voyage.distance).toFixed(1)} NM`,
    });
    await expect.poll(() => legs.count(), PATIENCE).toBe(2);
  });

  test.skipIf(!hasChromium)("coming back to a list finds the same page at the same place", async () => {
    await open("/logs?page=3");
    const far = list().getByRole("link").nth(20);
    await far.waitFor(PATIENCE);
    await page.waitForLoadState("networkidle");
    await far.scrollIntoViewIfNeeded(PATIENCE);
    const place = Number(await page.evaluate("scrollY"));
    expect(place).toBeGreaterThan(500);
    await far.click();
    await page.waitForURL(/\/log\/\d+$/, PATIENCE);
    await page.goBack();
    await expect.poll(address, PATIENCE).toBe("/logs?page=3");
    await expect.poll(async () => Number(await page.evaluate("scrollY")), PATIENCE).toBe(place);
  });

  test.skipIf(!hasChromium)("what is searched and filtered stands in the address and in chips", async () => {
    await open("/logs?page=2");
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.getByRole("searchbox", { name: "Search" }).fill("porpoise kökar");
    await expect.poll(address, PATIENCE).toBe("/logs?q=porpoise+k%C3%B6kar");
    const found = await skipper.rows("/rpc/find_logs_totals_fn?words=porpoise%20k%C3%B6kar");
    await counted(`${found[0].logs} logs found`);
    await page.getByRole("combobox", { name: "Tag" }).click(PATIENCE);
    await page.getByRole("option", { name: "night" }).click(PATIENCE);
    await expect.poll(address, PATIENCE).toContain("tag=night");
    await page.getByRole("button", { name: /^Remove the filter “porpoise/ }).click(PATIENCE);
    await expect.poll(address, PATIENCE).toBe("/logs?tag=night");
    await expect.poll(() => page.getByRole("searchbox", { name: "Search" }).inputValue(), PATIENCE).toBe("");
    await open("/logs?from=2025-06-01&to=2025-06-30&by=sail&min=20");
    const june = await skipper.rows(
      "/rpc/find_logs_totals_fn?since=2025-06-01&until=2025-06-30&way=sail&min_nm=20",
    );
    await counted(`${june[0].logs} logs found`);
    await expect
      .poll(() => page.locator(".logs__totals dd").first().textContent(), PATIENCE)
      .toContain(`${Number(june[0].distance).toFixed(1)}NM`);
    await expect
      .poll(() => page.getByRole("link", { name: "Map" }).getAttribute("href"), PATIENCE)
      .toBe("/logs/map?from=2025-06-01&to=2025-06-30&min=20&by=sail");
    await button("Show all logs").click();
    await counted("219 logs");
    await open("/logs?q=nowhere");
    await page.getByText("No matching log").waitFor(PATIENCE);
  });

  test.skipIf(!hasChromium)("chosen logs are exported, drawn in time and deleted", async () => {
    await open("/logs?q=Helsinki+to+Hanko&from=2026-01-01");
    const before = (await skipper.rows("/rpc/find_logs_totals_fn"))[0].logs;
    const words = String(await list().getByRole("link").first().textContent());
    await button("Select").click(PATIENCE);
    for (const at of [0, 1]) await page.getByRole("checkbox").nth(at).check(PATIENCE);
    await page.getByText("2 logs selected").waitFor(PATIENCE);
    await expect
      .poll(() => page.getByRole("link", { name: "Time-lapse" }).last().getAttribute("href"), PATIENCE)
      .toMatch(/^\/timelapse\?logs=\d+,\d+$/);
    for (const [format, pattern] of [
      ["GPX", /<trk>/g],
      ["GeoJSON", /"LineString"/g],
    ] as const) {
      await button("Export").click(PATIENCE);
      const [download] = await Promise.all([
        page.waitForEvent("download", PATIENCE),
        page.getByRole("menuitem", { name: format }).click(PATIENCE),
      ]);
      const text = await readFile(String(await download.path()), "utf8");
      expect(text.match(pattern), format).toHaveLength(2);
    }
    await button("Delete").click(PATIENCE);
    const dialog = page.getByRole("dialog", { name: "Delete these logs?" });
    await dialog.getByRole("button", { name: "Cancel" }).click(PATIENCE);
    expect((await skipper.rows("/rpc/find_logs_totals_fn"))[0].logs).toBe(before);
    await button("Delete").click(PATIENCE);
    await expect.poll(() => dialog.getByRole("listitem").count(), PATIENCE).toBe(2);
    await dialog.getByRole("button", { name: "Delete", exact: true }).click(PATIENCE);
    await dialog.waitFor({ ...PATIENCE, state: "detached" });
    await expect.poll(() => list().getByRole("link").first().textContent(), PATIENCE).not.toBe(words);
    await expect
      .poll(async () => (await skipper.rows("/rpc/find_logs_totals_fn"))[0].logs, PATIENCE)
      .toBe(before - 2);
  });

  test.skipIf(!hasChromium)("a page of the list is small on the wire", async () => {
    const sizes: number[] = [];
    const session = await browser.context.newCDPSession(page);
    await session.send("Network.enable");
    session.on("Network.loadingFinished", ({ encodedDataLength }) => sizes.push(encodedDataLength));
    await open("/logs?page=3");
    await list().waitFor(PATIENCE);
    await page.waitForLoadState("networkidle");
    sizes.length = 0;
    const before = await list().textContent();
    const lines = page.waitForResponse(
      (answer) => answer.url().includes("/rpc/tracks_fn") && answer.request().method() === "GET",
      PATIENCE,
    );
    await page.getByRole("link", { name: "Older" }).click(PATIENCE);
    await (await lines).finished();
    await expect.poll(() => list().textContent(), PATIENCE).not.toBe(before);
    // Logs, months and lines.
    await expect.poll(() => sizes.length, PATIENCE).toBeGreaterThanOrEqual(3);
    await session.detach();
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(500);
    expect(bytes).toBeLessThan(15_000);
  });

  test.skipIf(!hasChromium)("statistics of a year tell, and lead to the logs of its records", async () => {
    await open("/statistics");
    await page.getByRole("link", { name: "2025", exact: true }).click(PATIENCE);
    await expect.poll(address, PATIENCE).toBe("/statistics?year=2025");
    const year = await skipper.rows("/rpc/statistics_fn?year=2025");
    await counted(`${year.totals.logs} logs`);
    const months = page.getByRole("region", { name: "By month" });
    await months.getByText(/^Most sailed: \w+, [\d.]+ NM in \d+ logs\.$/).waitFor(PATIENCE);
    await months.getByRole("button", { name: "Table" }).click(PATIENCE);
    await expect.poll(() => months.getByRole("row").count(), PATIENCE).toBe(13);
    await expect
      .poll(() => months.getByRole("row", { name: /^June/ }).textContent(), PATIENCE)
      .toContain(`${Number(year.months[5][1]).toFixed(1)} NM`);
    const best = year.records.distance[0];
    const longest = page
      .getByRole("region", { name: "Longest", exact: true })
      .getByRole("link", { name: /NM/ })
      .first();
    await expect.poll(() => longest.textContent(), PATIENCE).toContain(`${Number(best.value).toFixed(1)} NM`);
    await expect.poll(() => longest.getAttribute("href"), PATIENCE).toBe(`/log/${best.id}`);
  });

  test.skipIf(!hasChromium)("a year is saved as a picture", async () => {
    await open("/statistics?year=2025");
    await button("2025 in review").click(PATIENCE);
    const dialog = page.getByRole("dialog", { name: "The year 2025" });
    await dialog.getByRole("img", { name: /2025 of .* on one picture/ }).waitFor(PATIENCE);
    const [download] = await Promise.all([
      page.waitForEvent("download", PATIENCE),
      dialog.getByRole("button", { name: "Save picture" }).click(PATIENCE),
    ]);
    expect(download.suggestedFilename()).toBe("wakelog-2025.png");
    const picture = await readFile(String(await download.path()));
    expect(picture.subarray(1, 4).toString()).toBe("PNG");
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1350]);
    // A blank sheet is a tenth of that size.
    expect(picture.length).toBeGreaterThan(40_000);
    expect(await faults(), "the picture of a year").toEqual([]);
  });

  test.skipIf(!hasChromium)("everybody can read the list, its filters and its dialogs", async () => {
    await open("/logs?tag=night&by=sail");
    await list().waitFor(PATIENCE);
    await page.setViewportSize({ width: 360, height: 800 });
    await button("Filters").click(PATIENCE);
    await button("Select").click(PATIENCE);
    await page.getByRole("checkbox").first().check(PATIENCE);
    expect(await faults(), "/logs, selecting").toEqual([]);
    await button("Delete").click(PATIENCE);
    await page.getByRole("dialog").waitFor(PATIENCE);
    expect(await faults(), "/logs, deleting").toEqual([]);
    await open("/logs?q=nowhere");
    await page.getByText("No matching log").waitFor(PATIENCE);
    expect(await faults(), "/logs, nothing found").toEqual([]);
  });

  test.skipIf(!hasChromium)("everybody can read the statistics, as graphs and as tables", async () => {
    await open("/statistics");
    await page.getByRole("region", { name: "Records" }).waitFor(PATIENCE);
    expect(await faults(), "/statistics").toEqual([]);
    const tables = page.getByRole("button", { name: "Table" });
    for (let at = 0; at < (await tables.count()); at++) await tables.nth(at).click(PATIENCE);
    expect(await faults(), "/statistics, tables").toEqual([]);
  });

  test.skipIf(!hasChromium)("nothing in all this broke", () => {
    expect(complaints).toEqual([]);
  });
});
