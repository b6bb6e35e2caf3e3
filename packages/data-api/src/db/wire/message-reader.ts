/**
 * Splits the byte stream into messages. One buffer is reused: a new one per read would be off-heap memory, for which
 * the garbage collector stops the program.
 * @see https://www.postgresql.org/docs/current/protocol-overview.html#PROTOCOL-MESSAGE-CONCEPTS
 */

const USUAL_BYTES = 65_536;
/** Minimum room for the next read. */
const ROOM_BYTES = 4_096;
/** One byte of type, and four of length, which counts itself. */
const HEAD_BYTES = 5;
/** The server sends no message over 1 GiB. */
const MOST_BYTES = 0x4000_0000;

/** The received bytes violate the protocol; the connection cannot be trusted any more. */
export class ProtocolError extends Error {
  constructor(message: string) {
    super(`invalid response from the server: ${message}`);
    this.name = "ProtocolError";
  }
}

/** Handles one message: its type, and where its content is. The bytes are valid until it returns, see {@link kept}. */
export type TakeMessage = (type: number, bytes: Buffer, start: number, end: number) => void;

/** Bytes of a message that stay valid: copied, unless their buffer is large, which is never reused. */
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

  /** @param take may throw, after which nothing more may be read */
  constructor(take: TakeMessage) {
    this.#take = take;
  }

  /** Buffer for the next bytes. */
  room(): Buffer {
    return this.#bytes.subarray(this.#filled);
  }

  /**
   * Passes on the complete messages.
   * @param count bytes read into {@link room}
   * @throws ProtocolError if they are not messages, and what `take` throws
   */
  advance(count: number): void {
    this.#filled += count;
    let at = 0;
    let next = 0;
    while (this.#filled - at >= HEAD_BYTES && !this.#stopped) {
      const length = this.#bytes.readUInt32BE(at + 1) + 1;
      if (length < HEAD_BYTES || length > MOST_BYTES) throw new ProtocolError("a message of invalid length");
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

  /** The same for bytes read elsewhere, e.g. decrypted ones. */
  append(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.#stopped; ) {
      const copied = chunk.copy(this.room(), 0, at);
      at += copied;
      this.advance(copied);
    }
  }

  /** Ignores all further bytes. */
  stop(): void {
    this.#stopped = true;
  }

  /** Moves the rest of an incomplete message to the front; a large message gets a larger buffer. */
  #keepFrom(at: number, next: number): void {
    const left = this.#filled - at;
    // Grows with received data, so that a length alone allocates no memory.
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
