/** Charts as operators have them, made here. */
/** Kinds of tiles, by their number in an archive's header. */
export const TILES = { vector: 1, png: 2 } as const;

/** The parts of an archive. */
export interface ArchiveSketch {
  readonly kind: keyof typeof TILES;
  /** Each tile by its number: 0 is the whole world, 1 to 4 its quarters (west north, west south, east south, east north). */
  readonly tiles: readonly (readonly [id: number, bytes: Buffer])[];
  readonly metadata: unknown;
  readonly zooms: readonly [number, number];
}

/**
 * A PMTiles archive with nothing compressed.
 * @see https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
export function archiveOf({ kind, tiles, metadata, zooms }: ArchiveSketch): Buffer {
  const told = Buffer.from(JSON.stringify(metadata));
  let offset = 0;
  const entries = tiles.map(([id, { length }]) => {
    const entry = { id, length, offset };
    offset += length;
    return entry;
  });
  const root = Buffer.from([
    ...varint(entries.length),
    ...entries.flatMap(({ id }, n) => varint(id - (entries[n - 1]?.id ?? 0))),
    ...entries.flatMap(() => varint(1)),
    ...entries.flatMap((entry) => varint(entry.length)),
    ...entries.flatMap((entry) => varint(entry.offset + 1)),
  ]);
  const header = Buffer.alloc(127);
  header.write("PMTiles", 0);
  header[7] = 3;
  let at = header.length;
  for (const [n, length] of [root.length, told.length, 0, offset].entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + n * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + n * 16);
    at += length;
  }
  const uncompressed = 1;
  header.set([0, uncompressed, uncompressed, TILES[kind], ...zooms], 96);
  for (const [n, degrees] of [5, 50, 30, 65].entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + n * 4);
  return Buffer.concat([header, root, told, ...tiles.map(([, bytes]) => bytes)]);
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}

/** A vector tile with one layer `depths`: a line across it. */
export function lineTile(): Buffer {
  const text = (field: number, bytes: readonly number[]) => [
    (field << 3) | 2,
    ...varint(bytes.length),
    ...bytes,
  ];
  // MoveTo(0, 0), then LineTo(+4096, +4096), zigzagged.
  const geometry = [9, 0, 0, 10, ...varint(8192), ...varint(8192)];
  const feature = [(3 << 3) | 0, 2, ...text(4, geometry)];
  const layer = [
    (15 << 3) | 0,
    2,
    ...text(1, [...Buffer.from("depths")]),
    ...text(2, feature),
    (5 << 3) | 0,
    ...varint(4096),
  ];
  return Buffer.from(text(3, layer));
}
