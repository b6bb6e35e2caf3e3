// Writes a PMTiles archive, version 3: one file with all tiles of a map, read by byte ranges.
// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { PbfWriter } from "pbf";

const HEADER_BYTES = 127;
/**
 * The dashboard's first request (packages/dashboard/src/map/base/coast-parts.ts) must include the header and root
 * directory.
 */
const FIRST_BYTES = 2048;
/** Entries per leaf: on a slow link every leaf is a wait, and few of its entries are needed. */
const LEAF_ENTRIES = 512;
const [GZIP, VECTOR_TILES] = [2, 1];

/** Collects tiles in any order; identical tiles are stored once. */
export function archive() {
  const stored = new Map();
  const entries = [];
  return {
    /** @param id of the first of `run` consecutive tiles with these bytes */
    add(id, tile, run = 1) {
      const hash = createHash("sha1").update(tile).digest("latin1");
      // Copy: zlib's result keeps its whole 16 kB buffer.
      const bytes = stored.get(hash) ?? Buffer.from(gzipSync(tile, { level: 9 }));
      stored.set(hash, bytes);
      entries.push({ id, run, bytes });
    },
    /** The archive. @param metadata for readers of the tiles */
    bytes(metadata, maxZoom) {
      entries.sort((a, b) => a.id - b.id);
      const { placed, contents, length } = inOrder(entries);
      const runs = joined(placed);
      const { root, leaves } = directories(runs);
      const told = gzipSync(JSON.stringify(metadata));
      const header = headerOf({
        lengths: [root.length, told.length, leaves.length, length],
        counts: [entries.reduce((sum, { run }) => sum + run, 0), runs.length, stored.size],
        maxZoom,
      });
      return Buffer.concat([header, root, told, leaves, ...contents]);
    },
  };
}

/** Sorts tile entries by id, which keeps directories small. */
function inOrder(entries) {
  const offsets = new Map();
  let length = 0;
  const placed = entries.map(({ id, run, bytes }) => {
    const offset = offsets.get(bytes) ?? length;
    if (offset === length) length += bytes.length;
    offsets.set(bytes, offset);
    return { id, run, offset, length: bytes.length };
  });
  return { placed, contents: [...offsets.keys()], length };
}

/** Merges entries of consecutive identical tiles. */
function joined(entries) {
  const runs = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last !== undefined && last.offset === entry.offset && last.id + last.run === entry.id)
      last.run += entry.run;
    else runs.push({ ...entry });
  }
  return runs;
}

/** Splits entries into leaves large enough that the root fits. */
function directories(entries) {
  for (let size = LEAF_ENTRIES; ; size *= 2) {
    const [pointers, leaves] = [[], []];
    let offset = 0;
    for (let at = 0; at < entries.length; at += size) {
      const leaf = directory(entries.slice(at, at + size));
      pointers.push({ id: entries[at].id, run: 0, offset, length: leaf.length });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = directory(pointers);
    if (HEADER_BYTES + root.length <= FIRST_BYTES) return { root, leaves: Buffer.concat(leaves) };
  }
}

function directory(entries) {
  const writer = new PbfWriter();
  writer.writeVarint(entries.length);
  let before = 0;
  for (const { id } of entries) {
    writer.writeVarint(id - before);
    before = id;
  }
  for (const { run } of entries) writer.writeVarint(run);
  for (const { length } of entries) writer.writeVarint(length);
  entries.forEach(({ offset }, i) => {
    const last = entries[i - 1];
    writer.writeVarint(last !== undefined && offset === last.offset + last.length ? 0 : offset + 1);
  });
  return gzipSync(writer.finish());
}

function headerOf({ lengths, counts, maxZoom }) {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("PMTiles", 0);
  header[7] = 3;
  let offset = HEADER_BYTES;
  lengths.forEach((length, i) => {
    header.writeBigUInt64LE(BigInt(offset), 8 + i * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + i * 16);
    offset += length;
  });
  for (const [i, count] of counts.entries()) header.writeBigUInt64LE(BigInt(count), 72 + i * 8);
  // Clustered: tiles are stored in id order.
  header.set([1, GZIP, GZIP, VECTOR_TILES, 0, maxZoom], 96);
  for (const [i, degrees] of [-180, -85.0511, 180, 85.0511].entries()) {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + i * 4);
  }
  return header;
}
