import type { Stale } from "../offline/change.ts";

/**
 * A failed request, with a message for users. Messages are in English, like the service's; whatever shows one
 * translates it. The sentences of this file are in `server-messages/sentences/problems.ts`.
 */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly details: string | null;
  readonly hint: string | null;
  /** The argument whose value was rejected; null if the problem is not about a single one. */
  readonly argument: string | null;
  /** The concurrent change of another user; null if there is no conflict. */
  readonly stale: Stale | null;

  constructor(
    status: number,
    parts: {
      code?: string | null;
      message: string;
      details?: string | null;
      hint?: string | null;
      argument?: string | null;
      stale?: Stale | null;
    },
  ) {
    super(parts.message);
    this.name = "ApiProblem";
    this.status = status;
    this.code = parts.code ?? null;
    this.details = parts.details ?? null;
    this.hint = parts.hint ?? null;
    this.argument = parts.argument ?? null;
    this.stale = parts.stale ?? null;
  }
}

/** Status of a request without a response. */
const NO_ANSWER = 0;

/** Status for an account without a boat. */
export const VESSEL_REQUIRED = 551;

/** Code of a 401 for a session ended on purpose, by a new password or a sign-out everywhere. */
export const SESSION_ENDED = "PT401";

/** Fallback text for responses without a message, such as those of a proxy. */
function wordsFor(status: number): { readonly message: string; readonly hint: string } | null {
  switch (status) {
    case 413:
      return {
        message: "This is more than the server takes at once.",
        hint: "Make it shorter and try again.",
      };
    case 429:
      return { message: "The server was asked too often.", hint: "Wait a minute and try again." };
    case 502:
      return {
        message: "The logbook server cannot be reached.",
        hint: "It may be starting up. Try again in a minute.",
      };
    case 503:
      return { message: "The logbook server is too busy right now.", hint: "Try again in a minute." };
    case 504:
      return { message: "The logbook server did not answer in time.", hint: "Try again in a minute." };
    default:
      return null;
  }
}

/** The problem of a response without a message. */
export function wordlessProblem(status: number, statusText: string): ApiProblem {
  const answered = `${status} ${statusText}`.trim();
  return new ApiProblem(status, wordsFor(status) ?? { message: `The server answered ${answered}` });
}

/** The problem of a failed network or an absent server. */
export function noAnswer(apiUrl: string): ApiProblem {
  return new ApiProblem(NO_ANSWER, {
    message: navigator.onLine ? "The logbook server did not answer." : "This device is offline.",
    hint: navigator.onLine
      ? `It may be starting up, or the connection may be too weak right now. Its address is ${apiUrl}.`
      : "What this device has kept can still be read.",
  });
}

/** The problem of a device that cannot store a picture until the server is reachable. */
export function noRoom(): ApiProblem {
  return new ApiProblem(NO_ANSWER, {
    message: "This device has no room to keep the photo.",
    hint: "Make room on it, or add the photo when the server can be reached.",
  });
}

/** The problem of too many queued pictures. */
export function tooManyWait(most: number): ApiProblem {
  return new ApiProblem(NO_ANSWER, {
    message: `${most} photos wait on this device already.`,
    hint: "Add more when they have been sent.",
  });
}

/** The problem of an entry that another window sent during an edit. */
export function sentMeanwhile(): ApiProblem {
  return new ApiProblem(NO_ANSWER, {
    message: "This was sent to the server meanwhile.",
    hint: "Change it again as it is now.",
  });
}

/** Any thrown value as an ApiProblem. */
export function problemOf(thrown: unknown): ApiProblem {
  if (thrown instanceof ApiProblem) return thrown;
  return new ApiProblem(NO_ANSWER, {
    message: "This page could not read what the server answered.",
    details: thrown instanceof Error ? thrown.message : String(thrown),
    hint: "Reload the page. If that does not help, the dashboard and the server may not be the same version.",
  });
}
