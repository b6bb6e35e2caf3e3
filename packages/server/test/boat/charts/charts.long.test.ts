/** The operator's charts over HTTP: the list, the tiles, and nothing else. */
import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ignoreAll, type Observation } from "@wakelog/kit/observe.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { charts } from "../../../src/boat/charts/charts.ts";
import { archiveOf, lineTile } from "./chart-files.ts";

const PICTURE = Buffer.from("89504e470d0a1a0a", "hex");
const SECRET = "a private file";

let home: string;
let folder: string;
let service: TestService;
const seen: Observation[] = [];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "wakelog-charts-"));
  folder = join(home, "charts");
  mkdirSync(join(folder, "Old survey", "1", "0"), { recursive: true });
  writeFileSync(join(folder, "Old survey", "1", "0", "1.png"), PICTURE);
  writeFileSync(join(home, "secret.png"), SECRET);
  symlinkSync(join(home, "secret.png"), join(folder, "Old survey", "1", "0", "0.png"));
  symlinkSync(home, join(folder, "Old survey", "1", "1"));
  symlinkSync(home, join(folder, "elsewhere"));
  writeFileSync(join(folder, ".hidden.pmtiles"), "");
  writeFileSync(join(folder, "notes.txt"), SECRET);
  writeFileSync(join(folder, "broken.pmtiles"), "PMTiles, but no archive");
  writeFileSync(
    join(folder, "harbours.pmtiles"),
    archiveOf({
      kind: "png",
      tiles: [
        [0, PICTURE],
        [3, Buffer.from("east south")],
      ],
      metadata: { name: "Harbours <b>of the north</b>", attribution: "&copy; the harbour office" },
      zooms: [0, 1],
    }),
  );
  writeFileSync(
    join(folder, "depths.pmtiles"),
    archiveOf({
      kind: "vector",
      tiles: [[0, lineTile()]],
      metadata: { vector_layers: [{ id: "depths", fields: {} }] },
      zooms: [0, 0],
    }),
  );
  writeFileSync(
    join(folder, "sky.json"),
    JSON.stringify({
      tilejson: "3.0.0",
      name: "Sky",
      tiles: ["http://127.0.0.1:9/{z}/{x}/{y}.jpg"],
      maxzoom: 12,
    }),
  );
  writeFileSync(join(folder, "wrong.json"), JSON.stringify({ tiles: ["javascript:alert(1)/{z}/{x}/{y}"] }));
  service = await startService({ WAKELOG_DATA_DIR: home }, (observation) => seen.push(observation));
}, 120_000);
afterAll(async () => {
  await service?.stop();
  rmSync(home, { recursive: true });
});

const ask = (path: string, headers = {}) => fetch(service.webUrl + path, { headers });

/** Raw, as `fetch` would normalize dots in a path. */
function askRaw(path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.webUrl);
    get({ hostname, port, path }, (answer) => {
      let body = "";
      answer.setEncoding("latin1").on("data", (part: string) => {
        body += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body }));
    }).on("error", reject);
  });
}

