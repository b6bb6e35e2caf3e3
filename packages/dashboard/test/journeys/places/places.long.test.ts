/** Stays and moorages in the dashboard: real service, real browser. Uses the last dashboard build. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";

const START = Date.parse("2026-08-01T06:00:00Z");

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

describe(hasChromium ? "stays and moorages in a browser" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;

  const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor(PATIENCE);
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const stays = () => page.getByRole("list", { name: "Stays" }).getByRole("link");
  const open = (path: string) => openAs(page, service.webUrl, skipper.sailor, path);

  async function choose(label: string, option: string): Promise<void> {
    await page.getByRole("combobox", { name: label }).click(PATIENCE);
    await page.getByRole("option", { name: option }).click(PATIENCE);
  }

  /** Saves and waits for the server. */
  async function save(): Promise<void> {
    await page.getByRole("button", { name: "Save", exact: true }).click(PATIENCE);
    await page.getByText("Saved", { exact: true }).waitFor(PATIENCE);
    await service.drainJobs();
  }

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    await skipper.send(passage(START, DAY_TRIP));
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await page.setViewportSize({ width: 1400, height: 900 });
  }, 180_000);

  afterEach(() => page?.unrouteAll({ behavior: "ignoreErrors" }));

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("stays are found by type, place and time, and the address keeps it", async () => {
    await open("/stays");
    await page.getByText("3 stays", { exact: true }).waitFor(PATIENCE);
    await expect.poll(() => stays().count(), PATIENCE).toBe(3);
    await expect.poll(() => stays().nth(1).textContent(), PATIENCE).toMatch(/Sat 1 Aug, 07:50 – 09:50 UTC/);
    await choose("Type", "Anchor");
    await page.getByText("1 stay", { exact: true }).waitFor(PATIENCE);
    await expect.poll(() => new URL(page.url()).search, PATIENCE).toBe("?type=2");
    await page.reload();
    await page.getByText("1 stay", { exact: true }).waitFor(PATIENCE);
    await page.getByRole("button", { name: "Show all" }).click(PATIENCE);
    await page.getByText("3 stays", { exact: true }).waitFor(PATIENCE);
    await field("From").fill("2026-08-02");
    await page.getByText("1 stay", { exact: true }).waitFor(PATIENCE);
    await field("From").fill("2030-01-01");
    await field("To").fill("2026-07-31");
    await page.getByText("No such stays").waitFor(PATIENCE);
    await page.goto(`${service.webUrl}/stays?place=no+such+place`);
    await page.getByText("No such stays").waitFor(PATIENCE);
    await page.goto(`${service.webUrl}/stays?type=9&page=x&from=never`);
    await page.getByText("3 stays", { exact: true }).waitFor(PATIENCE);
  });

  test.skipIf(!hasChromium)("a stay says why, what it was, and what lies before and after", async () => {
    const [first] = await skipper.rows("/stays?stay_code=eq.2&select=id");
    await open(`/stay/${first.id}`);
    await page.getByText("Arrived", { exact: true }).waitFor(PATIENCE);
    await page.getByText("Departed", { exact: true }).waitFor(PATIENCE);
    await page.getByText(/^Reported anchored, and stayed within \d+ m for .*\.$/).waitFor(PATIENCE);
    await page.getByText(/^Reported sailing and left the anchorage at .* kn\.$/).waitFor(PATIENCE);
    await page.getByText(/59° \d\d\.\d{3}′ N 02\d° \d\d\.\d{3}′ E/).waitFor(PATIENCE);
    const [before, after] = await skipper.logs(START);
    const link = (name: RegExp) => page.getByRole("link", { name });
    await expect
      .poll(() => link(/^The log before/).getAttribute("href"), PATIENCE)
      .toBe(`/log/${before?.[0]}`);
    await expect.poll(() => link(/^The log after/).getAttribute("href"), PATIENCE).toBe(`/log/${after?.[0]}`);
    await field("Name").fill("Behind the island");
    await choose("Type", "Mooring buoy");
    await field("Notes").fill("Good shelter from the south-west.");
    await page.getByText("Not saved yet").waitFor(PATIENCE);
    await save();
    await heading("Behind the island");
    await page.reload();
    await heading("Behind the island");
    await expect.poll(() => field("Notes").inputValue(), PATIENCE).toBe("Good shelter from the south-west.");
    await expect
      .poll(() => page.getByRole("combobox", { name: "Type" }).textContent(), PATIENCE)
      .toContain("Mooring buoy");
    expect(await skipper.rows(`/stays?id=eq.${first.id}&select=name,stay_code,notes`)).toEqual([
      { name: "Behind the island", stay_code: 3, notes: "Good shelter from the south-west." },
    ]);
    await link(/^The moorage/).click(PATIENCE);
    await page.waitForURL(/\/moorage\/\d+$/, PATIENCE);
  });

  test.skipIf(!hasChromium)("what another user wrote meanwhile is shown beside what I wrote", async () => {
    const [first] = await skipper.rows("/stays?order=arrived&limit=1&select=id");
    await open(`/stay/${first.id}`);
    await field("Notes").fill("Mine");
    const api = client(service.apiUrl);
    const ask = { token: skipper.sailor.userToken };
    const patched = await api.patch(`/stays?id=eq.${first.id}`, { notes: "Theirs" }, ask);
    expect(patched.status).toBeLessThan(300);
    await page.getByRole("button", { name: "Save", exact: true }).click(PATIENCE);
    const both = page.getByRole("status").filter({ hasText: "Changed meanwhile" });
    await both.getByRole("definition").filter({ hasText: "Theirs" }).waitFor(PATIENCE);
    await both.getByRole("definition").filter({ hasText: "Mine" }).waitFor(PATIENCE);
    expect(await page.getByText("Saved", { exact: true }).count()).toBe(0);
    const notes = () => skipper.rows(`/stays?id=eq.${first.id}&select=notes`);
    expect(await notes()).toEqual([{ notes: "Theirs" }]);
    await both.getByRole("button", { name: "Keep mine" }).click(PATIENCE);
    await both.waitFor({ ...PATIENCE, state: "detached" });
    await expect.poll(notes, PATIENCE).toEqual([{ notes: "Mine" }]);
    await expect.poll(() => field("Notes").inputValue(PATIENCE), PATIENCE).toBe("Mine");
  });

  test.skipIf(!hasChromium)("a moorage reaches as far as a person says, if that can be", async () => {
    const [one] = await skipper.rows("/moorages?order=id.desc&limit=1&select=id,radius_m");
    expect(one.radius_m).toBe(null);
    const radius = async () => (await skipper.rows(`/moorages?id=eq.${one.id}&select=radius_m`))[0].radius_m;
    await open(`/moorage/${one.id}`);
    await field("Radius").fill("5 m");
    await expect.poll(() => field("Radius").inputValue(), PATIENCE).toBe("5");
    await page.getByRole("button", { name: "Save", exact: true }).click(PATIENCE);
    await page.getByRole("alert").getByText("The radius of a moorage is 20 to 2000 metres").waitFor(PATIENCE);
    await field("Radius").fill("400");
    await save();
    expect(await radius()).toBe(400);
    await page.reload();
    await expect.poll(() => field("Radius").inputValue(), PATIENCE).toBe("400");
    const ask = { token: skipper.sailor.userToken };
    await field("Radius").fill("300");
    await client(service.apiUrl).patch(`/moorages?id=eq.${one.id}`, { radius_m: 200 }, ask);
    await page.getByRole("button", { name: "Save", exact: true }).click(PATIENCE);
    await page.getByRole("definition").filter({ hasText: "200 m" }).waitFor(PATIENCE);
    await page.getByRole("definition").filter({ hasText: "300 m" }).waitFor(PATIENCE);
    await page.getByRole("button", { name: "Keep theirs" }).click(PATIENCE);
    await expect.poll(() => field("Radius").inputValue(), PATIENCE).toBe("200");
    await field("Radius").fill("");
    await save();
    expect(await radius()).toBe(null);
  });

  test.skipIf(!hasChromium)("a moorage gets a name, a type, notes, and is a home port", async () => {
    await open("/moorages");
    await page.getByText(/^\d+ places$/).waitFor(PATIENCE);
    const [home] = await skipper.rows("/moorages_view?order=arrivals_departures.desc&limit=1&select=id");
    await page.getByRole("list", { name: "Moorages" }).getByRole("link").first().click(PATIENCE);
    await page.waitForURL(`${service.webUrl}/moorage/${home.id}`, PATIENCE);
    await field("Name").fill("Our own jetty");
    await choose("Type", "Dock");
    await field("Home port").press("Space");
    await field("Notes").fill("Mind the rock at the entrance.");
    await save();
    await page.reload();
    await heading("Our own jetty");
    await expect.poll(() => field("Home port").isChecked(), PATIENCE).toBe(true);
    expect(await skipper.rows(`/moorages?id=eq.${home.id}&select=name,stay_code,home_flag,notes`)).toEqual([
      { name: "Our own jetty", stay_code: 4, home_flag: true, notes: "Mind the rock at the entrance." },
    ]);
    await expect
      .poll(() => page.getByRole("list", { name: "Visits" }).getByRole("link").count(), PATIENCE)
      .toBe(2);
    const from = page.getByRole("region", { name: "Logs from here" }).getByRole("link");
    const to = page.getByRole("region", { name: "Logs to here" }).getByRole("link");
    const [out, back] = await skipper.logs(START);
    await expect.poll(() => from.first().getAttribute("href"), PATIENCE).toBe(`/log/${out?.[0]}`);
    await expect.poll(() => to.first().getAttribute("href"), PATIENCE).toBe(`/log/${back?.[0]}`);
  });

  test.skipIf(!hasChromium)("moorages are searched and ordered, and chosen on the chart", async () => {
    await open("/moorages");
    const rows = page.getByRole("list", { name: "Moorages" }).getByRole("link");
    await rows.first().waitFor(PATIENCE);
    await field("Search").fill("own jetty");
    await expect.poll(() => rows.count(), PATIENCE).toBe(1);
    await expect.poll(() => new URL(page.url()).searchParams.get("q"), PATIENCE).toBe("own jetty");
    await page.reload();
    await expect.poll(() => rows.count(), PATIENCE).toBe(1);
    await field("Search").fill("");
    await choose("Order", "Name");
    await expect.poll(() => page.url(), PATIENCE).toContain("sort=name");
    const inOrder = async () => {
      const names = await rows.locator(".row__title").allTextContents();
      const sorted = names.toSorted(new Intl.Collator("en", { numeric: true }).compare);
      return names.length > 1 && names.join() === sorted.join();
    };
    await expect.poll(inOrder, PATIENCE).toBe(true);
    await page.getByRole("button", { name: "Our own jetty, home port" }).click(PATIENCE);
    await heading("Our own jetty");
  });

  test.skipIf(!hasChromium)("what is not there is said, and what was never there", async () => {
    await open("/stay/999999");
    await page.getByText("There is no stay 999999").waitFor(PATIENCE);
    await page.goto(`${service.webUrl}/moorage/999999`);
    await page.getByText("There is no moorage 999999").waitFor(PATIENCE);
    const other = await newSkipper(service);
    await openAs(page, service.webUrl, other.sailor, "/stays");
    await page.getByText("No stays yet").waitFor(PATIENCE);
    await page.goto(`${service.webUrl}/moorages`);
    await page.getByText("No moorages yet").waitFor(PATIENCE);
  });
});
