/** Layers over the coast: the server's own charts, and those of other servers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { encodePng } from "@wakelog/kit/pictures/png.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { archiveOf, lineTile } from "../../../../server/test/boat/charts/chart-files.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser, PATIENCE } from "../browser.ts";
import { faultsIn } from "../looks.ts";

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

const SIDE = 256;
const GREEN = [20, 160, 60] as const;
const picture = await encodePng(
  Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, n) => GREEN[n % 3] ?? 0),
  SIDE,
  SIDE,
);

/** The contents of a PNG's data chunks, which may be several (PNG 3, 11.2.3). */
function dataOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = png.indexOf("IDAT"); at !== -1; at = png.indexOf("IDAT", at + 4)) {
    parts.push(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  }
  return Buffer.concat(parts);
}

describe(hasChromium ? "map layers" : NO_CHROMIUM, () => {
  let home: string;
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let boat: Skipper;
  let elsewhere: Server;
  let elsewhereUrl: string;
  let served = 0;
  const asked: string[] = [];

  beforeAll(async () => {
    if (!hasChromium) return;
    elsewhere = createServer((_, answer) => {
      served++;
      answer.writeHead(200, { "Content-Type": "image/png", "Access-Control-Allow-Origin": "*" }).end(picture);
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const address: AddressInfo | string | null = elsewhere.address();
    elsewhereUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    home = mkdtempSync(join(tmpdir(), "wakelog-layers-"));
    const folder = join(home, "charts");
    mkdirSync(folder);
    const whole = {
      tiles: [[0, picture]],
      metadata: { name: "Green paper", attribution: "the office" },
    } as const;
    writeFileSync(join(folder, "paper.pmtiles"), archiveOf({ ...whole, kind: "png", zooms: [0, 0] }));
    writeFileSync(
      join(folder, "depths.pmtiles"),
      archiveOf({
        kind: "vector",
        tiles: [[0, lineTile()]],
        metadata: { vector_layers: [{ id: "depths" }] },
        zooms: [0, 0],
      }),
    );
    writeFileSync(
      join(folder, "sky.json"),
      JSON.stringify({ tilejson: "3.0.0", name: "From above", tiles: [`${elsewhereUrl}/{z}/{x}/{y}.png`] }),
    );
    service = await startService({ WAKELOG_DATA_DIR: home });
    boat = await newSkipper(service);
    const time = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    await boat.send(
      [30, 20, 10].map((n) => ({ time: time(n), latitude: 59.8, longitude: 22.9, speedoverground: 0 })),
    );
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.page;
    page.on("request", (request) => asked.push(request.url()));
    await page.setViewportSize({ width: 1200, height: 900 });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await new Promise((resolve) => (elsewhere === undefined ? resolve(null) : elsewhere.close(resolve)));
    if (home !== undefined) rmSync(home, { recursive: true });
  });

  /** The colour low on the chart, clear of the boat and the list of layers. */
  const colour = async (): Promise<readonly [number, number, number]> => {
    const box = await page.locator(".chart__canvas").first().boundingBox();
    const clip = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + (box?.height ?? 0) * 0.8, width: 1, height: 1 };
    const shot = await page.screenshot({ clip });
    // One pixel: filter type of the row, then the colour, the same for any filter.
    const [, red = 0, green = 0, blue = 0] = inflateSync(dataOf(shot));
    return [red, green, blue];
  };
  const isGreen = async () => {
    const [red, green, blue] = await colour();
    return green > 100 && green > red + 60 && green > blue + 60;
  };
  const strangers = () =>
    asked.filter((url) => ![service.webUrl, service.apiUrl].some((own) => url.startsWith(own)));

  test.skipIf(!hasChromium)(
    "nothing of others is fetched, and no chart, before one is switched on",
    async () => {
      await openAs(page, service.webUrl, boat.sailor, "/");
      await page.locator(".chart__canvas canvas").first().waitFor(PATIENCE);
      await page.getByRole("button", { name: "Layers" }).first().waitFor(PATIENCE);
      await expect.poll(() => asked.some((url) => url.endsWith("/charts.json")), PATIENCE).toBe(true);
      expect(strangers().filter((url) => !/^(data|blob):/.test(url))).toEqual([]);
      expect(asked.filter((url) => url.includes("/charts/"))).toEqual([]);
      expect(served).toBe(0);
    },
  );

  test.skipIf(!hasChromium)(
    "a chart of the own server is switched on in the settings, seen, and stays",
    async () => {
      await page.goto(`${service.webUrl}/settings`);
      const paper = page.getByRole("switch", { name: /^Green paper/ });
      await paper.waitFor(PATIENCE);
      expect(await faultsIn(page)).toEqual([]);
      await page.locator("label", { hasText: "Green paper" }).click(PATIENCE);
      await expect.poll(() => paper.isChecked(), PATIENCE).toBe(true);
      await page.goto(service.webUrl);
      await page.getByText("Green paper: the office").first().waitFor(PATIENCE);
      await expect.poll(isGreen, PATIENCE).toBe(true);
      await page.reload();
      await expect.poll(isGreen, PATIENCE).toBe(true);
      expect(served).toBe(0);
    },
  );

  test.skipIf(!hasChromium)("at night it is red, and no other light", async () => {
    await page.getByTitle("Night").click(PATIENCE);
    await expect
      .poll(async () => {
        const [red, green, blue] = await colour();
        return red > 15 && red < 120 && green < 12 && blue < 12;
      }, PATIENCE)
      .toBe(true);
    await page.getByTitle("Day").click(PATIENCE);
    await expect.poll(isGreen, PATIENCE).toBe(true);
  });

  test.skipIf(!hasChromium)("charts are switched on the map itself, those of other servers too", async () => {
    await page.getByRole("button", { name: "Layers" }).first().click(PATIENCE);
    const dialog = page.getByRole("dialog", { name: "Layers" });
    await dialog.locator("label", { hasText: "Green paper" }).click(PATIENCE);
    await expect.poll(isGreen, PATIENCE).toBe(false);
    await dialog.locator("label", { hasText: "depths" }).click(PATIENCE);
    await expect
      .poll(() => asked.some((url) => url.includes("/charts/depths.pmtiles/")), PATIENCE)
      .toBe(true);
    const { host } = new URL(elsewhereUrl);
    await dialog.getByText(`From ${host}, which then sees which waters you look at.`).waitFor(PATIENCE);
    await dialog.locator("label", { hasText: "From above" }).click(PATIENCE);
    await expect.poll(() => served, PATIENCE).toBeGreaterThan(0);
    await expect.poll(isGreen, PATIENCE).toBe(true);
  });

  test.skipIf(!hasChromium)("a chart that cannot be fetched says so, and the coast stays", async () => {
    await page.route(`${elsewhereUrl}/**`, (route) => route.abort());
    await page.reload();
    await page.getByText("(cannot be fetched now)").first().waitFor(PATIENCE);
    expect(await faultsIn(page)).toEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});
