/**
 * Writes our messages back to back until they are taken to be sent at once.
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */

const USUAL_BYTES = 8_192;
/** A buffer that grew beyond this is not reused. */
const KEPT_BYTES = 65_536;
/** A UTF-16 unit takes at most three bytes in UTF-8. */
const BYTES_PER_UNIT = 3;
const PROTOCOL = 196_608;
const SSL_REQUEST = 80_877_103;
const CANCEL_REQUEST = 80_877_102;
/** Codes of parameter formats. */
const TEXT = 0;
const BINARY = 1;

const code = (letter: string): number => letter.charCodeAt(0);
const BIND = code("B");
const CLOSE = code("C");
const DESCRIBE = code("D");
const EXECUTE = code("E");
const PARSE = code("P");
const PASSWORD = code("p");
const QUERY = code("Q");
const SYNC = code("S");
const TERMINATE = code("X");
const STATEMENT = code("S");

export class MessageWriter {
  #bytes: Buffer = Buffer.allocUnsafeSlow(USUAL_BYTES);
  #at = 0;
  /** A sent buffer, for reuse. */
  #spare: Buffer | null = null;

  /** Whether there is nothing to send. */
  get isEmpty(): boolean {
    return this.#at === 0;
  }

  /**
   * Hands over what was written.
   * @param send must call `sent` once the bytes are no longer needed
   */
  take(send: (bytes: Buffer, sent: () => void) => void): void {
    const full = this.#bytes;
    const end = this.#at;
    this.#bytes = this.#spare ?? Buffer.allocUnsafeSlow(USUAL_BYTES);
    this.#spare = null;
    this.#at = 0;
    send(full.subarray(0, end), () => {
      if (full.length <= KEPT_BYTES) this.#spare = full;
    });
  }

  /** Discards everything written since {@link mark}. */
  backTo(mark: number): void {
    this.#at = mark;
  }

  /** The current position. */
  get mark(): number {
    return this.#at;
  }

  startup(user: string, parameters: Readonly<Record<string, string>>): void {
    const start = this.#open(null);
    this.#int32(PROTOCOL);
    for (const [name, value] of [["user", user] as const, ...Object.entries(parameters)]) {
      this.#text(name);
      this.#text(value);
    }
    this.#byte(0);
    this.#close(start);
  }

  sslRequest(): void {
    const start = this.#open(null);
    this.#int32(SSL_REQUEST);
    this.#close(start);
  }

  /** Cancels what runs on another connection; sent on a new connection. */
  cancelRequest(backendKey: Buffer): void {
    const start = this.#open(null);
    this.#int32(CANCEL_REQUEST);
    this.#raw(backendKey);
    this.#close(start);
  }

  /** A password, in plain text or as MD5. */
  password(text: string): void {
    const start = this.#open(PASSWORD);
    this.#text(text);
    this.#close(start);
  }

  saslInitial(mechanism: string, first: string): void {
    const start = this.#open(PASSWORD);
    this.#text(mechanism);
    this.#sized(first);
    this.#close(start);
  }

  saslResponse(text: string): void {
    const start = this.#open(PASSWORD);
    this.#raw(Buffer.from(text));
    this.#close(start);
  }

  query(text: string): void {
    const start = this.#open(QUERY);
    this.#text(text);
    this.#close(start);
  }

  /** @param text must not contain a NUL */
  parse(name: string, text: string): void {
    const start = this.#open(PARSE);
    this.#text(name);
    this.#text(text);
    this.#int16(0);
    this.#close(start);
  }

  describeStatement(name: string): void {
    const start = this.#open(DESCRIBE);
    this.#byte(STATEMENT);
    this.#text(name);
    this.#close(start);
  }

  /** Binds to the unnamed portal; results are text. */
  bind(name: string, values: readonly (string | Buffer | null)[]): void {
    const start = this.#open(BIND);
    this.#byte(0);
    this.#text(name);
    if (values.some((value) => value !== null && typeof value !== "string")) {
      this.#int16(values.length);
      for (const value of values) this.#int16(value === null || typeof value === "string" ? TEXT : BINARY);
    } else {
      this.#int16(0);
    }
    this.#int16(values.length);
    for (const value of values) {
      if (value === null) this.#int32(-1);
      else if (typeof value === "string") this.#sized(value);
      else {
        this.#int32(value.length);
        this.#raw(value);
      }
    }
    this.#int16(0);
    this.#close(start);
  }

  /** Executes the unnamed portal, all rows. */
  execute(): void {
    const start = this.#open(EXECUTE);
    this.#byte(0);
    this.#int32(0);
    this.#close(start);
  }

  closeStatement(name: string): void {
    const start = this.#open(CLOSE);
    this.#byte(STATEMENT);
    this.#text(name);
    this.#close(start);
  }

  sync(): void {
    this.#close(this.#open(SYNC));
  }

  terminate(): void {
    this.#close(this.#open(TERMINATE));
  }

  /** Begins a message; {@link #close} fills in its length. Only the first of a connection has no type. */
  #open(type: number | null): number {
    if (type !== null) this.#byte(type);
    const start = this.#at;
    this.#int32(0);
    return start;
  }

  #close(start: number): void {
    this.#bytes.writeInt32BE(this.#at - start, start);
  }

  #byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#at++] = value;
  }

  #int16(value: number): void {
    this.#reserve(2);
    this.#at = this.#bytes.writeUInt16BE(value, this.#at);
  }

  #int32(value: number): void {
    this.#reserve(4);
    this.#at = this.#bytes.writeInt32BE(value, this.#at);
  }

  /** NUL-terminated text. */
  #text(value: string): void {
    this.#utf8(value);
    this.#byte(0);
  }

  /** Text preceded by its length in bytes. */
  #sized(value: string): void {
    const start = this.#at;
    this.#int32(0);
    this.#utf8(value);
    this.#bytes.writeInt32BE(this.#at - start - 4, start);
  }

  #utf8(value: string): void {
    this.#reserve(value.length * BYTES_PER_UNIT);
    this.#at += this.#bytes.write(value, this.#at);
  }

  #raw(value: Buffer): void {
    this.#reserve(value.length);
    this.#at += value.copy(this.#bytes, this.#at);
  }

  #reserve(count: number): void {
    if (this.#at + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, this.#at + count));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}
