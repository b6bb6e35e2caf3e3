/** The one place where an error becomes an answer. */
import type { ApiError } from "@wakelog/kit/errors.ts";
import { type Header, type HttpOutput, overlaid } from "./http-output.ts";

const JSON_HEADERS: readonly Header[] = [["Content-Type", "application/json; charset=utf-8"]];

/** @param headersOnly for HEAD: omits the body */
export function errorAnswer(error: ApiError, headersOnly: boolean): HttpOutput {
  const { code, message, details, hint, members, status, reason: chosen } = error;
  const shown = code === "" ? {} : { code, details: details ?? null, hint, message, ...members };
  // `raise sqlstate 'PT418'` chooses the reason phrase by its message.
  const reason = chosen ?? (/^PT\d{3}$/.test(code) ? message : null);
  return {
    status,
    ...(reason === null ? {} : { reason: phrase(reason) }),
    headers: overlaid(JSON_HEADERS, error.headers),
    body: headersOnly ? null : JSON.stringify(shown),
  };
}

/** A reason phrase may contain neither line breaks nor characters outside Latin-1. */
function phrase(message: string): string {
  return message.replace(/[^\x20-\x7e\xa0-\xff]+/g, " ").trim();
}
