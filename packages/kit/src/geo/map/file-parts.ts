/** Reads parts of a file for the PMTiles reader. */
import { open } from "node:fs/promises";
import type { RangeResponse, Source } from "pmtiles";

/** Directories and metadata are larger than tiles; a corrupt header may request anything. */
const MOST_BYTES = 8_000_000;

/** A file read in parts; open only during a read. */
export class FileParts implements Source {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  getKey(): string {
    return this.#path;
  }

  /** @throws Error if the file is missing, or the part is longer than allowed */
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
