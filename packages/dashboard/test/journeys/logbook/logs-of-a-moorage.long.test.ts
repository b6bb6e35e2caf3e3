/**
 * From a moorage to its logs: list, map and time-lapse. Real service, real browser. Uses the last dashboard build.
 */

import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { sailSeasons } from "../../../../server/test/cases/season.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { faultsIn } from "../looks.ts";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

describe(hasChromium ? "the logs of a moorage" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;
  /** Two moorages of the same name, visited one after the other. */
  let ids: readonly number[] = [];

  const status = () => page.getByRole("main").getByRole("status").first();
  const address = () => new URL(page.url()).pathname + new URL(page.url()).search;
  const open = (path: string) => openAs(page, service.webUrl, skipper.sailor, path);
  const lines = (count: number) => page.locator(`[data-lines="${count}"]`).waitFor(PATIENCE);

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    const { owner } = service.database;
    const [row] = await owner.transaction((tx) =>
      tx.query(sql`
        select m.vessel_id from app.memberships m join app.accounts a using (account_id)
        where a.email = ${skipper.sailor.email}`),
    );
    const vesselId = String(row?.vessel_id);
    await sailSeasons(owner, vesselId, { first: 2025, last: 2026, logs: 20 });
    const made = await owner.transaction(async (tx) => {
      await tx.run(sql`select set_config('wakelog.vessel_id', ${vesselId}, true)`);
      return await tx.query(sql`
        insert into api.moorages (name, latitude, longitude)
        values ('Kökar', 59.9, 20.9), ('Kökar', 59.95, 20.95) returning id`);
    });
    ids = made.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
    await owner.transaction((tx) =>
      tx.run(sql`
        update api.logbook l
        set _to_moorage_id = (${JSON.stringify(ids)}::jsonb ->> place % 2)::int,
          _from_moorage_id = (${JSON.stringify(ids)}::jsonb ->> place % 3)::int
        from (select id, row_number() over (order by _from_time)::int as place from api.logbook
          where vessel_id = ${vesselId}) placed
        where placed.id = l.id and l.vessel_id = ${vesselId}`),
    );
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    await page.setViewportSize({ width: 1400, height: 900 });
    // A page with a live stream is never idle.
    await page.route("**/live", (route) => route.abort());
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("the link on its page leads to as many as the page counts", async () => {
    for (const [end, title, newest] of [
      ["to", "Logs to here", 5],
      ["from", "Logs from here", 5],
    ] as const) {
      const logs = await skipper.rows(`/logs_view?_${end}_moorage_id=eq.${ids[0]}&select=id`);
      expect(logs.length).toBeGreaterThan(newest);
      await open(`/moorage/${ids[0]}`);
      await page
        .getByRole("region", { name: title })
        .getByRole("link", { name: `and ${logs.length - newest} earlier ones` })
        .click(PATIENCE);
      await expect.poll(address, PATIENCE).toBe(`/logs?${end}_moorage=${ids[0]}`);
      await expect.poll(() => status().textContent(), PATIENCE).toBe(`${logs.length} logs found`);
      const chip = page.getByRole("button", { name: `Remove the filter ${end} Kökar` });
      await chip.waitFor(PATIENCE);
      if (end === "from") {
        await expect.poll(() => page.locator(".skeleton").count(), PATIENCE).toBe(0);
        expect(await faultsIn(page)).toEqual([]);
      }
      await chip.click(PATIENCE);
      await expect.poll(address, PATIENCE).toBe("/logs");
    }
  });

  test.skipIf(!hasChromium)("the map and the time-lapse have the same logs as the list", async () => {
    const logs: readonly unknown[] = await skipper.rows(
      `/logs_view?_to_moorage_id=eq.${ids[1]}&_from_moorage_id=eq.${ids[0]}&select=id`,
    );
    expect(logs.length).toBeGreaterThan(1);
    const query = `?from_moorage=${ids[0]}&to_moorage=${ids[1]}`;
    await open(`/logs${query}`);
    await expect.poll(() => status().textContent(), PATIENCE).toBe(`${logs.length} logs found`);
    await page.getByRole("link", { name: "Map" }).click(PATIENCE);
    await expect.poll(address, PATIENCE).toBe(`/logs/map${query}`);
    await lines(logs.length);
    await expect.poll(() => status().textContent(), PATIENCE).toMatch(new RegExp(`^${logs.length} logs, `));
    await expect.poll(() => page.locator(".skeleton").count(), PATIENCE).toBe(0);
    expect(await faultsIn(page)).toEqual([]);
    await page.getByRole("main").getByRole("link", { name: "Time-lapse" }).click(PATIENCE);
    await expect.poll(address, PATIENCE).toBe(`/timelapse${query}`);
    await expect.poll(() => status().textContent(), PATIENCE).toMatch(new RegExp(`^${logs.length} logs, `));
    await page.getByRole("button", { name: "Remove the filter from Kökar" }).click(PATIENCE);
    await expect.poll(address, PATIENCE).toBe(`/timelapse?to_moorage=${ids[1]}`);
    const more: readonly unknown[] = await skipper.rows(`/logs_view?_to_moorage_id=eq.${ids[1]}&select=id`);
    await expect.poll(() => status().textContent(), PATIENCE).toMatch(new RegExp(`^${more.length} logs, `));
  });

  test.skipIf(!hasChromium)("the map leaves out what any other filter of the list leaves out", async () => {
    const [sailed] = await skipper.rows("/rpc/find_logs_totals_fn?way=sail&min_nm=20");
    const [all] = await skipper.rows("/rpc/find_logs_totals_fn");
    expect(sailed.logs).toBeLessThan(all.logs);
    await open("/logs/map?by=sail&min=20");
    await lines(sailed.logs);
    await page.getByRole("button", { name: "Remove the filter mostly sail" }).waitFor(PATIENCE);
    await page.getByRole("searchbox", { name: "Search" }).fill("nowhere");
    await page.getByText("No matching log").waitFor(PATIENCE);
    await page.getByRole("button", { name: "Show all logs" }).click(PATIENCE);
    await lines(all.logs);
    await expect.poll(() => page.getByRole("searchbox", { name: "Search" }).inputValue(), PATIENCE).toBe("");
  });
});
