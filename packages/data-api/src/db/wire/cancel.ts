/**
 * Asks the server to cancel the running statement of a connection. The outcome is not reported.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
 */
import { MessageWriter } from "./message-writer.ts";
import type { ServerAddress } from "./server-address.ts";
import { connected, newSocket } from "./socket.ts";

const CANCEL_MS = 5_000;

/** @param backendKey from the server's sign-in response */
export function cancel(address: ServerAddress, backendKey: Buffer): void {
  const noReceiver = { room: () => Buffer.alloc(16), advance: () => {}, append: () => {} };
  const socket = newSocket(address, noReceiver);
  const late = setTimeout(() => socket.destroy(), CANCEL_MS).unref();
  socket.on("close", () => clearTimeout(late));
  // Best effort: without it, the server's own limits end the statement.
  connected(socket, address, noReceiver, () => socket.destroy()).then(
    (stream) => {
      const writer = new MessageWriter();
      writer.cancelRequest(backendKey);
      writer.take((request, sent) => stream.end(request, sent));
    },
    () => socket.destroy(),
  );
}
