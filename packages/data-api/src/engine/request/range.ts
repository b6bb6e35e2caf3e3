/** Which rows are requested: `limit`, `offset` and the `Range` header. */
import { negativeLimit, reversedRange } from "../errors/request-errors.ts";
import type { RowRange } from "./api-request.ts";

export const ALL_ROWS: RowRange = { offset: 0, limit: null };

const WHOLE = /^(-?) *(\d+|0[xX][\da-fA-F]+|0[oO][0-7]+)$/;

/** An integer, decimal or as 0x and 0o, also in parentheses; clamped to the safe range; null for anything else. */
function whole(text: string): number | null {
  const trimmed = text.trim();
  if (/^\(.*\)$/s.test(trimmed)) return whole(trimmed.slice(1, -1));
  const [, sign, digits] = WHOLE.exec(trimmed) ?? [];
  if (digits === undefined) return null;
  const size = Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
  return sign === "-" && size > 0 ? -size : size;
}

/**
 * The rows from `offset` up to `offset + limit`. A non-numeric value is ignored, except that a limit given with an
 * offset becomes 0. A negative offset shortens the range.
 * @throws ApiError PGRST103 if the range ends before it begins
 */
export function rangeOf({ limit, offset }: { readonly limit?: string; readonly offset?: string }): RowRange {
  const first = (offset === undefined ? null : whole(offset)) ?? 0;
  const most = limit === undefined ? null : (whole(limit) ?? (offset === undefined ? null : 0));
  if (most === null) return { offset: Math.max(0, first), limit: null };
  const range = { offset: Math.max(0, first), limit: most + Math.min(0, first) };
  if (range.limit < 0) throw negativeLimit();
  return range;
}

/** Reads a `Range` header of rows; null for other formats. @throws ApiError PGRST103 if its bounds are reversed */
export function parseRangeHeader(header: string | undefined): RowRange | null {
  const [, first, last] = /^(\d+)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined) return null;
  const offset = whole(first) ?? 0;
  const upper = last === undefined || last === "" ? null : whole(last);
  if (upper === null) return { offset, limit: null };
  if (upper < offset) throw reversedRange();
  return { offset, limit: upper - offset + 1 };
}

/** The rows in both ranges. @throws ApiError PGRST103 if they do not overlap */
export function intersection(a: RowRange, b: RowRange): RowRange {
  const offset = Math.max(a.offset, b.offset);
  const ends = [a, b].flatMap((one) => (one.limit === null ? [] : [one.offset + one.limit]));
  if (ends.length === 0) return { offset, limit: null };
  const limit = Math.min(...ends) - offset;
  // A request for no rows is not an error, unlike ranges that do not overlap.
  if (a.limit === 0 || b.limit === 0) return { offset: 0, limit: 0 };
  if (limit <= 0) throw negativeLimit();
  return { offset, limit };
}
