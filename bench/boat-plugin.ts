/**
 * Measures the boat's plugin: `node --expose-gc --max-old-space-size=64 --import tsx bench/boat-plugin.ts`. 100 000 values at
 * 200 a second with their rows; then a month without a link: bytes on disk, how it is read again, and how it is sent.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { RowBuffer } from "../packages/signalk-wakelog/src/buffer/row-buffer.ts";
import { wireOf } from "../packages/signalk-wakelog/src/link/wire.ts";
import { Recorder } from "../packages/signalk-wakelog/src/recorder.ts";
import { StubServer } from "../packages/signalk-wakelog/test/stub-server.ts";

const PATHS = 200;
const VALUES = 100_000;
const MONTH_ROWS = 16_000;
const VALUES_OF_ROW = 60;
const BATCH = 1000;

const folder = mkdtempSync(join(tmpdir(), "wakelog-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Megabytes that are in use after a collection. */
function megabytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/** Processor and wall time of an act, and the memory that it leaves in use. */
async function measured<T>(name: string, act: () => T | Promise<T>): Promise<T> {
  const [before, cpu, wall] = [megabytes(), process.cpuUsage(), performance.now()];
  const result = await act();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = ((user + system) / 1e6).toFixed(2);
  const passed = ((performance.now() - wall) / 1000).toFixed(2);
  console.log(`${name}: ${seconds} s processor, ${passed} s, ${(megabytes() - before).toFixed(1)} MB`);
  return result;
}

const start = { run: "bench", mono: 0, time: Date.now() };

async function sample(): Promise<void> {
  let mono = 0;
  const clocks = { monotonic: () => mono, system: () => start.time + mono };
  const server = new StubServer(join(folder, "sample"));
  const recorder = await measured("plugin made", async () => {
    const made = new Recorder({
      app: server,
      clocks,
      folder: join(folder, "sample"),
      settings: {
        rest: 300,
        underway: 60,
        deviation: 15,
        skip: [],
        only: [],
        position_source: null,
        watch: [],
      },
      megabytes: 256,
      trip: null,
      recorded: () => undefined,
      notified: () => undefined,
      log: () => undefined,
    });
    made.subscribe();
    await made.open();
    return made;
  });
  await measured(`${VALUES} values at ${PATHS} a second`, () => {
    for (let second = 0; second < VALUES / PATHS; second += 1) {
      mono += 1000;
      for (let path = 3; path < PATHS; path += 1)
        server.say(`some.instrument${path}.value`, second * 1.37 + path / 7);
      server.say("navigation.speedOverGround", 3 + (second % 7) / 20);
      server.say("navigation.courseOverGroundTrue", 1 + (second % 11) / 100);
      server.say("navigation.position", { latitude: 59.5 + second / 40_000, longitude: 22.5 });
      recorder.tick();
    }
  });
  recorder.close();
}

async function month(): Promise<void> {
  const place = join(folder, "month");
  const buffer = await RowBuffer.open(place, start);
  for (let row = 0; row < MONTH_ROWS; row += 1) {
    const values = Object.fromEntries(
      Array.from({ length: VALUES_OF_ROW }, (_, at) => [
        `some.instrument${at}.value`,
        Math.round(row * at * 13.7) / 1000,
      ]),
    );
    const draft = {
      time: start.time + row * 60_000,
      run: "bench",
      mono: row * 60_000,
      flags: 0,
      latitude: 59.5,
      longitude: 22.5,
    };
    buffer.append({ ...draft, values, facts: null }, false);
  }
  console.log(
    `${MONTH_ROWS} rows of ${VALUES_OF_ROW} values: ${(buffer.shelf.size / 1e6).toFixed(1)} MB on disk`,
  );
  buffer.close();
  const again = await measured("a month read again", () => RowBuffer.open(place, { ...start, run: "again" }));
  await measured("a month sent", () => {
    while (again.waiting > 0) {
      const rows = again.rows.oldest(BATCH).map((row) => wireOf(row, (number) => again.paths.nameOf(number)));
      const body = Buffer.from(JSON.stringify({ rows }));
      brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } });
      again.acknowledge(rows.map(([number]) => number));
    }
  });
  again.close();
}

await sample();
await month();
