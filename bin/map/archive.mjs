// Writes a PMTiles archive, version 3: one file with all tiles of a map, read by ranges of bytes.
// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { PbfWriter } from "pbf";

const HEADER_BYTES = 127;
/** The dashboard fetches so many bytes at first (packages/dashboard/src/map/base/coast-parts.ts): header and root directory must be in them. */
const FIRST_BYTES = 2048;
/** Entries of a leaf: on a thin link each leaf is waited for, and few of them are needed. */
const LEAF_ENTRIES = 512;
const [GZIP, VECTOR_TILES] = [2, 1];

/** Collects tiles in any order; those with the same bytes are stored once. */
export function archive() {
  const stored = new Map();
  const entries = [];
  return {
    /** @param id of the first of `run` tiles one after the other that have these bytes */
    add(id, tile, run = 1) {
      const hash = createHash("sha1").update(tile).digest("latin1");
      // A copy: what zlib returns keeps its whole buffer of 16 kB.
      const bytes = stored.get(hash) ?? Buffer.from(gzipSync(tile, { level: 9 }));
      stored.set(hash, bytes);
      entries.push({ id, run, bytes });
    },
    /** The file. @param metadata for readers of the tiles */
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

/** Where each tile's bytes are: in the order of ids, in which directories take little room. */
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

/** Tiles one after the other with the same bytes are one entry. */
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

/** Entries in leaves, as large as they must be so that the root, which points to them, is small enough. */
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
  // Clustered: tiles are stored in the order of their ids.
  header.set([1, GZIP, GZIP, VECTOR_TILES, 0, maxZoom], 96);
  for (const [i, degrees] of [-180, -85.0511, 180, 85.0511].entries()) {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + i * 4);
  }
  return header;
}
