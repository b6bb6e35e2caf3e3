/** Closes a server in time, whatever its clients do. */
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Stops listening and waits for running requests, at most for the grace period; then cuts the connections. */
export type CloseServer = (graceMs: number) => Promise<void>;

/** How often connections that have become idle are closed in the meantime. */
const SWEEP_MS = 100;

/** Prepares a server to be closed. Must be called before it listens. */
export function closerOf(server: FastifyInstance): CloseServer {
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return async (graceMs) => {
    // Otherwise a kept-alive connection would stay open until its idle timeout.
    const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
    const cut = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, graceMs);
    try {
      await server.close();
    } finally {
      clearInterval(sweep);
      clearTimeout(cut);
    }
  };
}
