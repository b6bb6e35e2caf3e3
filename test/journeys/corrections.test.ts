/** Putting a log right in the dashboard: real service, real browser. Takes the dashboard that was built last. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../support/passage.ts";
import { startService, type TestService } from "../support/service.ts";
import { newSkipper, type Skipper } from "../support/skipper.ts";
import { generatedVoyage } from "../support/voyage.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser } from "./browser.ts";

const PATIENCE = { timeout: 40_000 };
const START = Date.now() - 86_400_000;

vi.setConfig({ testTimeout: 3 * PATIENCE.timeout });

describe(hasChromium ? "correcting the logbook in a browser" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;

  const press = (name: string | RegExp) => page.getByRole("button", { name }).click(PATIENCE);
  const logs = async () => (await skipper.logs(START)).length;

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    await skipper.send(generatedVoyage(START));
    browser = await openBrowser();
    page = browser.context.pages()[0] ?? (await browser.context.newPage());
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("a log is split at a place along its track, and that is undone", async () => {
    await page.goto(`${service.webUrl}/logs`);
    await page.getByLabel("E-mail").fill(skipper.sailor.email);
    await page.getByLabel("Password").fill(skipper.sailor.password);
    await press("Sign in");
    await page.getByRole("main").getByRole("link", { name: / to / }).click(PATIENCE);
    const [before] = await skipper.logs(START);
    const words = await page.getByText("To split it in two").boundingBox();
    const button = await page.getByRole("button", { name: /^Delete$/ }).boundingBox();
    expect((button?.y ?? 0) - (words?.y ?? 0) - (words?.height ?? 0), "room to press").toBeGreaterThanOrEqual(
      8,
    );
    await page.getByRole("slider", { name: "Moment" }).fill("40");
    expect((button?.y ?? 0) - (words?.y ?? 0) - (words?.height ?? 0), "room to press").toBeGreaterThanOrEqual(
      8,
    );
    await press(/^Split here/);
    await press("Cancel");
    expect(await logs(), "one tap does nothing").toBe(1);
    await press(/^Split here/);
    await press(/^Yes: Split here/);
    await page.getByText(/^Log split, .*, by Aino Meri$/).waitFor(PATIENCE);
    const [first] = await skipper.logs(START);
    expect(await logs()).toBe(2);
    expect(first?.[0]).toBe(before?.[0]);
    expect((first?.[2] ?? 0) - (first?.[1] ?? 0)).toBeCloseTo(40, 0);
    await press("Undo log split");
    await expect.poll(logs, PATIENCE).toBe(1);
    expect(await skipper.logs(START)).toEqual([before]);
  });

  test.skipIf(!hasChromium)("a log is deleted, and brought back from where it was", async () => {
    await page.reload();
    await press(/^Delete$/);
    await press("Yes: Delete");
    await page.getByText(/^There is no log \d+$/).waitFor(PATIENCE);
    expect(await logs()).toBe(0);
    await press("Undo log deleted");
    await page.getByRole("button", { name: /^Delete$/ }).waitFor(PATIENCE);
    expect(await logs()).toBe(1);
  });

  test.skipIf(!hasChromium)(
    "a log that is joined with the one before leads to the log that both are",
    async () => {
      const other = await newSkipper(service);
      await other.send(passage(START, DAY_TRIP));
      const [first, second] = await other.logs(START);
      await openAs(page, service.webUrl, other.sailor, `/log/${second?.[0]}`);
      await press("Join with the log before");
      await press("Yes: Join with the log before");
      await page.waitForURL(`${service.webUrl}/log/${first?.[0]}`, PATIENCE);
      const joined = page.getByRole("heading", { name: "Corrections of this log" });
      await joined.waitFor(PATIENCE);
      expect((await other.logs(START)).map(([id]) => id)).toEqual([first?.[0]]);
      await page.getByRole("figure", { name: /^Track of / }).waitFor(PATIENCE);
    },
  );

  test.skipIf(!hasChromium)(
    "a doubtful log is marked, and deciding leads to the log that is left",
    async () => {
      const other = await newSkipper(service);
      const silent = (row: { time?: unknown }) => {
        const minute = (Date.parse(String(row.time)) - START) / 60_000;
        return [
          [40, 66],
          [75, 101],
          [215, 251],
        ].some(([from = 0, to = 0]) => minute > from && minute < to);
      };
      await other.send(passage(START, DAY_TRIP).filter((row) => !silent(row)));
      const [first, second] = await other.logs(START);
      await openAs(page, service.webUrl, other.sailor, `/logs`);
      const rows = page.getByRole("list", { name: "Logs" }).getByRole("link");
      await rows.first().waitFor(PATIENCE);
      expect(await rows.count()).toBe(2);
      for (const text of await rows.allTextContents()) expect(text).toContain("Please check");
      await rows.first().click();
      await page.waitForURL(`${service.webUrl}/log/${second?.[0]}`, PATIENCE);
      await page.getByRole("heading", { name: "Is this log right?" }).waitFor(PATIENCE);
      await page.getByText("Please check this log").waitFor(PATIENCE);
      await press("Join with the log beside it");
      await press("Yes: Join with the log beside it");
      await page.waitForURL(`${service.webUrl}/log/${first?.[0]}`, PATIENCE);
      await page.getByRole("heading", { name: "Corrections of this log" }).waitFor(PATIENCE);
      await page.goto(`${service.webUrl}/logs`);
      await rows.first().waitFor(PATIENCE);
      expect(await rows.count()).toBe(1);
      expect(await rows.first().textContent()).not.toContain("Please check");
    },
  );

  test.skipIf(!hasChromium)("a correction stands on the page of its own log only", async () => {
    const other = await newSkipper(service);
    await other.send(passage(START, DAY_TRIP));
    const [first, second] = await other.logs(START);
    const at = new Date(START + ((first?.[1] ?? 0) + 20) * 60_000).toISOString();
    await other.call("split_logbook_fn", { _id: first?.[0], split_time: at });
    const corrections = page.getByRole("heading", { name: "Corrections of this log" });
    await openAs(page, service.webUrl, other.sailor, `/log/${first?.[0]}`);
    await corrections.waitFor(PATIENCE);
    await page.goto(`${service.webUrl}/log/${second?.[0]}`);
    await page.getByRole("button", { name: /^Delete$/ }).waitFor(PATIENCE);
    await page.waitForLoadState("networkidle");
    expect(await corrections.count()).toBe(0);
  });
});
