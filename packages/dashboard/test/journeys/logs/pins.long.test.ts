/** Entries and photos on their log's map. Uses the last dashboard build. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { faultsIn } from "../looks.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 5, 1, 6);
/** Minutes after the log began. */
const SQUALL = 20;
const SEALS = 38;
/** Tolerance of a pin's place in pixels. */
const NEAR = 12;

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

describe(hasChromium ? "the map of a log" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;
  let log: number | undefined;
  let began: number;
  const complaints: string[] = [];

  const chart = () => page.getByRole("figure", { name: /^Track of/ });
  const pin = (name: RegExp) => chart().getByRole("button", { name });
  const here = () => page.getByRole("region", { name: "At this place" });
  const lines = () => page.getByRole("list", { name: "Lines of the logbook" }).getByRole("listitem");
  const timeOf = (minutes: number) => new Date(began + minutes * MINUTE).toISOString();
  const isFocused = (name: string) =>
    page.evaluate(`document.activeElement?.matches(${JSON.stringify(name)})`);

  async function middleOf(what: ReturnType<typeof pin>): Promise<readonly [x: number, y: number]> {
    const box = await what.boundingBox();
    return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  }

  async function write(minutes: number, words: object): Promise<void> {
    const answer = await client(service.apiUrl).post(
      "/log_entries",
      { time: timeOf(minutes), ...words },
      { token: skipper.sailor.userToken },
    );
    expect(answer.status, answer.text).toBe(201);
  }

  /** A photo taken away from the boat. */
  async function photograph(minutes: number, caption: string): Promise<void> {
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 80, height: 60 } });
    const answer = await fetch(`${service.apiUrl}/rpc/add_log_photo_fn`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${skipper.sailor.userToken}`,
        "Content-Type": "application/octet-stream",
      },
      body: new Uint8Array(picture),
    });
    expect(answer.status).toBe(200);
    const [{ id }] = await skipper.rows("/log_photos?select=id");
    const changed = await client(service.apiUrl).patch(
      `/log_photos?id=eq.${id}`,
      { time: timeOf(minutes), caption, latitude: 59.79, longitude: 22.93 },
      { token: skipper.sailor.userToken },
    );
    expect(changed.status, changed.text).toBe(204);
  }

  async function open(width: number): Promise<void> {
    await page.setViewportSize({ width, height: 800 });
    await openAs(page, service.webUrl, skipper.sailor, `/log/${log}`);
    await pin(/Squall/).waitFor(PATIENCE);
  }

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    await skipper.send(passage(START, DAY_TRIP));
    log = (await skipper.logs(START))[0]?.[0];
    began = Date.parse((await skipper.rows(`/logs_view?id=eq.${log}&select=started`))[0].started);
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await page.goto(`${service.webUrl}/sign-in`);
    await write(SQUALL, { kind: "weather", text: "Squall over the point", extra: { windSpeed: 14 } });
    await write(SEALS, { text: "Two seals" });
    await write(SEALS, { text: "A third one" });
    await photograph(30, "The lighthouse");
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) complaints.push(message.text());
    });
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  afterEach(() => expect(complaints.splice(0)).toEqual([]));

  test.skipIf(!hasChromium)("a line stands where the boat was, and leads to the list", async () => {
    await open(1400);
    const squall = pin(/^Weather, Mon 1 Jun 2026, 07:2\d UTC, Wind 14 kn, Squall over the point$/);
    expect(await pin(/Squall/).count()).toBe(1);
    await lines().filter({ hasText: "Squall" }).getByRole("button").first().click(PATIENCE);
    const boat = chart().getByRole("img", { name: "Selected point" });
    await boat.waitFor(PATIENCE);
    const [[x, y], [boatX, boatY]] = [await middleOf(squall), await middleOf(boat)];
    expect(Math.hypot(x - boatX, y - boatY)).toBeLessThan(NEAR);
    await squall.click(PATIENCE);
    await expect.poll(() => here().textContent(PATIENCE), PATIENCE).toMatch(/Squall over the point/);
    await here().getByRole("button", { name: "Show in the logbook" }).click(PATIENCE);
    await here().waitFor({ ...PATIENCE, state: "detached" });
    const line = lines().filter({ hasText: "Squall" });
    const focused = "document.activeElement?.matches('li') && document.activeElement.textContent";
    await expect.poll(() => page.evaluate(focused), PATIENCE).toMatch(/Squall over the point/);
    const box = await line.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(800);
  });

  test.skipIf(!hasChromium)(
    "those of one place are shown together, and the keyboard gets there and back",
    async () => {
      await open(360);
      const seals = pin(/^2: Remark, .*, Two seals; Remark, .*, A third one$/);
      await seals.focus(PATIENCE);
      await page.keyboard.press("Enter");
      await expect.poll(() => here().getByRole("listitem").count(), PATIENCE).toBe(2);
      expect(await isFocused(".pinned")).toBe(true);
      await page.keyboard.press("Escape");
      await here().waitFor({ ...PATIENCE, state: "detached" });
      expect(await isFocused(".map-pin")).toBe(true);
    },
  );

  test.skipIf(!hasChromium)("a photo stands where it was taken, and is seen there", async () => {
    await open(1400);
    const photo = pin(/^Photo, .*, The lighthouse$/);
    const [x] = await middleOf(photo);
    const [squall] = await middleOf(pin(/Squall/));
    // Taken east of the track.
    expect(x).toBeGreaterThan(squall);
    await photo.click(PATIENCE);
    await here().getByRole("img", { name: "The lighthouse" }).waitFor(PATIENCE);
    const width = "document.querySelector('.pinned img')?.naturalWidth";
    await expect.poll(() => page.evaluate(width), PATIENCE).toBe(80);
  });

  test.skipIf(!hasChromium).each([360, 1400])("can be read by everybody, %d px wide", async (width) => {
    await open(width);
    await pin(/The lighthouse/).click(PATIENCE);
    await here().getByRole("img").waitFor(PATIENCE);
    expect(await faultsIn(page, [width])).toEqual([]);
  });
});
