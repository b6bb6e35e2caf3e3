/** Admits requests by who sends them: the token tells the caller's class, and with it the limits. */
import type { IncomingMessage } from "node:http";
import type { Caller } from "@wakelog/data-api/engine/handlers.ts";
import type { Admit } from "@wakelog/data-api/http/admission.ts";
import { admitted, type CountRequest } from "@wakelog/data-api/http/request/counts.ts";
import { endsOf } from "@wakelog/data-api/http/request/head.ts";
import { networkOf } from "../../people/accounts/addresses.ts";
import type { Config } from "../../settings/config.ts";
import { type CallerLimits, callerLimits } from "./caller-limits.ts";

/** Who asks, and what that may cost. */
export interface Callers {
  /** Identifies the caller by the request's headers. Rejects with an ApiError if the token is not valid. */
  readonly authenticate: (headers: Readonly<Record<string, string>>) => Promise<Caller>;
  readonly limits: (caller: Caller | null) => CallerLimits;
}

/** Counts requests that need no token, with the strangers' of the API. @returns what rejects with 429 for one too many */
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
 * Requests are counted by class and network, so that callers without a token cannot use up the requests of the others.
 * @param counts whether requests are counted
 */
export function admitCallers({ authenticate, limits }: Callers, counts: boolean): Admit {
  return async (headers, address) => {
    const caller = authenticate(headers);
    // The engine answers for a token that is not valid; until then its bearer counts as a stranger.
    const { callerClass, bodyBytes, requestsPerMinute, share } = limits(await caller.catch(() => null));
    const counted = `${callerClass} ${networkOf(address)}`;
    return {
      bodyBytes,
      perMinute: counts ? requestsPerMinute : null,
      counted,
      // One stranger who takes nothing does not keep the others waiting.
      holder: share === null || callerClass === "stranger" ? counted : share.key,
      caller,
    };
  };
}
