/**
 * An owner's first day with the dashboard: real service, real HTTP, real browser. `npm test` builds the dashboard
 * first; run alone, this file uses the last build.
 */
import { readFile } from "node:fs/promises";
import type { Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { client } from "../../../../test/support/client.ts";
import { startService, type TestService } from "../../../../test/support/service.ts";
import { newSkipper } from "../../../../test/support/skipper.ts";
import {
  DISTANCE_NM,
  generatedVoyage,
  sendAsPlugin,
  UNDER_WAY_MINUTES,
} from "../../../../test/support/voyage.ts";
import {
  type Browser,
  hasChromium,
  NO_CHROMIUM,
  openAs,
  openBrowser,
  openFromMenu,
  PATIENCE,
} from "./browser.ts";

const EMAIL = "anna.lind@example.org";
const PASSWORD = "sailing home in june";
const DAY_MS = 86_400_000;

/** The distance in a text such as `8.13 NM`. */
function distanceIn(text: string | null): number {
  return Number(/(\d+\.\d+)\s*NM/.exec(text ?? "")?.[1]);
}

vi.setConfig({ testTimeout: 2 * PATIENCE.timeout });

describe(hasChromium ? "the dashboard in a browser" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let boatToken = "";
  const complaints: string[] = [];

  const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor(PATIENCE);
  const figure = (name: string) =>
    page.locator("dl .figure", { has: page.getByText(name, { exact: true }) }).locator("dd");
  const day = (name: RegExp) => page.getByRole("list", { name: "Last 24 hours" }).getByRole("link", { name });
  // Polled from outside: the dashboard's CSP forbids eval.
  const until = (condition: string) =>
    expect.poll(() => page.evaluate(condition), { ...PATIENCE, interval: 250 }).toBe(true);
  const open = (name: string) => openFromMenu(page, name);

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    // Without any account, the first page is the sign-up.
    const other = { email: "first@example.org", pass: PASSWORD, firstname: "Eira", lastname: "Holm" };
    expect((await client(service.apiUrl).post("/rpc/signup", other)).status).toBe(200);
    browser = await openBrowser();
    page = browser.page;
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (/Content Security Policy|CORS/.test(message.text())) complaints.push(message.text());
    });
  }, 180_000);

  afterEach(() => browser?.context.setOffline(false));

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)(
    "a stranger is asked to sign in, and a wrong password is refused in plain words",
    async () => {
      await page.goto(`${service.webUrl}/logs`);
      await heading("Sign in");
      await page.getByLabel("E-mail").fill(EMAIL);
      await page.getByLabel("Password").fill("not this one");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("alert").waitFor(PATIENCE);
      await expect.poll(() => page.getByRole("alert").textContent(), PATIENCE).toMatch(/password/i);
    },
  );

  test.skipIf(!hasChromium)(
    "signing up leads to the first steps, and registering the boat shows its token",
    async () => {
      await page.getByRole("link", { name: "Create an account" }).click();
      await heading("Create an account");
      await page.getByLabel("First name").fill("Anna");
      await page.getByLabel("Last name").fill("Lind");
      await page.getByLabel("E-mail").fill(EMAIL);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Create account" }).click();
      await heading("First steps");
      await page.goto(`${service.webUrl}/boat`);
      await heading("Register your boat");
      await page.getByLabel("Name of the boat").fill("Vindfall");
      await page.getByRole("button", { name: "Register boat" }).click();
      await page.getByText("Your boat is registered").waitFor(PATIENCE);
      const values = () => page.getByRole("definition").allTextContents();
      const token = expect.stringMatching(/^[^.]+\.[^.]+\.[^.]+$/);
      await expect.poll(async () => (await values()).slice(0, 2), PATIENCE).toEqual([service.apiUrl, token]);
      boatToken = (await values())[1] ?? "";
    },
  );

  test.skipIf(!hasChromium)("before the first row every page says why it is empty", async () => {
    await open("Now");
    await page.getByText("Nothing from the boat yet").waitFor(PATIENCE);
    await open("Logs");
    await page.getByText("The logbook is empty").waitFor(PATIENCE);
    await open("Stays");
    await page.getByText("No stays yet").waitFor(PATIENCE);
    await open("Moorages");
    await page.getByText("No moorages yet").waitFor(PATIENCE);
  });

  test.skipIf(!hasChromium)("what the boat sends becomes a log in the list", async () => {
    await sendAsPlugin(service.apiUrl, boatToken, generatedVoyage(Date.now() - DAY_MS));
    await service.drainJobs();
    await page.evaluate("navigator.serviceWorker.ready.then(() => null)");
    await until("navigator.serviceWorker.controller !== null");
    await open("Logs");
    const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "NM" });
    await row.waitFor(PATIENCE);
    await expect.poll(() => row.count(), PATIENCE).toBe(1);
    await expect.poll(async () => distanceIn(await row.textContent()), PATIENCE).toBeCloseTo(DISTANCE_NM, 1);
    await expect.poll(() => page.getByText("1 log", { exact: true }).count(), PATIENCE).toBe(1);
  });

  test.skipIf(!hasChromium)("its page has the track on the chart, and its numbers", async () => {
    await page.getByRole("main").getByRole("link", { name: / to / }).click();
    await heading(/ to /);
    await page.getByRole("figure", { name: /^Track of .*, \d+ points$/ }).waitFor(PATIENCE);
    const canvas = page.locator(".chart__canvas");
    await until("Number(document.querySelector('.chart__canvas')?.getAttribute('data-lines-drawn')) > 0");
    await expect.poll(() => canvas.locator("canvas").count(), PATIENCE).toBe(1);
    await expect
      .poll(async () => distanceIn(await figure("Distance").textContent()), PATIENCE)
      .toBeCloseTo(DISTANCE_NM, 1);
    const hours = `${Math.floor(UNDER_WAY_MINUTES / 60)}h${String(UNDER_WAY_MINUTES % 60).padStart(2, "0")}min`;
    await expect.poll(() => figure("Duration").textContent(), PATIENCE).toBe(hours);
    await expect.poll(() => figure("Top speed").textContent(), PATIENCE).toContain("5.4");
    await expect.poll(() => figure("Strongest wind").textContent(), PATIENCE).toContain("16.0");
    const making = page.getByRole("region", { name: "Details" });
    await expect
      .poll(() => making.getByRole("listitem").first().textContent(), PATIENCE)
      .toMatch(/, \d+\.\d+ NM$/);
    await expect
      .poll(() => making.getByRole("definition").allTextContents(), PATIENCE)
      .toEqual([
        expect.stringMatching(/^[A-Z].+ at \d\.\d kn$/),
        expect.stringMatching(/^[A-Z].+ for .+ (min|h)/),
        expect.stringMatching(/^\d+ %$/),
      ]);
    await page.getByRole("slider", { name: "Moment" }).fill("10");
    await expect
      .poll(() => page.getByRole("slider", { name: "Moment" }).getAttribute("aria-valuetext"), PATIENCE)
      .toMatch(/UTC, 5\.4 kn/);
  });

  test.skipIf(!hasChromium)("typed names and notes are kept", async () => {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByLabel("Name", { exact: true }).fill("First sail of the year");
    await page.getByLabel("Notes", { exact: true }).fill("Two reefs.\nSeals off the point.");
    await page.getByRole("button", { name: "Save" }).click();
    await heading("First sail of the year");
    await page.reload();
    await heading("First sail of the year");
    await page.getByText("Seals off the point.").waitFor(PATIENCE);
  });

  test.skipIf(!hasChromium)("it can be downloaded as GPX, KML and GeoJSON", async () => {
    await page.getByRole("button", { name: "Files and print" }).click();
    const save = async (format: string): Promise<string> => {
      const [download] = await Promise.all([
        page.waitForEvent("download", PATIENCE),
        page.getByRole("button", { name: `${format} download` }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`First-sail-of-the-year.${format.toLowerCase()}`);
      return readFile(await download.path(), "utf8");
    };
    const gpx = await save("GPX");
    expect(gpx).toContain("http://www.topografix.com/GPX/1/1");
    expect(gpx.match(/<trkpt /g)?.length).toBeGreaterThanOrEqual(UNDER_WAY_MINUTES);
    expect(gpx).toMatch(/<time>[^<]+Z<\/time>/);
    expect(await save("KML")).toContain("http://www.opengis.net/kml/2.2");
    expect(JSON.parse(await save("GeoJSON"))).toMatchObject({ type: "FeatureCollection" });
  });

  test.skipIf(!hasChromium)("stays and moorages are listed, and the boat is on the chart", async () => {
    await open("Stays");
    await page.getByText("2 stays", { exact: true }).waitFor(PATIENCE);
    await open("Moorages");
    await page.getByRole("figure", { name: "Chart of the moorages" }).waitFor(PATIENCE);
    await open("Now");
    await page.getByRole("figure", { name: /^Chart with the boat at 59°/ }).waitFor(PATIENCE);
    await expect.poll(() => day(/^Battery/).textContent(), PATIENCE).toContain("12.90");
    await expect.poll(() => day(/^Water/).textContent(), PATIENCE).toContain("15.0");
  });

  test.skipIf(!hasChromium)("parts of a page that need the same answer share one request", async () => {
    let requests = 0;
    const count = (request: Request) => {
      if (request.method() === "GET" && request.url().endsWith("/rpc/settings_fn")) requests += 1;
    };
    page.on("request", count);
    await page.goto(`${service.webUrl}/settings`);
    await page.getByText(EMAIL).waitFor(PATIENCE);
    await page.waitForLoadState("networkidle");
    expect(requests, "when the page opens").toBe(1);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await expect.poll(() => requests, PATIENCE).toBe(2);
    await page.waitForLoadState("networkidle");
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 500))");
    expect(requests, "when the page is looked at again").toBe(2);
    page.off("request", count);
  });

  test.skipIf(!hasChromium)("offline the log is still there, with the time that it is from", async () => {
    await open("Logs");
    await page
      .getByRole("main")
      .getByRole("link", { name: /First sail/ })
      .click();
    await heading("First sail of the year");
    await browser.context.setOffline(true);
    await page.reload();
    await heading("First sail of the year");
    await page.getByText(/^as of \d\d:\d\d UTC$/).waitFor(PATIENCE);
    await page.getByText("Offline", { exact: true }).waitFor(PATIENCE);
    await expect
      .poll(async () => distanceIn(await figure("Distance").textContent()), PATIENCE)
      .toBeCloseTo(DISTANCE_NM, 1);
    await page.getByRole("button", { name: "Files and print" }).click();
    await expect
      .poll(() => page.getByRole("button", { name: "GPX download" }).isDisabled(), PATIENCE)
      .toBe(true);
    await open("Logs");
    await page
      .getByRole("main")
      .getByRole("link", { name: /First sail/ })
      .waitFor(PATIENCE);
  });

  test.skipIf(!hasChromium)("signing out leaves nothing of the log on the device", async () => {
    const { sailor } = await newSkipper(service);
    await openAs(page, service.webUrl, sailor, "/logs");
    await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
    const isKept = `caches.keys().then((names) => names.some((name) => name.includes(${JSON.stringify(sailor.email)})))`;
    await until("navigator.serviceWorker.ready.then(() => true)");
    await page.goto(`${service.webUrl}/settings`);
    await until(isKept);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await heading("Sign in");
    await until("caches.keys().then((names) => !names.some((name) => name.includes('@')))");
    await expect.poll(() => page.evaluate("localStorage.getItem('wakelog.token')"), PATIENCE).toBeNull();
  });

  test.skipIf(!hasChromium)("nothing in all this broke a rule of the browser", () => {
    expect(complaints).toEqual([]);
  });
});
