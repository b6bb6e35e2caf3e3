/** Media types in headers (RFC 9110, section 12.5.1): `Accept` and `Content-Type`. */
import type { MediaType } from "./api-request.ts";

/** Splits at a separator outside double quotes. */
function split(text: string, separator: string): readonly string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const one = text[i];
    if (quoted && one === "\\") i += 1;
    else if (one === '"') quoted = !quoted;
    else if (one === separator && !quoted) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function unquoted(value: string): string {
  return /^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/gs, "$1") : value;
}

/** Reads one media type; null for an empty text. */
export function parseMediaType(text: string): MediaType | null {
  const [type = "", ...rest] = split(text, ";");
  const name = type.trim().toLowerCase();
  if (name === "") return null;
  const parameters: [string, string][] = [];
  for (const part of rest) {
    const mark = part.indexOf("=");
    if (mark <= 0) continue;
    parameters.push([part.slice(0, mark).trim().toLowerCase(), unquoted(part.slice(mark + 1).trim())]);
  }
  return { type: name, parameters: Object.fromEntries(parameters) };
}

const NOTHING: readonly MediaType[] = [];

/**
 * Reads an `Accept` header, best first: by quality, then the more specific (counting parameters), then as written. Types
 * of quality 0 come last instead of being dropped, because a refusal lists them too.
 */
export function parseAccept(header: string | undefined): readonly MediaType[] {
  if (header === undefined) return NOTHING;
  // An empty header accepts nothing that is available.
  if (header === "") return [{ type: "", parameters: {} }];
  const ranked: { readonly mediaType: MediaType; readonly quality: number; readonly rank: number }[] = [];
  for (const part of split(header, ",")) {
    const found = parseMediaType(part);
    if (found === null) continue;
    const { q, ...parameters } = found.parameters;
    const quality = q === undefined || q === "" || Number.isNaN(Number(q)) ? 1 : Number(q);
    const rank = found.type === "*/*" ? 2 : found.type.endsWith("/*") ? 1 : -Object.keys(parameters).length;
    ranked.push({ mediaType: { type: found.type, parameters }, quality, rank });
  }
  ranked.sort((a, b) => b.quality - a.quality || a.rank - b.rank);
  return ranked.map(({ mediaType }) => mediaType);
}
