/**
 * What people come for, on a phone, with a real service: how many touches each takes. They may only become fewer.
 * Prints touches and seconds; seconds depend on the machine and are not judged. Uses the last dashboard build.
 */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { sailSeason } from "../season.ts";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

const MINUTE = 60_000;
const VOLTAGE = "electrical.batteries.House.voltage";
const DAYS = 20;
const LAST_YEAR = new Date().getUTCFullYear() - 1;
/** Now leads to statistics once this year has a voyage; the season's boat rests for ten days at most before one. */
const HAS_SEASON = Date.now() - Date.UTC(LAST_YEAR + 1, 0) > 14 * 86_400_000;

/** Sends each touch of the screen and each field that is typed into to the test, as the browser sees it. */
const REPORT_TOUCHES = `(() => {
  let typedInto = null;
  addEventListener("pointerdown", ({ isTrusted }) => isTrusted && window.touched(), true);
  addEventListener("input", ({ isTrusted, target }) => {
    if (!isTrusted || target.type === "range" || target === typedInto) return;
    typedInto = target;
    window.touched();
  }, true);
})()`;

interface Journey {
  readonly what: string;
  /** As many as it takes today. */
  readonly most: number;
  readonly boat: "seasoned" | "anchored";
  readonly from: string;
  /** Does it; resolves once its goal is in sight. */
  walk(): Promise<void>;
}

