/**
 * A socket for the driver that passes on whole messages from one reused buffer. The driver would assemble a large message
 * by copying it into one new buffer after another: memory outside the heap, for which the garbage collector stops
 * everything.
 * @see https://www.postgresql.org/docs/current/protocol-overview.html#PROTOCOL-MESSAGE-CONCEPTS
 */
import { type ConnectOpts, Socket, type SocketConstructorOpts } from "node:net";

const USUAL_BYTES = 65_536;
/** A buffer that had to grow beyond this for one message is not kept for the next. */
const KEPT_BYTES = 4_194_304;
/** Least room for the next read. */
const ROOM_BYTES = 8_192;
/** A type of one byte and a length of four, which counts itself. */
const HEAD_BYTES = 5;

/**
 * Makes the socket. A data listener must not keep the buffer after it returns.
 * @param config with `ssl`, an ordinary socket is returned, because its bytes are not messages yet
 */
export function messageSocket(config: { readonly ssl?: unknown } = {}): Socket {
  if (config.ssl !== undefined && config.ssl !== false) return new Socket();
  let buffer = Buffer.allocUnsafe(USUAL_BYTES);
  let filled = 0;
  const resize = (bytes: number): void => {
    const other = Buffer.allocUnsafe(bytes);
    buffer.copy(other, 0, 0, filled);
    buffer = other;
  };
  const options: SocketConstructorOpts & ConnectOpts = {
    onread: {
      buffer: () => buffer.subarray(filled),
      callback: (bytes) => {
        filled += bytes;
        const { end, next } = wholeMessages(buffer, filled);
        if (end > 0) {
          socket.emit("data", buffer.subarray(0, end));
          buffer.copyWithin(0, end, filled);
          filled -= end;
        }
        const needed = Math.max(next, filled) + ROOM_BYTES;
        if (needed > buffer.length) resize(Math.max(needed, 2 * buffer.length));
        else if (buffer.length > KEPT_BYTES && needed <= USUAL_BYTES) resize(USUAL_BYTES);
        return true;
      },
    },
  };
  const socket = new Socket(options);
  return socket;
}

/** Where the last whole message ends, and how long the next one will be; 0 if that is not known yet. */
function wholeMessages(buffer: Buffer, filled: number): { readonly end: number; readonly next: number } {
  let end = 0;
  while (filled - end >= HEAD_BYTES) {
    const length = 1 + buffer.readUInt32BE(end + 1);
    if (end + length > filled) return { end, next: length };
    end += length;
  }
  return { end, next: 0 };
}
