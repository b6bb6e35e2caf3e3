/** Changes and the tabs that send them: none is left behind, and no earlier change undoes a later one. */
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { hasChromium, NO_CHROMIUM, openAs, PATIENCE } from "../browser.ts";
import { type Device, newDevice } from "./device.ts";

vi.setConfig({ testTimeout: 200_000 });

describe(hasChromium ? "changes that wait" : NO_CHROMIUM, () => {
  let device: Device;

  beforeAll(async () => {
    if (!hasChromium) return;
    device = await newDevice(PATIENCE);
    await openAs(device.page, device.webUrl, device.sailor, "/stays");
  }, 200_000);
  afterAll(() => device?.dispose());

  const notesOf = async (id: number) => (await device.rows(`/stays?select=notes&id=eq.${id}`))[0].notes;
  const waiting = () => device.page.getByRole("status").filter({ hasText: "waiting" });
  const write = async (page: Page, notes: string) => {
    await page.getByLabel("Notes", { exact: true }).fill(notes);
    await page.getByRole("button", { name: "Save", exact: true }).click(PATIENCE);
  };

  test.skipIf(!hasChromium)("are sent although the tab that was at it was closed", async () => {
    const { page } = device;
    const [{ id }] = await device.rows("/stays?select=id&order=arrived&limit=1");
    await page.goto(`${device.webUrl}/stay/${id}`);
    await page.getByLabel("Notes", { exact: true }).waitFor(PATIENCE);
    const other = await page.context().newPage();
    // A page still loading would reload when the server is gone, and release the lock.
    await other.goto(`${device.webUrl}/manifest.webmanifest`);
    // Like a tab that sends over a stalled link; a lock that its holder could not release is released.
    await other.evaluate(`new Promise((held) =>
      navigator.locks.request("wakelog-outbox", () => new Promise((done) => held(void (window.letGo = done)))),
    )`);
    await device.stopServer();
    await write(page, "Kelp on the anchor");
    await waiting().waitFor(PATIENCE);
    await device.startServer();
    await device.hasten(async () => (await page.getByRole("status", { name: "Offline" }).count()) === 0);
    expect(await notesOf(id)).toBe(null);
    await other.close();
    await device.hasten(async () => (await notesOf(id)) === "Kelp on the anchor");
    await waiting().waitFor({ ...PATIENCE, state: "detached" });
  });

  test.skipIf(!hasChromium)("of one row are sent in their order, even if the first one hangs", async () => {
    const { page } = device;
    const [{ id }] = await device.rows("/stays?select=id&order=arrived.desc&limit=1");
    const hanging: Route[] = [];
    await page.route(/\/stays\?id=eq/, (route) => {
      if (route.request().method() !== "PATCH" || hanging.length > 0) return route.continue();
      hanging.push(route);
    });
    const link = page.locator(`a[href="/stay/${id}"]`).first();
    await page.goto(`${device.webUrl}/stays`);
    await link.click(PATIENCE);
    await write(page, "Mud");
    await expect.poll(() => hanging.length, PATIENCE).toBe(1);
    await page.goBack();
    await link.click(PATIENCE);
    await write(page, "Mud, then weed");
    await hanging[0]?.abort();
    await device.hasten(async () => (await notesOf(id)) === "Mud, then weed");
    await waiting().waitFor({ ...PATIENCE, state: "detached" });
    expect(await notesOf(id)).toBe("Mud, then weed");
  });
});
