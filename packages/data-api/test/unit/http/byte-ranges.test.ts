/** Parts of the dashboard's files, as the map reads its tiles. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TIME_LIMITS } from "../../../src/http/time-limits.ts";
import { webFiles } from "../../../src/http/web-files.ts";
import { createWebServer } from "../../../src/http/web-server.ts";
import { listenFreely } from "./listen-freely.ts";

const BYTES = Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 251));
const PAGE = "<!doctype html>".repeat(200);
const folder = mkdtempSync(join(tmpdir(), "wakelog-web-"));
writeFileSync(join(folder, "index.html"), PAGE);
writeFileSync(join(folder, "coast.pmtiles"), BYTES);
mkdirSync(join(folder, "assets"));
writeFileSync(join(folder, "assets", "coast-1a2b.pmtiles"), BYTES);
const server = createWebServer({ folder, apiUrl: "", apiPort: () => 3000, mail: null, limits: TIME_LIMITS });
let url = "";

beforeAll(async () => {
  const port = await listenFreely(server);
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const part = (range: string, headers = {}, path = "/coast.pmtiles") =>
  fetch(url + path, { headers: { range, ...headers } });

it.each([
  ["bytes=0-99", 0, 99],
  ["bytes=4900-", 4900, 4999],
  ["bytes=-10", 4990, 4999],
  ["bytes=-9000", 0, 4999],
  ["bytes=4990-9000", 4990, 4999],
])("of a file are sent as they are asked for: %s", async (range, from, to) => {
  const answer = await part(range);
  expect(answer.status).toBe(206);
  expect(answer.headers.get("content-range")).toBe(`bytes ${from}-${to}/5000`);
  expect(answer.headers.get("content-type")).toBe("application/vnd.pmtiles");
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(BYTES.subarray(from, to + 1));
});

it.each(["bytes=5000-", "bytes=-0"])("that there are not are refused: %s", async (range) => {
  const answer = await part(range);
  expect([answer.status, answer.headers.get("content-range")]).toEqual([416, "bytes */5000"]);
});

it.each(["bytes=0-9,20-29", "bytes=9-0", "bytes=-", "lines=0-9"])(
  "in words that are not understood are the whole file: %s",
  async (range) => {
    const answer = await part(range);
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBe(5000);
  },
);

it("of a version that may be another one are the whole file", async () => {
  const tag = (await part("bytes=0-9")).headers.get("etag") ?? "";
  expect((await part("bytes=0-9", { "if-range": tag })).status).toBe(200);
});

it("are parts of the stored file, never compressed", async () => {
  const answer = await part("bytes=0-1499", { "accept-encoding": "br, gzip" }, "/index.html");
  expect([answer.status, answer.headers.get("content-encoding")]).toEqual([206, null]);
  expect(await answer.text()).toBe(PAGE.slice(0, 1500));
});

it("keeps a large file once, however many are sent it or most of it at the same time", async () => {
  writeFileSync(join(folder, "large.pmtiles"), Buffer.alloc(1_000_000, 7));
  const file = webFiles(folder).get("/large.pmtiles");
  const [one, other] = await Promise.all([file?.read(), file?.read()]);
  const most = await file?.readPart(1000, 999_999);
  expect(one).toHaveLength(1_000_000);
  expect(other).toBe(one);
  expect([most?.length, most?.buffer === one?.buffer]).toEqual([999_000, true]);
});

it("of a version whose name says that it is the same are parts, which browsers keep", async () => {
  const hashed = "/assets/coast-1a2b.pmtiles";
  const tag = (await part("bytes=0-9", {}, hashed)).headers.get("etag") ?? "";
  expect(tag).toMatch(/^"/);
  expect((await part("bytes=0-9", { "if-range": tag }, hashed)).status).toBe(206);
  expect((await part("bytes=0-9", { "if-range": '"another"' }, hashed)).status).toBe(200);
});
