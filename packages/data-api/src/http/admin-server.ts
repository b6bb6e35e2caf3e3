/** The operators' port: liveness, readiness and metrics. */
import type { Server } from "node:http";
import { createPlainServer, jsonPage, NOTHING_THERE } from "./plain-server.ts";
import type { TimeLimits } from "./time-limits.ts";

/** Builds the admin server. */
export function createAdminServer(options: {
  readonly limits: TimeLimits;
  /** Why requests, including writes, cannot be served now; null if they can. */
  readonly unready: () => Promise<string | null>;
  /** Metrics for Prometheus. */
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
}): Server {
  const { limits, unready, metrics } = options;
  return createPlainServer(limits, {
    headers: () => [["Cache-Control", "no-store"]],
    async page(path) {
      if (path === "/live") return jsonPage(200, { live: true });
      if (path === "/ready") {
        const reason = await unready();
        return reason === null ? jsonPage(200, { ready: true }) : jsonPage(503, { ready: false, reason });
      }
      if (path !== "/metrics") return NOTHING_THERE;
      return { status: 200, headers: [["Content-Type", metrics.contentType]], body: await metrics.text() };
    },
  });
}
