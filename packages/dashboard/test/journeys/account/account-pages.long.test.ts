/** The pages that mails link to: real service, real browser. Uses the last dashboard build. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openBrowser, PATIENCE } from "../browser.ts";

const EMAIL = "forgetful@example.org";
const NEW_PASSWORD = "three gulls on a pier";

vi.setConfig({ testTimeout: 3 * PATIENCE.timeout });

describe(hasChromium ? "the pages that mails lead to" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;

  const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor(PATIENCE);
  const text = (words: string | RegExp) => page.getByText(words).waitFor(PATIENCE);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click(PATIENCE);
  const fill = (label: string, value: string) =>
    page.getByLabel(label, { exact: true }).fill(value, PATIENCE);

  /** The newest message to the address. */
  async function mail(kind: string): Promise<string> {
    await service.drainJobs();
    const rows = await service.database.owner.transaction((tx) =>
      tx.query(
        sql`select body from app.deliveries where recipient = ${EMAIL} and kind = ${kind} order by id desc limit 1`,
      ),
    );
    return String(rows[0]?.body ?? "");
  }

  /** Opens a mail's link, with this service's port in place of the public address. */
  async function openLink(body: string): Promise<void> {
    const link = new URL(/https?:\S+/.exec(body)?.[0] ?? "");
    await page.goto(service.webUrl + link.pathname + link.search);
  }

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    browser = await openBrowser();
    page = browser.page;
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("a wrong code is refused, the mailed one proves the address", async () => {
    await page.goto(`${service.webUrl}/sign-up`);
    await fill("First name", "Aino");
    await fill("Last name", "Meri");
    await fill("E-mail", EMAIL);
    await fill("Password", "fair winds 7");
    await press("Create account");
    await heading("First steps");
    await page.goto(`${service.webUrl}/settings`);
    await text("Messages are off until you verify your address");
    await page.getByRole("link", { name: "Enter the code" }).waitFor(PATIENCE);
    const mailSwitch = page.getByRole("switch", { name: /^E-mail about new logs and alarms/ });
    await expect.poll(() => mailSwitch.count(), PATIENCE).toBe(0);
    const body = await mail("email_otp");
    await openLink(body);
    await text("This server sends no mail");
    await text(`wakelog user verify ${EMAIL}`);
    const code = /\b(\d{8})\b/.exec(body)?.[1] ?? "";
    await fill("Code", code === "00000000" ? "00000001" : "00000000");
    await press("Verify");
    await text("This code is not right");
    await fill("Code", `${code.slice(0, 4)} ${code.slice(4)}`);
    await press("Verify");
    await text("Your e-mail address is verified");
    await page.goto(`${service.webUrl}/settings`);
    await page.getByText("verified", { exact: true }).waitFor(PATIENCE);
    await expect.poll(() => mailSwitch.isChecked(), PATIENCE).toBe(true);
    await expect.poll(() => page.getByText("Messages are off").count(), PATIENCE).toBe(0);
  });

  test.skipIf(!hasChromium)("the answer of the push service is kept, once", async () => {
    const api = client(service.apiUrl);
    const { json } = await api.post("/rpc/login", { email: EMAIL, pass: "fair winds 7" });
    const subscribed = await api.post("/rpc/push_subscribe_link_fn", {}, { token: json.token });
    const back = new URL(new URL(subscribed.json.push_link.link).searchParams.get("success") ?? "");
    const address = `${service.webUrl}/push${back.search}&pushover_user_key=uQiRzpo4DXghDmr9QzzfQu27cmVRsG`;
    await page.goto(address);
    await text("Your phone is linked");
    const settings = await api.get("/rpc/settings_fn", { token: json.token });
    expect(settings.json.settings.preferences.phone_notifications).toBe(true);
    await page.reload();
    await text("This link was already used or is older than 15 minutes");
  });

  test.skipIf(!hasChromium)(
    "people who forgot the password get back in by mail, by each link once",
    async () => {
      await page.goto(`${service.webUrl}/settings`);
      await press("Sign out");
      await page.getByRole("link", { name: "Forgot the password?" }).click(PATIENCE);
      await heading("Forgot the password?");
      await fill("E-mail", "stranger@example.org");
      await press("Send the link");
      await text("If stranger@example.org has an account");
      await fill("E-mail", EMAIL);
      await press("Send another link");
      await text("This server sends no mail");
      await text(`If ${EMAIL} has an account, a link waits for it. It works once, within 15 minutes.`);
      const body = await mail("email_reset");
      await openLink(body);
      await heading("Choose a new password");
      await fill("New password", "short");
      await press("Set password");
      await text("The password is too short. Choose a password of at least 8 characters.");
      await fill("New password", NEW_PASSWORD);
      await press("Set password");
      await text("Your new password is set");
      await text("Messages to a phone, browsers, chats and other addresses are switched off");
      // Leads to the boat's page, after a sign-in.
      await page.getByRole("link", { name: "To the token of your boat" }).click(PATIENCE);
      await expect.poll(() => page.url(), PATIENCE).toContain(`next=${encodeURIComponent("/boat")}`);
      await fill("E-mail", EMAIL);
      await fill("Password", "not this one");
      await press("Sign in");
      await text("Invalid user or password");
      await fill("Password", NEW_PASSWORD);
      await press("Sign in");
      await heading("Register your boat");
      await openLink(body);
      await fill("New password", "another new one");
      await press("Set password");
      await text("This link was already used or is older than 15 minutes");
      await page.getByRole("link", { name: "Get a new link" }).click(PATIENCE);
      await heading("Forgot the password?");
    },
  );

  test.skipIf(!hasChromium)(
    "where a mail server is set, the page says that a link is on its way",
    async () => {
      const mailing = await startService({ WAKELOG_SMTP_URL: "smtp://127.0.0.1:9" });
      try {
        await page.goto(`${mailing.webUrl}/recover`);
        await fill("E-mail", EMAIL);
        await press("Send the link");
        await text(`If ${EMAIL} has an account, a link is on its way. It works once, within 15 minutes.`);
        await expect.poll(() => page.getByText("This server sends no mail").count(), PATIENCE).toBe(0);
      } finally {
        await mailing.stop();
      }
    },
  );
});
