/** An owner's account: name, password, export and deletion. Real service and browser. */
import { readFileSync } from "node:fs";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { openZip } from "@wakelog/kit/zip/reader.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { faultsIn } from "../looks.ts";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

const ROWS = passage(Date.now() - 86_400_000, DAY_TRIP);
const NEW_PASSWORD = "following seas 9";

describe(hasChromium ? "an owner's account" : NO_CHROMIUM, () => {
  let service: TestService;
  let skipper: Skipper;
  let browser: Browser;
  let page: Page;

  const press = (name: string) => page.getByRole("button", { name, exact: true }).click(PATIENCE);
  const dialog = (name: string) => page.getByRole("dialog", { name });
  const login = async (pass: string) => {
    const answer = await fetch(`${service.apiUrl}/rpc/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: skipper.sailor.email, pass }),
    });
    return answer.status;
  };

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    await skipper.send(ROWS);
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await page.route("**/live", (route) => route.abort());
    await openAs(page, service.webUrl, skipper.sailor, "/settings");
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)(
    "a name is changed, and a name that is none is refused beside the field",
    async () => {
      const form = page.getByRole("form", { name: "Your name" });
      await form.getByLabel("First name").fill(" ");
      await form.getByRole("button", { name: "Save the name" }).click(PATIENCE);
      await form.getByRole("alert").getByText("Write 1 to 60 characters.").waitFor(PATIENCE);
      await form.getByLabel("First name").fill("Eira");
      await form.getByRole("button", { name: "Save the name" }).click(PATIENCE);
      await form.getByText("Saved", { exact: true }).waitFor(PATIENCE);
      const settings = (await skipper.call("settings_fn", {})).json.settings;
      expect([settings.first, settings.last]).toEqual(["Eira", "Meri"]);
      await page.reload();
      await expect.poll(() => form.getByLabel("First name").inputValue(), PATIENCE).toBe("Eira");
    },
  );

  test.skipIf(!hasChromium)("everything comes in one file, for the password", async () => {
    await press("Everything in one file");
    const asked = dialog("Everything in one file");
    await asked.getByLabel("Your password").fill("something else entirely");
    await asked.getByRole("button", { name: "Download" }).click(PATIENCE);
    await asked.getByRole("alert").getByText("This is not your password").waitFor(PATIENCE);
    await asked.getByLabel("Your password").fill(skipper.sailor.password);
    const [download] = await Promise.all([
      page.waitForEvent("download", PATIENCE),
      asked.getByRole("button", { name: "Download" }).click(PATIENCE),
    ]);
    expect(download.suggestedFilename()).toMatch(/^wakelog-\d{4}-\d\d-\d\d\.zip$/);
    const path = await download.path();
    expect(readFileSync(path).length).toBeGreaterThan(1000);
    const zip = await openZip(path);
    let lines = "";
    for await (const piece of zip.content("boat-1/metrics.ndjson")) lines += piece.toString();
    expect(lines.trim().split("\n")).toHaveLength(ROWS.length);
    await asked.waitFor({ ...PATIENCE, state: "hidden" });
  });

  test.skipIf(!hasChromium)(
    "a password is changed by the old one, and this device stays signed in",
    async () => {
      await press("Change the password");
      const asked = dialog("Change the password");
      const send = async (old: string, chosen: string) => {
        await asked.getByLabel("Your current password").fill(old);
        await asked.getByLabel("Your new password").fill(chosen);
        await asked.getByRole("button", { name: "Change the password" }).click(PATIENCE);
      };
      await send("something else entirely", NEW_PASSWORD);
      await asked.getByRole("alert").getByText("This is not your password").waitFor(PATIENCE);
      await send(skipper.sailor.password, "short");
      await asked.getByRole("alert").getByText("The password is too short").waitFor(PATIENCE);
      await send(skipper.sailor.password, NEW_PASSWORD);
      await page.getByText("Your password is changed", { exact: true }).waitFor(PATIENCE);
      expect([await login(skipper.sailor.password), await login(NEW_PASSWORD)]).toEqual([401, 200]);
      await page.reload();
      await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor(PATIENCE);
      await page.getByText(skipper.sailor.email).waitFor(PATIENCE);
    },
  );

  test.skipIf(!hasChromium)(
    "an account is deleted once it was said what goes, and both were typed",
    async () => {
      await press("Delete the account");
      const asked = dialog("Delete the account");
      const remove = asked.getByRole("button", { name: "Delete for good" });
      await asked.getByText("the boat Kapla, its token and its public pages").waitFor(PATIENCE);
      await asked.getByText(`${ROWS.length} rows of measurements`).waitFor(PATIENCE);
      expect(await faultsIn(page)).toEqual([]);
      await asked.getByLabel("Your password").fill("something else entirely");
      expect(await remove.isDisabled()).toBe(true);
      await asked.getByLabel("Your e-mail address").fill("sailor@example.org");
      expect(await remove.isDisabled()).toBe(true);
      await asked.getByLabel("Your e-mail address").fill(skipper.sailor.email.toUpperCase());
      await remove.click(PATIENCE);
      await asked.getByRole("alert").getByText("This is not your password").waitFor(PATIENCE);
      expect(await login(NEW_PASSWORD)).toBe(200);
      await asked.getByLabel("Your password").fill(NEW_PASSWORD);
      await remove.click(PATIENCE);
      // Without any account, the server asks for the first.
      await page.getByRole("heading", { level: 1, name: "Create an account" }).waitFor(PATIENCE);
      expect(await login(NEW_PASSWORD)).toBe(401);
      const [left] = await service.database.owner.transaction((tx) =>
        tx.query(sql`
        select (select count(*) from app.accounts)::int as accounts, (select count(*) from app.vessels)::int as vessels,
          (select count(*) from api.metrics)::int as rows`),
      );
      expect(left).toEqual({ accounts: 0, vessels: 0, rows: 0 });
      // No data is left on the device either.
      expect(await page.evaluate("localStorage.getItem('wakelog.token')")).toBe(null);
      expect(await page.evaluate("localStorage.getItem('wakelog.email')")).toBe(null);
    },
  );
});
