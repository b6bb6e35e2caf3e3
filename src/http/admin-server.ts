/** For operators, apart from the API: whether the service is alive, whether it is ready, and its measurements. */
import type { Server } from "node:http";
import { createPlainServer, jsonPage, NOTHING_THERE } from "./plain-server.ts";
import type { TimeLimits } from "./time-limits.ts";

/** Builds the operations server. */
export function createAdminServer(options: {
  readonly limits: TimeLimits;
  /** Whether requests can be served now. */
  readonly ready: () => Promise<boolean>;
  /** The service's measurements, for Prometheus. */
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
}): Server {
  const { limits, ready, metrics } = options;
  return createPlainServer(limits, {
    headers: () => [["Cache-Control", "no-store"]],
    async page(path) {
      if (path === "/live") return jsonPage(200, { live: true });
      if (path === "/ready") {
        const isReady = await ready();
        return jsonPage(isReady ? 200 : 503, { ready: isReady });
      }
      if (path !== "/metrics") return NOTHING_THERE;
      return { status: 200, headers: [["Content-Type", metrics.contentType]], body: await metrics.text() };
    },
  });
}
