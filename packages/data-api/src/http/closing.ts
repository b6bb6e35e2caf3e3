/** Closes a server within a time limit, whatever its clients do. */
import type { Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

/** Stops listening, waits for running requests up to the grace period, then cuts the connections. */
export type CloseServer = (graceMs: number) => Promise<void>;

/** How often newly idle connections are closed meanwhile, in milliseconds. */
const SWEEP_MS = 100;

/** Prepares a server for closing. Must be called before it listens. */
export function closerOf(server: Server): CloseServer {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return async (graceMs) => {
    // Otherwise a kept-alive connection would stay open until its idle timeout.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const cut = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, graceMs);
    try {
      // Node reports an error for a server that never listened, but closes it as well.
      await new Promise<void>((closed) => server.close(() => closed()));
    } finally {
      clearInterval(sweep);
      clearTimeout(cut);
    }
  };
}

/**
 * Stops accepting connections and lets open ones end: each answer announces that it is the last, and idle connections
 * time out. No client ever sends a request into a closing connection.
 * @returns when all have ended
 */
export function finishConnections(server: Server): Promise<void> {
  // HTTP's own `close` ends idle connections at once.
  return new Promise((ended) => void NetServer.prototype.close.call(server, () => ended()));
}