describe(hasChromium ? "what people come for" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let boats: Readonly<Record<Journey["boat"], Skipper>>;
  let touches = 0;
  const figures: string[] = [];

  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const link = (name: string | RegExp) => page.getByRole("link", { name, exact: true });
  const menu = (name: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: new RegExp(`^${name}`) });
  const touch = (what: Locator) => what.click(PATIENCE);
  const appears = (what: Locator) => what.waitFor(PATIENCE);
  const lastVoyage = () => page.getByRole("region", { name: "Last voyages" }).getByRole("listitem").first();
  const slider = () => page.getByRole("slider", { name: "Moment" });

  const JOURNEYS: readonly Journey[] = [
    {
      ...{ what: "Is she all right?", most: 0, boat: "anchored", from: "/" },
      async walk() {
        const line = page.getByRole("status", { name: "Boat" });
        await expect.poll(() => line.textContent(), PATIENCE).toMatch(/^All well\. ?Anchored/);
        expect((await line.boundingBox(PATIENCE))?.y).toBeLessThan(300);
      },
    },
    {
      ...{ what: "Arm the anchor watch", most: 1, boat: "anchored", from: "/" },
      async walk() {
        await touch(button("Arm anchor watch"));
        await appears(link(/^Anchor watch: \d+ m of \d+ m/));
      },
    },
    {
      ...{ what: "How far is she from her anchor, through the night?", most: 1, boat: "anchored", from: "/" },
      async walk() {
        await touch(link(/^Anchor watch: \d+ m of \d+ m/));
        await appears(page.locator(".watch__distance"));
      },
    },
    {
      ...{
        what: "An alarm while reading the logbook: acknowledge it",
        most: 2,
        boat: "anchored",
        from: "/logs",
      },
      async walk() {
        await touch(menu("Alerts"));
        await touch(button("Acknowledge"));
        await appears(page.getByText(/^Acknowledged by /));
      },
    },
    {
      ...{ what: "What did she do last? Play it", most: 2, boat: "seasoned", from: "/" },
      async walk() {
        await touch(lastVoyage());
        await expect.poll(() => slider().isEnabled(), PATIENCE).toBe(true);
        await touch(button("Play"));
        const values = page.locator("dl[aria-label='Instruments']");
        await expect.poll(() => values.textContent(), PATIENCE).toMatch(/Speed.*True wind.*Course.*Depth/);
      },
    },
    {
      ...{ what: "The windiest trip of last year", most: 2, boat: "seasoned", from: "/" },
      async walk() {
        await touch(page.getByRole("main").getByRole("link", { name: "Statistics" }));
        await touch(link(String(LAST_YEAR)));
        const windiest = page
          .getByRole("region", { name: "Windiest, apparent" })
          .getByRole("listitem")
          .first();
        await expect
          .poll(() => windiest.textContent(), PATIENCE)
          .toMatch(new RegExp(`^[\\d.]+ kn.* to .*${LAST_YEAR}$`));
      },
    },
    {
      ...{ what: "Send this trip to my parents", most: 3, boat: "anchored", from: "/log/LOG" },
      async walk() {
        await touch(button("Share"));
        const dialog = page.getByRole("dialog", { name: "Share this log" });
        await touch(dialog.getByRole("button", { name: "Share", exact: true }));
        await touch(dialog.getByRole("button", { name: /^Copy/ }));
        // Copied, or selected where a browser refuses the clipboard.
        await appears(dialog.getByText(/: copied$|^Selected: /));
      },
    },
    {
      ...{ what: "It was two trips: split the log", most: 4, boat: "seasoned", from: "/log/LOG" },
      async walk() {
        await expect.poll(() => slider().isEnabled(), PATIENCE).toBe(true);
        await touch(slider());
        await touch(button("Corrections"));
        await touch(button("Split here"));
        await touch(page.getByRole("dialog", { name: "Preview" }).getByRole("button", { name: "Confirm" }));
        await appears(page.getByText(/^Log split, /));
      },
    },
  ];

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    const seasoned = await newSkipper(service);
    await seasoned.send(passage(Date.UTC(LAST_YEAR, 5, 1, 6), DAY_TRIP));
    await sailSeason(seasoned, DAYS);
    const anchored = await newSkipper(service);
    const parts = DAY_TRIP.slice(0, 3);
    const minutes = parts.reduce((sum, part) => sum + part.minutes, 0);
    const metrics = { [VOLTAGE]: 12.7 };
    const rows = passage(Date.now() - minutes * MINUTE, parts).map((row) => ({ ...row, metrics }));
    const now = { ...rows.at(-1), time: new Date().toISOString() };
    await anchored.send([...rows, now]);
    boats = { seasoned, anchored };
    browser = await openBrowser({ serviceWorkers: "block" });
    ({ page } = browser);
    await browser.context.exposeFunction("touched", () => {
      touches++;
    });
    await page.addInitScript(REPORT_TOUCHES);
  }, 180_000);

  afterAll(async () => {
    process.stdout.write(["| Journey | Touches | Seconds |", "|---|---|---|", ...figures, ""].join("\n"));
    await browser?.close();
    await service?.stop();
  });

  /** Raises an alert on the battery. */
  async function raiseAlert({ sailor, rows, send }: Skipper): Promise<void> {
    const rule = { name: "House bank low", kind: "below", key: "voltage", low: 12, after: "PT0S" };
    const answer = await client(service.apiUrl).post("/alert_rules", rule, { token: sailor.userToken });
    expect(answer.status, answer.text).toBe(201);
    const [place] = await rows("/metrics?select=latitude,longitude&order=time.desc&limit=1");
    const now = { time: new Date().toISOString(), speedoverground: 0, status: "anchored" };
    await send([{ ...now, ...place, metrics: { [VOLTAGE]: 11.5 } }]);
  }

  const possible = JOURNEYS.filter(({ what }) => HAS_SEASON || !what.startsWith("The windiest"));
  test.skipIf(!hasChromium).each(possible)("$what", async ({ what, most, boat, from, walk }) => {
    const skipper = boats[boat];
    if (what.startsWith("An alarm")) await raiseAlert(skipper);
    const [{ id }] = await skipper.rows(
      "/logbook?select=id&_to_time=not.is.null&order=distance.desc&limit=1",
    );
    const start = performance.now();
    await openAs(page, service.webUrl, skipper.sailor, from.replace("LOG", String(id)));
    touches = 0;
    await walk();
    figures.push(`| ${what} | ${touches} | ${((performance.now() - start) / 1000).toFixed(1)} |`);
    expect(touches).toBeLessThanOrEqual(most);
  });
});
