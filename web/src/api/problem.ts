/** An answer that is no success, or no answer at all, in words that can be shown. */
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

/** Status of a problem where no answer came at all. */
export const NO_ANSWER = 0;

/** Status with which the API says that this account has no boat yet. */
export const VESSEL_REQUIRED = 551;

/** The network failed, or the server is not there. */
export function noAnswer(apiUrl: string): ApiProblem {
  return new ApiProblem(NO_ANSWER, {
    message: "The logbook server did not answer.",
    hint: navigator.onLine
      ? `Tried ${apiUrl}. It may be starting, or the link may be too thin right now.`
      : "This device is offline. What was stored here stays readable.",
  });
}

/** Whatever was thrown, as a problem that can be shown. */
export function problemOf(thrown: unknown): ApiProblem {
  if (thrown instanceof ApiProblem) return thrown;
  return new ApiProblem(NO_ANSWER, {
    message: "The dashboard could not read this answer.",
    details: thrown instanceof Error ? thrown.message : String(thrown),
    hint: "Reload the page; if it stays, the dashboard and the server may be of different versions.",
  });
}
