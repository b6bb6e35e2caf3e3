/** Stopping what was started, the last first, within ten seconds whatever clients, mail servers and databases do. */
import type { CloseServer } from "./http/closing.ts";
import type { Observe } from "./observe.ts";
import { within } from "./time/within.ts";

/** Requests in hand have this long. */
const REQUESTS_MS = 3_000;

/** What was started so far. */
export interface Started {
  /** Servers are closed first, all at once: nothing new comes in. */
  server(close: CloseServer): void;
  /**
   * Another part; parts are closed one after the other, the last one first.
   * @param withinMs how long it may take before the next one is closed; null: as long as it takes
   */
  part(what: string, close: () => Promise<unknown>, withinMs: number | null): void;
  /** Closes everything, once. What fails, or takes too long, is observed and keeps nothing else from being closed. */
  stop(): Promise<void>;
}

/** Keeps account of what was started. */
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
          observe({ kind: "notice", what, text: "did not stop in time; it is left behind" });
        }
      }
    },
  };
}
