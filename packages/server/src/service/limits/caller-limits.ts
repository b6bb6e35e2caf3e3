/**
 * What a request may cost, by the caller's class, which follows from the token alone, before the body is read. Limits
 * common to all callers are the engine's (`packages/server/src/service/api-engine.ts`).
 */
import type { Share } from "@wakelog/data-api/db/database.ts";
import type { Caller } from "@wakelog/data-api/engine/handlers.ts";

/** A stranger has no valid token. The chat bot counts as a person. */
export type CallerClass = "stranger" | "person" | "boat" | "operator";

/** Limits of one caller. */
export interface CallerLimits {
  readonly callerClass: CallerClass;
  /** Largest body after decompression, bytes. */
  readonly bodyBytes: number;
  /** Statement timeout, milliseconds; null for the connection's default. */
  readonly statementMs: number | null;
  /** Connections that the caller may hold at once; null for no limit. */
  readonly share: Share | null;
  /** Concurrent responses that may be long, each of which takes memory; null for no limit. */
  readonly long: Share | null;
  /** Requests a minute from one address. */
  readonly requestsPerMinute: number;
}

export interface CallerLimitsOptions {
  /** Largest body of people and boats, bytes. */
  readonly bodyBytes: number;
  /** Connections for requests. */
  readonly poolSize: number;
}

const STRANGER_BODY_BYTES = 65_536;
const STRANGER_STATEMENT_MS = 2_000;
const STATEMENT_MS = 15_000;
const STRANGER_REQUESTS = 600;
/** A dashboard, a boat and a chart plotter behind one router stay far below this. */
const REQUESTS = 6_000;

/** Returns a function from caller to limits; null stands for an invalid token. */
export function callerLimits(options: CallerLimitsOptions): (caller: Caller | null) => CallerLimits {
  const { bodyBytes, poolSize } = options;
  // Strangers together may hold a quarter of the pool, an account or a vessel half of it; always at least one
  // connection.
  const [quarter, half] = [Math.max(1, Math.floor(poolSize / 4)), Math.max(1, Math.floor(poolSize / 2))];
  // An account and its vessel share this limit, so that neither gets the other's memory on top.
  const long = (key: string): Share => ({ key: `long ${key}`, most: Math.max(1, Math.floor(half / 2)) });
  const stranger: CallerLimits = {
    callerClass: "stranger",
    bodyBytes: Math.min(bodyBytes, STRANGER_BODY_BYTES),
    statementMs: STRANGER_STATEMENT_MS,
    share: { key: "strangers", most: quarter },
    long: long("strangers"),
    requestsPerMinute: STRANGER_REQUESTS,
  };
  return (caller) => {
    const callerClass = caller === null ? "stranger" : classOf(caller);
    if (caller === null || callerClass === "stranger") return stranger;
    if (callerClass === "operator")
      return {
        callerClass,
        bodyBytes,
        statementMs: null,
        share: null,
        long: null,
        requestsPerMinute: REQUESTS,
      };
    return {
      callerClass,
      bodyBytes,
      statementMs: STATEMENT_MS,
      share: { key: `${callerClass} ${String(nameOf(caller))}`, most: half },
      long: long(String(caller.claims.vid ?? nameOf(caller))),
      requestsPerMinute: REQUESTS,
    };
  };
}

/** The class of an authenticated caller. */
function classOf({ role }: Caller): CallerClass {
  if (role === "admin_role") return "operator";
  if (role === "vessel_role") return "boat";
  return role === "anonymous" ? "stranger" : "person";
}

/** The account or vessel whose share a caller's connections count towards. */
export function nameOf({ role, claims }: Caller): unknown {
  return role === "vessel_role" ? claims.vid : (claims.uid ?? role);
}
