/** An answer that is not a success, or no answer at all, as it can be shown to people. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly details: string | null;
  readonly hint: string | null;

  constructor(
    status: number,
    parts: { code?: string | null; message: string; details?: string | null; hint?: string | null },
  ) {
    super(parts.message);
    this.name = "ApiProblem";
    this.status = status;
    this.code = parts.code ?? null;
    this.details = parts.details ?? null;
    this.hint = parts.hint ?? null;
  }
}

/** Status of a problem if no answer came at all. */
const NO_ANSWER = 0;

/** Status with which the API says that this account has no boat yet. */
export const VESSEL_REQUIRED = 551;

/** Code of a 401 for a session that was ended on purpose: by a new password, or by signing out everywhere. */
export const SESSION_ENDED = "PT401";

/** What people read if an answer has no words of its own, as one from a proxy between them and the service. */
const WORDS: Readonly<Record<number, { readonly message: string; readonly hint: string }>> = {
  413: { message: "This is more than the server takes at once.", hint: "Make it shorter and try again." },
  429: { message: "The server was asked too often.", hint: "Wait a minute and try again." },
  502: {
    message: "The logbook server cannot be reached.",
    hint: "It may be starting up. Try again in a minute.",
  },
  503: { message: "The logbook server is too busy right now.", hint: "Try again in a minute." },
  504: { message: "The logbook server did not answer in time.", hint: "Try again in a minute." },
};

/** The problem of an answer without words. */
export function wordlessProblem(status: number, statusText: string): ApiProblem {
  return new ApiProblem(
    status,
    WORDS[status] ?? { message: `The server answered ${status} ${statusText}`.trim() },
  );
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

/** Anything that was thrown, as a problem that can be shown. */
export function problemOf(thrown: unknown): ApiProblem {
  if (thrown instanceof ApiProblem) return thrown;
  return new ApiProblem(NO_ANSWER, {
    message: "This page could not read what the server answered.",
    details: thrown instanceof Error ? thrown.message : String(thrown),
    hint: "Reload the page. If that does not help, the dashboard and the server may not be the same version.",
  });
}