describe("charts in the data directory", () => {
  it("are offered with what they say of themselves, in plain text", async () => {
    const answer = await ask("/charts.json");
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await answer.json()).toEqual([
      expect.objectContaining({
        id: "Old survey",
        title: "Old survey",
        kind: "raster",
        minzoom: 1,
        maxzoom: 1,
      }),
      expect.objectContaining({ id: "depths.pmtiles", title: "depths", kind: "vector", layers: ["depths"] }),
      expect.objectContaining({
        id: "harbours.pmtiles",
        title: "Harbours of the north",
        kind: "raster",
        attribution: "© the harbour office",
        bounds: [5, 50, 30, 65],
        tiles: expect.stringMatching(/^\/charts\/harbours\.pmtiles\/\{z\}\/\{x\}\/\{y\}\?v=[\w-]+$/),
        elsewhere: false,
      }),
      expect.objectContaining({ id: "sky.json", title: "Sky", maxzoom: 12, elsewhere: true }),
    ]);
    const kept = answer.headers.get("etag") ?? "";
    expect((await ask("/charts.json", { "If-None-Match": kept })).status).toBe(304);
  });

  it("that cannot be shown are named once, with the reason", async () => {
    await ask("/charts.json");
    const named = seen.flatMap((one) => (one.kind === "notice" && one.what === "charts" ? one.text : []));
    expect(named).toEqual([
      expect.stringMatching(/^broken\.pmtiles cannot be shown: ./),
      expect.stringMatching(/^wrong\.json cannot be shown: it is not a TileJSON file/),
    ]);
  });

  it("give their tiles, and nothing where there is none", async () => {
    const tile = async (path: string) => {
      const answer = await ask(path);
      return [answer.status, answer.headers.get("content-type"), Buffer.from(await answer.arrayBuffer())];
    };
    expect(await tile("/charts/harbours.pmtiles/0/0/0")).toEqual([200, "image/png", PICTURE]);
    expect(await tile("/charts/harbours.pmtiles/1/1/1")).toEqual([
      200,
      "image/png",
      Buffer.from("east south"),
    ]);
    expect(await tile("/charts/depths.pmtiles/0/0/0")).toEqual([
      200,
      "application/vnd.mapbox-vector-tile",
      lineTile(),
    ]);
    expect(await tile("/charts/Old%20survey/1/0/1")).toEqual([200, "image/png", PICTURE]);
    for (const nowhere of [
      "/charts/harbours.pmtiles/1/0/0",
      "/charts/harbours.pmtiles/9/0/0",
      "/charts/harbours.pmtiles/1/2/0",
      "/charts/Old%20survey/1/0/0",
      "/charts/Old%20survey/1/1/0",
    ])
      expect((await tile(nowhere))[0], nowhere).toBe(204);
  });

  it("are kept for a day by those who have them, under an address that changes with the file", async () => {
    const address = async (): Promise<string> => {
      const answer = await charts(folder, ignoreAll).answer("/charts.json");
      const all: { id: string; tiles: string }[] = JSON.parse(String(answer?.body));
      return all.find(({ id }) => id === "depths.pmtiles")?.tiles ?? "";
    };
    expect((await ask("/charts/harbours.pmtiles/0/0/0")).headers.get("cache-control")).toBe(
      "private, max-age=86400",
    );
    const before = await address();
    utimesSync(join(folder, "depths.pmtiles"), 1_700_000_000, 1_700_000_000);
    expect(await address()).not.toBe(before);
  });

  it("that are put there later are there without a restart", async () => {
    mkdirSync(join(folder, "zz late", "0", "0"), { recursive: true });
    writeFileSync(join(folder, "zz late", "0", "0", "0.webp"), PICTURE);
    await expect
      .poll(async () => (await ask("/charts.json")).text(), { timeout: 20_000 })
      .toContain("zz late");
    rmSync(join(folder, "zz late"), { recursive: true });
  });

  it("let the page ask the servers that they come from, and no others", async () => {
    const policy = (await ask("/")).headers.get("content-security-policy") ?? "";
    expect(/connect-src ([^;]*)/.exec(policy)?.[1]?.split(" ")).toEqual([
      "'self'",
      "https://tiles.openseamap.org",
      "http://127.0.0.1:9",
    ]);
    expect((await ask("/charts/sky.json/0/0/0")).status).toBe(404);
  });

  it("lead to no other file, however an address is written", async () => {
    const part = fc.constantFrom(
      "..",
      ".",
      "%2e%2e",
      "%2f",
      "..%2f..",
      "Old survey",
      "elsewhere",
      "secret.png",
      "notes.txt",
      "1",
      "0",
      "",
      "%00",
      "charts",
      "~",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
        const { status, body } = await askRaw(`/charts/${parts.join("/").replace(/ /g, "%20")}`);
        expect(body).not.toContain(SECRET);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 150 },
    );
  });

  it("that are damaged anywhere stop no answer", async () => {
    const whole = archiveOf({ kind: "png", tiles: [[0, PICTURE]], metadata: {}, zooms: [0, 3] });
    const file = join(folder, "damaged.pmtiles");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        fc.option(fc.nat(whole.length)),
        async (changes, length) => {
          const spoilt = Buffer.from(whole);
          for (const [at, value] of changes) spoilt[at] = value;
          writeFileSync(file, spoilt);
          if (length !== null) truncateSync(file, length);
          const own = charts(folder, ignoreAll);
          expect((await own.answer("/charts.json"))?.status).toBe(200);
          for (const tile of ["0/0/0", "1/1/1", "3/7/7"]) {
            const status = (await own.answer(`/charts/damaged.pmtiles/${tile}`))?.status ?? 404;
            expect([200, 204, 404]).toContain(status);
          }
        },
      ),
      { numRuns: 100 },
    );
    rmSync(file);
  });
});
