/**
 * Every page opens with a season of data and without console errors. `npm run pictures` saves each to docs/pictures:
 * on a wide screen by day, some on a phone or at night.
 */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startService, type TestService } from "../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "./browser.ts";
import { type SeasonIds, sailSeason } from "./season.ts";

const FOLDER = fileURLToPath(new URL("../../../../docs/pictures/", import.meta.url));
const KEEPS = process.env.WAKELOG_TEST_WRITE_PICTURES === "1";
/** A season for pictures; a few weeks are enough to open the pages. */
const DAYS = KEEPS ? 160 : 24;
const WIDE = { width: 1400, height: 900 };
const PHONE = { width: 390, height: 844 };

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

interface Picture {
  readonly name: string;
  readonly path: (ids: SeasonIds) => string;
  readonly theme?: "day" | "night";
  readonly phone?: boolean;
}

const PICTURES: readonly Picture[] = [
  { name: "now", path: () => "/" },
  { name: "now-night", path: () => "/", theme: "night", phone: true },
  { name: "watch", path: () => "/watch", phone: true },
  { name: "logs", path: () => "/logs" },
  { name: "logs-phone", path: () => "/logs", phone: true },
  { name: "tracks", path: () => "/logs/map" },
  { name: "log", path: ({ log }) => `/log/${log}` },
  { name: "log-phone", path: ({ log }) => `/log/${log}`, phone: true },
  { name: "review", path: () => "/review" },
  { name: "stays", path: () => "/stays" },
  { name: "stay", path: ({ stay }) => `/stay/${stay}` },
  { name: "moorages", path: () => "/moorages" },
  { name: "moorage", path: ({ moorage }) => `/moorage/${moorage}` },
  { name: "monitoring", path: () => "/monitoring" },
  { name: "alerts", path: () => "/alerts" },
  { name: "statistics", path: () => "/statistics" },
  { name: "timelapse", path: () => "/timelapse" },
  { name: "events", path: () => "/events" },
  { name: "settings", path: () => "/settings" },
  { name: "import", path: () => "/import" },
  { name: "start", path: () => "/start" },
];

describe(hasChromium ? "with a season of data" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;
  let ids: SeasonIds;
  const complaints: string[] = [];

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    ids = await sailSeason(skipper, DAYS);
    browser = await openBrowser();
    page = browser.page;
    page.on("console", (message) => {
      // A manifest opened as a page has no icon.
      if (message.type() === "error" && !page.url().endsWith(".webmanifest"))
        complaints.push(`${page.url()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium).each(PICTURES)(
    "$name opens",
    async ({ name, path, theme = "day", phone = false }) => {
      await page.setViewportSize(phone ? PHONE : WIDE);
      await openAs(page, service.webUrl, skipper.sailor, path(ids));
      await page.evaluate(`localStorage.setItem("wakelog.theme", ${JSON.stringify(theme)})`);
      await page.reload();
      await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
      await page
        .locator(".skeleton")
        .first()
        .waitFor({ ...PATIENCE, state: "detached" });
      await expect
        .poll(() => page.getByRole("heading", { level: 1 }).innerText(), PATIENCE)
        .not.toMatch(/chart|could not be shown/i);
      expect(complaints.splice(0)).toEqual([]);
      if (!KEEPS) return;
      // Tiles and lines are drawn after everything has loaded.
      await page.waitForTimeout(9000);
      mkdirSync(FOLDER, { recursive: true });
      await page.screenshot({ path: `${FOLDER}${name}.jpg`, type: "jpeg", quality: 82 });
    },
  );
});
