/**
 * Cuts what the server sends into messages. Bytes are read into one buffer that is used again: a new one for each read
 * would be memory outside the heap, for which the garbage collector stops everything.
 * @see https://www.postgresql.org/docs/current/protocol-overview.html#PROTOCOL-MESSAGE-CONCEPTS
 */

const USUAL_BYTES = 65_536;
/** Least room for the next read. */
const ROOM_BYTES = 4_096;
/** A type of one byte and a length of four, which counts itself. */
const HEAD_BYTES = 5;
/** The server makes no message of more than 1 GiB. */
const MOST_BYTES = 0x4000_0000;

/** What arrived is not what the protocol allows here: the connection cannot be trusted any more. */
export class ProtocolError extends Error {
  constructor(message: string) {
    super(`the server's answer cannot be read: ${message}`);
    this.name = "ProtocolError";
  }
}

/** Takes one message: its type, and where its content is. The bytes are good until it returns, see {@link kept}. */
export type TakeMessage = (type: number, bytes: Buffer, start: number, end: number) => void;

/** Bytes of a message that stay good: copied, unless they are in a large buffer, which is never used again. */
export function kept(bytes: Buffer, start: number, end: number): Buffer {
  if (bytes.length > USUAL_BYTES) return bytes.subarray(start, end);
  const copy = Buffer.allocUnsafe(end - start);
  bytes.copy(copy, 0, start, end);
  return copy;
}

export class MessageReader {
  readonly #take: TakeMessage;
  #bytes = Buffer.allocUnsafeSlow(USUAL_BYTES);
  #filled = 0;
  /** Whether to ignore the rest. */
  #stopped = false;

  /** @param take may throw, and then nothing more may be read */
  constructor(take: TakeMessage) {
    this.#take = take;
  }

  /** Buffer for the next bytes. */
  room(): Buffer {
    return this.#bytes.subarray(this.#filled);
  }

  /**
   * Hands on the messages that are whole now.
   * @param count bytes that were read to {@link room}
   * @throws ProtocolError if they are not messages, and whatever taking one throws
   */
  advance(count: number): void {
    this.#filled += count;
    let at = 0;
    let next = 0;
    while (this.#filled - at >= HEAD_BYTES && !this.#stopped) {
      const length = this.#bytes.readUInt32BE(at + 1) + 1;
      if (length < HEAD_BYTES || length > MOST_BYTES)
        throw new ProtocolError("a message of impossible length");
      if (at + length > this.#filled) {
        next = length;
        break;
      }
      this.#take(this.#bytes[at] ?? 0, this.#bytes, at + HEAD_BYTES, at + length);
      at += length;
    }
    if (this.#stopped) this.#filled = 0;
    else this.#keepFrom(at, next);
  }

  /** The same for bytes that were read elsewhere, as those of an encrypted connection are. */
  append(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.#stopped; ) {
      const copied = chunk.copy(this.room(), 0, at);
      at += copied;
      this.advance(copied);
    }
  }

  /** Ignores everything from here on. */
  stop(): void {
    this.#stopped = true;
  }

  /** Moves what is left of an incomplete message to the front, of a larger buffer if it is a large one. */
  #keepFrom(at: number, next: number): void {
    const left = this.#filled - at;
    // Grows with what has arrived, so that a length alone does not take memory.
    const needed = Math.min(Math.max(next, left) + ROOM_BYTES, Math.max(USUAL_BYTES, 4 * left));
    const isLarge = this.#bytes.length > USUAL_BYTES;
    if (needed > this.#bytes.length || (isLarge && at > 0)) {
      const other = Buffer.allocUnsafeSlow(Math.max(needed, USUAL_BYTES));
      this.#bytes.copy(other, 0, at, this.#filled);
      this.#bytes = other;
    } else if (at > 0 && left > 0) {
      this.#bytes.copyWithin(0, at, this.#filled);
    }
    this.#filled = left;
  }
}
