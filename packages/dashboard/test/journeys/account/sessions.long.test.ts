/** Sessions, and actions that need a fresh one: real service, real browser. Uses the last dashboard build. */
import { decodeJwt, SignJWT } from "jose";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { tokenIssuer } from "../../../../server/src/people/accounts/tokens.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";

vi.setConfig({ testTimeout: 3 * PATIENCE.timeout });

/** The session as it is an hour after the password. */
async function hourOld(sailor: Sailor): Promise<Sailor> {
  const { auth_time: signedIn, iat, ...claims } = decodeJwt(sailor.userToken);
  const userToken = await new SignJWT({ ...claims, auth_time: Number(signedIn) - 3600 })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt(Number(iat) - 3600)
    .sign(new TextEncoder().encode(TEST_SECRET));
  return { ...sailor, userToken };
}

describe(hasChromium ? "sessions in a browser" : NO_CHROMIUM, () => {
  let service: TestService;
  let api: Client;
  let browser: Browser;
  let page: Page;

  const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor(PATIENCE);
  const text = (words: string | RegExp) => page.getByText(words).waitFor(PATIENCE);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click(PATIENCE);
  const open = (sailor: Sailor, path: string) => openAs(page, service.webUrl, sailor, path);
  const tokenShown = async () => (await page.getByRole("definition").allTextContents())[1] ?? "";
  /** Whether a boat's token is accepted. */
  const sends = async (token: string) => (await api.get("/metadata", { token })).status === 200;
  const isSignedIn = async (token: string) => (await api.get("/rpc/settings_fn", { token })).status === 200;
  /** Data of the user on the device. */
  const kept = async () => ({
    stored: await page.evaluate('Object.keys(localStorage).filter((key) => key !== "wakelog.traffic")'),
    answers: await page.evaluate(
      "caches.keys().then((names) => names.filter((name) => /@|answers/.test(name)))",
    ),
  });

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    api = client(service.apiUrl);
    browser = await openBrowser();
    page = browser.page;
  }, 180_000);

  afterEach(async () => {
    await browser?.context.setOffline(false);
    await page?.unrouteAll({ behavior: "ignoreErrors" });
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("an old session shows the boat's token for the password only", async () => {
    const sailor = await newSailor(api);
    await open(await hourOld(sailor), "/boat");
    await press("Show the boat's token");
    await text("You signed in more than ten minutes ago");
    const field = page.getByLabel("Your password", { exact: true });
    await expect
      .poll(() => field.evaluate((one) => one === one.ownerDocument.activeElement), PATIENCE)
      .toBe(true);
    await field.fill("not this one");
    await press("Continue");
    await text("This is not your password. Check it and try again.");
    await expect.poll(() => field.getAttribute("aria-invalid"), PATIENCE).toBe("true");
    await expect.poll(() => page.locator("body").textContent(), PATIENCE).not.toContain("eyJ");
    await press("Cancel");
    await press("Show the boat's token");
    await expect
      .poll(() => field.inputValue(), { ...PATIENCE, message: "a password does not stay in the form" })
      .toBe("");
    await field.fill(sailor.password);
    await press("Continue");
    await text("Your boat is registered");
    await expect.poll(async () => sends(await tokenShown()), PATIENCE).toBe(true);
    expect(await sends(sailor.vesselToken)).toBe(true);
  });

  test.skipIf(!hasChromium)("the boat's token is replaced after a warning", async () => {
    const sailor = await newSailor(api);
    await open(sailor, "/boat");
    await press("New token");
    await text(/The old token stops working at once/);
    await press("Cancel");
    expect(await sends(sailor.vesselToken)).toBe(true);
    await press("New token");
    const field = page.getByLabel("Your password", { exact: true });
    await expect
      .poll(() => field.inputValue(), { ...PATIENCE, message: "a password does not stay in the form" })
      .toBe("");
    await field.fill(sailor.password);
    await press("Replace the token");
    await text("The old token no longer works");
    await expect.poll(async () => sends(await tokenShown()), PATIENCE).toBe(true);
    expect(await sends(sailor.vesselToken)).toBe(false);
    const again = { ...sailor, vesselToken: await tokenShown() };
    await open(await hourOld(again), "/boat");
    await press("New token");
    await field.fill(sailor.password);
    await press("Replace the token");
    await text("The old token no longer works");
    expect(await sends(again.vesselToken)).toBe(false);
  });

  test.skipIf(!hasChromium)("one button signs out everywhere, once that is confirmed", async () => {
    const sailor = await newSailor(api);
    const elsewhere = (await api.post("/rpc/login", { email: sailor.email, pass: sailor.password })).json
      .token;
    await open(sailor, "/settings");
    await text(sailor.email);
    await press("Sign out everywhere");
    await text(/This ends your sessions on all devices/);
    await press("Cancel");
    expect(await isSignedIn(elsewhere)).toBe(true);
    await press("Sign out everywhere");
    await press("Yes: Sign out everywhere");
    await heading("Sign in");
    expect([await isSignedIn(elsewhere), await isSignedIn(sailor.userToken)]).toEqual([false, false]);
    expect(await sends(sailor.vesselToken)).toBe(true);
    await expect.poll(kept, PATIENCE).toEqual({ stored: [], answers: [] });
  });

  test.skipIf(!hasChromium)("a session that was ended elsewhere leaves nothing to read here", async () => {
    const sailor = await newSailor(api);
    await page.evaluate("navigator.serviceWorker.ready.then(() => null)");
    await open(sailor, "/settings");
    await text(sailor.email);
    await expect.poll(kept, PATIENCE).toMatchObject({ answers: [expect.stringContaining(sailor.email)] });
    await api.post("/rpc/sign_out_everywhere_fn", {}, { token: sailor.userToken });
    await page.reload();
    await heading("Sign in");
    await text("Your session has ended");
    await expect.poll(kept, PATIENCE).toEqual({ stored: ["wakelog.email"], answers: [] });
  });

  test.skipIf(!hasChromium)("signing out clears storage, kept answers and memory", async () => {
    const sailor = await newSailor(api);
    await open(sailor, "/settings");
    await text(sailor.email);
    await page.getByText("Night", { exact: true }).click();
    await expect.poll(kept, PATIENCE).toMatchObject({ answers: [expect.stringContaining(sailor.email)] });
    await press("Sign out");
    await heading("Sign in");
    await expect.poll(() => page.getByLabel("E-mail", { exact: true }).inputValue(), PATIENCE).toBe("");
    await expect.poll(kept, PATIENCE).toEqual({ stored: ["wakelog.theme"], answers: [] });
    // A token thief still finds no data: neither cached nor in memory.
    await browser.context.setOffline(true);
    await page.evaluate(
      `localStorage.setItem("wakelog.token", ${JSON.stringify(sailor.userToken)});
       history.pushState(null, "", "/settings");
       dispatchEvent(new PopStateEvent("popstate"));
       dispatchEvent(new StorageEvent("storage"));`,
    );
    await page.getByText("This device is offline.").first().waitFor(PATIENCE);
    await expect.poll(() => page.getByText(sailor.email).count(), PATIENCE).toBe(0);
    await browser.context.setOffline(false);
    await page.evaluate("localStorage.clear()");
  });

  test.skipIf(!hasChromium)("a linked chat is unlinked, once that is confirmed", async () => {
    const sailor = await newSailor(api);
    const bot = await tokenIssuer(TEST_SECRET, 1).operator("messenger_role", 3600);
    const code = await api.post("/rpc/generate_otp_fn", { email: sailor.email }, { token: sailor.userToken });
    const chat = { from: { id: 4711 }, chat: { id: 4711 } };
    const linked = await api.post(
      "/rpc/messenger_fn",
      { token: code.json, messenger_obj: chat },
      { token: bot },
    );
    expect(linked.json).toBe(true);
    const whoHas = async () =>
      (await api.post("/rpc/messenger", { user_id: 4711 }, { token: bot })).json.token;
    await open(sailor, "/settings");
    await press("Unlink the chat");
    expect(await whoHas()).toMatch(/^eyJ/);
    await press("Yes: Unlink the chat");
    await page.getByText("A chat is linked to your account").waitFor({ ...PATIENCE, state: "detached" });
    expect(await whoHas()).toBeNull();
  });

  test.skipIf(!hasChromium)("too many wrong passwords are said in words", async () => {
    const sailor = await newSailor(api);
    for (let i = 0; i < 11; i++) await api.post("/rpc/login", { email: sailor.email, pass: `guess ${i}` });
    await page.goto(`${service.webUrl}/sign-in`);
    const signIn = async () => {
      await page.getByLabel("E-mail", { exact: true }).fill(sailor.email);
      await page.getByLabel("Password", { exact: true }).fill(sailor.password);
      await press("Sign in");
    };
    await signIn();
    await text(/^Wait \d+ s and try again\.$/);
    await expect.poll(() => page.getByRole("alert").textContent(), PATIENCE).toContain("Too many attempts");
  });

  test.skipIf(!hasChromium)("a name that cannot be one is refused at its field", async () => {
    const problemOf = async (label: string) => {
      const field = page.getByLabel(label, { exact: true });
      await expect.poll(() => field.getAttribute("aria-invalid"), PATIENCE).toBe("true");
      return field.evaluate((one) => one.closest(".field")?.querySelector("[role=alert]")?.textContent);
    };
    await page.goto(`${service.webUrl}/sign-up`);
    const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
    await fill("First name", "A".repeat(61));
    await fill("Last name", "Meri");
    await fill("E-mail", "long.name@example.org");
    await fill("Password", "fair winds 7");
    await press("Create account");
    expect(await problemOf("First name")).toBe("Write 1 to 60 characters.");
    await fill("First name", "Aino");
    await fill("Last name", "www.example.org");
    await press("Create account");
    expect(await problemOf("Last name")).toMatch(
      /^A last name must not contain a link: .*\. Choose a different name\.$/,
    );
    await fill("Last name", "Meri");
    await press("Create account");
    await heading("First steps");
    await fill("Name of the boat", "https://example.org");
    await press("Register boat");
    expect(await problemOf("Name of the boat")).toMatch(/^The name of a boat must not contain a link: /);
    await expect
      .poll(() => page.getByRole("alert").count(), {
        ...PATIENCE,
        message: "beside the field, and nowhere else",
      })
      .toBe(1);
  });
});
