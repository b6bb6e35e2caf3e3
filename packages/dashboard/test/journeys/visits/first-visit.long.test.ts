/**
 * What a first visit fetches before the logbook shows a log, a log its figures and Now the boat's state, in each language:
 * counted on the wire. Real service, real browser. Uses the last dashboard build.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { layWire, type Wire } from "../../../../../test/support/counting/wire.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { freePort } from "../../../../server/src/database/postgres-server/free-port.ts";
import { hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

const MOST_REQUESTS = 15;
const MOST_BYTES = 165_000;
const FOCUSED = `document.activeElement.getAttribute("aria-label")`;
/** The page's heading, and the combo box that nothing has opened yet. */
const WORDS = [
  ["en", "Logbook", "Sort by"],
  ["fr", "Journal de bord", "Trier par"],
  ["es", "Cuaderno de bitácora", "Ordenar por"],
  ["de", "Logbuch", "Sortieren nach"],
  ["pt", "Diário de bordo", "Ordenar por"],
] as const;
/** The name of the boat's state. */
const STATES = [
  ["en", "Boat"],
  ["fr", "Bateau"],
  ["es", "Barco"],
  ["de", "Boot"],
  ["pt", "Barco"],
] as const;
/** The name of a log's figures. */
const FIGURES = [
  ["en", "Figures"],
  ["fr", "Chiffres"],
  ["es", "Cifras"],
  ["de", "Zahlen"],
  ["pt", "Números"],
] as const;
/** What every page loads, and what the page of a log needs for its figures. */
const SHELL = /^\/assets\/(start|common|framework|rolldown-runtime|log-page|[a-z]{2})-/;

describe(hasChromium ? "a first visit" : NO_CHROMIUM, () => {
  let service: TestService;
  let skipper: Skipper;
  let web: Wire;

  beforeAll(async () => {
    if (!hasChromium) return;
    const webPort = await freePort();
    web = await layWire(() => webPort);
    service = await startService({ WAKELOG_WEB_PORT: String(webPort) });
    skipper = await newSkipper(service);
    await skipper.send(passage(Date.now() - 26 * 3_600_000, DAY_TRIP));
  }, 180_000);
  afterAll(async () => {
    await service?.stop();
    await web?.close();
  });

  /** Opens a page on a new device. @param isLater what it may ask for afterwards, which waits until it is counted */
  async function firstVisit(
    path: string,
    language: string,
    isLater: (url: URL) => boolean,
    use: (page: Page, count: (isUseful: Promise<void>) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    // The service worker starts once the page has its answers.
    const browser = await openBrowser({ serviceWorkers: "block" });
    try {
      const { page } = browser;
      const webUrl = `http://127.0.0.1:${web.port}`;
      const faults: string[] = [];
      page.on("pageerror", ({ message }) => faults.push(message));
      await openAs(page, webUrl, skipper.sailor, "/manifest.webmanifest");
      await page.evaluate(`localStorage.setItem("wakelog.language", "${language}")`);
      let shown: () => void = () => {};
      const counted = new Promise<void>((resolve) => {
        shown = resolve;
      });
      await page.route(isLater, async (route) => {
        await counted;
        await route.continue().catch(() => undefined);
      });
      const [began, received] = [web.requested().length, web.received()];
      await page.goto(webUrl + path, { waitUntil: "commit" });
      await use(page, async (isUseful) => {
        await isUseful;
        const asked = web.requested().slice(began);
        const bytes = web.received() - received;
        shown();
        expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(MOST_REQUESTS);
        expect(bytes).toBeLessThan(MOST_BYTES);
      });
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  }

  test.skipIf(!hasChromium).each(WORDS)(
    "in %s shows a log after 15 requests at most",
    async (language, title, sort) => {
      const later =
        /\/api\/(logs_by_month_view|voyages_view|rpc\/tracks_fn|vessels_view|alerts_view|review_view|logs_view|rpc\/logs_tags_fn|live)$/;
      await firstVisit(
        "/logs",
        language,
        ({ pathname }) => later.test(pathname),
        async (page, count) => {
          await page.getByRole("heading", { level: 1, name: title }).waitFor(PATIENCE);
          await count(page.locator(".log-row .row__main", { hasText: /\d/ }).first().waitFor(PATIENCE));
          // What opens is fetched when it is wanted, and the focus comes back.
          const box = page.getByRole("combobox", { name: sort });
          await box.focus();
          await page.keyboard.press("Enter");
          await page.getByRole("listbox").waitFor(PATIENCE);
          await page.keyboard.press("Escape");
          await expect.poll(() => page.evaluate(FOCUSED), PATIENCE).toBe(sort);
        },
      );
    },
  );

  test.skipIf(!hasChromium).each(FIGURES)(
    "in %s shows a log's figures after 15 requests at most",
    async (language, figures) => {
      // All that is below the figures, and what the frame asks for afterwards.
      const later = ({ pathname }: URL) =>
        (pathname.startsWith("/assets/") && !SHELL.test(pathname)) ||
        (pathname.startsWith("/api/") && !/^\/api\/(rpc\/settings_fn|log_view)$/.test(pathname));
      const [log] = await skipper.rows("/logs_view?select=id");
      await firstVisit(`/log/${log.id}`, language, later, async (page, count) => {
        await count(page.getByRole("list", { name: figures }).getByText(/\d/).first().waitFor(PATIENCE));
        await page.getByRole("slider").first().waitFor(PATIENCE);
      });
    },
  );

  test.skipIf(!hasChromium).each(STATES)(
    "in %s says how the boat is after 15 requests at most",
    async (language, boat) => {
      // All that is below the boat's state, and what the frame asks for afterwards.
      const later = ({ pathname, search }: URL) =>
        (pathname.startsWith("/assets/") && !SHELL.test(pathname)) ||
        /\/api\/(vessels_view|review_view|logs_view|live)$/.test(pathname) ||
        (pathname === "/api/metrics" && search.includes("limit=2000"));
      await firstVisit("/", language, later, async (page, count) => {
        const status = page.getByRole("status", { name: boat, exact: true });
        await count(status.filter({ hasText: /\d/ }).waitFor(PATIENCE));
        await page.locator(".day-tile").first().waitFor(PATIENCE);
      });
    },
  );
});
