/** Uploads: in chunks cut anywhere, and beside all other requests. */
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { gpx, rmc, trip } from "./files.ts";

const service = serviceForTests();

async function upload(skipper: Skipper, parts: readonly Buffer[]): Promise<number> {
  const { json: id } = await skipper.call("begin_import_fn", { name: "file" });
  for (const part of parts) {
    const content = part.toString("base64");
    expect(await skipper.call("import_part_fn", { _id: id, content, encoding: "base64" })).toMatchObject({
      status: 200,
      json: true,
    });
  }
  return id;
}

/** Stores a file, and returns the metrics of the boat's rows. */
async function stored(skipper: Skipper, parts: readonly Buffer[]): Promise<unknown> {
  const id = await upload(skipper, parts);
  expect(await skipper.call("read_import_fn", { _id: id })).toMatchObject({ status: 200 });
  for (let left = 1; left > 0; ) {
    const { status, json } = await skipper.call("import_batch_fn", { _id: id });
    expect(status).toBe(200);
    left = json.left;
  }
  const rows = await skipper.rows("/metrics?select=time,latitude,status,metrics&order=time");
  await skipper.call("undo_import_fn", { _id: id });
  return rows;
}

function cut(bytes: Buffer, at: readonly number[]): Buffer[] {
  const places = [...new Set([0, ...at.map((one) => one % bytes.length), bytes.length])].sort(
    (a, b) => a - b,
  );
  return places.slice(1).map((end, n) => bytes.subarray(places[n], end));
}

describe("a file that is uploaded", () => {
  it("gives the same rows wherever its parts are cut, whatever it has written in it", async () => {
    const skipper = await newSkipper(service);
    // NUL and half characters, too.
    const words = fc.array(
      fc.oneof(
        fc.constantFrom("⛵", "ä", "\0", "\ud83d", "\ude00", "日本"),
        fc.string({ unit: "binary", maxLength: 5 }),
      ),
      { maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(
        words,
        fc.constantFrom("utf8" as const, "utf16le" as const),
        fc.array(fc.nat(), { maxLength: 12 }),
        async (some, encoding, places) => {
          const written = some.join("");
          const values = [{ path: "navigation.position" }, { path: "diary.text" }];
          const data = trip(3600).map((p) => [new Date(p.time).toISOString(), [25, 60], written]);
          const text = `\uFEFF${JSON.stringify({ values, data })}`;
          const rows = await stored(skipper, cut(Buffer.from(text, encoding), places));
          // Characters that no text can contain are left out.
          const kept = written.replace(/\p{Surrogate}|\0/gu, "");
          expect(rows).toMatchObject(trip(3600).map(() => ({ metrics: { "diary.text": kept } })));
        },
      ),
      { numRuns: 8 },
    );
  });

  it("is refused in parts that are too large, or in no encoding", async () => {
    const skipper = await newSkipper(service);
    const { json: _id } = await skipper.call("begin_import_fn", { name: "file" });
    const part = (content: string, encoding: string) =>
      skipper.call("import_part_fn", { _id, content, encoding });
    expect((await part("ä".repeat(131_072), "text")).json).toBe(true);
    expect((await part("ä".repeat(131_073), "text")).json.message).toBe("A part has at most 256 kB");
    expect((await part("*", "base64")).status).toBe(400);
    expect((await part("x", "hex")).json.hint).toContain("text or base64");
  });
});

/** The longest turn of the event loop while some work is done, as milliseconds of the processor. */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  let [longest, isDone] = [0, false];
  const measured = (async () => {
    while (!isDone) {
      const before = process.cpuUsage();
      await setImmediate();
      longest = Math.max(longest, process.cpuUsage(before).user / 1000);
    }
  })();
  await work();
  isDone = true;
  await measured;
  return longest;
}

describe("others are answered meanwhile", () => {
  const columns = Array.from({ length: 1500 }, (_, n) => `electrical.batteries.b${n}.voltage`);
  it.each([
    ["many points", gpx(trip(1), () => "<extensions><speed>2.5</speed></extensions>").repeat(2)],
    [
      "wide rows",
      `time,lat,lon,${columns.join(",")}\n${trip(20)
        .map((p) => `${p.time},${p.latitude},25${",1".repeat(1500)}`)
        .join("\n")}`,
    ],
    ["a log", trip(1).map(rmc).join("\n")],
  ])("while %s are read and stored", async (_, text) => {
    const skipper = await newSkipper(service);
    const bytes = Buffer.from(text);
    const ends = Array.from({ length: Math.ceil(bytes.length / 200_000) }, (__, n) => n * 200_000);
    const id = await upload(skipper, cut(bytes, ends));
    const held = await longestTurn(async () => {
      for (const name of ["read_import_fn", "preview_import_fn", "import_batch_fn"])
        expect(await skipper.call(name, { _id: id })).toMatchObject({ status: 200 });
    });
    // Other threads of the process are counted, too: the collector of garbage, for example.
    expect(held).toBeLessThan(100);
  });
});
