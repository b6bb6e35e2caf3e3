/**
 * Expected failures. All caller errors and foreseeable failures are {@link ApiError}s, rendered in one place
 * (`engine/response`). Anything else is a bug.
 */

/** The parts of an error that clients see, with PostgREST's names. */
export interface ApiErrorParts {
  /** SQLSTATE (`42501`, `PT551`) or a protocol code (`PGRST102`). */
  readonly code: string;
  /** HTTP status. */
  readonly status: number;
  /** What was wrong, in one sentence. */
  readonly message: string;
  /** More about this case: text, or structured data if the protocol requires it. */
  readonly details?: unknown;
  /** What to do about it. */
  readonly hint?: string | null;
  /** The reason phrase of the status line, if not the standard one. */
  readonly reason?: string | null;
  /** Extra response headers, as name and value. */
  readonly headers?: readonly (readonly [string, string])[];
  /** Further members of the answer, for programs. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** The underlying error, for the log only. */
  readonly cause?: unknown;
}

/** A failure whose status, code and text are meant for the caller. */
export class ApiError extends Error implements ApiErrorParts {
  readonly code: string;
  readonly status: number;
  readonly details: unknown;
  readonly hint: string | null;
  readonly reason: string | null;
  readonly headers: readonly (readonly [string, string])[];
  readonly members: Readonly<Record<string, unknown>>;

  constructor(parts: ApiErrorParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = "ApiError";
    this.code = parts.code;
    this.status = parts.status;
    this.details = parts.details ?? null;
    this.hint = parts.hint ?? null;
    this.reason = parts.reason ?? null;
    this.headers = parts.headers ?? [];
    this.members = parts.members ?? {};
  }
}

/** HTTP statuses of SQLSTATEs raised by domain code; others are 400, as with a SQL `raise`. */
const STATUS_BY_SQLSTATE: Readonly<Record<string, number>> = {
  "28P01": 403,
  "42501": 403,
  "23503": 409,
  "23505": 409,
};

/**
 * Throws a domain error identical to one from a SQL function's `raise`.
 * @param sqlstate five characters; `PTxyz` answers with HTTP status `xyz`
 */
export function raise(
  sqlstate: string,
  message: string,
  parts: Pick<ApiErrorParts, "details" | "hint" | "headers"> = {},
): never {
  const chosen = /^PT(\d{3})$/.exec(sqlstate)?.[1];
  const status = chosen === undefined ? (STATUS_BY_SQLSTATE[sqlstate] ?? 400) : Number(chosen);
  throw new ApiError({ code: sqlstate, status, message, ...parts });
}
