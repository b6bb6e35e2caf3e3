/**
 * The service's sentences in the user's language, German: real service, real browser. Uses the last dashboard build.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "./browser.ts";

const START = Date.parse("2026-08-01T06:00:00Z");
/** Words that occur in no German sentence. */
const ENGLISH = /\b(the|of|and|with|without|not|to|from|longer|metres|Sea|Sailed)\b/;

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

describe(hasChromium ? "the service speaks German in a browser" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;

  const open = (path: string) => openAs(page, service.webUrl, skipper.sailor, path);
  const main = () => page.getByRole("main");
  const english = async () => (await main().innerText()).split("\n").filter((line) => ENGLISH.test(line));

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    // Silent around a departure and an arrival.
    const isHeard = ({ time }: { readonly time?: unknown }) => {
      const minute = (Date.parse(String(time)) - START) / 60_000;
      return !(minute > 40 && minute < 66) && !(minute > 75 && minute < 101);
    };
    await skipper.send(passage(START, DAY_TRIP).filter(isHeard));
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.goto(`${service.webUrl}/manifest.webmanifest`);
    await page.evaluate(`localStorage.setItem("wakelog.language", "de")`);
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("to a user with a wrong password", async () => {
    await page.goto(`${service.webUrl}/sign-in`);
    await page.getByLabel("E-Mail", { exact: true }).fill(skipper.sailor.email, PATIENCE);
    await page.getByLabel("Passwort", { exact: true }).fill("not the password", PATIENCE);
    await page.getByRole("button", { name: "Anmelden", exact: true }).click(PATIENCE);
    await page.getByText("E-Mail-Adresse oder Passwort ist falsch").waitFor(PATIENCE);
    await page.getByText(/stellen Sie das Konto wieder her/).waitFor(PATIENCE);
  });

  test.skipIf(!hasChromium)("about a log that may be wrong", async () => {
    const [doubt] = await skipper.rows("/review_view?select=id,reasons&kind=eq.doubt&order=id&limit=1");
    expect(doubt.reasons).toMatch(/not recorded|silence/);
    await open(`/log/${doubt.id}`);
    await main()
      .getByText(/nicht aufgezeichnet|Funkstille/)
      .first()
      .waitFor(PATIENCE);
    await expect.poll(english, PATIENCE).toEqual([]);
    await open("/review");
    await main()
      .getByText(/nicht aufgezeichnet|Funkstille/i)
      .first()
      .waitFor(PATIENCE);
    await expect.poll(english, PATIENCE).toEqual([]);
  });

  test.skipIf(!hasChromium)("about a change that it refuses", async () => {
    const [log] = await skipper.rows("/logs_view?select=id&order=id&limit=1");
    await open(`/log/${log.id}`);
    await page.getByText("Foto hinzufügen").first().waitFor(PATIENCE);
    const words = { name: "photo.jpg", mimeType: "image/jpeg", buffer: Buffer.from("only words") };
    await page.locator(".add-photo input").setInputFiles(words, PATIENCE);
    await page.getByText("Das ist kein vollständiges Bild in JPEG, PNG oder WebP").waitFor(PATIENCE);
    await page.getByText("Wählen Sie ein Bild in einem dieser Formate.").waitFor(PATIENCE);
  });

  test.skipIf(!hasChromium)("about the numbers by which it finds logs", async () => {
    await open("/settings");
    await page.getByRole("button", { name: "Zahlen ändern", exact: true }).click(PATIENCE);
    const pause = page.getByLabel("Dauer einer Pause, Minuten", { exact: true });
    await pause.fill("9999", PATIENCE);
    const form = page.getByRole("form", { name: "Wie Fahrten erkannt werden" });
    const lines = async () => (await form.innerText()).split("\n").filter((line) => ENGLISH.test(line));
    await expect.poll(lines, PATIENCE).toEqual([]);
    await form.getByRole("button", { name: "Vorschau", exact: true }).click(PATIENCE);
    const refusal = form.getByRole("alert").filter({ hasText: "muss eine Zahl von 5 bis 720 sein" });
    await refusal.waitFor(PATIENCE);
    expect(await refusal.innerText()).not.toMatch(ENGLISH);
  });

  test.skipIf(!hasChromium)("about seas, countries and badges", async () => {
    await open("/statistics");
    await main().getByText("Ostsee").first().waitFor(PATIENCE);
    await main().getByText("Finnland").first().waitFor(PATIENCE);
    await main().getByText("Rudergänger").first().waitFor(PATIENCE);
    await main().getByText("Hier gesegelt: Ostsee").first().waitFor(PATIENCE);
    await expect.poll(english, PATIENCE).toEqual([]);
  });
});
