/** Stops the started parts in reverse order, within ten seconds whatever clients, mail servers and databases do. */
import type { CloseServer } from "@wakelog/data-api/http/closing.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { within } from "@wakelog/kit/time/within.ts";

/** Time for running requests, milliseconds. */
const REQUESTS_MS = 3_000;

/** The parts started so far. */
export interface Started {
  /** Adds a server. Servers close first, all at once, so that no new requests arrive. */
  server(close: CloseServer): void;
  /**
   * Adds a part. Parts close one by one, the last one first.
   * @param withinMs time before the next one closes; null for no limit
   */
  part(what: string, close: () => Promise<unknown>, withinMs: number | null): void;
  /** Closes everything, once. A failure or delay is observed and does not stop the rest. */
  stop(): Promise<void>;
}

export function startedParts(observe: Observe): Started {
  const servers: CloseServer[] = [];
  const parts: { what: string; close: () => Promise<unknown>; withinMs: number | null }[] = [];
  const fail = (what: string) => (cause: unknown) =>
    observe({ kind: "fault", where: `stopping ${what}`, cause });
  return {
    server: (close) => void servers.push(close),
    part: (what, close, withinMs) => void parts.push({ what, close, withinMs }),
    async stop() {
      await Promise.all(servers.splice(0).map((close) => close(REQUESTS_MS).catch(fail("a server"))));
      for (const { what, close, withinMs } of parts.splice(0).reverse()) {
        const closed = close().catch(fail(what));
        if (withinMs === null) await closed;
        else if (!(await within(withinMs, closed))) {
          observe({ kind: "notice", what, text: "did not stop in time and is abandoned" });
        }
      }
    },
  };
}
