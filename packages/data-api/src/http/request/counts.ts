/** How many requests each caller has sent in the last minute. */

import { ApiError } from "@wakelog/kit/errors.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import type { Header } from "../../engine/response/http-output.ts";

/** The most callers that are remembered; beyond them, the earliest are forgotten, and begin a new minute. */
const MOST_CALLERS = 20_000;

interface Counted {
  requests: number;
  readonly endsAt: number;
}

/** What was counted of a caller. */
export interface Count {
  /** Requests in this minute, the present one included. */
  readonly requests: number;
  /** Seconds until the next minute begins. */
  readonly seconds: number;
}

/** Counts one request of a caller. */
export type CountRequest = (caller: string) => Promise<Count> | Count;

/**
 * Counts requests by caller, each for a minute from the first one. Callers are kept in two generations, of which the older one
 * is dropped as a whole: by then its minutes are over, or there are too many.
 */
export class RequestCounts {
  #younger = new Map<string, Counted>();
  #older: ReadonlyMap<string, Counted> = new Map();
  #youngerBegan = 0;

  /**
   * Counts one request.
   * @param now milliseconds of a clock that does not go back
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
 * Headers that tell how many requests are left.
 * @param most requests of this caller in a minute
 * @throws ApiError 429 if the present one is one too many
 */
export function admitted({ requests, seconds }: Count, most: number): readonly Header[] {
  const told: readonly Header[] = [
    ["X-RateLimit-Limit", String(most)],
    ["X-RateLimit-Remaining", String(Math.max(0, most - requests))],
    ["X-RateLimit-Reset", String(seconds)],
  ];
  if (requests > most) throw tooMany(String(seconds), told);
  return told;
}

function tooMany(seconds: string, told: readonly Header[]): ApiError {
  return new ApiError({
    code: "PT429",
    status: 429,
    message: "Too many requests",
    hint: `Wait ${seconds} s and try again.`,
    headers: [["Retry-After", seconds], ...told],
  });
}
