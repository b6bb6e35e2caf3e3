/** Offline writing: saved text survives restarts of browser and server, and arrives once. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { hasChromium, NO_CHROMIUM, openAs, PATIENCE } from "../browser.ts";
import { type Device, KEPT_ANSWERS, newDevice } from "./device.ts";

vi.setConfig({ testTimeout: 300_000 });

describe(hasChromium ? "without a link" : NO_CHROMIUM, () => {
  let device: Device;
  let log: number;
  const waiting = (text: string) => device.page.getByRole("status").filter({ hasText: text });

  beforeAll(async () => {
    if (!hasChromium) return;
    device = await newDevice(PATIENCE);
    log = (await device.rows("/logbook?select=id&order=id&limit=1"))[0].id;
    const { page } = device;
    await openAs(page, device.webUrl, device.sailor, `/log/${log}`);
    await page.getByRole("button", { name: "Edit" }).waitFor(PATIENCE);
    await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
    await page.reload();
    await page.getByRole("button", { name: "Edit" }).waitFor(PATIENCE);
    // Until the device has cached the page.
    await vi.waitUntil(async () => Number(await page.evaluate(KEPT_ANSWERS)) >= 4, PATIENCE);
  }, 300_000);
  afterAll(() => device?.dispose());

  test.skipIf(!hasChromium)(
    "a note is saved on the device and shown, and what is half typed is kept",
    async () => {
      await device.stopServer();
      await device.page.getByRole("button", { name: "Edit" }).click(PATIENCE);
      await device.page.getByRole("textbox", { name: "Notes" }).fill("Fog until ten, then a fair wind.");
      await device.page.getByRole("button", { name: "Save" }).click(PATIENCE);
      await waiting("1 change waiting").waitFor(PATIENCE);
      await device.page.getByText("Fog until ten, then a fair wind.").waitFor(PATIENCE);
      await device.page.getByRole("button", { name: "Edit" }).click(PATIENCE);
      await device.page.getByRole("textbox", { name: "Notes" }).fill("Fog until ten. Then");
      await device.page.reload();
      await expect
        .poll(() => device.page.getByRole("textbox", { name: "Notes" }).inputValue(PATIENCE), PATIENCE)
        .toBe("Fog until ten. Then");
      await device.page.getByRole("button", { name: "Cancel" }).click(PATIENCE);
      await device.page.getByText("Fog until ten, then a fair wind.").waitFor(PATIENCE);
      await device.page.getByRole("status", { name: "Offline" }).waitFor(PATIENCE);
    },
  );

  test.skipIf(!hasChromium)("it outlives the browser and the server, and arrives by itself", async () => {
    await device.switchOff();
    await device.switchOn();
    await device.page.goto(`${device.webUrl}/log/${log}`);
    await waiting("1 change waiting").waitFor(PATIENCE);
    await device.page.getByText("Fog until ten, then a fair wind.").waitFor(PATIENCE);
    await device.startServer();
    await device.hasten(async () => (await waiting("1 change waiting").count()) === 0);
    await expect
      .poll(() => device.rows(`/logbook?select=notes&id=eq.${log}`), PATIENCE)
      .toEqual([{ notes: "Fog until ten, then a fair wind." }]);
    await device.page.getByText("Fog until ten, then a fair wind.").waitFor(PATIENCE);
  });

  test.skipIf(!hasChromium)(
    "a change whose answer was lost is done once, in its place in the order",
    async () => {
      let sent = 0;
      await device.page.route(/\/logbook\?id=/, async (route) => {
        if (route.request().method() !== "PATCH") return route.continue();
        sent++;
        if (sent > 1) return route.continue();
        await route.fetch();
        return route.abort();
      });
      const keys: string[] = [];
      device.page.on("request", (request) => {
        if (request.method() === "PATCH") keys.push(request.headers()["idempotency-key"] ?? "");
      });
      for (const text of ["First", "Second"]) {
        await device.page.getByRole("button", { name: "Edit" }).click(PATIENCE);
        await device.page.getByRole("textbox", { name: "Notes" }).fill(text);
        await device.page.getByRole("button", { name: "Save" }).click(PATIENCE);
        await device.page.getByText(text, { exact: true }).waitFor(PATIENCE);
      }
      await device.hasten(
        async () => (await device.rows(`/logbook?select=notes&id=eq.${log}`))[0].notes === "Second",
      );
      await expect.poll(() => waiting("waiting").count(), PATIENCE).toBe(0);
      expect(keys[0]).toBe(keys[1]);
      expect(new Set(keys).size).toBe(2);
    },
  );

  test.skipIf(!hasChromium)(
    "what the server refuses is said, with the words, until it is given up",
    async () => {
      await device.stopServer();
      await device.page.getByRole("button", { name: "Edit" }).click(PATIENCE);
      await device.page.getByRole("textbox", { name: "Name" }).fill("Name\u0000");
      await device.page.getByRole("button", { name: "Save" }).click(PATIENCE);
      await waiting("1 change waiting").waitFor(PATIENCE);
      await device.startServer();
      await device.hasten(async () => (await waiting("was not taken").count()) > 0);
      await device.page.getByRole("button", { name: "Discard it" }).click(PATIENCE);
      await waiting("was not taken").waitFor({ ...PATIENCE, state: "detached" });
    },
  );
});
