/** Closes a server in time, whatever its clients do. */
import type { Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

/** Stops listening and waits for running requests, at most for the grace period; then cuts the connections. */
export type CloseServer = (graceMs: number) => Promise<void>;

/** How often connections that have become idle are closed in the meantime. */
const SWEEP_MS = 100;

/** Prepares a server to be closed. Must be called before it listens. */
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
      // A server that never listened reports that as an error, but is closed as well.
      await new Promise<void>((closed) => server.close(() => closed()));
    } finally {
      clearInterval(sweep);
      clearTimeout(cut);
    }
  };
}

/**
 * Takes no more connections and lets those that are open end by themselves: each answer says that it is the last one, and an
 * unused connection ends when it has been idle for too long. So no client ever sends a request into a connection that is
 * being closed.
 * @returns when all have ended
 */
export function finishConnections(server: Server): Promise<void> {
  // The HTTP server's own method closes idle connections at once.
  return new Promise((ended) => void NetServer.prototype.close.call(server, () => ended()));
}
