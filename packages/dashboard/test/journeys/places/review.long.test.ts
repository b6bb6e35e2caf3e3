/** Pending decisions, events and messages: real service, real browser. Uses the last dashboard build. */

import { destination } from "@wakelog/kit/geo/distance.ts";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";

const DAY_MS = 86_400_000;
const START = Date.parse("2026-08-01T06:00:00Z");

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

describe(hasChromium ? "the review list and the event log in a browser" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;

  const open = (path: string) => openAs(page, service.webUrl, skipper.sailor, path);
  const list = (name: string) => page.getByRole("list", { name });
  const waiting = async (): Promise<readonly { readonly kind: string }[]> =>
    skipper.rows("/review_view?select=kind&order=kind");
  const badge = () =>
    page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: /^Review/ })
      .textContent(PATIENCE);

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    // Silent around departures and arrivals; later seen far away.
    const silent = (row: { time?: unknown }) => {
      const minute = (Date.parse(String(row.time)) - START) / 60_000;
      return [
        [40, 66],
        [75, 101],
        [215, 251],
      ].some(([from = 0, to = 0]) => minute > from && minute < to);
    };
    await skipper.send(passage(START, DAY_TRIP).filter((row) => !silent(row)));
    const away = destination({ latitude: 59.8, longitude: 22.9 }, 225, 60_000);
    await skipper.send(passage(START + 4 * DAY_MS, DAY_TRIP.slice(0, 1), away));
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await page.setViewportSize({ width: 1400, height: 900 });
  }, 180_000);

  afterEach(() => page?.unrouteAll({ behavior: "ignoreErrors" }));

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("what waits is shown in sentences, and counted in the menu", async () => {
    const kinds = (await waiting()).map(({ kind }) => kind);
    expect(kinds).toContain("doubt");
    expect(kinds).toContain("unrecorded");
    await open("/review");
    await page.getByText(`${kinds.length} things to check`, { exact: true }).waitFor(PATIENCE);
    await list("Logs that may be wrong")
      .getByText(/^Is it right where this log begins/)
      .first()
      .waitFor(PATIENCE);
    await list("Passages that were not recorded")
      .getByText(/nothing of it was recorded/)
      .waitFor(PATIENCE);
    await expect.poll(badge, PATIENCE).toContain(String(kinds.length));
  });

  test.skipIf(!hasChromium)("one tap answers, another takes it back; by keyboard alone", async () => {
    const before = await waiting();
    await open("/review");
    const passages = list("Passages that were not recorded");
    const answer = passages.getByRole("button", { name: /^It was a trip/ });
    await answer.focus(PATIENCE);
    await page.keyboard.press("Enter");
    await passages.getByText("You said: It was a trip.").waitFor(PATIENCE);
    const undo = passages.getByRole("button", { name: /^Undo/ });
    await expect.poll(() => undo.isEnabled(), PATIENCE).toBe(true);
    await expect
      .poll(async () => (await waiting()).map(({ kind }) => kind), PATIENCE)
      .not.toContain("unrecorded");
    await page.getByText(/^(1 thing|\d things) to check$/).waitFor(PATIENCE);
    await undo.focus(PATIENCE);
    await page.keyboard.press("Enter");
    await answer.waitFor(PATIENCE);
    await expect
      .poll(async () => {
        await service.drainJobs();
        return waiting();
      }, PATIENCE)
      .toEqual(before);
  });

  test.skipIf(!hasChromium)(
    "when all is answered the logbook is in order, and the badge is gone",
    async () => {
      await open("/review");
      const answers = page.getByRole("main").getByRole("button", { name: /^(Keep it|Not a trip)/ });
      await answers.first().waitFor(PATIENCE);
      for (const { kind } of await waiting()) {
        const group = list(kind === "doubt" ? "Logs that may be wrong" : "Passages that were not recorded");
        const words = kind === "doubt" ? /^Keep it/ : /^Not a trip/;
        const left = await answers.count();
        await group.getByRole("button", { name: words }).first().click(PATIENCE);
        // The same entry must not be answered twice.
        await expect.poll(() => answers.count(), PATIENCE).toBeLessThan(left);
      }
      await page.getByText("Nothing to check").waitFor(PATIENCE);
      await expect.poll(async () => (await waiting()).length, PATIENCE).toBe(0);
      await page.reload();
      await page.getByText("The logbook is in order").waitFor(PATIENCE);
      await expect.poll(badge, PATIENCE).toBe("Review");
    },
  );

  test.skipIf(!hasChromium)(
    "what happened is shown in sentences that lead on, by kind, page by page",
    async () => {
      await open("/events");
      const happened = list("What happened");
      const arrival = happened.getByRole("link", { name: /^Voyage logged: .+, \d.* NM/ }).first();
      await expect.poll(() => arrival.getAttribute("href", PATIENCE), PATIENCE).toMatch(/^\/log\/\d+$/);
      await happened
        .getByText(/^Departed from /)
        .first()
        .waitFor(PATIENCE);
      await expect
        .poll(() => happened.textContent(), PATIENCE)
        .not.toMatch(/finished|sorted into|Other work/);
      await page.getByRole("combobox", { name: "Kind" }).click(PATIENCE);
      await page.getByRole("option", { name: "Account and messages" }).click(PATIENCE);
      await happened.getByText("The boat was registered.").waitFor(PATIENCE);
      await expect.poll(() => new URL(page.url()).search, PATIENCE).toBe("?kind=account");
      await expect.poll(() => happened.getByText("Voyage logged").count(), PATIENCE).toBe(0);
      const api = client(service.apiUrl);
      const notes = Array.from({ length: 30 }, (_, n) => ({ channel: "note", payload: `Note ${n}` }));
      const written = await api.post("/eventlogs_view", notes, { token: skipper.sailor.userToken });
      expect(written.status).toBe(201);
      await page.goto(`${service.webUrl}/events?kind=notes`);
      await happened.getByText("Note 29", { exact: true }).waitFor(PATIENCE);
      await page.getByRole("navigation", { name: "Pages of the list" }).getByText("Older").click(PATIENCE);
      await happened.getByText("Note 4", { exact: true }).waitFor(PATIENCE);
      await expect.poll(() => new URL(page.url()).search, PATIENCE).toBe("?kind=notes&page=2");
      await page.reload();
      await happened.getByText("Note 0", { exact: true }).waitFor(PATIENCE);
    },
  );

  test.skipIf(!hasChromium)("messages say where they went and what became of them", async () => {
    await open("/events");
    await page.getByRole("tab", { name: "Messages" }).click(PATIENCE);
    const told = list("What you were told");
    await told.getByText("Code for your address, E-mail to").first().waitFor(PATIENCE);
    await told.getByText("Waiting").first().waitFor(PATIENCE);
    await expect.poll(() => new URL(page.url()).search, PATIENCE).toBe("?view=told");
    await page.getByRole("combobox", { name: "Kind" }).click(PATIENCE);
    await page.getByRole("option", { name: "A badge" }).click(PATIENCE);
    await expect.poll(() => page.url(), PATIENCE).toContain("kind=new_badge");
  });
});
