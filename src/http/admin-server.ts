/** For operators, apart from the API: whether the service is alive, whether it is ready, and its measurements. */
import type { FastifyInstance } from "fastify";
import { createPlainServer } from "./plain-server.ts";
import type { TimeLimits } from "./time-limits.ts";

/** Builds the operations server. */
export function createAdminServer(options: {
  readonly limits: TimeLimits;
  /** Whether requests can be served now. */
  readonly ready: () => Promise<boolean>;
  /** The service's measurements, for Prometheus. */
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
}): FastifyInstance {
  const server = createPlainServer(options.limits);
  server.get("/live", () => ({ live: true }));
  server.get("/ready", async (_request, reply) => {
    const ready = await options.ready();
    return reply.code(ready ? 200 : 503).send({ ready });
  });
  server.get("/metrics", async (_request, reply) => {
    const { metrics } = options;
    return reply.header("Content-Type", metrics.contentType).send(await metrics.text());
  });
  return server;
}
