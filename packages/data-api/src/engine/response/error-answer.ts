/** The one place where an error becomes an answer. */
import type { ApiError } from "@wakelog/kit/errors.ts";
import type { AnswerRules } from "../release/facts.ts";
import { headerText } from "../release/header-text.ts";
import { releaseOf } from "../release/release.ts";
import { type Header, type HttpOutput, overlaid } from "./http-output.ts";

type Shown = Pick<AnswerRules, "codeInHeader" | "shortErrors">;
const FIRST: Shown = releaseOf().answers;
const JSON_HEADERS: readonly Header[] = [["Content-Type", "application/json; charset=utf-8"]];

/**
 * @param headersOnly for HEAD: omits the body
 * @param rules how the protocol's release shows errors; default: as the first one does
 */
export function errorAnswer(
  error: ApiError,
  headersOnly: boolean,
  { codeInHeader, shortErrors }: Shown = FIRST,
): HttpOutput {
  const { code, message, details, hint, members, status, reason: chosen } = error;
  const whole = { code, details: details ?? null, hint, message, ...members };
  const shown = code === "" ? {} : shortErrors ? { code, message } : whole;
  const named: readonly Header[] = codeInHeader
    ? [["Proxy-Status", `PostgREST; error=${headerText(code)}`]]
    : [];
  // `raise sqlstate 'PT418'` chooses the reason phrase by its message.
  const reason = chosen ?? (/^PT\d{3}$/.test(code) ? message : null);
  return {
    status,
    ...(reason === null ? {} : { reason: phrase(reason) }),
    headers: overlaid([...JSON_HEADERS, ...named], error.headers),
    body: headersOnly ? null : JSON.stringify(shown),
  };
}

/** A reason phrase may contain neither line breaks nor characters outside Latin-1. */
function phrase(message: string): string {
  return message.replace(/[^\x20-\x7e\xa0-\xff]+/g, " ").trim();
}
