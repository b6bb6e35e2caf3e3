/**
 * A month's backlog over the link: `npx tsx bench/link.ts [--days 33.4] [--paths 30] [--profile FOLDER]`, on the embedded
 * server. A boat that was cut off for a month sends its newest row, then the oldest first, in batches that grow to 1000
 * rows, as the plugin on board does. Prints seconds, and processor seconds of the service and of PostgreSQL, as a line and
 * as JSON.
 */
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { destination } from "@wakelog/kit/geo/distance.ts";
import { NM_M } from "@wakelog/kit/geo/units.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { boats } from "./ingest-boats.ts";
import { runService } from "./support/running-service.ts";

const { values } = parseArgs({
  options: {
    days: { type: "string", default: "33.4" },
    paths: { type: "string", default: "30" },
    profile: { type: "string" },
  },
});
const days = Number(values.days);
const paths = Object.fromEntries(
  Array.from({ length: Number(values.paths) }, (_, i) => [String(i + 1), nameOf(i + 1)]),
);
const FIRST_BATCH = 100;
const LARGEST_BATCH = 1000;

function nameOf(number: number): string {
  if (number === 1) return "navigation.speedOverGround";
  if (number === 2) return "navigation.courseOverGroundTrue";
  return `electrical.batteries.${number}.voltage`;
}

/** Each five minutes at rest, each minute on four hours a day under way: 480 rows a day. */
function rowsOfBacklog(): readonly unknown[] {
  const rows: unknown[] = [];
  const began = Date.now() - days * 1440 * MINUTE;
  for (let minute = 0; minute < days * 1440; minute++) {
    const [day, within] = [Math.floor(minute / 1440), minute % 1440];
    const sailed = Math.min(240, Math.max(0, within - 600));
    const isSailing = sailed > 0 && sailed < 240;
    if (!isSailing && minute % 5 !== 0) continue;
    const reach = ((day % 2 === 0 ? sailed : 240 - sailed) * 5.2 * NM_M) / 60;
    const place = destination({ latitude: 59.8, longitude: 22.9 }, 160, reach);
    const at = destination(place, (minute * 137) % 360, (minute * 31) % 7);
    const read = Object.fromEntries(
      Object.keys(paths).map((number, i) => [number, Number((12 + i + (minute % 97) / 100).toPrecision(7))]),
    );
    rows.push([
      rows.length + 1,
      Math.round(began + minute * MINUTE),
      ...[Number(at.latitude.toFixed(6)), Number(at.longitude.toFixed(6))],
      { ...read, "1": isSailing ? 2.67 : 0.05, "2": 2.79 },
      { max: { "1": isSailing ? 3.1 : 0.2 } },
    ]);
  }
  return rows;
}

/** The newest row, then the others in growing batches. */
function batchesOf(rows: readonly unknown[]): readonly (readonly unknown[])[] {
  const [backlog, batches] = [rows.slice(0, -1), [rows.slice(-1)]];
  for (let at = 0, size = FIRST_BATCH; at < backlog.length; size = Math.min(size * 2, LARGEST_BATCH)) {
    batches.push(backlog.slice(at, at + size));
    at += size;
  }
  return batches;
}

const service = await runService(null, values.profile ?? null);
const senders = boats(service.apiUrl);
const token = await senders.register();
const ask = async (path: string, body: object, key: string): Promise<unknown> => {
  const response = await fetch(service.apiUrl + path, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "Content-Encoding": "gzip",
    },
    body: new Uint8Array(gzipSync(JSON.stringify(body))),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return JSON.parse(text);
};
const paired = Object(await ask("/link/pair", { device: "a device of the benchmark" }, token));
const rows = rowsOfBacklog();
const batches = batchesOf(rows);
const before = await service.cpuTime();
const began = performance.now();
let slowest = 0;
for (const batch of batches) {
  const start = performance.now();
  await ask("/link", { stream: "benchmark1", paths, rows: batch, now: Date.now() }, paired.key);
  slowest = Math.max(slowest, performance.now() - start);
}
const seconds = (performance.now() - began) / 1000;
const after = await service.cpuTime();
const result = {
  rows: rows.length,
  exchanges: batches.length,
  seconds,
  slowestMs: Math.round(slowest),
  serviceCpu: after === null || before === null ? null : after.service - before.service,
  databaseCpu: after === null || before === null ? null : after.database - before.database,
};
console.log(
  `${result.rows} rows in ${result.exchanges} exchanges: ${seconds.toFixed(1)} s, the slowest ${result.slowestMs} ms; ` +
    `processor ${result.serviceCpu?.toFixed(1)} s of the service, ${result.databaseCpu?.toFixed(1)} s of PostgreSQL`,
);
console.log(JSON.stringify(result));
senders.close();
await service.stop();
