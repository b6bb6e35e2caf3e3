/**
 * Back, forward, reload and shared addresses restore the view. Real service, real browser. Uses the last dashboard
 * build.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import {
  type Browser,
  hasChromium,
  NO_CHROMIUM,
  openAs,
  openBrowser,
  openFromMenu,
  PATIENCE,
} from "../browser.ts";

/** Two logs each: more than a page of the logbook. */
const TRIPS = 15;
const DAY_MS = 86_400_000;

/** Index of the first element whose top is in the window. */
const firstInSight = (all: readonly { getBoundingClientRect(): { top: number } }[]): number =>
  all.findIndex((one) => one.getBoundingClientRect().top >= 0);

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

describe(hasChromium ? "back, forward, again" : NO_CHROMIUM, () => {
  let service: TestService;
  let skipper: Skipper;
  let browser: Browser;
  let page: Page;

  const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor(PATIENCE);
  const address = () => page.evaluate<string>("location.pathname + location.search");
  const scrolled = () => page.evaluate<number>("Math.round(scrollY)");
  const open = (path: string) => openAs(page, service.webUrl, skipper.sailor, path);

  /** Scrolls noticeably, but within the page. */
  async function scroll(to: number): Promise<number> {
    await expect
      .poll(() => page.evaluate<number>("document.documentElement.scrollHeight - innerHeight"), PATIENCE)
      .toBeGreaterThan(to);
    // Late content above, such as a voyage's legs, moves the page: scroll again.
    await expect
      .poll(() => page.evaluate<number>(`(scrollTo(0, ${to}), Math.round(scrollY))`), PATIENCE)
      .toBe(to);
    // The browser fires the event in its next frame.
    await page.waitForTimeout(300);
    return to;
  }

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    // In the morning: legs of a trip that lasts into the night are no voyage.
    const first = (Math.floor(Date.now() / DAY_MS) - 2 * TRIPS) * DAY_MS + DAY_MS / 4;
    for (let trip = 0; trip < TRIPS; trip++) await skipper.send(passage(first + 2 * trip * DAY_MS, DAY_TRIP));
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await page.setViewportSize({ width: 390, height: 700 });
  }, 600_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  describe.each([
    ["the browser's button", async (): Promise<void> => void (await page.goBack())],
    [
      "the page's own link",
      (): Promise<void> => page.getByRole("main").getByRole("link", { name: "Logbook" }).click(),
    ],
  ] as const)("back to the filtered logbook by %s", (_by, back) => {
    test.skipIf(!hasChromium)("is where it was left", async () => {
      await open("/logs?min=1&page=2");
      const list = page.getByRole("list", { name: "Logs" });
      await list.waitFor(PATIENCE);
      const count = await list.getByRole("link").count();
      const y = await scroll(250);
      const link = list.getByRole("link").nth(count - 2);
      const name = (await link.getAttribute("href")) ?? "";
      // Avoids the scrolling of a real click.
      await link.evaluate((one) => (one as unknown as { click(): void }).click());
      await expect.poll(address, PATIENCE).toBe(name);
      await page.getByRole("button", { name: "Edit" }).waitFor(PATIENCE);
      await back();
      await expect.poll(address, PATIENCE).toBe("/logs?min=1&page=2");
      await list.waitFor(PATIENCE);
      await expect.poll(scrolled, PATIENCE).toBe(y);
      await page.goForward();
      await expect.poll(address, PATIENCE).toBe(name);
    });
  });

  test.skipIf(!hasChromium)(
    "the way back from a log that was opened by its address is the logbook",
    async () => {
      const [[id] = []] = await skipper.logs(0);
      await open(`/log/${id}`);
      await page.getByRole("main").getByRole("link", { name: "Logbook" }).click(PATIENCE);
      await heading("Logbook");
      expect(await address()).toBe("/logs");
    },
  );

  test.skipIf(!hasChromium)("a page that is loaded again is where it was", async () => {
    await open("/logs?q=to&page=1");
    const list = page.getByRole("list", { name: "Logs" });
    await list.waitFor(PATIENCE);
    await list.getByText("Leg of the voyage").first().waitFor(PATIENCE);
    await scroll(900);
    const inSight = list.getByRole("link").nth(await list.getByRole("link").evaluateAll(firstInSight));
    const href = (await inSight.getAttribute("href")) ?? "";
    const log = list.locator(`a[href="${href}"]`);
    const top = async () => (await log.boundingBox(PATIENCE))?.y ?? Number.NaN;
    const was = await top();
    await page.reload();
    await page.getByRole("list", { name: "Logs" }).waitFor(PATIENCE);
    await expect
      .poll(() => page.getByRole("searchbox", { name: "Search" }).inputValue(), PATIENCE)
      .toBe("to");
    await list.getByText("Leg of the voyage").first().waitFor(PATIENCE);
    // Scroll anchoring holds the view while content above grows.
    await expect.poll(async () => Math.abs((await top()) - was), PATIENCE).toBeLessThan(50);
  });

  test.skipIf(!hasChromium)("another page begins at its top", async () => {
    await open("/logs");
    await page.getByRole("list", { name: "Logs" }).waitFor(PATIENCE);
    await scroll(900);
    await openFromMenu(page, "Stays");
    await heading("Stays");
    await expect.poll(scrolled, PATIENCE).toBe(0);
  });

  /** Actions on a page, and the resulting address. */
  const CHOICES: readonly (readonly [path: string, choose: () => Promise<void>, address: RegExp])[] = [
    ["/logs", () => search("Search", "anchor"), /^\/logs\?q=anchor$/],
    ["/logs?page=2", () => link("Newer"), /^\/logs$/],
    ["/stays", () => option("Type", /anchor/i), /^\/stays\?type=2$/],
    ["/moorages", () => option("Order", "Name"), /^\/moorages\?sort=name$/],
    ["/monitoring", () => tile(), /^\/monitoring\?key=/],
    ["/events", () => page.getByRole("tab", { name: "Messages" }).click(PATIENCE), /^\/events\?view=told$/],
  ];
  const search = (name: string, words: string): Promise<void> =>
    page.getByRole("searchbox", { name }).fill(words);
  const link = (name: string): Promise<void> =>
    page.getByRole("main").getByRole("link", { name }).click(PATIENCE);
  const tile = (): Promise<void> => page.locator('a[href*="?key="]').first().click(PATIENCE);
  async function option(name: string, choice: string | RegExp): Promise<void> {
    await page.getByRole("combobox", { name }).first().click(PATIENCE);
    await page.getByRole("option", { name: choice, selected: false }).first().click(PATIENCE);
  }

  test.skipIf(!hasChromium).each(CHOICES)(
    "what is chosen on %s is in its address",
    async (path, choose, wanted) => {
      await page.setViewportSize({ width: 1400, height: 900 });
      await open(path);
      await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
      await choose();
      await expect.poll(address, PATIENCE).toMatch(wanted);
      // A select that was opened has a hidden copy of its choices.
      const shown = async (): Promise<string> => {
        const all = await page.getByRole("main").innerText();
        const hidden = await page.locator("main select").allInnerTexts();
        return hidden.reduce((text, copy) => text.replace(copy, ""), all).replace(/\s+/g, " ");
      };
      await expect.poll(() => page.locator(".skeleton").count(), PATIENCE).toBe(0);
      await page.waitForTimeout(500);
      const before = await shown();
      await page.reload();
      await expect.poll(shown, PATIENCE).toBe(before);
    },
  );

  test.skipIf(!hasChromium)("the browser's title names each page", async () => {
    const [[id] = []] = await skipper.logs(0);
    const [stay] = await skipper.rows("/stays?select=id&order=id&limit=1");
    const [moorage] = await skipper.rows("/moorages?select=id&order=id&limit=1");
    const paths = [
      ...["/", "/start", "/logs", "/logs/map", `/log/${id}`, "/review", "/stays", `/stay/${stay.id}`],
      ...["/moorages", `/moorage/${moorage.id}`, "/monitoring", "/alerts", "/statistics", "/timelapse"],
      ...["/events", "/settings", "/boat", "/import", "/verify", "/nothing-here"],
    ];
    const titles: string[] = [];
    await open("/");
    for (const path of paths) {
      // As a link of the dashboard does.
      await page.evaluate(
        `history.pushState(null, "", ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent("popstate"))`,
      );
      await expect.poll(address, PATIENCE).toBe(path);
      await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
      const title = async () => [
        path,
        await page.title(),
        await page.getByRole("heading", { level: 1 }).innerText(),
      ];
      await expect
        .poll(
          async () => {
            const [, inTab = "", inPage = ""] = await title();
            return (
              !titles.includes(inTab) &&
              inTab.endsWith(" · Wakelog") &&
              inTab.includes(inPage) &&
              !inTab.includes("…")
            );
          },
          { ...PATIENCE, message: path },
        )
        .toBe(true)
        .catch(async (cause: unknown) => expect.soft(await title(), String(cause)).toEqual([path, "", ""]));
      titles.push(await page.title());
    }
    expect(titles.filter((title, place) => titles.indexOf(title) !== place)).toEqual([]);
  });
});
