import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { runCli } from "../../../../../test/support/cli.ts";
import { client, newSailor } from "../../../../../test/support/client.ts";
import { serviceForTests, startService } from "../../../../../test/support/service.ts";
import { logsBetween } from "../../../src/cli/import/logbook.ts";
import type { Progress } from "../../../src/cli/import/progress.ts";
import { type Imported, importFile } from "../../../src/cli/import/run.ts";
import { vesselOfToken } from "../../../src/cli/import/vessel.ts";
import { csv, gpx, history, rmc, START, temporaryFolder, trip } from "./files.ts";

const folder = temporaryFolder();
const quiet: Progress = { at: () => {}, print: () => {}, end: () => {} };
const service = serviceForTests();
const { api } = service;

afterAll(async () => {
  folder.remove();
});

async function newBoat() {
  const sailor = await newSailor(api);
  return { ...vesselOfToken(sailor.vesselToken), userToken: sailor.userToken };
}

type Boat = Awaited<ReturnType<typeof newBoat>>;

function load(path: string, boat: Boat, more: { apiUrl?: string; again?: boolean } = {}): Promise<Imported> {
  return importFile({
    path,
    to: { apiUrl: more.apiUrl ?? service.apiUrl, token: boat.token, vesselId: boat.vesselId },
    stateFolder: `${folder.path}/imports`,
    again: more.again ?? false,
    progress: quiet,
  });
}

async function logbook(boat: Boat): Promise<readonly Record<string, unknown>[]> {
  await service.drainJobs();
  const { json } = await api.get("/logbook?select=_from_time,_to_time,active,distance&order=_from_time", {
    token: boat.userToken,
  });
  return json;
}

async function countRows(boat: Boat): Promise<number> {
  const { headers } = await api.get("/metrics?select=time&limit=1", {
    token: boat.userToken,
    headers: { Prefer: "count=exact" },
  });
  return Number(headers.get("content-range")?.split("/")[1]);
}

describe("importing a file", () => {
  it.each([
    ["track.gpx", gpx(trip())],
    ["history.json", history(trip())],
    ["table.csv", csv(trip())],
    ["sentences.log", trip(10).map(rmc).join("\n")],
    ["table.csv.gz", gzipSync(csv(trip()))],
  ])("%s gives the log that was sailed", async (name, content) => {
    const boat = await newBoat();
    const { total, truncated } = await load(folder.file(name, content), boat);
    expect(truncated).toBeNull();
    expect(total).toMatchObject({ accepted: total.rows, refused: {}, done: true, from: START });
    const [log, ...more] = await logbook(boat);
    expect(more).toEqual([]);
    expect(Math.abs(Date.parse(String(log?._from_time)) - START - 3_600_000)).toBeLessThanOrEqual(120_000);
    expect(Math.abs(Date.parse(String(log?._to_time)) - START - 7_200_000)).toBeLessThanOrEqual(120_000);
    expect(Math.abs(Number(log?.distance) - 5)).toBeLessThan(0.15);
  });

  it("twice is once, with and without knowing of the first time", async () => {
    const boat = await newBoat();
    const path = folder.file("twice.csv", csv(trip(10)));
    const first = await load(path, boat);
    const once = await logbook(boat);
    const second = await load(path, boat);
    expect(second).toMatchObject({ before: first.total.rows, total: first.total });
    const third = await load(path, boat, { again: true });
    expect(third).toMatchObject({ before: 0, total: { rows: 1081, accepted: 1081, refused: {} } });
    expect(await logbook(boat)).toEqual(once);
    expect(await countRows(boat)).toBe(1081);
  });

  it("counts refused rows by reason", async () => {
    const boat = await newBoat();
    await load(folder.file("first.csv", csv(trip(600))), boat);
    const others = trip(600).map((p, i) => ({ ...p, latitude: p.latitude + (i < 3 ? 0.001 : 0) }));
    const wrong = [
      { time: START + 30_000, latitude: 0, longitude: 0, sogKnots: 0 },
      { time: START + 31_000, latitude: 59, longitude: 22, sogKnots: 55 },
      { time: START + 32_000, latitude: 59, longitude: 22, sogKnots: 66 },
    ];
    const { total } = await load(folder.file("second.csv", csv([...others, ...wrong])), boat);
    expect(total.accepted).toBe(others.length - 3);
    expect(total.refused).toEqual({
      "A row with this time but different values is already stored.": 3,
      "The position is 0, 0: the receiver had no fix.": 1,
      "The speed over ground of … kn is not below 40 kn.": 2,
    });
  });

  it("tells the service's own reasons, whatever the service is set to", async () => {
    const strict = await startService({ WAKELOG_SOG_LIMIT: "30" });
    try {
      const { vesselToken } = await newSailor(client(strict.apiUrl));
      const fast = trip(600).map((point, i) => ({ ...point, sogKnots: i % 3 === 0 ? 35 : point.sogKnots }));
      const boat = { ...vesselOfToken(vesselToken), userToken: "" };
      const { total } = await load(folder.file("fast.csv", csv(fast)), boat, { apiUrl: strict.apiUrl });
      expect(total.refused).toEqual({ "The speed over ground of … kn is not below 30 kn.": 7 });
      expect(total.accepted).toBe(12);
    } finally {
      await strict.stop();
    }
  });

  it("keeps what a truncated file has, and sends nothing of one without positions", async () => {
    const boat = await newBoat();
    const whole = gpx(trip());
    const { total, truncated } = await load(
      folder.file("cut.gpx", whole.slice(0, whole.length - 3000)),
      boat,
    );
    expect(truncated).toContain("cut off");
    expect(total.accepted).toBeGreaterThan(130);
    expect(total.done).toBe(false);
    const gzipped = gzipSync(whole);
    const cut = folder.file("cut.gpx.gz", gzipped.subarray(0, gzipped.length - 100));
    expect((await load(cut, boat)).truncated).toContain("cut off");
    const table = folder.file("nowhere.csv", "time,sog (kn)\n2026-06-01T00:00:00Z,5\n");
    await expect(load(table, boat)).rejects.toThrow("needs the columns latitude");
    await expect(load(`${folder.path}/absent.gpx`, boat)).rejects.toThrow("There is no file");
    await expect(load(folder.file("empty.gpx", ""), boat)).rejects.toThrow("The file is empty");
  });

  it("reads UTF-16", async () => {
    const boat = await newBoat();
    const text = Buffer.from(`\uFEFF${csv(trip(600))}`, "utf16le");
    expect((await load(folder.file("wide.csv", text), boat)).total.accepted).toBe(19);
  });
});

