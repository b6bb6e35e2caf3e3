/**
 * What the page of a log shows after a correction is what a reload shows: real service, real browser. Takes the dashboard that
 * was built last.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";

const START = Date.now() - 86_400_000;
/** Longer than a correction may take to show: the machine is busy with others. */
const SHOWN = { timeout: 20_000 };

vi.setConfig({ testTimeout: 5 * PATIENCE.timeout });

describe(hasChromium ? "the page of a log after a correction" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;

  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const preview = () => page.getByRole("dialog", { name: "Preview" });
  const confirm = async () => {
    await preview().getByRole("button", { name: "Confirm" }).click(PATIENCE);
    await preview().waitFor({ ...PATIENCE, state: "hidden" });
  };

  /** Everything that the page says of the log; not the moment of the slider, which a reload forgets. */
  const shown = () =>
    page.evaluate<string>(`[
      ...[...document.querySelectorAll("h1, .page__sub, .figures, .log__beside, .log__details, .corrections__made")]
        .map((part) => part.innerText),
      ...[...document.querySelectorAll(".corrections__buttons button")].map((part) => part.innerText),
      document.querySelector("input[type=range]")?.max,
    ].join("\\n")`);
  const openCorrections = async () => {
    const isOpen = await button("Corrections").getAttribute("aria-expanded", PATIENCE);
    if (isOpen === "false") await button("Corrections").click(PATIENCE);
  };
  const reloaded = async () => {
    await page.reload();
    await page.locator("dt", { hasText: /^Distance$/ }).waitFor(PATIENCE);
    await openCorrections();
    await page.waitForLoadState("networkidle");
    return shown();
  };

  async function open(of: Skipper): Promise<string> {
    const [log] = await of.logs(START);
    await openAs(page, service.webUrl, of.sailor, `/log/${log?.[0]}`);
    return reloaded();
  }

  /** A correction changes what is shown, and a reload changes nothing more. */
  async function expectSettled(before: string): Promise<void> {
    await expect.poll(shown, SHOWN).not.toBe(before);
    const written = page.getByText("This log is being written up");
    await service.drainJobs();
    await written.waitFor({ ...PATIENCE, state: "hidden" });
    await openCorrections();
    let now = "";
    await vi.waitUntil(
      async () => {
        const last = now;
        now = await shown();
        return now === last;
      },
      { ...SHOWN, interval: 1000 },
    );
    expect(now).toBe(await reloaded());
  }

  const corrections: Readonly<Record<string, () => Promise<void>>> = {
    split: async () => {
      await page.getByRole("slider", { name: "Moment" }).fill("30");
      await button("Split here").click(PATIENCE);
      await confirm();
    },
    "undo of the split": async () => {
      await button("Undo").click(PATIENCE);
      await confirm();
    },
    trim: async () => {
      await page.getByRole("slider", { name: "Moment" }).fill("20");
      await button("Trim").click(PATIENCE);
      await page.getByRole("menuitem", { name: "Cut off what is after" }).click(PATIENCE);
      await confirm();
    },
    "new name": async () => {
      await button("Edit").click(PATIENCE);
      await page.getByRole("textbox", { name: "Name" }).fill("To the islands");
      await button("Save").click(PATIENCE);
      await button("Edit").waitFor(PATIENCE);
    },
    join: async () => {
      await button("Join with the log after").click(PATIENCE);
      await confirm();
    },
    "undo of the join": async () => {
      await button("Undo").click(PATIENCE);
      await confirm();
    },
  };

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    await skipper.send(passage(START, DAY_TRIP));
    browser = await openBrowser();
    page = browser.page;
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("is what a reload shows, after each of them", async () => {
    let before = await open(skipper);
    for (const [name, correct] of Object.entries(corrections)) {
      await correct();
      await expectSettled(before).catch((cause: unknown) => {
        throw new Error(`after ${name}`, { cause });
      });
      before = await shown();
    }
  });

  test.skipIf(!hasChromium)("is that of a log which was deleted, once it is brought back", async () => {
    const before = await open(skipper);
    await button("Delete").click(PATIENCE);
    await confirm();
    await page.getByText(/^There is no log \d+$/).waitFor(PATIENCE);
    const gone = await shown();
    await button("Undo").click(PATIENCE);
    await confirm();
    await expectSettled(gone);
    expect(await shown()).toBe(before);
  });

  test.skipIf(!hasChromium)("takes another name at once, without a conflict", async () => {
    const other = await newSkipper(service);
    await other.send(passage(START, DAY_TRIP));
    await open(other);
    await page.getByRole("slider", { name: "Moment" }).fill("25");
    await button("Edit").click(PATIENCE);
    await page.getByRole("textbox", { name: "Name" }).fill("Round the skerries");
    await button("Split here").click(PATIENCE);
    await confirm();
    await service.drainJobs();
    await button("Save").click(PATIENCE);
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent(), PATIENCE)
      .toBe("Round the skerries");
    await button("Edit").waitFor(PATIENCE);
    expect(await page.getByText("Changed meanwhile").count()).toBe(0);
  });
});
