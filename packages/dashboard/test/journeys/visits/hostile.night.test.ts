/**
 * Worst-case data: names without a space, right to left, of emoji; numbers missing, zero or huge; a stay of two
 * years; a boat at the antimeridian and near a pole. Every page shows it on a phone and a wide screen. Real service,
 * real browser. Uses the last dashboard build.
 */

import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { misfitsIn } from "../looks.ts";
import { OWN_PAGES } from "../seasoned.ts";

const LONG = "Donaudampfschifffahrtsgesellschaftskapitänspatentprüfungsamt";
const ARABIC = "سفينة الريح البعيدة في بحر العرب";
const PICTURES = "🏴‍☠️⛵🌊⚓🧜‍♀️".repeat(8);
const WORDS = [LONG, ARABIC, PICTURES, "<b>&amp;\"'</b> {name} {0} %s", `${LONG}\n\n${LONG}`] as const;
const DAY_MS = 86_400_000;
const YEARS = 730;

vi.setConfig({ testTimeout: 3 * PATIENCE.timeout });

/** Daily rows of a boat at rest. */
function stillFor(days: number, start: number) {
  return Array.from({ length: days }, (_, day) => ({
    time: new Date(start + day * DAY_MS).toISOString(),
    ...{ latitude: 60.1, longitude: 20.3, speedoverground: 0, courseovergroundtrue: null, status: "moored" },
    metrics: {},
  }));
}

/** Rows with absurd readings. */
function strange(rows: readonly object[]) {
  const metrics = {
    [`environment.${LONG}.temperature`]: 1e15,
    "electrical.batteries.House.voltage": 123_456_789.123,
    "electrical.batteries.0.capacity.stateOfCharge": -3,
    "tanks.fuel.0.currentLevel": 1e9,
    "tanks.freshWater.0.currentLevel": 0,
    "environment.depth.belowTransducer": 0,
    "environment.wind.speedTrue": null,
    "propulsion.main.state": LONG,
  };
  return rows.map((row, place) =>
    place % 2 === 0
      ? { ...row, metrics }
      : { ...row, speedoverground: null, windspeedapparent: null, anglespeedapparent: null, metrics: {} },
  );
}

describe(hasChromium ? "what people and boats may write" : NO_CHROMIUM, () => {
  let service: TestService;
  let skipper: Skipper;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const ids: Record<string, readonly number[]> = {};

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service, LONG);
    const now = Date.now();
    await skipper.send(stillFor(YEARS, now - (YEARS + 30) * DAY_MS));
    await skipper.send(passage(now - 20 * DAY_MS, DAY_TRIP, { latitude: -17.2, longitude: 179.98 }));
    await skipper.send(passage(now - 15 * DAY_MS, DAY_TRIP, { latitude: 89.6, longitude: 10 }));
    await skipper.send(strange(passage(now - DAY_MS / 4, DAY_TRIP, { latitude: 59.8, longitude: 22.9 })));
    const api = client(service.apiUrl);
    const token = skipper.sailor.userToken;
    for (const table of ["logbook", "stays", "moorages"]) {
      const rows: readonly { readonly id: number }[] = await skipper.rows(`/${table}?select=id&order=id`);
      ids[table] = rows.map(({ id }) => id);
      for (const [place, { id }] of rows.entries()) {
        const name = WORDS[place % WORDS.length];
        const answer = await api.patch(`/${table}?id=eq.${id}`, { name, notes: WORDS.join("\n") }, { token });
        expect(answer.status, answer.text).toBeLessThan(300);
      }
    }
    const [log = 0] = ids.logbook ?? [];
    // No measurements along the track.
    await service.database.owner.transaction((tx) =>
      tx.run(sql`update api.logbook set track_geom = null, track_geojson = null, distance = null, avg_speed = null,
        max_speed = null where id = ${log}`),
    );
    for (const name of WORDS) {
      const rule = { name: name.replaceAll("\n", " "), kind: "above", key: "voltage", high: 1e12 };
      const answer = await api.post("/alert_rules", rule, { token });
      expect(answer.status, answer.text).toBeLessThan(300);
    }
    browser = await openBrowser();
    page = browser.context.pages()[0] ?? (await browser.context.newPage());
    page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  }, 600_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const addresses = () =>
    OWN_PAGES.flatMap((path) => {
      const table = { LOG: "logbook", STAY: "stays", MOORAGE: "moorages" }[/[A-Z]{3,}/.exec(path)?.[0] ?? ""];
      return table === undefined
        ? [path]
        : (ids[table] ?? []).map((id) => path.replace(/[A-Z]{3,}/, `${id}`));
    });

  test.skipIf(!hasChromium)(
    "fits on every page",
    async () => {
      for (const path of addresses()) {
        await page.setViewportSize({ width: 360, height: 800 });
        await openAs(page, service.webUrl, skipper.sailor, path);
        await page.getByRole("heading", { level: 1 }).first().waitFor(PATIENCE);
        await expect.poll(() => page.locator(".skeleton").count(), PATIENCE).toBe(0);
        await page.waitForTimeout(300);
        for (const width of [360, 1400]) expect.soft(await misfitsIn(page, width), path).toEqual([]);
        expect
          .soft(await page.getByText(/NaN|undefined|Infinity|\[object/).allTextContents(), path)
          .toEqual([]);
        expect.soft(complaints.splice(0), path).toEqual([]);
      }
    },
    900_000,
  );
});
