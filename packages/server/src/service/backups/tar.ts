/**
 * Tar archives as PostgreSQL writes them: ustar, without extensions.
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06
 */

const BLOCK = 512;
/** Two blocks of zeros end an archive. */
export const END_OF_ARCHIVE: Buffer = Buffer.alloc(2 * BLOCK);

/** Offsets and lengths of header fields. */
const FIELD = {
  name: [0, 100],
  mode: [100, 8],
  size: [124, 12],
  changed: [136, 12],
  sum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
  prefix: [345, 155],
} as const;
type Field = keyof typeof FIELD;

const TYPES = { "0": "file", "\0": "file", "5": "folder" } as const;

/** An archive entry. */
export interface TarHeader {
  readonly name: string;
  readonly type: "file" | "folder";
  /** Size of its content, bytes. */
  readonly size: number;
}

export interface TarEntry extends TarHeader {
  /** The raw header. */
  readonly block: Buffer;
  /** Its content; the rest is skipped if not read. */
  readonly content: AsyncIterable<Buffer>;
}

class TarError extends Error {}

/** The header of a file that only its owner may read. @param seconds modification time, since 1970 */
export function fileHeader(name: string, size: number, seconds: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  write(block, "name", name);
  write(block, "mode", octal(0o600, 7));
  write(block, "size", octal(size, 11));
  write(block, "changed", octal(seconds, 11));
  write(block, "type", "0");
  write(block, "magic", "ustar\0" + "00");
  return summed(block);
}

/** The same header with its path below a folder. */
export function headerBelow(folder: string, block: Buffer): Buffer {
  const moved = Buffer.from(block);
  write(moved, "prefix", folder);
  return summed(moved);
}

/** The zeros that pad content of this size. */
export function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/**
 * The entries of an archive, in order.
 * @throws TarError if it is invalid or truncated
 */
export async function* tarEntries(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new Bytes(source);
  for (;;) {
    const block = await bytes.exactly(BLOCK);
    if (block.every((byte) => byte === 0)) break;
    const header = readHeader(block);
    const content = bytes.upTo(header.size);
    yield { ...header, block, content };
    for await (const _ of content);
    await bytes.exactly(padding(header.size).length);
  }
  await bytes.toTheEnd();
}

function readHeader(block: Buffer): TarHeader {
  if (parseOctal(block, "sum") !== sumOf(block)) throw new TarError("a header is not what it was");
  const type = Object.entries(TYPES).find(([letter]) => letter === read(block, "type"))?.[1];
  const prefix = text(block, "prefix");
  const name = `${prefix === "" ? "" : `${prefix}/`}${text(block, "name")}`;
  if (type === undefined) throw new TarError(`${name} is neither a file nor a folder`);
  return { name, type, size: type === "file" ? parseOctal(block, "size") : 0 };
}

function read(block: Buffer, field: Field): string {
  const [start, length] = FIELD[field];
  return block.toString("latin1", start, start + length);
}

function text(block: Buffer, field: Field): string {
  const [start, length] = FIELD[field];
  return block.toString("utf8", start, start + length).split("\0")[0] ?? "";
}

function parseOctal(block: Buffer, field: Field): number {
  const digits = text(block, field).trim();
  if (!/^[0-7]+$/.test(digits)) throw new TarError(`the ${field} of an entry is not a number`);
  return Number.parseInt(digits, 8);
}

function octal(value: number, digits: number): string {
  return Math.floor(value).toString(8).padStart(digits, "0");
}

function write(block: Buffer, field: Field, value: string): void {
  const [start, length] = FIELD[field];
  if (Buffer.byteLength(value) > length)
    throw new TarError(`${value} is too long for the ${field} of an entry`);
  block.fill(0, start, start + length).write(value, start);
}

function summed(block: Buffer): Buffer {
  write(block, "sum", `${octal(sumOf(block), 6)}\0 `);
  return block;
}

/** The sum of all bytes, with the checksum field as blanks. */
function sumOf(block: Buffer): number {
  const [start, length] = FIELD.sum;
  return block.reduce((sum, byte, at) => sum + (at >= start && at < start + length ? 0x20 : byte), 0);
}

/** Reads exact byte counts from a stream of chunks. */
class Bytes {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async *upTo(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#source.next();
        if (done === true) throw new TarError("it is truncated");
        this.#rest = value;
        continue;
      }
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async exactly(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.upTo(count)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  /** Surfaces errors at the very end. */
  async toTheEnd(): Promise<void> {
    while ((await this.#source.next()).done !== true);
  }
}
