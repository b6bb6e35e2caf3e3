/** Visits to every page with a season of data. Real service, real browser. Uses the last dashboard build. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { TestService } from "../../../../../test/support/service.ts";
import type { Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { glareIn, type Light, unreadableIn } from "../looks.ts";
import { OPEN_PAGES, OWN_PAGES, startSeasoned } from "../seasoned.ts";

const DAYS = 60;
/** Width of A4 in CSS pixels. */
const PAPER = 794;

type Language = "en" | "de";

/** How thoroughly every page is looked at. */
export interface Visit {
  readonly languages: readonly Language[];
  /** Of the screen, CSS pixels. */
  readonly widths: readonly number[];
  /** Of English pages; of others only by day. */
  readonly lights: readonly Light[];
  /** Whether charts and graphs must be red at night; seconds for each page. */
  readonly glare: boolean;
}

vi.setConfig({ testTimeout: 180_000 });

/** English messages without placeholders whose German differs. */
function englishOnly(): ReadonlySet<string> {
  const po = readFileSync(new URL("../../../src/languages/de.po", import.meta.url), "utf8");
  const entries = [...po.matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm)];
  return new Set(
    entries
      .filter(([, english, german]) => english !== german && /^[^{}<>\\]+ [^{}<>\\]+$/.test(english ?? ""))
      .map(([, english]) => english ?? ""),
  );
}

/** Declares the tests of a visit to every page. */
export function visitEveryPage({ languages, widths, lights, glare }: Visit): void {
  describe(hasChromium ? "every page" : NO_CHROMIUM, () => {
    let service: TestService;
    let browser: Browser;
    let page: Page;
    let skipper: Skipper;
    let addressOf: (path: string) => string;
    const complaints: string[] = [];
    const english = englishOnly();
    const narrow = Math.min(...widths);

    /** Waits until the page has loaded completely. */
    async function arrived(): Promise<void> {
      await page.getByRole("heading", { level: 1 }).first().waitFor(PATIENCE);
      await expect.poll(() => page.locator(".skeleton").count(), PATIENCE).toBe(0);
    }

    /** Layout faults of the page once its layout is final. */
    async function misfits(width: number): Promise<readonly string[]> {
      const measure = async () => Number(await page.evaluate("document.documentElement.scrollWidth"));
      const fits = await vi
        .waitUntil(async () => (await measure()) <= width, { timeout: 5_000, interval: 100 })
        .catch(() => false);
      return fits ? [] : [`${await measure()} px wide on ${width} px`];
    }

    /** English text left on the page. */
    async function untranslated(): Promise<readonly string[]> {
      const text = await page.evaluate(`(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = [];
      while (walker.nextNode()) found.push(walker.currentNode.data.trim());
      return found;
    })()`);
      return Array.isArray(text) ? text.map(String).filter((one) => english.has(one)) : ["no text"];
    }

    /** All faults of a page. */
    async function faults(path: string, language: Language): Promise<readonly string[]> {
      await page.setViewportSize({ width: narrow, height: 800 });
      await page.goto(service.webUrl + addressOf(path));
      await arrived();
      const found: string[] = [];
      const headings = await page.getByRole("heading", { level: 1 }).count();
      if (headings !== 1) found.push(`${headings} headings of the first level`);
      if ((await page.evaluate("document.documentElement.lang")) !== language) found.push("another language");
      if (language !== "en")
        found.push(...(await untranslated()).map((sentence) => `untranslated: ${sentence}`));
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        found.push(...(await misfits(width)));
        // Colours and roles are the same in every language; names are not.
        const shown = language === "en" ? lights : (["day"] as const);
        if (language === "en" || width === narrow)
          for (const light of shown) found.push(...(await unreadableIn(page, light)));
        if (glare && language === "en") found.push(...(await glareIn(page)));
      }
      return found.map((fault) => `${path} in ${language}: ${fault}`);
    }

    async function speak(language: Language): Promise<void> {
      await page.evaluate(`localStorage.setItem("wakelog.language", ${JSON.stringify(language)})`);
    }

    beforeAll(async () => {
      if (!hasChromium) return;
      ({ service, skipper, addressOf } = await startSeasoned(DAYS));
      browser = await openBrowser();
      page = browser.page;
      const own = new Set(
        [service.webUrl, service.apiUrl].map((url) => new URL(url).host.replace("localhost", "127.0.0.1")),
      );
      page.on("request", (request) => {
        const { protocol, host } = new URL(request.url());
        if (protocol.startsWith("http") && !own.has(host.replace("localhost", "127.0.0.1")))
          complaints.push(`asked ${request.url()}`);
      });
      page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
      page.on("console", (message) => {
        // A manifest opened as a page has no icon.
        if (message.type() === "error" && !page.url().endsWith(".webmanifest"))
          complaints.push(`${page.url()}: ${message.text()} ${message.location().url}`);
      });
      await page.addInitScript(`addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error("refused by the policy:", violatedDirective, blockedURI));`);
      await page.goto(`${service.webUrl}/manifest.webmanifest`);
    }, 600_000);
    afterAll(async () => {
      await browser?.close();
      await service?.stop();
    });

    for (const language of languages) {
      test.skipIf(!hasChromium).each(OPEN_PAGES)(`${language}: %s, without being signed in`, async (path) => {
        if (language === languages[0] && path === OPEN_PAGES[0]) await speak(language);
        await page.evaluate("localStorage.removeItem('wakelog.token')");
        await speak(language);
        expect(await faults(path, language)).toEqual([]);
        expect(complaints.splice(0)).toEqual([]);
      });

      test.skipIf(!hasChromium).each(OWN_PAGES)(`${language}: %s`, async (path) => {
        await speak(language);
        await openAs(page, service.webUrl, skipper.sailor, "/manifest.webmanifest");
        expect(await faults(path, language)).toEqual([]);
        expect(complaints.splice(0)).toEqual([]);
      });
    }

    test.skipIf(!hasChromium)(
      "a log on paper has its map, its figures and nothing that is pressed",
      async () => {
        await speak("en");
        await page.setViewportSize({ width: PAPER, height: 1123 });
        await openAs(page, service.webUrl, skipper.sailor, addressOf("/log/LOG"));
        await arrived();
        await page.locator(".chart__canvas canvas").waitFor(PATIENCE);
        // As browsers do: the page gets the event first, then the print layout.
        await page.evaluate("dispatchEvent(new Event('beforeprint'))");
        await page.locator(".log__paper-chart").waitFor({ ...PATIENCE, state: "attached" });
        await page.emulateMedia({ media: "print" });
        try {
          await page.locator(".log__paper-chart").waitFor(PATIENCE);
          expect(await misfits(PAPER)).toEqual([]);
          await expect.poll(() => page.getByRole("heading", { level: 1 }).count(), PATIENCE).toBe(1);
          // Times of entries are printed.
          const buttons = page.locator("button:not(.entries__look):visible");
          await expect.poll(() => buttons.count(), PATIENCE).toBe(0);
          for (const role of ["navigation", "slider"] as const) {
            await expect.poll(() => page.getByRole(role).count(), { ...PATIENCE, message: role }).toBe(0);
          }
        } finally {
          await page.emulateMedia({ media: "screen" });
        }
        expect(complaints.splice(0)).toEqual([]);
      },
    );
  });
}
