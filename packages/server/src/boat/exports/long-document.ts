/** Documents of many logs, written in slices up to a size limit. */
import { raise } from "@wakelog/kit/errors.ts";
import { slices } from "@wakelog/kit/time/slices.ts";
import { DECLARATION, type Xml } from "./xml.ts";

/** Size limit, bytes: the document passes through the database in one piece. */
export const LARGEST_BYTES = 32 * 1024 * 1024;
/** Characters per piece. */
const PIECE = 65_536;

/** The content between the start and the end of a document. */
export class LongDocument {
  readonly #pieces: Buffer[] = [];
  readonly #pause = slices();
  #bytes = 0;
  #newest = "";

  /** Appends content. @throws ApiError 22023 if the document is too large */
  async write(...next: readonly (Xml | null)[]): Promise<void> {
    for (const one of next) if (one !== null) this.#newest += one.text;
    if (this.#newest.length < PIECE) return;
    this.#keep();
    await this.#pause();
  }

  /** The whole document. */
  text(before: readonly (Xml | null)[], after: readonly Xml[]): string {
    this.#keep();
    const text = (parts: readonly (Xml | null)[]) => parts.map((part) => part?.text ?? "").join("");
    const [head, foot] = [`${DECLARATION}${text(before)}`, `${text(after)}\n`];
    return Buffer.concat([Buffer.from(head), ...this.#pieces, Buffer.from(foot)]).toString();
  }

  #keep(): void {
    const piece = Buffer.from(this.#newest);
    this.#newest = "";
    this.#bytes += piece.length;
    if (this.#bytes > LARGEST_BYTES) tooLarge();
    this.#pieces.push(piece);
  }
}

/** @throws ApiError 22023 always */
export function tooLarge(): never {
  return raise("22023", `The document would be larger than ${LARGEST_BYTES / 1024 / 1024} MB`, {
    hint: "Export fewer logs at once.",
  });
}
