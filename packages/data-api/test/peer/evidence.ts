/** Evidence that two responses differ in exactly one way. */
import { differences } from "./comparison.ts";
import type { PeerAnswer, PeerRequest } from "./request.ts";

/** A request, both responses, and how to send it again. */
export interface Compared {
  readonly request: PeerRequest;
  readonly theirs: PeerAnswer;
  readonly ours: PeerAnswer;
  readonly ask: {
    theirs(request: PeerRequest): Promise<PeerAnswer>;
    ours(request: PeerRequest): Promise<PeerAnswer>;
  };
}

/** An error response of the protocol. */
export interface PeerError {
  readonly code: string;
  readonly message: string;
  readonly details: string | null;
  readonly hint: string | null;
}

/** Whether two answers are the same in all places but some. */
export function areSame(a: PeerAnswer, b: PeerAnswer, except: readonly string[] = []): boolean {
  return differences(a, b).every(({ where }) => except.includes(where));
}

/** The error in a response; null for another response, or headers that no error has. */
export function errorIn(
  answer: PeerAnswer,
  headers: Readonly<Record<string, string>> = {},
): PeerError | null {
  if (answer.status < 300 || !answer.body.startsWith('{"')) return null;
  const bare = { ...answer, headers: { "content-type": "application/json; charset=utf-8", ...headers } };
  if (!areSame(answer, bare)) return null;
  const { code, message, details = null, hint = null }: Partial<PeerError> = JSON.parse(answer.body);
  return code === undefined || message === undefined ? null : { code, message, details, hint };
}

/** Whether a response is exactly this error. Details and hint are absent unless given. */
export function isError(
  answer: PeerAnswer,
  status: number,
  expected: Pick<PeerError, "code"> & Partial<Record<Exclude<keyof PeerError, "code">, string | RegExp>>,
  headers: Readonly<Record<string, string>> = {},
): boolean {
  const error = errorIn(answer, headers);
  if (error === null || answer.status !== status || error.code !== expected.code) return false;
  return (["message", "details", "hint"] as const).every((name) => {
    const wanted = expected[name] ?? null;
    return wanted instanceof RegExp ? wanted.test(error[name] ?? "") : error[name] === wanted;
  });
}

/** Whether PostgreSQL knows no such function or operator for the operands. */
export function isUnknownTo(answer: PeerAnswer, message: RegExp, status = 404): boolean {
  const hint = /^No (function|operator) matches the given name and argument types\./;
  return isError(answer, status, { code: "42883", message, hint });
}

/** The same request with another path and query. */
export function retargeted(request: PeerRequest, edit: (target: string) => string): PeerRequest {
  return { ...request, target: edit(request.target) };
}

/** The same request without the parameters whose raw text matches. */
export function withoutParameters(request: PeerRequest, which: RegExp): PeerRequest {
  return retargeted(request, (target) => {
    const [path = "", query = ""] = target.split(/\?(.*)/s);
    return `${path}?${query
      .split("&")
      .filter((one) => !which.test(one))
      .join("&")}`;
  });
}

/** The column not found by PostgreSQL, if that is the whole error. */
export function missingColumn(answer: PeerAnswer): string | null {
  const found = /^column (?:[^.]*?[^.\d]_\d+|[^.]+)\.(.+) does not exist$/s;
  if (!isError(answer, 400, { code: "42703", message: found, hint: /^$|^Perhaps you meant / })) return null;
  return found.exec(errorIn(answer)?.message ?? "")?.[1] ?? null;
}

/** Decoded percent signs, where they are valid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The request without the part that our parser did not expect; null if it was another error. */
export function withoutRest(request: PeerRequest, ours: PeerAnswer): PeerRequest | null {
  const message = errorIn(ours)?.message ?? "";
  if (errorIn(ours)?.code !== "PGRST100") return null;
  const [, text, column] =
    /^"failed to parse (?:select parameter|columns parameter|on_conflict parameter|logic tree|filter) \((.*)\)" \(line 1, column (\d+)\)$/s.exec(
      message,
    ) ?? [];
  const [, name, end] =
    /^"failed to parse tree path \((.*)\)" \(line 1, column (\d+)\)$/s.exec(message) ?? [];
  if (name !== undefined) {
    return retargeted(request, (target) =>
      target.replace(/(?<=[?&])[^?&=]+(?==)/g, (key) =>
        decoded(key.replaceAll("+", " ")) === name ? encodeURIComponent(name.slice(0, Number(end) - 1)) : key,
      ),
    );
  }
  if (text === undefined) return null;
  return retargeted(request, (target) =>
    target.replace(/([?&])([^?&=]+)=([^&]*)/g, (whole, mark, key, value) => {
      if (decoded(value) !== text) return whole;
      const operator = /(?:^|\.)((?:not\.)?(?:and|or))$/.exec(key)?.[1] ?? "";
      const kept = text.slice(0, Number(column) - 1 - operator.length);
      return `${mark}${key}=${encodeURIComponent(kept)}`;
    }),
  );
}

/** Their response with our places, where theirs are 11.2's version of those. */
export function encodedOnce(theirs: PeerAnswer, ours: PeerAnswer): PeerAnswer {
  const headers = { ...theirs.headers };
  for (const name of ["content-location", "location"]) {
    const place = ours.headers[name];
    if (place !== undefined && headers[name] === encodedTwice(place)) headers[name] = place;
  }
  return { ...theirs, headers };
}

/** How 11.2 mangles a path and query beyond ASCII: a raw path, and every byte encoded as if it were a character. */
function encodedTwice(place: string): string {
  const [path = "", query] = place.split("?");
  const raw = Buffer.from(decoded(path)).toString("latin1");
  const twice = query?.replace(/%[89A-F][0-9A-F]/g, (one) =>
    encodeURIComponent(String.fromCharCode(Number.parseInt(one.slice(1), 16))),
  );
  return twice === undefined ? raw : `${raw}?${twice}`;
}
