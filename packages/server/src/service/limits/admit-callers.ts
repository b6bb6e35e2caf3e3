/** Admits requests by caller: the token decides the caller's class, which decides the limits. */
import type { IncomingMessage } from "node:http";
import type { Caller } from "@wakelog/data-api/engine/handlers.ts";
import type { Admit } from "@wakelog/data-api/http/admission.ts";
import { admitted, type CountRequest } from "@wakelog/data-api/http/request/counts.ts";
import { endsOf } from "@wakelog/data-api/http/request/head.ts";
import type { LinkOf } from "../../boat/link/keys.ts";
import { networkOf } from "../../people/accounts/addresses.ts";
import type { Config } from "../../settings/config.ts";
import { type CallerLimits, callerLimits } from "./caller-limits.ts";

/** Authenticates callers and knows their limits. */
export interface Callers {
  /** Authenticates the caller by the request's headers. Rejects with an ApiError if the token is invalid. */
  readonly authenticate: (headers: Readonly<Record<string, string>>) => Promise<Caller>;
  readonly limits: (caller: Caller | null) => CallerLimits;
}

/**
 * Counts requests that need no token, together with the API's anonymous ones. @returns a function that rejects with 429
 * above the limit
 */
export function countStrangers(
  {
    rateLimits,
    trustProxy,
    poolSize,
    bodyLimit,
  }: Pick<Config, "rateLimits" | "trustProxy" | "poolSize" | "bodyLimit">,
  count: CountRequest,
): (request: IncomingMessage) => Promise<void> {
  const { callerClass, requestsPerMinute } = callerLimits({ bodyBytes: bodyLimit, poolSize })(null);
  return async (request) => {
    if (rateLimits === "off") return;
    const { address } = endsOf(request, trustProxy);
    admitted(await count(`${callerClass} ${networkOf(address)}`), requestsPerMinute);
  };
}

/**
 * Counts requests by class and network, so that anonymous callers cannot use up the requests of the others.
 * @param counts whether requests are counted
 * @param linkOf finds the boat of a link's key, which has a boat's limits and is no token anywhere else
 */
export function admitCallers({ authenticate, limits }: Callers, counts: boolean, linkOf: LinkOf): Admit {
  return async (headers, address) => {
    const caller = authenticate(headers);
    const token = await caller.then(
      (known) => ({ known }),
      () => null,
    );
    // Undefined if that cannot be told now: its endpoint looks again, and says so.
    const link = token === null ? await linkOf(headers, address).catch(() => undefined) : null;
    // The engine reports an invalid token; the request is counted with those of strangers.
    const { callerClass, bodyBytes, requestsPerMinute, share } = limits(token?.known ?? link ?? null);
    const counted = `${callerClass} ${networkOf(address)}`;
    return {
      bodyBytes: token === null && link === null ? null : bodyBytes,
      perMinute: counts ? requestsPerMinute : null,
      counted,
      // A stranger that reads nothing must not block the others.
      holder: share === null || callerClass === "stranger" ? counted : share.key,
      caller,
    };
  };
}
