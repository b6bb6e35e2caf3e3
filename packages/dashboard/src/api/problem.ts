import type { Stale } from "../offline/change.ts";

/**
 * An answer that is not a success, or no answer at all, as it can be shown to people: in English, as the service speaks. Whatever
 * shows it says it in the language of the dashboard, for which `server-messages/sentences/problems.ts` has the sentences of this file.
 */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly details: string | null;
  readonly hint: string | null;
  /** The argument whose value was refused, as the procedure names it; null if it is not about a single one. */
  readonly argument: string | null;
  /** What another user wrote meanwhile; null if that is not the problem. */
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

/** Status of a problem if no answer came at all. */
const NO_ANSWER = 0;

/** Status with which the API says that this account has no boat yet. */
export const VESSEL_REQUIRED = 551;

/** Code of a 401 for a session that was ended on purpose: by a new password, or by signing out everywhere. */
export const SESSION_ENDED = "PT401";

/** What people read if an answer has no words of its own, such as one from a proxy in front of the service. */
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

/** The problem of an answer without words. */
export function wordlessProblem(status: number, statusText: string): ApiProblem {
  const answered = `${status} ${statusText}`.trim();
  return new ApiProblem(status, wordsFor(status) ?? { message: `The server answered ${answered}` });
}

/** The problem of a network that failed, or of a server that is not there. */
export function noAnswer(apiUrl: string): ApiProblem {
  return new ApiProblem(NO_ANSWER, {
    message: navigator.onLine ? "The logbook server did not answer." : "This device is offline.",
    hint: navigator.onLine
      ? `It may be starting up, or the connection may be too weak right now. Its address is ${apiUrl}.`
      : "What this device has kept can still be read.",
  });
}

/** The problem of a device that cannot keep a picture until the server can be reached. */
export function noRoom(): ApiProblem {
  return new ApiProblem(NO_ANSWER, {
    message: "This device has no room to keep the photo.",
    hint: "Make room on it, or add the photo when the server can be reached.",
  });
}

/** The problem of more pictures than a device keeps. */
export function tooManyWait(most: number): ApiProblem {
  return new ApiProblem(NO_ANSWER, {
    message: `${most} photos wait on this device already.`,
    hint: "Add more when they have been sent.",
  });
}

/** The problem of a line that was sent during an edit, by another window. */
export function sentMeanwhile(): ApiProblem {
  return new ApiProblem(NO_ANSWER, {
    message: "This was sent to the server meanwhile.",
    hint: "Change it again as it is now.",
  });
}

/** Anything that was thrown, as a problem that can be shown. */
export function problemOf(thrown: unknown): ApiProblem {
  if (thrown instanceof ApiProblem) return thrown;
  return new ApiProblem(NO_ANSWER, {
    message: "This page could not read what the server answered.",
    details: thrown instanceof Error ? thrown.message : String(thrown),
    hint: "Reload the page. If that does not help, the dashboard and the server may not be the same version.",
  });
}
