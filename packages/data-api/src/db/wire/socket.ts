/**
 * A socket to a server, encrypted if that is wanted. An ordinary one reads into the buffer of the reader itself.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-SSL
 */
import { once } from "node:events";
import { type ConnectOpts, Socket, type SocketConstructorOpts } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { MessageWriter } from "./message-writer.ts";
import type { ServerAddress } from "./server-address.ts";

/** Who reads. */
export interface Bytes {
  /** Buffer for the next bytes. */
  room(): Buffer;
  /** So many have been read there. */
  advance(count: number): void;
  /** Some were read elsewhere. */
  append(chunk: Buffer): void;
}

/** "S" for yes, "N" for no; an error message of an old server begins with "E". */
const AGREED = "S";
/** After so long without a byte, in milliseconds, the kernel asks whether the other side is still there, and ends it if not. */
const QUIET_MS = 30_000;

/**
 * Makes a socket that is not connected yet; destroying it ends {@link connected} too.
 */
export function newSocket({ tls }: ServerAddress, bytes: Bytes): Socket {
  if (tls !== null) return new Socket();
  const options: SocketConstructorOpts & ConnectOpts = {
    onread: {
      buffer: () => bytes.room(),
      callback: (count) => {
        bytes.advance(count);
        return true;
      },
    },
  };
  return new Socket(options);
}

/**
 * Connects, and encrypts if that is wanted.
 * @param fault learns of errors of the socket, then and later
 * @returns the stream to write to
 */
export async function connected(
  socket: Socket,
  { at, tls, direct }: ServerAddress,
  bytes: Bytes,
  fault: (cause: Error) => void,
): Promise<Socket> {
  socket.on("error", fault);
  socket.setNoDelay(true);
  // A connection that only listens sends nothing, and would otherwise notice a lost peer only after two hours.
  socket.setKeepAlive(true, QUIET_MS);
  socket.connect(at);
  await once(socket, "connect");
  if (tls === null) return socket;
  if (!direct) await agree(socket);
  const options: ConnectionOptions = { socket, ...tls, ...(direct ? { ALPNProtocols: ["postgresql"] } : {}) };
  const secure = connectTls(options);
  secure.on("error", fault);
  await once(secure, "secureConnect");
  secure.on("data", (chunk: Buffer) => bytes.append(chunk));
  return secure;
}

/** Asks the server whether it can encrypt. More than its one byte would not be encrypted, so it is not accepted. */
async function agree(socket: Socket): Promise<void> {
  const writer = new MessageWriter();
  writer.sslRequest();
  writer.take((request) => socket.write(request));
  const [answer]: Buffer[] = await once(socket, "data");
  socket.pause();
  if (answer?.toString("latin1") !== AGREED) throw new Error("The server does not support SSL connections");
}
