/** A long GeoJSON document, written from pieces of JSON text up to a size limit. */
import { WrittenJson } from "@wakelog/data-api/engine/handlers.ts";
import { raise } from "@wakelog/kit/errors.ts";

/** Size limit, bytes: about 200 000 points. The document is in memory once. */
const LARGEST_BYTES = 128 * 1024 * 1024;
/** Bytes of a new document; it grows by half. */
const FIRST_BYTES = 65_536;

/** A list of JSON values with text around it. */
export class JsonDocument {
  readonly #after: string;
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;
  #items = 0;

  /** @param before the text up to the first item @param after the text behind the last one */
  constructor(before: string, after: string) {
    this.#after = after;
    this.#append(before);
  }

  /** Appends items, as JSON texts. @throws ApiError 22023 if the document is too large */
  write(items: readonly string[]): void {
    for (const item of items) {
      this.#append(this.#items === 0 ? item : `,${item}`);
      this.#items += 1;
    }
  }

  /** Number of items. */
  get items(): number {
    return this.#items;
  }

  /** The whole document. */
  finished(): WrittenJson {
    this.#append(this.#after);
    return new WrittenJson(this.#bytes.subarray(0, this.#length));
  }

  #append(text: string): void {
    const needed = this.#length + Buffer.byteLength(text);
    if (needed > LARGEST_BYTES) tooLarge();
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(LARGEST_BYTES, Math.max(needed, this.#bytes.length * 1.5)));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(text, this.#length);
  }
}

function tooLarge(): never {
  return raise("22023", `The document would be larger than ${LARGEST_BYTES / 1024 / 1024} MB`, {
    hint: "Export fewer logs at once.",
  });
}
