/**
 * The night watch in a browser, with a real service and a boat that drags: armed, heard, latched, acknowledged. Uses
 * the last dashboard build.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { faultsIn } from "../looks.ts";
import { type SendingBoat, sendingBoat } from "./night-at-anchor.ts";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

const MINUTE = 60_000;
const ANCHOR = { latitude: 59.8, longitude: 22.9 };
const PHONE = { width: 360, height: 640 };
const NEEDS_TOUCH = "Touch the screen once to allow the alarm to sound.";

function row(minutesAgo: number, metres: number): object {
  return {
    time: new Date(Date.now() - minutesAgo * MINUTE).toISOString(),
    ...ANCHOR,
    latitude: ANCHOR.latitude + metres / 111_195,
    speedoverground: 0.1,
    courseovergroundtrue: 10,
    windspeedapparent: 12,
    anglespeedapparent: 20,
    status: "anchored",
    metrics: { "environment.depth.belowTransducer": 6.5 },
  };
}

/** Counts the tones that the page starts and stops, by the browser's own audio. */
const LISTEN = `(() => {
  window.tones = { started: 0, stopped: 0 };
  const { start, stop } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...args) {
    if (this.context.state === "running") window.tones.started += 1;
    return start.apply(this, args);
  };
  OscillatorNode.prototype.stop = function (...args) {
    window.tones.stopped += 1;
    return stop.apply(this, args);
  };
})()`;

