/** Reads and writes TIFF directories, the format of EXIF. Pure. */

/** A raw value, in the file's byte order. */
export interface TiffEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly bytes: Uint8Array;
}

/** Size of each type in bytes. */
const SIZES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 };
/** Longer values are ignored. */
const MOST_BYTES = 64;
const HEAD = 8;
const LONG = 4;

/** Reads TIFF directories; anything beyond the end of the file is ignored. */
export class TiffReader {
  readonly #view: DataView;
  readonly little: boolean;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.little = bytes[0] === 0x49;
  }

  /** Offset of the first directory. */
  get first(): number {
    return this.#number(4, 4);
  }

  directory(at: number): readonly TiffEntry[] {
    const found: TiffEntry[] = [];
    const end = at + 2 + 12 * this.#number(at, 2);
    for (let entry = at + 2; entry < end && entry + 12 <= this.#view.byteLength; entry += 12) {
      const [tag, type, count] = [
        this.#number(entry, 2),
        this.#number(entry + 2, 2),
        this.#number(entry + 4, 4),
      ];
      const size = (SIZES[type] ?? 0) * count;
      const place = size > 4 ? this.#number(entry + 8, 4) : entry + 8;
      if (size === 0 || size > MOST_BYTES || place + size > this.#view.byteLength) continue;
      const bytes = new Uint8Array(this.#view.buffer, this.#view.byteOffset + place, size).slice();
      found.push({ tag, type, count, bytes });
    }
    return found;
  }

  /** The directory that an entry points to; empty if there is none. */
  pointedTo(entries: readonly TiffEntry[], tag: number): readonly TiffEntry[] {
    const pointer = entries.find((one) => one.tag === tag && one.type === LONG);
    return pointer === undefined ? [] : this.directory(numbersOf(pointer, this.little)[0] ?? 0);
  }

  #number(at: number, size: 2 | 4): number {
    if (at < 0 || at + size > this.#view.byteLength) return 0;
    return size === 2 ? this.#view.getUint16(at, this.little) : this.#view.getUint32(at, this.little);
  }
}

/** The text of a value. */
export function textOf(entry: TiffEntry | undefined): string {
  return entry === undefined ? "" : new TextDecoder("latin1").decode(entry.bytes).replace(/\0.*$/s, "");
}

/** The numbers of a value; fractions as quotients. */
export function numbersOf(entry: TiffEntry | undefined, little: boolean): readonly number[] {
  if (entry === undefined) return [];
  const view = new DataView(entry.bytes.buffer, entry.bytes.byteOffset, entry.bytes.byteLength);
  return Array.from({ length: entry.count }, (_, n) => {
    if (entry.type === 3) return view.getUint16(2 * n, little);
    if (entry.type === LONG) return view.getUint32(4 * n, little);
    if (entry.type === 5) return view.getUint32(8 * n, little) / view.getUint32(8 * n + 4, little);
    return view.getUint8(n);
  });
}

/** A text value. */
export function textEntry(tag: number, text: string): TiffEntry {
  const bytes = new TextEncoder().encode(`${text}\0`);
  return { tag, type: 2, count: bytes.length, bytes };
}

/**
 * Writes a TIFF with one directory and its subdirectories.
 * @param parts the subdirectories, by the tag of their pointer
 */
export function writeTiff(
  main: readonly TiffEntry[],
  parts: readonly (readonly [tag: number, entries: readonly TiffEntry[]])[],
  little: boolean,
): Uint8Array<ArrayBuffer> {
  const pointers = parts.map(([tag]) => ({ tag, type: LONG, count: 1, bytes: new Uint8Array(4) }));
  const first = [...main, ...pointers].sort((a, b) => a.tag - b.tag);
  const directories = [first, ...parts.map(([, entries]) => entries)];
  const starts = directories.map(
    (_, n) => HEAD + directories.slice(0, n).reduce((sum, one) => sum + sizeOf(one), 0),
  );
  for (const [n, pointer] of pointers.entries()) {
    new DataView(pointer.bytes.buffer).setUint32(0, starts[n + 1] ?? 0, little);
  }
  const file = new Uint8Array(HEAD + directories.reduce((sum, one) => sum + sizeOf(one), 0));
  const view = new DataView(file.buffer);
  file.fill(little ? 0x49 : 0x4d, 0, 2);
  view.setUint16(2, 42, little);
  view.setUint32(4, HEAD, little);
  for (const [n, entries] of directories.entries()) writeDirectory(file, starts[n] ?? HEAD, entries, little);
  return file;
}

function sizeOf(entries: readonly TiffEntry[]): number {
  return 6 + entries.reduce((sum, { bytes }) => sum + 12 + (bytes.length > 4 ? bytes.length : 0), 0);
}

function writeDirectory(file: Uint8Array, at: number, entries: readonly TiffEntry[], little: boolean): void {
  const view = new DataView(file.buffer);
  let beyond = at + 6 + 12 * entries.length;
  view.setUint16(at, entries.length, little);
  for (const [n, { tag, type, count, bytes }] of entries.entries()) {
    const entry = at + 2 + 12 * n;
    view.setUint16(entry, tag, little);
    view.setUint16(entry + 2, type, little);
    view.setUint32(entry + 4, count, little);
    if (bytes.length <= 4) file.set(bytes, entry + 8);
    else {
      view.setUint32(entry + 8, beyond, little);
      file.set(bytes, beyond);
      beyond += bytes.length;
    }
  }
}
