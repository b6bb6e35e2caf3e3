/** Operations: whether the service lives, whether it can serve, and its counters. Apart from the API. */
import Fastify, { type FastifyInstance } from "fastify";

/** Builds the operations server. */
export function createAdminServer(options: {
  /** Whether requests can be served now. */
  readonly ready: () => Promise<boolean>;
  /** Prometheus text. */
  readonly metrics: () => string;
}): FastifyInstance {
  const server = Fastify({ logger: false });
  server.get("/live", () => ({ live: true }));
  server.get("/ready", async (_request, reply) => {
    const ready = await options.ready();
    return reply.code(ready ? 200 : 503).send({ ready });
  });
  server.get("/metrics", (_request, reply) =>
    reply.header("Content-Type", "text/plain; version=0.0.4; charset=utf-8").send(options.metrics()),
  );
  return server;
}
