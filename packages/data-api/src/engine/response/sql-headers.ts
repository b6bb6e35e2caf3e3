/** The headers and the status that SQL code sets in `response.headers` and `response.status`. */
import { z } from "zod";
import { badResponseHeaders, badResponseStatus } from "../errors/outcome-errors.ts";
import type { Header } from "./http-output.ts";

/** What HTTP allows (RFC 9110, sections 5.1 and 5.5): a line break would begin another header. */
const Name = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/);
const Value = z
  .string()
  .regex(/^[\t\x20-\x7e\x80-\u{10ffff}]*$/u)
  // Node.js sends each character as one byte.
  .transform((value) => Buffer.from(value, "utf8").toString("latin1"));
const listed = z.array(z.record(Name, Value).refine((header) => Object.keys(header).length === 1));

/** @throws ApiError PGRST111 unless it is an array of objects with one valid header each */
export function headersFromSql(text: string | null): readonly Header[] {
  if (text === null) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badResponseHeaders();
  }
  const found = listed.safeParse(value);
  if (!found.success) throw badResponseHeaders();
  return found.data.flatMap((header) => Object.entries(header)).reduce(joined, []);
}

/** Values of one name are joined on one line (RFC 9110, section 5.3), except for cookies, whose values contain commas. */
function joined(headers: readonly Header[], [name, value]: Header): readonly Header[] {
  const key = name.toLowerCase();
  const at = headers.findIndex(([one]) => one.toLowerCase() === key);
  const before = headers[at];
  if (before === undefined || key === "set-cookie") return [...headers, [name, value]];
  return headers.with(at, [before[0], `${before[1]}, ${value}`]);
}

/** @throws ApiError PGRST112 unless it is a status */
export function statusFromSql(text: string | null): number | null {
  if (text === null) return null;
  const status = Number.parseInt(/^\d+/.exec(text)?.[0] ?? "", 10);
  if (!(status >= 100 && status <= 999)) throw badResponseStatus();
  return status;
}
