/** Stays and moorages offline: names, kinds and notes are kept while typing, and arrive once. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { hasChromium, NO_CHROMIUM, openAs, PATIENCE } from "../browser.ts";
import { type Device, keepAll, newDevice } from "./device.ts";

vi.setConfig({ testTimeout: 300_000 });

describe(hasChromium ? "places without a link" : NO_CHROMIUM, () => {
  let device: Device;
  let id: number;

  const waiting = (text: string) => device.page.getByRole("status").filter({ hasText: text });
  const field = (name: string) => device.page.getByLabel(name, { exact: true });
  const button = (name: string) => device.page.getByRole("button", { name, exact: true });
  const open = (path: string) => device.page.goto(device.webUrl + path);
  const offline = () => device.page.getByRole("status", { name: "Offline" }).waitFor(PATIENCE);
  const stored = async () => (await device.rows(`/moorages?select=name,stay_code,notes&id=eq.${id}`))[0];

  beforeAll(async () => {
    if (!hasChromium) return;
    device = await newDevice(PATIENCE);
    id = (await device.rows("/moorages?select=id&order=id&limit=1"))[0].id;
    await openAs(device.page, device.webUrl, device.sailor, "/moorages");
    await keepAll(device);
    await open(`/moorage/${id}`);
    await field("Notes").waitFor(PATIENCE);
  }, 300_000);
  afterAll(() => device?.dispose());

  test.skipIf(!hasChromium)("what is half typed is there again, and is shown once it is saved", async () => {
    await device.stopServer();
    await device.page.reload();
    await offline();
    await field("Notes").fill("Water tap at the third");
    await field("Name").fill("The inner basin");
    await device.page.getByRole("combobox", { name: "Type" }).click(PATIENCE);
    await device.page.getByRole("option", { name: "Mooring buoy" }).click(PATIENCE);
    await device.switchOff();
    await device.switchOn();
    await open(`/moorage/${id}`);
    await expect.poll(() => field("Notes").inputValue(PATIENCE), PATIENCE).toBe("Water tap at the third");
    expect(await field("Name").inputValue()).toBe("The inner basin");
    await field("Notes").fill("Water tap at the third bollard");
    await button("Save").click(PATIENCE);
    await waiting("1 change waiting").waitFor(PATIENCE);
    await device.page.getByRole("heading", { level: 1, name: "The inner basin" }).waitFor(PATIENCE);
    await open("/moorages");
    const listed = device.page.getByRole("link", { name: /The inner basin/ }).first();
    await listed.filter({ hasText: "Mooring buoy" }).waitFor(PATIENCE);
  });

  test.skipIf(!hasChromium)("it arrives by itself", async () => {
    await device.startServer();
    await device.hasten(async () => (await waiting("1 change waiting").count()) === 0);
    const words = { name: "The inner basin", stay_code: 3, notes: "Water tap at the third bollard" };
    expect(await stored()).toEqual(words);
  });

  test.skipIf(!hasChromium)("what another user wrote meanwhile is shown beside it", async () => {
    await open(`/moorage/${id}`);
    await field("Notes").fill("No water");
    await device.stopServer();
    await button("Save").click(PATIENCE);
    await waiting("1 change waiting").waitFor(PATIENCE);
    await device.switchOff();
    await device.startServer();
    const token = device.sailor.userToken;
    const theirs = { notes: "Water again" };
    expect((await device.client.patch(`/moorages?id=eq.${id}`, theirs, { token })).status).toBe(204);
    await device.switchOn();
    await open(`/moorage/${id}`);
    const both = waiting("Changed meanwhile: The inner basin · Notes");
    await both.getByText("No water").waitFor(PATIENCE);
    await open("/monitoring");
    await both.getByRole("link").waitFor(PATIENCE);
    expect(await both.getByText("No water").count()).toBe(0);
    await both.getByRole("link").click(PATIENCE);
    await both.getByText("No water").waitFor(PATIENCE);
    await both.getByText("Water again").waitFor(PATIENCE);
    expect(await stored()).toMatchObject(theirs);
    await both.getByRole("button", { name: "Keep theirs" }).click(PATIENCE);
    await both.waitFor({ ...PATIENCE, state: "detached" });
    await expect.poll(() => field("Notes").inputValue(PATIENCE), PATIENCE).toBe("Water again");
  });
});
