/**
 * The cost and benefit of compressing responses: rows of a boat as JSON, by every content coding at several levels.
 * Processor time, least of several rounds.
 *
 *   npx tsx bench/codings.ts
 */
import zlib, { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Pseudo-random numbers, the same in every run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Metric rows as the API returns them: time and position advance, the rest fluctuates. */
function body(rows: number): Buffer {
  const next = numbers(rows);
  const around = (value: number, by: number, digits: number): number =>
    Number((value + (next() - 0.5) * by).toFixed(digits));
  return Buffer.from(
    JSON.stringify(
      Array.from({ length: rows }, (_, n) => ({
        time: new Date(1_780_000_000_000 + n * 60_000).toISOString(),
        latitude: around(60 + n / 600, 0.001, 7),
        longitude: around(24 + n / 900, 0.001, 7),
        speedoverground: around(6, 2, 2),
        courseovergroundtrue: around(180, 20, 1),
        windspeedapparent: around(12, 8, 1),
        anglespeedapparent: around(45, 30, 1),
        status: "sailing",
        metrics: {
          "electrical.batteries.House.voltage": around(12.6, 0.2, 3),
          "environment.water.temperature": around(288, 1, 2),
        },
      })),
    ),
  );
}

/** Node has it since 22.15; the types are older. */
const zstd: unknown = Reflect.get(zlib, "zstdCompressSync");
function isZstd(
  found: unknown,
): found is (text: Buffer, options: { params: Record<number, number> }) => Buffer {
  return typeof found === "function";
}
/** `ZSTD_c_compressionLevel`, a constant of zstd. */
const ZSTD_LEVEL = 100;
const brotli = (level: number) => (text: Buffer) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: level } });
const CODINGS: readonly (readonly [string, (text: Buffer) => Uint8Array])[] = [
  ...[1, 4, 6, 9].map((level) => [`gzip ${level}`, (text: Buffer) => gzipSync(text, { level })] as const),
  ...[1, 3, 4, 5, 6, 11].map((level) => [`br ${level}`, brotli(level)] as const),
  ...(isZstd(zstd)
    ? [1, 3, 6].map((level) => {
        const options = { params: { [ZSTD_LEVEL]: level } };
        return [`zstd ${level}`, (text: Buffer) => zstd(text, options)] as const;
      })
    : []),
];

const results = [];
for (const rows of [8, 80, 800, 8_000]) {
  const text = body(rows);
  for (const [coding, compress] of CODINGS) {
    const times = Math.max(1, Math.min(200, Math.floor(2_000_000 / text.length)));
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < (coding === "br 11" ? 1 : 5); round++) {
      const before = process.cpuUsage();
      for (let n = 0; n < times; n++) compress(text);
      const spent = process.cpuUsage(before);
      least = Math.min(least, (spent.user + spent.system) / times);
    }
    const size = compress(text).length;
    results.push({
      bytes: text.length,
      coding,
      "% left": Math.round((1000 * size) / text.length) / 10,
      µs: Math.round(least),
    });
  }
}
console.table(results);
console.log(JSON.stringify({ bench: "codings", results }));
