/** Errors for requests that exceed a limit. */
import { ApiError } from "@wakelog/kit/errors.ts";

/** Deeper nesting than the parser accepts. @param what the nested items, in the plural */
export function nestedTooDeep(what: string, most: number): ApiError {
  return new ApiError({
    status: 400,
    code: "54001",
    message: `${what} can be nested at most ${most} levels deep`,
    hint: "Split the request into several.",
  });
}

/** 54001 reworded: a value, an expression or calls are nested too deep for PostgreSQL. */
export function tooDeepForDatabase(cause: unknown): ApiError {
  return new ApiError({
    status: 413,
    code: "54001",
    message: "The request is nested too deep",
    hint: "Send values and conditions with fewer levels, or split the request into several.",
    cause,
  });
}

/** A body nested too deep. */
export function bodyTooDeep(most: number): ApiError {
  return new ApiError({
    status: 400,
    code: "54001",
    message: `The values of a body can be nested at most ${most} levels deep`,
    hint: "Send fewer levels, or send them as text or separate rows.",
  });
}

/** A row or a call's arguments with too many values. */
export function tooManyValues(most: number): ApiError {
  return new ApiError({
    status: 413,
    code: "54000",
    message: `A row can have at most ${most} values, over all levels`,
    hint: "Send them in several rows or requests.",
  });
}

/** A row or a call's arguments with too many bytes. */
export function rowTooLong(most: number): ApiError {
  return new ApiError({
    status: 413,
    code: "54000",
    message: `A row can have at most ${sizeInWords(most)}`,
    hint: "Send less at a time, or the bytes alone as application/octet-stream.",
  });
}

/** A row with too many columns, or a call with too many arguments. */
export function tooManyKeys(most: number): ApiError {
  return new ApiError({
    status: 400,
    code: "54011",
    message: `A body can name at most ${most} columns or arguments`,
    hint: "Send fewer, or put them into one value.",
  });
}

/** A relation occurs too often along a path of embeds. */
export function embeddedTooOften(relation: string, most: number): ApiError {
  return new ApiError({
    status: 400,
    code: "54001",
    message: `${relation} can occur at most ${most} times on a path of embeds`,
    hint: "Request the deeper levels separately.",
  });
}

/** More embeds than allowed. */
export function tooManyEmbeds(most: number): ApiError {
  return new ApiError({
    status: 400,
    code: "54001",
    message: `A request can embed at most ${most} resources, over all levels`,
    hint: "Split the request into several.",
  });
}

/** A refused pattern. @param why a sentence */
export function badPattern(why: string): ApiError {
  const hint = "Use a simpler pattern, or like and ilike.";
  return new ApiError({ status: 400, code: "2201B", message: why, hint });
}

/** A pattern from a caller without a token. */
export function patternsNotOffered(): ApiError {
  return new ApiError({
    status: 401,
    code: "42501",
    message: "Searching by match and imatch needs a token.",
    hint: "Sign in, or use like and ilike.",
    headers: [["WWW-Authenticate", "Bearer"]],
  });
}

/** More rows than allowed in one answer. */
export function answerTooLarge(most: number): ApiError {
  return new ApiError({
    status: 400,
    code: "54000",
    message: `An answer can have at most ${most} rows, embedded ones included`,
    hint: "Request fewer at a time: use limit and offset, filters, or fewer embeds.",
  });
}

/** A body too long to send. A write stays committed, because the length is known only afterwards. @param most bytes */
export function answerTooLong(most: number): ApiError {
  return new ApiError({
    status: 400,
    code: "54000",
    message: `The answer is longer than ${sizeInWords(most)}`,
    hint:
      "Ask for fewer rows at a time with limit= and offset=, or for fewer columns with select=. A write is done all the " +
      "same; it needs no answer with return=minimal.",
  });
}

function sizeInWords(bytes: number): string {
  return bytes < 1_048_576 ? `${bytes} bytes` : `${Math.floor(bytes / 1_048_576)} MB`;
}

/** More rows than allowed in one write. */
export function tooManyRows(rows: number, most: number): ApiError {
  return new ApiError({
    status: 413,
    code: "54000",
    message: `A request can write at most ${most} rows; this one has ${rows}`,
    hint: "Send the rows in several requests.",
  });
}