describe("a service that falters", () => {
  let proxy: Server | null = null;
  afterEach(() => proxy?.close());

  /** Forwards requests, except those for which `answer` has a status. */
  async function faltering(answer: (n: number) => number | null): Promise<{ url: string; sizes: number[] }> {
    const sizes: number[] = [];
    let n = 0;
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const status = answer(n++);
      if (status !== null) {
        response.writeHead(status, { "Retry-After": "1" }).end("busy");
        return;
      }
      if (request.url?.startsWith("/metrics") === true) sizes.push((JSON.parse(body) as unknown[]).length);
      const passed = await fetch(service.apiUrl + request.url, {
        method: request.method ?? "POST",
        headers: {
          Authorization: String(request.headers.authorization),
          Prefer: String(request.headers.prefer),
          "Content-Type": "application/json",
        },
        body,
      });
      response.writeHead(passed.status, { "Content-Type": "application/json" }).end(await passed.text());
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    proxy = server;
    const address = server.address();
    return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, sizes };
  }

  it("is asked again when it says", async () => {
    const boat = await newBoat();
    const { url, sizes } = await faltering((n) => (n === 0 ? 429 : n === 2 ? 503 : null));
    const start = performance.now();
    const { total } = await load(folder.file("patient.csv", csv(trip(10))), boat, { apiUrl: url });
    expect(performance.now() - start).toBeGreaterThan(1900);
    expect(sizes).toEqual([1000, 81]);
    expect(total.accepted).toBe(1081);
  });

  it("is gone on with where it stopped, and what was answered is not sent again", async () => {
    const boat = await newBoat();
    // Each batch takes two requests: which positions are covered, and the rows.
    const { url, sizes } = await faltering((n) => (n === 5 ? 401 : null));
    const path = folder.file("resumed.csv", csv(trip(4)));
    await expect(load(path, boat, { apiUrl: url })).rejects.toThrow("The token must be the vessel's");
    expect(sizes).toEqual([1000, 1000]);
    const { total, before } = await load(path, boat, { apiUrl: url });
    expect(sizes).toEqual([1000, 1000, 701]);
    expect(before).toBe(2000);
    expect(total).toMatchObject({ rows: 2701, accepted: 2701, from: START, done: true });
  });
});

