/**
 * Two users, each with a boat, share a phone: neither sees the other's data, online or offline, and offline changes
 * wait for their author. Real service, real browser. Uses the last dashboard build.
 */
import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openBrowser, PATIENCE } from "../browser.ts";

const DAY_MS = 86_400_000;
/** Consecutive checks, 50 ms apart. */
const QUIET_LOOKS = 4;
/** In everything that belongs to the first user. */
const SECRET = "Zanzibar";
const PATHS = [
  "/",
  "/logs",
  "/stays",
  "/moorages",
  "/alerts",
  "/statistics",
  "/events",
  "/settings",
  "/boat",
];

vi.setConfig({ testTimeout: 5 * PATIENCE.timeout });

describe(hasChromium ? "two people with one phone" : NO_CHROMIUM, () => {
  let service: TestService;
  let first: Skipper;
  let second: Skipper;
  let log: number;
  let browser: Browser;
  let page: Page;
  const unanswered = new Set<Request>();

  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const seen = () => page.evaluate<string>("document.title + document.body.innerText");

  async function signIn({ sailor }: Skipper): Promise<void> {
    await page.goto(`${service.webUrl}/sign-in`);
    await page.getByLabel("E-mail", { exact: true }).fill(sailor.email);
    await page.getByLabel("Password", { exact: true }).fill(sailor.password);
    await button("Sign in").click();
    await page.getByRole("navigation", { name: "Main" }).waitFor(PATIENCE);
  }

  async function signOut(): Promise<void> {
    await page.goto(`${service.webUrl}/settings`);
    await button("Sign out").click(PATIENCE);
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor(PATIENCE);
  }

  /** Waits until the page has loaded completely, including follow-up requests. */
  async function settled(): Promise<void> {
    let quiet = 0;
    const look = async () => {
      const skeletons = await page.locator(".skeleton").count();
      quiet = unanswered.size + skeletons === 0 ? quiet + 1 : 0;
      return quiet > QUIET_LOOKS;
    };
    await vi.waitUntil(look, { ...PATIENCE, interval: 50 });
  }

  /** Navigates like a link, and waits for the content. */
  async function go(path: string): Promise<void> {
    await page.evaluate(
      `history.pushState(null, "", ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent("popstate"))`,
    );
    await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
    await settled();
  }

  async function expectNothingOfTheFirst(): Promise<void> {
    for (const path of PATHS) {
      await go(path);
      expect(await seen(), path).not.toContain(SECRET);
    }
    await go(`/log/${log}`);
    expect(await seen()).not.toContain(SECRET);
  }

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    first = await newSkipper(service, `SV ${SECRET}`);
    second = await newSkipper(service, "SV Bornholm");
    for (const skipper of [first, second]) await skipper.send(passage(Date.now() - DAY_MS, DAY_TRIP));
    log = (await first.logs(0))[0]?.[0] ?? 0;
    browser = await openBrowser();
    page = browser.context.pages()[0] ?? (await browser.context.newPage());
    page.on("request", (request) => {
      // The live stream stays open as long as the page.
      if (!request.url().endsWith("/live")) unanswered.add(request);
    });
    page.on("requestfinished", (request) => unanswered.delete(request));
    page.on("requestfailed", (request) => unanswered.delete(request));
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("what the first one left is not shown to the second", async () => {
    await signIn(first);
    await page.evaluate("navigator.serviceWorker.ready.then(() => null)");
    await page.reload();
    for (const path of PATHS) await go(path);
    await go(`/log/${log}`);
    await button("Edit").click(PATIENCE);
    await page.getByRole("textbox", { name: "Notes" }).fill(`To ${SECRET}, without a link`);
    await browser.context.setOffline(true);
    await button("Save").click(PATIENCE);
    await page.getByText("1 change waiting").waitFor(PATIENCE);
    await signOut();
    await browser.context.setOffline(false);
    // Without a page load, as a user does.
    await page.getByLabel("E-mail", { exact: true }).fill(second.sailor.email);
    await page.getByLabel("Password", { exact: true }).fill(second.sailor.password);
    await button("Sign in").click();
    await page.getByRole("navigation", { name: "Main" }).waitFor(PATIENCE);
    await expect.poll(() => page.getByText("SV Bornholm").count(), PATIENCE).toBeGreaterThan(0);
    expect(await page.getByText("change waiting").count()).toBe(0);
    await expectNothingOfTheFirst();
    await browser.context.setOffline(true);
    await expectNothingOfTheFirst();
    await browser.context.setOffline(false);
    const notes = async () => (await first.rows(`/logbook?select=notes&id=eq.${log}`))[0].notes;
    expect(await notes()).toBeNull();
    await signOut();
    await signIn(first);
    await expect.poll(notes, PATIENCE).toBe(`To ${SECRET}, without a link`);
  });

  test.skipIf(!hasChromium)(
    "who signs in from another tab is shown the own boat in this one too",
    async () => {
      await page.goto(`${service.webUrl}/logs`);
      await page.getByText(`SV ${SECRET}`).first().waitFor(PATIENCE);
      await go("/boat");
      await page.getByText(`SV ${SECRET}`).first().waitFor(PATIENCE);
      const other = await browser.context.newPage();
      await other.goto(`${service.webUrl}/sign-in`);
      await other.getByLabel("E-mail", { exact: true }).fill(second.sailor.email);
      await other.getByLabel("Password", { exact: true }).fill(second.sailor.password);
      await other.getByRole("button", { name: "Sign in", exact: true }).click();
      await other.getByRole("navigation", { name: "Main" }).waitFor(PATIENCE);
      await expect.poll(seen, PATIENCE).not.toContain(SECRET);
      await other.close();
      await expectNothingOfTheFirst();
    },
  );
});
