/**
 * Writes a zip file while its contents come into being: sizes and checksums stand behind each of them.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
import { once } from "node:events";
import type { Writable } from "node:stream";
import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { MARKS, MOST_BYTES } from "./marks.ts";

/** Sizes follow (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const VERSION = 20;
const DEFLATED = 8;
/** 1 January 1980, the first day that a zip file knows. */
const NO_DAY = 0x21;

interface Written {
  readonly name: Buffer;
  readonly sum: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

export class ZipWriter {
  readonly #out: Writable;
  readonly #entries: Written[] = [];
  #at = 0;
  /** Why nothing more can be written: it may come while nobody waits. */
  #fault: Error | null = null;

  /** @param out gets everything; it is ended by {@link end} */
  constructor(out: Writable) {
    this.#out = out;
    out.on("error", (cause) => {
      this.#fault ??= cause;
    });
  }

  /** Adds a file. */
  async add(
    name: string,
    content: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
  ): Promise<void> {
    const entry = { name: Buffer.from(name), at: this.#at };
    const head = Buffer.alloc(30);
    head.writeUInt32LE(MARKS.file, 0);
    this.#facts(head, 4, entry.name);
    await this.#write(Buffer.concat([head, entry.name]));
    let [sum, size] = [0, 0];
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const piece of content) {
        const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
        sum = crc32(bytes, sum);
        size += bytes.length;
        yield bytes;
      }
    }
    const start = this.#at;
    const source = Readable.from(counted(), { objectMode: false });
    const packer = createDeflateRaw();
    source.on("error", (cause) => packer.destroy(cause)).pipe(packer);
    for await (const piece of packer) await this.#write(piece);
    const packed = this.#at - start;
    if (size > MOST_BYTES || this.#at > MOST_BYTES) throw new Error(`${name} is too large for a zip file`);
    const tail = Buffer.alloc(16);
    tail.writeUInt32LE(MARKS.sizes, 0);
    tail.writeUInt32LE(sum, 4);
    tail.writeUInt32LE(packed, 8);
    tail.writeUInt32LE(size, 12);
    await this.#write(tail);
    this.#entries.push({ ...entry, sum, packed, size });
  }

  /** Writes the list of the files, and ends. */
  async end(): Promise<void> {
    const start = this.#at;
    for (const { name, sum, packed, size, at } of this.#entries) {
      const head = Buffer.alloc(46);
      head.writeUInt32LE(MARKS.listed, 0);
      head.writeUInt16LE(VERSION, 4);
      this.#facts(head, 6, name);
      head.writeUInt32LE(sum, 16);
      head.writeUInt32LE(packed, 20);
      head.writeUInt32LE(size, 24);
      head.writeUInt32LE(at, 42);
      await this.#write(Buffer.concat([head, name]));
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(MARKS.end, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(this.#at - start, 12);
    end.writeUInt32LE(start, 16);
    await this.#write(end);
    this.#out.end();
    await once(this.#out, "close");
  }

  /** What is the same in both heads: version, flags, method, time, day, and the length of the name. */
  #facts(head: Buffer, at: number, name: Buffer): void {
    head.writeUInt16LE(VERSION, at);
    head.writeUInt16LE(FLAGS, at + 2);
    head.writeUInt16LE(DEFLATED, at + 4);
    head.writeUInt16LE(NO_DAY, at + 8);
    head.writeUInt16LE(name.length, at + 22);
  }

  /** @throws Error if what was written before could not be kept */
  async #write(bytes: Buffer): Promise<void> {
    if (this.#fault !== null) throw this.#fault;
    this.#at += bytes.length;
    if (!this.#out.write(bytes)) await once(this.#out, "drain");
  }
}
