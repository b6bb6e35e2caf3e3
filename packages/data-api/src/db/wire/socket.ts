/**
 * A socket to a server, encrypted if configured. A plain one reads into the message reader's buffer.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-SSL
 */
import { once } from "node:events";
import { type ConnectOpts, Socket, type SocketConstructorOpts } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { MessageWriter } from "./message-writer.ts";
import type { ServerAddress } from "./server-address.ts";

/** The receiver of bytes. */
export interface Bytes {
  /** Buffer for the next bytes. */
  room(): Buffer;
  /** So many bytes were read into it. */
  advance(count: number): void;
  /** Bytes read elsewhere. */
  append(chunk: Buffer): void;
}

/** "S" for yes, "N" for no; an error of an old server begins with "E". */
const AGREED = "S";
/** TCP keepalive: idle time before the first probe, in milliseconds. */
const QUIET_MS = 30_000;

/** Creates an unconnected socket; destroying it also ends {@link connected}. */
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
 * Connects, and encrypts if configured.
 * @param fault receives socket errors, now and later
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
  // A listening connection sends nothing, and would otherwise notice a lost peer only after two hours.
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

/** Asks the server for TLS. More than its one byte would be unencrypted, so it is rejected. */
async function agree(socket: Socket): Promise<void> {
  const writer = new MessageWriter();
  writer.sslRequest();
  writer.take((request) => socket.write(request));
  const [answer]: Buffer[] = await once(socket, "data");
  socket.pause();
  if (answer?.toString("latin1") !== AGREED) throw new Error("The server does not support SSL connections");
}
