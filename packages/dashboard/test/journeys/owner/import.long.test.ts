/** Importing a file and undoing it: real service, real browser. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { faultsIn } from "../looks.ts";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

const ROWS = passage(Date.UTC(2025, 5, 1, 6), DAY_TRIP);
const CSV = ["time,latitude,longitude", ...ROWS.map((row) => `${row.time},${row.latitude},${row.longitude}`)];

describe(hasChromium ? "importing a file" : NO_CHROMIUM, () => {
  let service: TestService;
  let skipper: Skipper;
  let browser: Browser;
  let page: Page;

  const press = (name: string) => page.getByRole("button", { name, exact: true }).click(PATIENCE);
  const choose = (name: string, text: string) =>
    page
      .getByLabel("File", { exact: true })
      .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) }, PATIENCE);

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await page.route("**/live", (route) => route.abort());
    await openAs(page, service.webUrl, skipper.sailor, "/import");
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("says why a file cannot be read", async () => {
    await choose("diary.txt", "Dear diary, today we sailed.");
    await page
      .getByRole("alert")
      .getByText(/format of the file is not supported/)
      .waitFor(PATIENCE);
    expect(await faultsIn(page)).toEqual([]);
  });

  test.skipIf(!hasChromium)(
    "shows what would come of it, and stores nothing when it is called off",
    async () => {
      await choose("June.csv", CSV.join("\n"));
      await page.getByRole("heading", { level: 2, name: "What would come of June.csv" }).waitFor(PATIENCE);
      await page.getByRole("figure", { name: "Chart with the track of the file" }).waitFor(PATIENCE);
      expect(await faultsIn(page)).toEqual([]);
      await press("Cancel");
      await page.getByRole("button", { name: "Choose a file" }).waitFor(PATIENCE);
      expect(await skipper.rows("/metrics?select=time")).toEqual([]);
    },
  );

  test.skipIf(!hasChromium)("stores it, and takes it back", async () => {
    await choose("June.csv", CSV.join("\n"));
    await press(`Import ${ROWS.length} rows`);
    await page.getByText("June.csv is in your logbook").waitFor(PATIENCE);
    await service.drainJobs();
    expect((await skipper.logs(0)).length).toBe(2);
    await press("Undo");
    expect(await faultsIn(page)).toEqual([]);
    await press("Yes: Undo");
    await expect.poll(() => skipper.rows("/metrics?select=time"), PATIENCE).toEqual([]);
    await expect.poll(() => skipper.logs(0), PATIENCE).toEqual([]);
  });

  test.skipIf(!hasChromium)("goes on, or takes back, where storing stopped", async () => {
    const long = [
      CSV[0],
      ...Array.from({ length: 2500 }, (_, n) => `${Date.UTC(2024, 5, 1) + n * 60_000},60,25`),
    ];
    let answers = 0;
    // The first batch arrives; the second is stored, but its response is lost; then the service is down for a moment.
    await page.route("**/rpc/import_batch_fn", async (route) => {
      answers++;
      if (answers === 2) await route.fetch();
      await (answers === 2 || answers === 3 ? route.abort() : route.continue());
    });
    await choose("Summer.csv", long.join("\n"));
    await press("Import 2,500 rows");
    await page.getByRole("heading", { name: "Summer.csv is stored in part" }).waitFor(PATIENCE);
    await page.getByRole("listitem").getByText("Summer.csv").waitFor(PATIENCE);
    expect(await faultsIn(page)).toEqual([]);
    await press("Go on");
    await page.getByRole("heading", { name: "Summer.csv is stored in part" }).waitFor(PATIENCE);
    await press("Go on");
    await page.getByText("Summer.csv is in your logbook").waitFor(PATIENCE);
    expect((await skipper.rows("/metrics?select=time")).length).toBe(2500);

    await page.unroute("**/rpc/import_batch_fn");
    await page.route("**/rpc/import_batch_fn", (route) => route.abort());
    await choose("Autumn.csv", long.join("\n").replaceAll(",60,", ",61,"));
    await press("Import 2,500 rows");
    await page.getByRole("heading", { name: "Autumn.csv is stored in part" }).waitFor(PATIENCE);
    await page.getByRole("button", { name: "Undo", exact: true }).first().click(PATIENCE);
    await page.getByRole("button", { name: "Choose a file" }).waitFor(PATIENCE);
    await page.unroute("**/rpc/import_batch_fn");
  });

  test.skipIf(!hasChromium)("reads characters on the borders of its parts", async () => {
    await choose("Words.csv", `${CSV.join("\n")}\n# a${"\u26f5\ud83c\udf0a".repeat(50_000)}`);
    await page.getByRole("heading", { level: 2, name: "What would come of Words.csv" }).waitFor(PATIENCE);
  });
});