describe("wakelog import", () => {
  const settings = () => ({ WAKELOG_API_URL: service.apiUrl, WAKELOG_DATA_DIR: `${folder.path}/data` });

  it("says what it did and which logs there are", async () => {
    const boat = await newBoat();
    const run = runCli(["import", folder.file("told.csv", csv(trip())), "--token", boat.token], settings());
    expect(await run.ended, run.output()).toBe(0);
    expect(run.output()).toContain("CSV, 181 rows");
    expect(run.output()).toContain("181 accepted, 0 refused");
    expect(run.output()).toContain("not used: cook");
    expect(run.output()).toMatch(
      /has 1 log:\n {2}2026-06-01 (08:59|09:0\d) - 2026-06-01 (09:5\d|10:0\d) {2}.*, [45]\.\d NM/,
    );
  });

  it("knows the vessels of its installation, also by name", async () => {
    const sailor = await newSailor(api, "Petrel");
    const boat = { ...vesselOfToken(sailor.vesselToken), userToken: sailor.userToken };
    const path = folder.file("own.csv", csv(trip(600)));
    const own = {
      ...settings(),
      DATABASE_URL: service.database.url,
      WAKELOG_JWT_SECRET: "a secret of the tests, long enough",
    };
    for (const name of ["petrel", boat.vesselId]) {
      const run = runCli(["import", path, "--vessel", name], own);
      expect(await run.ended, run.output()).toBe(0);
      expect(await countRows(boat)).toBe(19);
    }
    const none = runCli(["import", path, "--vessel", "unknown"], own);
    expect(await none.ended).toBe(1);
    expect(none.output()).toContain("there is no vessel here with the id, name or MMSI unknown");
  });

  it("exits with 1 for a file that it cannot read, and with 64 for words that it cannot", async () => {
    const refused = runCli(
      ["import", folder.file("prose.txt", "Dear diary"), "--token", (await newBoat()).token],
      settings(),
    );
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain("format of the file is not supported");
    const kmz = folder.file("track.kmz", Buffer.from("PK\u0003\u0004 and so on"));
    const zipped = runCli(["import", kmz, "--token", (await newBoat()).token], settings());
    expect(await zipped.ended).toBe(1);
    expect(zipped.output()).toContain("The file is a zip archive");
    const words = runCli(["import", "file.gpx"], settings());
    expect(await words.ended).toBe(64);
  });
});

describe("real recordings", () => {
  const recording = (name: string) => resolve(import.meta.dirname, "../../../../../../shared/data", name);
  const lake = recording("nmea0183-lille-oe-2019-09-13T17.log");
  const baltic = recording("history-baltic-2022-09-10.json");

  it.skipIf(!existsSync(lake))("an hour on a lake, from sentences (skipped where it is absent)", async () => {
    const boat = await newBoat();
    const { total, remarks } = await load(lake, boat);
    expect(total.rows).toBeGreaterThan(200);
    expect(total.accepted).toBe(total.rows);
    expect([...remarks.skipped]).toEqual([]);
    await service.drainJobs();
    const logs = await logsBetween(
      { apiUrl: service.apiUrl, token: boat.token },
      total.from ?? 0,
      total.to ?? 0,
    );
    expect(logs.length).toBe(1);
    // Under way when the recording began, and at rest for 26 minutes when it ended.
    expect(logs[0]).toMatchObject({ active: false, name: expect.any(String), distance: expect.any(Number) });
    expect(Date.parse(logs[0]?.from ?? "")).toBe(total.from);
    expect(new Date(logs[0]?.to ?? "").toISOString()).toMatch(/^2019-09-13T17:3[3-4]/);
  });

  it.skipIf(!existsSync(baltic))(
    "four hours off Öland, from positions alone (skipped where it is absent)",
    async () => {
      const boat = await newBoat();
      const { total } = await load(baltic, boat);
      expect(total).toMatchObject({ rows: 1450, accepted: 1450 });
      await service.drainJobs();
      const logs = await logsBetween(
        { apiUrl: service.apiUrl, token: boat.token },
        total.from ?? 0,
        total.to ?? 0,
      );
      expect(logs.length).toBe(1);
      expect(logs[0]).toMatchObject({ active: false, distance: expect.any(Number) });
      expect(Date.parse(logs[0]?.from ?? "")).toBe(total.from);
      expect(Date.parse(logs[0]?.to ?? "")).toBeGreaterThan((total.to ?? 0) - 60_000);
    },
  );
});
