/**
 * Writes a zip file of any size while its contents come into being: sizes and checksums stand behind each of them. The
 * libraries for it take time that grows with the square of the number of files, or 16 kB of memory for each.
 */
import { once } from "node:events";
import { Readable, type Writable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { ending, fileHead, fileTail, listed, type Written } from "./records.ts";

export class ZipWriter {
  readonly #out: Writable;
  readonly #entries: Written[] = [];
  #at = 0;
  /** Why nothing more can be written: the error may come between two writes. */
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
    await this.#write(fileHead(entry.name));
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
    const facts = { sum, packed: this.#at - start, size };
    await this.#write(fileTail(facts));
    this.#entries.push({ ...entry, ...facts });
  }

  /** Writes the list of the files, and ends. */
  async end(): Promise<void> {
    const start = this.#at;
    for (const entry of this.#entries) await this.#write(listed(entry));
    await this.#write(ending(this.#entries.length, start, this.#at - start));
    this.#out.end();
    await once(this.#out, "close");
  }

  /** @throws Error if what was written before could not be kept */
  async #write(bytes: Buffer): Promise<void> {
    if (this.#fault !== null) throw this.#fault;
    this.#at += bytes.length;
    if (!this.#out.write(bytes)) await once(this.#out, "drain");
  }
}