describe(hasChromium ? "the night watch" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let boat: Skipper;
  let sending: SendingBoat;

  const screen = () => page.getByRole("region", { name: "Anchor watch" });
  const button = (name: string) => screen().getByRole("button", { name });
  const sounds = () => page.evaluate("window.tones.started > window.tones.stopped");
  const alerts = () => boat.rows("/alerts_view?select=name,state,acknowledged_by&order=id");

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    boat = await newSkipper(service);
    await boat.send(Array.from({ length: 40 }, (_, index) => row(200 - 5 * index, 4 * Math.sin(index))));
    sending = sendingBoat(client(service.apiUrl), boat.sailor.vesselToken, ANCHOR);
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await page.addInitScript(LISTEN);
    await page.setViewportSize(PHONE);
  }, 180_000);

  afterAll(async () => {
    await sending?.lose();
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("is one touch from Now, and armed from there", async () => {
    await openAs(page, service.webUrl, boat.sailor, "/");
    await page.getByRole("link", { name: "Anchor watch", exact: true }).click(PATIENCE);
    await page.waitForURL("**/watch", PATIENCE);
    await page.getByText(/^Not armed\./).waitFor(PATIENCE);
    expect(await button("Acknowledge").getAttribute("aria-disabled")).toBe("true");
    // She has swung less than that.
    const radius = screen().getByRole("slider", { name: "Radius" });
    expect(Number(await radius.inputValue())).toBeLessThan(50);
    await radius.fill("50");
    await button("Arm anchor watch").click(PATIENCE);
    await expect.poll(() => screen().textContent(), PATIENCE).toMatch(/\d+mof 50 m, since \d\d:\d\d UTC/);
    expect(await sounds()).toBe(false);
    await page.goto(service.webUrl);
    await page
      .getByRole("link", { name: /^Anchor watch: \d+ m of 50 m, since \d\d:\d\d UTC$/ })
      .waitFor(PATIENCE);
  });

  test.skipIf(!hasChromium)("fits the smallest phone whole, with digits for two metres away", async () => {
    await page.goto(`${service.webUrl}/watch`);
    await screen()
      .getByText(/^of 50 m/)
      .waitFor(PATIENCE);
    const outside = await page.evaluate(`[...document.querySelectorAll(".watch *")]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > innerHeight + 1)
      .map((one) => one.className + one.textContent)`);
    expect(outside).toEqual([]);
    const size = await page.evaluate(
      "parseFloat(getComputedStyle(document.querySelector('.watch__distance')).fontSize)",
    );
    expect(size).toBeGreaterThanOrEqual(95);
    const thumbs = await screen()
      .getByRole("button")
      .evaluateAll((all) => all.map((one) => Math.min(one.clientWidth, one.clientHeight)));
    expect(Math.min(...thumbs)).toBeGreaterThanOrEqual(54);
  });

  test.skipIf(!hasChromium)("says that the sound needs a touch, and is ready after it", async () => {
    const words = page.getByText(NEEDS_TOUCH);
    // To the browser, a test that looks at the page has touched it: the page itself says when the words are there.
    await page.addInitScript(`addEventListener("DOMContentLoaded", () =>
      new MutationObserver((_, observer) => {
        if (!document.body.innerText.includes("${NEEDS_TOUCH}")) return;
        observer.disconnect();
        console.info("${NEEDS_TOUCH}");
      }).observe(document.body, { childList: true, characterData: true, subtree: true }))`);
    const said = page.waitForEvent("console", {
      ...PATIENCE,
      predicate: (one) => one.text() === NEEDS_TOUCH,
    });
    await Promise.all([said, page.reload()]);
    await page.locator(".watch__distance").click(PATIENCE);
    await words.waitFor({ ...PATIENCE, state: "detached" });
  });

  test.skipIf(!hasChromium)("sounds when the boat drags, and stands though it swings back", async () => {
    await sending.measure({ away: 62 });
    await screen().getByText("The boat is outside the ring.").waitFor(PATIENCE);
    await expect.poll(sounds, PATIENCE).toBe(true);
    await expect.poll(alerts, PATIENCE).toMatchObject([{ name: "Anchor watch", state: "raised" }]);
    await sending.measure({ away: 3 });
    await screen().getByText("The boat was outside the ring.").waitFor(PATIENCE);
    expect(await sounds()).toBe(true);
  });

  test.skipIf(!hasChromium)("is silenced, then acknowledged by the keyboard", async () => {
    await button("Silence").click(PATIENCE);
    await expect.poll(sounds, PATIENCE).toBe(false);
    await screen().getByText("The boat was outside the ring.").waitFor(PATIENCE);
    await button("Acknowledge").focus();
    await page.keyboard.press("Enter");
    await screen()
      .getByText("The boat was outside the ring.")
      .waitFor({ ...PATIENCE, state: "detached" });
    expect(await sounds()).toBe(false);
  });

  test.skipIf(!hasChromium)(
    "acknowledges the service's alert with its own, as another device would",
    async () => {
      await sending.measure({ away: 64 });
      await expect.poll(sounds, PATIENCE).toBe(true);
      await button("Acknowledge").click(PATIENCE);
      await expect.poll(sounds, PATIENCE).toBe(false);
      const isAnswered = async () => (await alerts()).at(-1)?.acknowledged_by;
      await expect.poll(isAnswered, PATIENCE).toMatch(/^Aino/);
      await screen().getByText("The boat is outside the ring.").waitFor(PATIENCE);
    },
  );

  test.skipIf(!hasChromium)("looks the same by day and night, and has no fault", async () => {
    for (const theme of ["day", "night"]) {
      await page.evaluate(`localStorage.setItem("wakelog.theme", "${theme}")`);
      await page.reload();
      await screen()
        .getByText(/^of 50 m/)
        .waitFor(PATIENCE);
      expect(await page.evaluate("getComputedStyle(document.querySelector('.watch')).backgroundColor")).toBe(
        "rgb(0, 0, 0)",
      );
      expect(await faultsIn(page), theme).toEqual([]);
    }
    await page.setViewportSize(PHONE);
  });

  test.skipIf(!hasChromium)("sounds when the link is lost, and is disarmed once it is back", async () => {
    await sending.measure({ away: 3 });
    await page.locator(".watch__distance").click(PATIENCE);
    await page.route(/\/api\//, (route) => route.abort());
    await page.evaluate("dispatchEvent(new Event('online'))");
    await screen()
      .getByText("No connection to the boat's server.")
      .waitFor({ timeout: 3 * PATIENCE.timeout });
    await expect.poll(sounds, { timeout: 3 * PATIENCE.timeout }).toBe(true);
    await page.unroute(/\/api\//);
    await button("Acknowledge").click(PATIENCE);
    await button("Disarm").click(PATIENCE);
    await button("Yes: Disarm").click(PATIENCE);
    await page.getByText(/^Not armed\./).waitFor(PATIENCE);
    expect(await sounds()).toBe(false);
    await expect.poll(() => boat.rows("/alert_rules?kind=eq.drag"), PATIENCE).toEqual([]);
  });
});
