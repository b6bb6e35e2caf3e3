/** A browser that loses or refuses data: typed text is stored again, or the page says that it is not stored. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";

vi.setConfig({ testTimeout: 300_000 });

/** All stored drafts as text; empty without a database. Reading does not create one. */
const DRAFTS = `new Promise((resolve) => {
  // A database that is cleared meanwhile leaves requests unanswered: ask again.
  setTimeout(resolve, 2_000, "");
  const opening = indexedDB.open("wakelog");
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => resolve("");
  opening.onsuccess = () => {
    const all = opening.result.transaction("drafts").objectStore("drafts").getAll();
    all.onsuccess = () => {
      opening.result.close();
      resolve(JSON.stringify(all.result));
    };
  };
})`;

describe(hasChromium ? "a browser that keeps nothing" : NO_CHROMIUM, () => {
  const service = serviceForTests();
  let browser: Browser;
  let sailor: Sailor;
  let path: string;
  const notes = () => browser.page.getByRole("textbox", { name: "Notes" });

  beforeAll(async () => {
    if (!hasChromium) return;
    sailor = await newSailor(service.api);
    const sent = await service.api.post("/metrics", passage(Date.parse("2026-06-01T06:00:00Z"), DAY_TRIP), {
      token: sailor.vesselToken,
    });
    expect(sent.status, sent.text).toBe(201);
    await service.drainJobs();
    const [log] = (await service.api.get("/logbook?select=id&limit=1", { token: sailor.userToken })).json;
    path = `/log/${log.id}`;
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  /** Types a note into the log without saving. */
  async function type(text: string): Promise<void> {
    await openAs(browser.page, service.webUrl, sailor, path);
    const edit = browser.page.getByRole("button", { name: "Edit" });
    await edit.or(notes()).first().waitFor(PATIENCE);
    if (await edit.isVisible()) await edit.click(PATIENCE);
    await notes().fill(text);
  }

  test.skipIf(!hasChromium)("what was typed is kept again after the browser has cleared it", async () => {
    await type("Fog until ten");
    await expect.poll(() => browser.page.evaluate(DRAFTS), PATIENCE).toContain("Fog until ten");
    const devtools = await browser.context.newCDPSession(browser.page);
    await devtools.send("Storage.clearDataForOrigin", { origin: service.webUrl, storageTypes: "indexeddb" });
    await expect.poll(() => browser.page.evaluate(DRAFTS), PATIENCE).toContain("Fog until ten");
    await notes().fill("Fog until ten, then wind");
    await expect.poll(() => browser.page.evaluate(DRAFTS), PATIENCE).toContain("then wind");
    await browser.page.reload();
    await expect.poll(() => notes().inputValue(PATIENCE), PATIENCE).toBe("Fog until ten, then wind");
    expect(await browser.page.getByText("cannot be kept").count()).toBe(0);
  });

  test.skipIf(!hasChromium)(
    "a page that may store nothing works, and says that words are not kept",
    async () => {
      await browser.context.addInitScript(`
      const refuse = { get() { throw new DOMException("denied", "SecurityError"); } };
      for (const name of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(window, name, refuse);
    `);
      await browser.page.goto(`${service.webUrl}/sign-in`);
      await browser.page.getByRole("textbox", { name: "E-mail" }).fill(sailor.email);
      await browser.page.getByRole("textbox", { name: "Password", exact: true }).fill(sailor.password);
      await browser.page.getByRole("button", { name: "Sign in" }).click(PATIENCE);
      await browser.page.getByRole("link", { name: "Logs" }).first().click(PATIENCE);
      await browser.page.getByRole("list", { name: "Logs" }).getByRole("link").last().click(PATIENCE);
      await browser.page.getByRole("button", { name: "Edit" }).click(PATIENCE);
      await notes().fill("Rain");
      await browser.page.getByRole("status").filter({ hasText: "cannot be kept" }).waitFor(PATIENCE);
      await browser.page.getByRole("button", { name: "Save" }).click(PATIENCE);
      await browser.page.getByText("Rain", { exact: true }).waitFor(PATIENCE);
    },
  );
});
