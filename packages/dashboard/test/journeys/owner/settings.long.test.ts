/** An owner's settings and their effects: real service, real browser. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { faultsIn } from "../looks.ts";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

describe(hasChromium ? "what an owner chooses" : NO_CHROMIUM, () => {
  let service: TestService;
  let skipper: Skipper;
  let browser: Browser;
  let page: Page;

  const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click(PATIENCE);
  const preferences = async () => (await skipper.call("settings_fn", {})).json.settings.preferences;
  const open = (path: string) => page.goto(service.webUrl + path);

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    await skipper.send(passage(Date.now() - 86_400_000, DAY_TRIP));
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await page.route("**/live", (route) => route.abort());
    await openAs(page, service.webUrl, skipper.sailor, "/settings");
  }, 180_000);

  // A list or dialog left open by a failed test makes everything else inert.
  beforeEach(async () => {
    if (hasChromium) await open("/settings");
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("everything fits and can be read, questions too", async () => {
    await press("Change the numbers");
    await page.getByLabel("Pause minutes").waitFor(PATIENCE);
    expect(await faultsIn(page, [320, 360, 1400])).toEqual([]);
    await press("New token");
    await page.getByRole("dialog", { name: "New token" }).waitFor(PATIENCE);
    expect(await faultsIn(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Language", exact: true }).click(PATIENCE);
    await page.getByRole("option", { name: "Português" }).waitFor(PATIENCE);
    expect(await faultsIn(page)).toEqual([]);
  });

  test.skipIf(!hasChromium)("a language is spoken at once, and in messages", async () => {
    await page.getByRole("combobox", { name: "Language", exact: true }).click(PATIENCE);
    await page.getByRole("option", { name: "Deutsch" }).click(PATIENCE);
    await expect.poll(() => page.evaluate("document.documentElement.lang"), PATIENCE).toBe("de");
    await expect.poll(async () => (await preferences()).language, PATIENCE).toBe("de");
    await open("/logs");
    await page
      .getByText(/\d,\d+ sm/)
      .first()
      .waitFor(PATIENCE);
    await page.evaluate(`localStorage.setItem("wakelog.language", "en")`);
    await open("/settings");
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor(PATIENCE);
  });

  test.skipIf(!hasChromium)("units are those of every page, and of messages", async () => {
    const units = page.getByRole("radiogroup", { name: "Units", exact: true });
    const choose = async (name: string): Promise<void> => {
      const radio = units.getByRole("radio", { name });
      await expect.poll(() => radio.isEnabled(), PATIENCE).toBe(true);
      await radio.check({ ...PATIENCE, force: true });
    };
    await choose("Metric");
    await expect.poll(async () => (await preferences()).units, PATIENCE).toBe("metric");
    await open("/logs");
    await page
      .getByText(/\d\.\d+ km/)
      .first()
      .waitFor(PATIENCE);
    await open("/settings");
    await choose("Imperial");
    await expect.poll(() => page.getByRole("radio", { name: "°F" }).isChecked(), PATIENCE).toBe(true);
    await open("/logs");
    await page
      .getByText(/\d\.\d+ mi/)
      .first()
      .waitFor(PATIENCE);
    await open("/settings");
    await choose("Nautical");
    await expect.poll(async () => (await preferences()).units, PATIENCE).toBe("nautical");
  });

  test.skipIf(!hasChromium)("a new token needs the password, and is shown", async () => {
    await press("New token");
    const dialog = page.getByRole("dialog", { name: "New token" });
    await dialog.getByLabel("Your password").fill("something else entirely");
    await dialog.getByRole("button", { name: "Replace the token" }).click(PATIENCE);
    await dialog.getByRole("alert").waitFor(PATIENCE);
    await dialog.getByLabel("Your password").fill(skipper.sailor.password);
    await dialog.getByRole("button", { name: "Replace the token" }).click(PATIENCE);
    await page.getByText("The old token no longer works").waitFor(PATIENCE);
    const token = async () => (await page.locator(".copy-field__value").first().textContent()) ?? "";
    await expect.poll(async () => (await token()).split(".").length, PATIENCE).toBe(3);
    expect(await token()).not.toBe(skipper.sailor.vesselToken);
  });

  test.skipIf(!hasChromium)("a kind of message, quiet hours and an address are kept", async () => {
    await page.getByRole("switch", { name: "New badges" }).press("Space", PATIENCE);
    await expect.poll(async () => (await preferences()).muted?.ntfy, PATIENCE).toEqual(["new_badge"]);
    await page.getByRole("switch", { name: /^Quiet hours/ }).press("Space", PATIENCE);
    await expect.poll(async () => (await preferences()).quiet_hours?.from, PATIENCE).toBe("22:00");
    await page.getByRole("textbox", { name: "Address of ntfy" }).fill("https://ntfy.example.org/boat");
    await page
      .getByRole("form", { name: "Address of ntfy" })
      .getByRole("button", { name: "Save" })
      .click(PATIENCE);
    await expect
      .poll(async () => (await preferences()).ntfy_url, PATIENCE)
      .toBe("https://ntfy.example.org/boat");
    // Explains why nothing can be sent before the address is confirmed.
    await page.getByRole("button", { name: "Test ntfy" }).click(PATIENCE);
    await page.getByText("Your e-mail address is not confirmed yet").waitFor(PATIENCE);
  });

  test.skipIf(!hasChromium)("what is published is switched here", async () => {
    const list = page.getByRole("switch", { name: "The list of logs" });
    await list.press("Space", PATIENCE);
    await expect.poll(async () => (await preferences()).public_logs_list, PATIENCE).toBe(true);
    // Disabled while the page fetches the current value.
    await expect.poll(() => list.isEnabled(), PATIENCE).toBe(true);
    await list.press("Space", PATIENCE);
    await expect.poll(async () => (await preferences()).public_logs_list, PATIENCE).toBe(false);
  });

  test.skipIf(!hasChromium)("thresholds are changed after a preview of what follows", async () => {
    await press("Change the numbers");
    await page.getByLabel("Min trip", { exact: true }).fill("5000");
    await page.getByLabel("Max disc radius", { exact: true }).fill("120");
    await press("Preview");
    const dialog = page.getByRole("dialog", { name: "Preview" });
    await dialog.getByText(/stay(s)? as/).waitFor(PATIENCE);
    expect(await faultsIn(page, [360])).toEqual([]);
    const before = (await skipper.call("detector_settings_fn", {})).json.settings;
    expect(before).toEqual({});
    await dialog.getByRole("button", { name: "Confirm" }).click(PATIENCE);
    await dialog.waitFor({ ...PATIENCE, state: "hidden" });
    const after = async () => (await skipper.call("detector_settings_fn", {})).json.settings;
    await expect.poll(after, PATIENCE).toEqual({ minTripM: 5000, maxDiscRadiusM: 120 });
  });

  test.skipIf(!hasChromium)("the data that was used is counted by month", async () => {
    const kept = async () => String(await page.evaluate(`localStorage.getItem("wakelog.traffic")`));
    await expect
      .poll(async () => Number(/^\d{4}-\d\d=(\d+)/.exec(await kept())?.[1]), PATIENCE)
      .toBeGreaterThan(50_000);
    await page
      .getByText(/\d (kB|MB)$/)
      .first()
      .waitFor(PATIENCE);
  });
});
