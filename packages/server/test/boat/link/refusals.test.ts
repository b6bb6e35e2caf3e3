/** Exchanges that are refused as a whole, and store nothing. */
import { describe, expect, it } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { ago, linkedBoat, linkRequests, newStream, PATHS, row } from "./linked-boat.ts";

const service = serviceForTests();
const { api } = service;

const { send, metrics } = linkRequests(api);

describe("a refusal of a whole exchange", () => {
  const body = () => ({ stream: newStream(), paths: PATHS, rows: [row(1, ago(1))] });

  it("names what is not of the form, and stores nothing", async () => {
    const boat = await linkedBoat(api);
    const [number, time, latitude, longitude, values] = row(1, ago(1));
    const good = body();
    for (const [wrong, words] of [
      ["{", /^The body/],
      [[], /^The body/],
      [{ ...good, stream: "Upper" }, /^stream/],
      [{ ...good, rows: 1 }, /^rows/],
      [{ ...good, paths: { seven: "a" } }, /^paths/],
      [{ ...good, mode: "fast" }, /^mode/],
      [{ ...good, rows: [row(1, ago(1)), {}] }, /^Row 2/],
      [{ ...good, rows: [[number, time, latitude, longitude]] }, /^Row 1/],
      [{ ...good, rows: [["1", time, latitude, longitude, values]] }, /^Row 1 has no number/],
      [{ ...good, rows: [[0, time, latitude, longitude, values]] }, /^Row 1 has no number/],
      [{ ...good, rows: [[number, "now", latitude, longitude, values]] }, /^Row 1 has no time/],
      [{ ...good, rows: [[number, time, latitude, null, values]] }, /^Row 1 has no position/],
      [{ ...good, rows: [[number, time, latitude, longitude, { volts: 1 }]] }, /^Row 1 has no values/],
      [{ ...good, rows: [[...row(1, ago(1)), { alarms: { a: { state: "odd" } } }]] }, /^Row 1/],
    ] as const) {
      const { status, json } = await api.post("/link", wrong, { token: boat.key });
      expect([status, json.message], JSON.stringify(wrong)).toEqual([400, expect.stringMatching(words)]);
      expect(Object.keys(json).sort()).toEqual(["code", "details", "hint", "message"]);
    }
    expect(await metrics(boat)).toEqual([]);
  });

  it("is 401 without a key, 409 for a wrong clock, unnamed paths and another boat's stream", async () => {
    const boat = await linkedBoat(api);
    for (const token of ["wl_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", boat.vesselToken, boat.userToken])
      expect((await api.post("/link", body(), { token })).status).toBe(401);
    expect((await api.post("/link", body())).status).toBe(401);
    for (const minutes of [-3, 3]) {
      const wrong = await send(boat, { ...body(), now: Date.now() + minutes * 60_000 });
      expect([wrong.status, wrong.json]).toEqual([
        409,
        expect.objectContaining({ code: "clock", time: expect.any(Number) }),
      ]);
    }
    const unnamed = await send(boat, {
      stream: newStream(),
      paths: { "1": PATHS["1"] },
      rows: [row(1, ago(1), { "12": 1 })],
    });
    expect([unnamed.status, unnamed.json]).toEqual([
      409,
      expect.objectContaining({ code: "paths", numbers: [7, 12] }),
    ]);
    expect(await metrics(boat)).toEqual([]);
    const taken = body();
    await send(boat, taken);
    const other = await linkedBoat(api);
    const theirs = await send(other, taken);
    expect([theirs.status, theirs.json.code]).toEqual([409, "stream"]);
    expect(await metrics(other)).toEqual([]);
  });

  it("is 413 with how many rows to send, for too many and for too much", async () => {
    const boat = await linkedBoat(api);
    const many = await send(boat, {
      ...body(),
      rows: Array.from({ length: 1001 }, (_, i) => row(i + 1, ago(5) + i)),
    });
    expect([many.status, many.json.rows]).toEqual([413, 1000]);
    const long = "x".repeat(100_000);
    const much = await send(boat, {
      ...body(),
      rows: Array.from({ length: 100 }, (_, i) => row(i + 1, ago(5) + i, { "9": long })),
    });
    expect(much.status).toBe(413);
    expect(much.json.rows).toBeGreaterThan(10);
    expect(much.json.rows).toBeLessThan(100);
  });

  it("parses nothing behind the row that is one too many, and no row of what is too much", async () => {
    const boat = await linkedBoat(api);
    const rows = (count: number, more: object = {}) =>
      Array.from({ length: count }, (_, i) => JSON.stringify(row(i + 1, ago(5) + i, more)));
    const statusWith = async (whole: readonly string[]) =>
      (
        await api.post("/link", `{"stream": "${newStream()}", "rows": [${[...whole, "[1e]"]}]}`, {
          token: boat.key,
        })
      ).status;
    // Longer than what is parsed at once.
    const long = rows(1000, { "9": "x".repeat(200) });
    expect(await statusWith(long)).toBe(413);
    expect(await statusWith(long.slice(1))).toBe(400);
    expect(await statusWith(rows(100, { "9": "x".repeat(100_000) }))).toBe(413);
  });

  it("is 405 for methods that do nothing here", async () => {
    const boat = await linkedBoat(api);
    for (const [method, path] of [
      ["PUT", "/link"],
      ["POST", "/link/has"],
      ["GET", "/link/pair"],
    ] as const)
      expect((await api.send(method, path, { token: boat.key })).status, path).toBe(405);
  });
});
