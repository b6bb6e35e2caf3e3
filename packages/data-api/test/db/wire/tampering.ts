/** A proxy to the server that tampers with its stream. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** Tampers with the next bytes from the server: pieces to hand on one by one, or null to cut the connection. */
export type Tamper = (chunk: Buffer) => readonly (Buffer | null)[];

export interface Way {
  /** The server's URL by this way. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens a proxy.
 * @param tamperOf the tampering of a connection, by its index
 */
export async function wayTo(url: string, tamperOf: (connection: number) => Tamper): Promise<Way> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((near) => {
    const tamper = tamperOf(count++);
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroySoon();
      });
    }
    near.pipe(far);
    const handOn = async (): Promise<void> => {
      for await (const chunk of far) {
        for (const piece of tamper(chunk)) {
          if (piece === null) return void near.destroy();
          near.write(piece);
          // Makes the next piece a separate read on the other side.
          await new Promise(setImmediate);
        }
      }
    };
    handOn().catch(() => near.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const way = new URL(url);
  way.hostname = "127.0.0.1";
  way.port = String(address.port);
  return {
    url: way.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

export const unchanged: Tamper = (chunk) => [chunk];

/** Cuts the connection after this many bytes. */
export function cutAfter(bytes: number): Tamper {
  let left = bytes;
  return (chunk) => {
    const passed = chunk.subarray(0, left);
    left -= passed.length;
    return left === 0 ? [passed, null] : [passed];
  };
}

/** Changes one byte, unless it belongs to a value: such a change cannot be detected. */
export function changeAt(place: number, mask: number): Tamper {
  let at = 0;
  const isValue = valuePlaces();
  return (chunk) => {
    const changed = Buffer.from(chunk);
    for (let i = 0; i < chunk.length; i++, at++) {
      const byte = chunk[i] ?? 0;
      if (!isValue(byte) && at === place) changed[i] = byte ^ mask;
    }
    return [changed];
  };
}

/** Marks each byte by whether it belongs to a row's value, parsing the stream by the protocol. */
function valuePlaces(): (byte: number) => boolean {
  let message: number[] = [];
  let length = 5;
  let lengthAt = 7;
  return (byte) => {
    message.push(byte);
    const number = (from: number): number => Buffer.from(message.slice(from, from + 4)).readInt32BE(0);
    if (message.length === 5) length = 1 + number(1);
    const isRow = message[0] === 0x44 && message.length > 7;
    if (isRow && message.length > lengthAt + 4 + Math.max(0, number(lengthAt)))
      lengthAt += 4 + Math.max(0, number(lengthAt));
    const isValue = isRow && message.length > lengthAt + 4;
    if (message.length === length) {
      message = [];
      length = 5;
      lengthAt = 7;
    }
    return isValue;
  };
}
