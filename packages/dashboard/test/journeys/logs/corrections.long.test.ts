/** Correcting a log in the dashboard: real service, real browser. Uses the last dashboard build. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { generatedVoyage } from "../../../../../test/support/voyage.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";

const START = Date.now() - 86_400_000;

vi.setConfig({ testTimeout: 3 * PATIENCE.timeout });

describe(hasChromium ? "correcting the logbook in a browser" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;

  const press = (name: string | RegExp) => page.getByRole("button", { name }).click(PATIENCE);
  const preview = () => page.getByRole("dialog", { name: "Preview" });
  const confirm = () => preview().getByRole("button", { name: "Confirm" }).click(PATIENCE);
  const logs = async () => (await skipper.logs(START)).length;
  const openCorrections = () => press("Corrections");

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    await skipper.send(generatedVoyage(START));
    browser = await openBrowser();
    page = browser.page;
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
    await openCorrections();
    const split = page.getByRole("button", { name: "Split here", exact: true });
    await split.waitFor(PATIENCE);
    await expect.poll(() => split.isDisabled(), { ...PATIENCE, message: "no place is chosen" }).toBe(true);
    await expect.poll(() => page.getByRole("slider", { name: "Moment" }).isEnabled(), PATIENCE).toBe(true);
    await page.getByRole("slider", { name: "Moment" }).fill("40");
    await split.click(PATIENCE);
    await expect
      .poll(() => preview().textContent(), PATIENCE)
      .toMatch(/Now.* 8\.1\d NM in 1 h 30 min.*Then.*Two logs.* 3\.\d+ NM in 40 min.* 4\.\d+ NM in 50 min/);
    await preview().getByRole("button", { name: "Cancel" }).click();
    expect(await logs(), "a preview does nothing").toBe(1);
    await press("Split here");
    await confirm();
    await page.getByText(/^Log split, .*, by Aino Meri$/).waitFor(PATIENCE);
    await expect.poll(logs, PATIENCE).toBe(2);
    const [first] = await skipper.logs(START);
    expect(first?.[0]).toBe(before?.[0]);
    expect((first?.[2] ?? 0) - (first?.[1] ?? 0)).toBeCloseTo(40, 0);
    await press("Undo");
    await expect.poll(() => preview().textContent(), PATIENCE).toContain("One log again");
    await confirm();
    await expect.poll(() => skipper.logs(START), PATIENCE).toEqual([before]);
  });

  test.skipIf(!hasChromium)("what is cut off a log was not a trip, and its notes stay", async () => {
    const other = await newSkipper(service);
    await other.send(generatedVoyage(START));
    const [whole] = await other.logs(START);
    await client(service.apiUrl).patch(
      `/logbook?id=eq.${whole?.[0]}`,
      { notes: "Anchor up late" },
      { token: other.sailor.userToken },
    );
    await openAs(page, service.webUrl, other.sailor, `/log/${whole?.[0]}`);
    await page.getByText("Anchor up late").waitFor(PATIENCE);
    await page.getByRole("slider", { name: "Moment" }).fill("20");
    await openCorrections();
    await press("Trim");
    await page.getByRole("menuitem", { name: "Cut off what is before" }).click(PATIENCE);
    await expect.poll(() => preview().textContent(), PATIENCE).toMatch(/Not a trip any more: .* in 20 min/);
    await confirm();
    await expect
      .poll(async () => (await other.logs(START)).map(([, from]) => from), PATIENCE)
      .toEqual([(whole?.[1] ?? 0) + 20]);
    const [rest] = await other.logs(START);
    await page.waitForURL(`${service.webUrl}/log/${rest?.[0]}`, PATIENCE);
    await page.getByText("Anchor up late").waitFor(PATIENCE);
  });

  test.skipIf(!hasChromium)("a log is deleted, and brought back from where it was", async () => {
    const [log] = await skipper.logs(START);
    await openAs(page, service.webUrl, skipper.sailor, `/log/${log?.[0]}`);
    await openCorrections();
    await press(/^Delete$/);
    await expect.poll(() => preview().textContent(), PATIENCE).toContain("it was not a trip");
    await confirm();
    await page.getByText(/^There is no log \d+$/).waitFor(PATIENCE);
    await expect.poll(logs, PATIENCE).toBe(0);
    await press("Undo");
    await confirm();
    await openCorrections();
    await page.getByRole("button", { name: /^Delete$/ }).waitFor(PATIENCE);
    await expect.poll(logs, PATIENCE).toBe(1);
  });

  test.skipIf(!hasChromium)(
    "a log that is joined with the one before leads to the log that both are",
    async () => {
      const other = await newSkipper(service);
      await other.send(passage(START, DAY_TRIP));
      const [first, second] = await other.logs(START);
      await openAs(page, service.webUrl, other.sailor, `/log/${second?.[0]}`);
      await openCorrections();
      await page.getByRole("button", { name: "Join with the log before" }).waitFor(PATIENCE);
      await expect
        .poll(() => page.getByRole("button", { name: "Join with the log after" }).count(), PATIENCE)
        .toBe(0);
      await press("Join with the log before");
      await expect
        .poll(() => preview().textContent(), PATIENCE)
        .toMatch(/The stop of 2 h .* between them becomes a part of it/);
      await confirm();
      await page.waitForURL(`${service.webUrl}/log/${first?.[0]}`, PATIENCE);
      await openCorrections();
      const joined = page.getByRole("heading", { name: "Corrections of this log" });
      await joined.waitFor(PATIENCE);
      await expect
        .poll(async () => (await other.logs(START)).map(([id]) => id), PATIENCE)
        .toEqual([first?.[0]]);
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
      const doubted = expect.stringContaining("Please check");
      await expect.poll(() => rows.allTextContents(), PATIENCE).toEqual([doubted, doubted]);
      await rows.first().click();
      await page.waitForURL(`${service.webUrl}/log/${second?.[0]}`, PATIENCE);
      await page.getByRole("heading", { name: "Is this log right?" }).waitFor(PATIENCE);
      await page.getByText("Please check this log").waitFor(PATIENCE);
      await press("Join with the log beside it");
      await confirm();
      await page.waitForURL(`${service.webUrl}/log/${first?.[0]}`, PATIENCE);
      await openCorrections();
      await page.getByRole("heading", { name: "Corrections of this log" }).waitFor(PATIENCE);
      await page.goto(`${service.webUrl}/logs`);
      await expect
        .poll(() => rows.allTextContents(), PATIENCE)
        .toEqual([expect.not.stringContaining("Please check")]);
    },
  );

  test.skipIf(!hasChromium)("a correction is shown only on the page of its log", async () => {
    const other = await newSkipper(service);
    await other.send(passage(START, DAY_TRIP));
    const [first, second] = await other.logs(START);
    const at = new Date(START + ((first?.[1] ?? 0) + 20) * 60_000).toISOString();
    await other.call("split_logbook_fn", { _id: first?.[0], split_time: at });
    const corrections = page.getByRole("heading", { name: "Corrections of this log" });
    await openAs(page, service.webUrl, other.sailor, `/log/${first?.[0]}`);
    await openCorrections();
    await corrections.waitFor(PATIENCE);
    // Stops the previous page's requests.
    await page.goto(`${service.webUrl}/manifest.webmanifest`);
    const answered = page.waitForResponse(
      (answer) => answer.url().includes("/edits_view") && answer.request().method() === "GET",
      PATIENCE,
    );
    await page.goto(`${service.webUrl}/log/${second?.[0]}`);
    await openCorrections();
    expect(await (await answered).json()).toEqual([]);
    await page.getByRole("button", { name: /^Delete$/ }).waitFor(PATIENCE);
    await expect.poll(() => corrections.count(), PATIENCE).toBe(0);
  });
});
