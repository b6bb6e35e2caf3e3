/** How long a client may take, so that unused or abused connections do not accumulate. */
import { ApiError } from "@wakelog/kit/errors.ts";

/** Times in milliseconds, unless they say otherwise. */
export interface TimeLimits {
  /** For all headers of a request, from the start of the connection or the request's first byte. */
  readonly headersMs: number;
  /** The longest pause within a body. */
  readonly stallMs: number;
  /** For a whole body. */
  readonly bodyMs: number;
  /** Between two requests on a connection that is kept alive. */
  readonly idleMs: number;
  /** For taking nothing of an answer at its beginning. */
  readonly answerMs: number;
  /** Least pace at which an answer is taken from then on, on average. Streams of events have none. */
  readonly answerBytesPerSecond: number;
}

/**
 * A boat on a weak link sends slowly, but it sends, and takes a kilobyte a second where there is hardly any network. Idle
 * connections outlast the minute between two of its posts.
 */
export const TIME_LIMITS: TimeLimits = {
  headersMs: 60_000,
  stallMs: 30_000,
  bodyMs: 120_000,
  idleMs: 75_000,
  answerMs: 120_000,
  answerBytesPerSecond: 512,
};

/** The longest interval between two checks of the connections; a limit may be exceeded by that much. */
const LONGEST_INTERVAL_MS = 1_000;

/** The interval between checks that keeps a limit to within a tenth. */
export function checkIntervalMs(limitMs: number): number {
  return Math.min(LONGEST_INTERVAL_MS, Math.ceil(limitMs / 10));
}

/** 408: part of the request took too long. The connection is closed after the answer. @param what `headers` or `body` */
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
