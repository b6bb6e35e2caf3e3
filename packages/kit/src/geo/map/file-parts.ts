/** Parts of a file, as the reader of PMTiles asks for them. */
import { open } from "node:fs/promises";
import type { RangeResponse, Source } from "pmtiles";

/** Directories and metadata are larger than tiles, but a damaged header may ask for anything. */
const MOST_BYTES = 8_000_000;

/** A file that is read in parts; it is open only while one is read. */
export class FileParts implements Source {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  getKey(): string {
    return this.#path;
  }

  /** @throws Error if there is no such file, or the part is longer than any that is needed */
  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    if (!(length >= 0 && length <= MOST_BYTES)) throw new Error("a part of it is said to be too large");
    const file = await open(this.#path);
    try {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, length, offset);
      return { data: bytes.buffer.slice(0, bytesRead) };
    } finally {
      await file.close();
    }
  }
}
