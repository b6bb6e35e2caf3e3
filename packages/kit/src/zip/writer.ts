/**
 * Writes a zip file of any size while its contents are produced: sizes and checksums follow each file. Libraries take
 * time quadratic in the number of files, or 16 kB of memory for each.
 */
import { once } from "node:events";
import { Readable, type Writable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { ending, fileHead, fileTail, listed, type Written } from "./records.ts";

export class ZipWriter {
  readonly #out: Writable;
  readonly #entries: Written[] = [];
  #at = 0;
  /** Why writing failed: the error may arrive between two writes. */
  #fault: Error | null = null;

  /** @param out receives everything; {@link end} ends it */
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

  /** Writes the list of files and ends. */
  async end(): Promise<void> {
    const start = this.#at;
    for (const entry of this.#entries) await this.#write(listed(entry));
    await this.#write(ending(this.#entries.length, start, this.#at - start));
    this.#out.end();
    await once(this.#out, "close");
  }

  /** @throws Error if an earlier write failed */
  async #write(bytes: Buffer): Promise<void> {
    if (this.#fault !== null) throw this.#fault;
    this.#at += bytes.length;
    if (!this.#out.write(bytes)) await once(this.#out, "drain");
  }
}
