// Writes a PMTiles archive, version 3: one file with all tiles of a map, read by ranges of bytes.
// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

const HEADER_BYTES = 127;
/** Readers fetch so many bytes at first: header and root directory must be in them. */
const ROOT_BYTES = 16384 - HEADER_BYTES;
const [GZIP, VECTOR_TILES] = [2, 1];

/** Collects tiles in any order; those with the same bytes are stored once. */
export function archive() {
  const stored = new Map();
  const contents = [];
  const entries = [];
  let length = 0;
  return {
    /** @param id of the first of `run` tiles one after the other that have these bytes */
    add(id, tile, run = 1) {
      const hash = createHash("sha1").update(tile).digest("latin1");
      let place = stored.get(hash);
      if (place === undefined) {
        const bytes = gzipSync(tile, { level: 9 });
        place = { offset: length, length: bytes.length };
        length += bytes.length;
        contents.push(bytes);
        stored.set(hash, place);
      }
      entries.push({ id, run, ...place });
    },
    /** The file. @param metadata what readers are told of the tiles */
    bytes(metadata, maxZoom) {
      entries.sort((a, b) => a.id - b.id);
      const runs = joined(entries);
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
  for (let size = 2048; ; size *= 2) {
    const [pointers, leaves] = [[], []];
    let offset = 0;
    for (let at = 0; at < entries.length; at += size) {
      const leaf = directory(entries.slice(at, at + size));
      pointers.push({ id: entries[at].id, run: 0, offset, length: leaf.length });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = directory(pointers);
    if (root.length <= ROOT_BYTES) return { root, leaves: Buffer.concat(leaves) };
  }
}

function directory(entries) {
  const bytes = [];
  varint(bytes, entries.length);
  let before = 0;
  for (const { id } of entries) {
    varint(bytes, id - before);
    before = id;
  }
  for (const { run } of entries) varint(bytes, run);
  for (const { length } of entries) varint(bytes, length);
  entries.forEach(({ offset }, i) => {
    const last = entries[i - 1];
    varint(bytes, last !== undefined && offset === last.offset + last.length ? 0 : offset + 1);
  });
  return gzipSync(Uint8Array.from(bytes));
}

/** A whole number as seven bits a byte, the lowest first. */
export function varint(bytes, value) {
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
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
  // Not clustered: tiles are stored in the order in which they were made.
  header.set([0, GZIP, GZIP, VECTOR_TILES, 0, maxZoom], 96);
  for (const [i, degrees] of [-180, -85.0511, 180, 85.0511].entries()) {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + i * 4);
  }
  return header;
}
