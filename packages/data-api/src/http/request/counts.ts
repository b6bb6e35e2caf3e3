/** Counts each caller's requests per minute. */

import { ApiError } from "@wakelog/kit/errors.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import type { Header } from "../../engine/response/http-output.ts";

/** Most callers remembered; beyond that the oldest are forgotten and start a new minute. */
const MOST_CALLERS = 20_000;

interface Counted {
  requests: number;
  readonly endsAt: number;
}

/** A caller's count. */
export interface Count {
  /** Requests in this minute, including this one. */
  readonly requests: number;
  /** Seconds until the next minute begins. */
  readonly seconds: number;
}

/** Counts one request of a caller. */
export type CountRequest = (caller: string) => Promise<Count> | Count;

/**
 * Counts requests by caller, per minute from the first one. Callers are kept in two generations; the older is dropped
 * whole once its minutes are over, or there are too many.
 */
export class RequestCounts {
  #younger = new Map<string, Counted>();
  #older: ReadonlyMap<string, Counted> = new Map();
  #youngerBegan = 0;

  /**
   * Counts one request.
   * @param now milliseconds of a monotonic clock
   */
  count(caller: string, now: number): Count {
    const counted = this.#at(caller, now);
    counted.requests++;
    return { requests: counted.requests, seconds: Math.ceil((counted.endsAt - now) / 1000) };
  }

  #at(caller: string, now: number): Counted {
    const known = this.#younger.get(caller) ?? this.#older.get(caller);
    if (known !== undefined && known.endsAt > now) return known;
    if (this.#younger.size >= MOST_CALLERS / 2 || now - this.#youngerBegan >= MINUTE) {
      this.#older = this.#younger;
      this.#younger = new Map();
      this.#youngerBegan = now;
    }
    const fresh = { requests: 0, endsAt: now + MINUTE };
    this.#younger.set(caller, fresh);
    return fresh;
  }
}

/**
 * Rate-limit headers.
 * @param most requests of this caller per minute
 * @throws ApiError 429 if this request exceeds the limit
 */
export function admitted({ requests, seconds }: Count, most: number): readonly Header[] {
  const headers: readonly Header[] = [
    ["X-RateLimit-Limit", String(most)],
    ["X-RateLimit-Remaining", String(Math.max(0, most - requests))],
    ["X-RateLimit-Reset", String(seconds)],
  ];
  if (requests > most) throw tooMany(String(seconds), headers);
  return headers;
}

function tooMany(seconds: string, headers: readonly Header[]): ApiError {
  return new ApiError({
    code: "PT429",
    status: 429,
    message: "Too many requests",
    hint: `Wait ${seconds} s and try again.`,
    headers: [["Retry-After", seconds], ...headers],
  });
}
