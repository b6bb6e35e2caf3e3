/** Closing a server in time, whatever its clients do. */
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Stops listening and waits for the requests in hand, at most so long; then the connections are cut. */
export type CloseServer = (graceMs: number) => Promise<void>;

/** How often connections that have become idle are closed meanwhile. */
const SWEEP_MS = 100;

/** Prepares a server to be closed. To be called before it listens. */
export function closerOf(server: FastifyInstance): CloseServer {
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return async (graceMs) => {
    // A connection that answered its last request would be kept alive until it has been idle long enough.
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
