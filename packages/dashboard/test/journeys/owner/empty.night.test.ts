/** Pages without data: texts and links. Real service, real browser. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { faultsIn, glareIn } from "../looks.ts";
import { OWN_PAGES } from "../seasoned.ts";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

/** Pages that stay empty until the boat sends data. */
const WAITING = [
  "/logs",
  "/logs/map",
  "/stays",
  "/moorages",
  "/monitoring",
  "/statistics",
  "/timelapse",
] as const;

describe(hasChromium ? "pages with nothing to show" : NO_CHROMIUM, () => {
  let service: TestService;
  let skipper: Skipper;
  let browser: Browser;
  let page: Page;

  const current = () =>
    page.getByRole("navigation", { name: "Main" }).locator("[aria-current]").allTextContents();

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium).each(WAITING)("%s says how something comes to be there", async (path) => {
    await openAs(page, service.webUrl, skipper.sailor, path);
    const leads = page.locator(".empty").getByRole("link");
    await leads.waitFor(PATIENCE);
    await expect.poll(() => leads.getAttribute("href"), PATIENCE).toMatch(/^\/(start|boat)$/);
    expect(await faultsIn(page, [360])).toEqual([]);
    expect(await glareIn(page)).toEqual([]);
    await leads.click(PATIENCE);
    await page
      .getByRole("heading", { level: 1, name: /^(First steps|Connect your boat)$/ })
      .waitFor(PATIENCE);
  });

  test.skipIf(!hasChromium)("nothing is offered to choose from where there is nothing", async () => {
    for (const path of ["/logs/map", "/stays", "/statistics", "/timelapse"]) {
      await openAs(page, service.webUrl, skipper.sailor, path);
      await page.locator(".empty").waitFor(PATIENCE);
      const fields = page.getByRole("main").locator("input, [aria-haspopup=listbox]");
      await expect.poll(() => fields.count(), { ...PATIENCE, message: path }).toBe(0);
    }
  });

  test.skipIf(!hasChromium)("an address without a page is no page of the navigation", async () => {
    await openAs(page, service.webUrl, skipper.sailor, "/nothing-here");
    await page.getByRole("heading", { level: 1, name: "Off the chart" }).waitFor(PATIENCE);
    expect(await current()).toEqual([]);
    await openAs(page, service.webUrl, skipper.sailor, "/stays");
    await expect.poll(current, PATIENCE).toEqual(["Stays"]);
  });

  test.skipIf(!hasChromium)("a user without a boat sees that, and finds the first steps", async () => {
    const email = "boatless@example.org";
    const account = { email, pass: "fair winds 7", firstname: "Aino", lastname: "Meri" };
    const { json } = await client(service.apiUrl).post("/rpc/signup", account);
    await openAs(page, service.webUrl, { email, userToken: json.token }, "/settings");
    await page.getByText("No boat yet").waitFor(PATIENCE);
    await page.getByRole("button", { name: "More" }).click(PATIENCE);
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "First steps" })
      .click(PATIENCE);
    await page.getByRole("heading", { level: 2, name: /^Register your boat/ }).waitFor(PATIENCE);
  });

  test.skipIf(!hasChromium)("no page of a user without a boat asks anything that is refused", async () => {
    const email = "boatless.everywhere@example.org";
    const account = { email, pass: "fair winds 7", firstname: "Aino", lastname: "Meri" };
    const { json } = await client(service.apiUrl).post("/rpc/signup", account);
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    for (const path of OWN_PAGES.map((page) => page.replace(/LOG|STAY|MOORAGE/, "1"))) {
      await openAs(page, service.webUrl, { email, userToken: json.token }, path);
      await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
      await expect.poll(() => page.locator(".skeleton").count(), PATIENCE).toBe(0);
      const isOpen = /^\/(start|settings|boat|verify)?$/.test(path);
      const ways = page.getByRole("main").getByRole("link", { name: "First steps" });
      if (!isOpen) await expect.poll(() => ways.count(), { ...PATIENCE, message: path }).toBe(1);
      if (!isOpen || path === "/settings") expect(await faultsIn(page, [360]), path).toEqual([]);
      if (path === "/") await expect.poll(() => new URL(page.url()).pathname, PATIENCE).toBe("/start");
    }
    expect(refused).toEqual([]);
    page.removeAllListeners("response");
  });
});
