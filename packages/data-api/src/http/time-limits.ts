/** Time limits for clients, so that unused or abused connections do not accumulate. */
import { ApiError } from "@wakelog/kit/errors.ts";

/** In milliseconds unless stated otherwise. */
export interface TimeLimits {
  /** For all headers of a request, from the start of the connection or the request's first byte. */
  readonly headersMs: number;
  /** The longest pause within a body. */
  readonly stallMs: number;
  /** For a whole body. */
  readonly bodyMs: number;
  /** Between two requests on a keep-alive connection. */
  readonly idleMs: number;
  /** Longest initial delay in receiving an answer. */
  readonly answerMs: number;
  /** Minimum average pace of receiving an answer after that. Does not apply to event streams. */
  readonly answerBytesPerSecond: number;
}

/**
 * Boats on weak links are slow, but send steadily, and receive a kilobyte a second with hardly any network. Idle
 * connections outlast the minute between two posts of a boat.
 */
export const TIME_LIMITS: TimeLimits = {
  headersMs: 60_000,
  stallMs: 30_000,
  bodyMs: 120_000,
  idleMs: 75_000,
  answerMs: 120_000,
  answerBytesPerSecond: 512,
};

/** Longest interval between connection checks; limits may be exceeded by that much. */
const LONGEST_INTERVAL_MS = 1_000;

/** The check interval that enforces a limit to within a tenth. */
export function checkIntervalMs(limitMs: number): number {
  return Math.min(LONGEST_INTERVAL_MS, Math.ceil(limitMs / 10));
}

/** 408: part of the request took too long. Closes the connection. @param what `headers` or `body` */
export function tooSlow(what: string): ApiError {
  return new ApiError({
    code: "PT408",
    status: 408,
    message: `The request's ${what} did not arrive in time`,
    hint: "Check the connection, and send the request again, in smaller parts if it is large.",
    headers: [
      ["Retry-After", "5"],
      ["Connection", "close"],
    ],
  });
}
