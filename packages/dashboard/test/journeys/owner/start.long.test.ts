/** A new user: from sign-up to a finished voyage on the map, and back to an empty logbook. Real browser. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openBrowser, PATIENCE } from "../browser.ts";
import { faultsIn } from "../looks.ts";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

describe(hasChromium ? "first steps" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;

  const press = (name: string) => page.getByRole("button", { name, exact: true }).click(PATIENCE);
  const fill = (name: string, text: string) => page.getByLabel(name, { exact: true }).fill(text, PATIENCE);
  /** Waits for a step's state. */
  const step = (title: string, state: "to do" | "done") =>
    page.getByRole("heading", { level: 2, name: new RegExp(`^${title} ?: ${state}$`) }).waitFor(PATIENCE);
  const token = () => page.evaluate<string>(`localStorage.getItem("wakelog.token")`);

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await page.route("**/live", (route) => route.abort());
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)(
    "a sample voyage is on the map soon after signing up, and goes again",
    async () => {
      await page.goto(`${service.webUrl}/sign-up`);
      await fill("First name", "Aino");
      await fill("Last name", "Meri");
      await fill("E-mail", "aino.start@example.org");
      await fill("Password", "fair winds 7");
      await press("Create account");
      await page.getByRole("heading", { level: 1, name: "First steps" }).waitFor(PATIENCE);
      expect(new URL(page.url()).pathname).toBe("/start");
      await step("Register your boat", "to do");
      expect(await faultsIn(page)).toEqual([]);
      await fill("Name of the boat", "Aava");
      await press("Register boat");
      await step("Aava is registered", "done");
      await page.getByRole("button", { name: "Sail a sample voyage" }).waitFor(PATIENCE);
      expect(await faultsIn(page)).toEqual([]);
      await press("Sail a sample voyage");
      await page.getByRole("link", { name: "Open the sample voyage" }).click(PATIENCE);
      await page.getByRole("heading", { level: 1, name: / to / }).waitFor(PATIENCE);
      await page.locator("canvas").first().waitFor(PATIENCE);
      await page.goto(`${service.webUrl}/start`);
      await step("Aava is registered", "done");
      await step("Set up the plugin on board", "to do");
      // Sample data completes no step.
      await step("The first data", "to do");
      await page.getByText("signalk-postgsail").first().waitFor(PATIENCE);
      await press("Show the boat's token");
      await expect
        .poll(() => page.getByText(/^curl -H/).textContent(), PATIENCE)
        .toMatch(/Bearer eyJ.* http.*\/vessels_view$/);
      expect(await faultsIn(page)).toEqual([]);
      await press("Remove it again");
      await page.getByRole("button", { name: "Sail a sample voyage" }).waitFor(PATIENCE);
      const logs = async () =>
        (await client(service.apiUrl).get("/logs_view", { token: await token() })).json;
      await expect.poll(logs, PATIENCE).toEqual([]);
    },
  );

  test.skipIf(!hasChromium)("each step turns green by itself", async () => {
    const api = client(service.apiUrl);
    const given = { vessel_email: "aino.start@example.org", vessel_mmsi: "", vessel_name: "Aava" };
    const boat = await api.post(
      "/rpc/register_vessel",
      { ...given, pass: "fair winds 7" },
      { token: await token() },
    );
    const rows = passage(Date.now() - 86_400_000, DAY_TRIP);
    const sent = await api.post("/metrics", rows, { token: boat.json.token });
    expect(sent.status).toBe(201);
    await step("The plugin is set up", "done");
    await step("The first data has come", "done");
    await step("The first voyage is logged", "done");
    expect(await faultsIn(page)).toEqual([]);
    await page.getByRole("link", { name: "Open the log", exact: true }).click(PATIENCE);
    await expect.poll(() => page.url(), PATIENCE).toMatch(/\/log\/\d+/);
  });
});
