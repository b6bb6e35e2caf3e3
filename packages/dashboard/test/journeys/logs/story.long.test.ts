/** A log's page tells the voyage first, and shows what it plays. Uses the last dashboard build. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";

const START = Date.UTC(2026, 5, 1, 6);
const MINUTE = 60_000;

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

describe(hasChromium ? "the story of a log" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;
  let log: number | undefined;

  const slider = () => page.getByRole("slider", { name: "Moment" });
  const map = () => page.getByRole("figure", { name: /^Track of/ });
  const figure = (name: string) =>
    page.getByRole("list", { name: "Figures" }).getByText(name, { exact: true });
  const line = (text: string) =>
    page.getByRole("list", { name: "Lines of the logbook" }).getByRole("listitem").filter({ hasText: text });
  const photo = () => line("A seal").getByRole("img", { name: "A seal" });

  /** Top and bottom on the page, whatever is scrolled. */
  async function edges(what: Locator): Promise<readonly [top: number, bottom: number]> {
    const box = await what.boundingBox(PATIENCE);
    const scrolled = Number(await page.evaluate("window.scrollY"));
    if (box === null) throw new Error(`${what} is not shown`);
    return [box.y + scrolled, box.y + box.height + scrolled];
  }

  async function open(width: number, height: number): Promise<void> {
    await page.setViewportSize({ width, height });
    await openAs(page, service.webUrl, skipper.sailor, `/log/${log}`);
    await expect.poll(() => slider().isEnabled(), PATIENCE).toBe(true);
    await line("A seal").waitFor(PATIENCE);
  }

  async function write(path: string, body: object): Promise<void> {
    const answer = await client(service.apiUrl).post(path, body, { token: skipper.sailor.userToken });
    expect(answer.status, answer.text).toBe(201);
  }

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    const measured = {
      "environment.depth.belowTransducer": 12,
      "environment.wind.speedTrue": 5,
      "environment.wind.directionTrue": 4,
    };
    await skipper.send(passage(START, DAY_TRIP).map((row) => ({ ...row, metrics: measured })));
    const [first] = await skipper.logs(START);
    log = first?.[0];
    const timeOf = (minutes: number) =>
      new Date(START + ((first?.[1] ?? 0) + minutes) * MINUTE).toISOString();
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await page.goto(`${service.webUrl}/sign-in`);
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 80, height: 60 } });
    const answer = await fetch(`${service.apiUrl}/rpc/add_log_photo_fn`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${skipper.sailor.userToken}`,
        "Content-Type": "application/octet-stream",
      },
      body: new Uint8Array(picture),
    });
    expect(answer.status).toBe(200);
    const [{ id }] = await skipper.rows("/log_photos?select=id");
    const changed = await client(service.apiUrl).patch(
      `/log_photos?id=eq.${id}`,
      { time: timeOf(10), caption: "A seal" },
      { token: skipper.sailor.userToken },
    );
    expect(changed.status, changed.text).toBe(204);
    await write("/log_entries", { time: timeOf(30), kind: "remark", text: "Lunch under way" });
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium).each([
    { width: 1400, height: 900, screens: 1 },
    { width: 390, height: 844, screens: 1.5 },
  ])(
    "title, map, distance, duration, wind and first photo are in the first $screens screens at $width px",
    async ({ width, height, screens }) => {
      await open(width, height);
      const shown = [
        page.getByRole("heading", { level: 1 }),
        page.locator(".chart__stage"),
        figure("Distance"),
        figure("Duration"),
        figure("Strongest wind"),
        photo(),
      ];
      // Fetched when it is in sight.
      await line("A seal").scrollIntoViewIfNeeded(PATIENCE);
      for (const one of shown) {
        await expect.poll(async () => (await edges(one))[1], PATIENCE).toBeLessThanOrEqual(height * screens);
      }
      expect((await edges(figure("Distance")))[1]).toBeLessThan((await edges(map()))[0]);
    },
  );

  test.skipIf(!hasChromium).each([
    { width: 390, language: "de" },
    { width: 390, language: "fr" },
    { width: 1400, language: "en" },
    { width: 1400, language: "de" },
  ])("no figure is cut or touches its border at $width px in $language", async ({ width, language }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(`localStorage.setItem("wakelog.language", "${language}")`);
    await openAs(page, service.webUrl, skipper.sailor, `/log/${log}`);
    await page.locator(".log-figures").waitFor(PATIENCE);
    const touching =
      await page.evaluate(`[...document.querySelectorAll(".log-figures .figure")].flatMap((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const { right } = cell.getBoundingClientRect();
      return [...range.getClientRects()].some((box) => box.right > right - 4) ? [cell.textContent] : [];
    })`);
    await page.evaluate("localStorage.removeItem('wakelog.language')");
    expect(touching).toEqual([]);
  });

  test.skipIf(!hasChromium)("figures beside each other stand on one line on a phone", async () => {
    await open(390, 844);
    await page.locator(".log-figures").waitFor(PATIENCE);
    const rows = await page.evaluate<readonly (readonly number[])[]>(`(() => {
      const topOf = (one) => Math.round(one.getBoundingClientRect().top);
      const rows = new Map();
      for (const cell of document.querySelectorAll(".log-figures .figure")) {
        const row = topOf(cell);
        rows.set(row, [...(rows.get(row) ?? []), topOf(cell.querySelector(".figure__part"))]);
      }
      return [...rows.values()];
    })()`);
    expect(rows.length).toBeGreaterThan(1);
    for (const tops of rows) expect(new Set(tops).size).toBe(1);
  });

  test.skipIf(!hasChromium).each([
    [360, 640],
    [1400, 900],
  ])(
    "map, slider, time and four values are on one screen of %d × %d while it plays",
    async (width, height) => {
      await open(width, height);
      await page.getByRole("button", { name: "Play" }).click(PATIENCE);
      const values = page.locator("dl[aria-label='Instruments']");
      await expect.poll(() => values.textContent(), PATIENCE).toMatch(/Speed.*True wind.*Course.*Depth/);
      const edgeOf = async (what: Locator, edge: "top" | "bottom") => {
        const box = await what.boundingBox(PATIENCE);
        return (box?.y ?? 0) + (edge === "top" ? 0 : (box?.height ?? 0));
      };
      const shown = [map(), slider(), page.locator(".instruments__when"), values];
      const menu = page.getByRole("navigation", { name: "Main" });
      await expect
        .poll(async () => {
          const [top, bottom] = [
            await edgeOf(page.locator(".frame__bar"), "bottom"),
            width < 960 ? await edgeOf(menu, "top") : height,
          ];
          const hidden: number[] = [];
          for (const one of shown) {
            hidden.push(
              Math.max(0, top - (await edgeOf(one, "top")), (await edgeOf(one, "bottom")) - bottom),
            );
          }
          return hidden.map(Math.round);
        }, PATIENCE)
        .toEqual([0, 0, 0, 0]);
      // Nor do the chart's buttons lie over what is below it.
      const buttons = page.locator(".track-chart .chart-controls");
      expect(await edgeOf(buttons, "bottom")).toBeLessThanOrEqual(
        await edgeOf(page.locator(".track-chart .chart__stage"), "bottom"),
      );
    },
  );

  test.skipIf(!hasChromium)("the lines follow the slider", async () => {
    await open(1400, 900);
    const isCurrent = (text: string) => line(text).getAttribute("aria-current", PATIENCE);
    expect(await isCurrent("A seal")).toBe("false");
    const last = Number(await slider().getAttribute("max"));
    await slider().fill(String(Math.round(last / 2)));
    await expect.poll(() => isCurrent("A seal"), PATIENCE).toBe("true");
    await slider().fill(String(last));
    await expect.poll(() => isCurrent("Lunch under way"), PATIENCE).toBe("true");
    expect(await isCurrent("A seal")).toBe("false");
  });

  test.skipIf(!hasChromium)(
    "on paper it has its figures, map and every line, and nothing to press",
    async () => {
      await open(1400, 900);
      await page.emulateMedia({ media: "print" });
      await expect.poll(() => line("kn").count(), PATIENCE).toBeGreaterThan(0);
      await figure("Distance").waitFor(PATIENCE);
      const pressed = page
        .getByRole("main")
        .getByRole("button", { name: /^(Play|Corrections|Edit|Remove|Table)$/ });
      expect(await pressed.count()).toBe(0);
      await page.emulateMedia({ media: "screen" });
    },
  );
});
