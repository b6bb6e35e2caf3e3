/** The body of a request, understood as far as its media type goes. */
import { isUtf8 } from "node:buffer";
import { badRequestBody, contentTypeNotAcceptable, tooManyRows } from "../errors.ts";
import type { Payload } from "./api-request.ts";
import { jsonOf, parseCsv } from "./csv.ts";
import { parseMediaType } from "./media-type.ts";
import { parseForm } from "./query-string.ts";

/** What a body is read for. */
export interface PayloadContext {
  readonly body: Buffer;
  readonly contentType: string | undefined;
  /** Whether it is the argument of a procedure: then it may be empty, or raw. */
  readonly isCall: boolean;
  /** `columns=`: the keys of JSON are these, and the rows need not have the same. */
  readonly columns: readonly string[] | null;
  readonly maxRows: number;
}

/** @throws ApiError PGRST102 for a body that is not what its type says; 413 for too many rows */
export function parsePayload(context: PayloadContext): Payload {
  const { body, contentType, isCall } = context;
  const mediaType = parseMediaType(contentType ?? "")?.type ?? "application/json";
  switch (mediaType) {
    case "application/json":
      return jsonPayload(textOf(body), context);
    case "text/csv": {
      const table = parseCsv(textOf(body));
      checkCount(table.rows.length, context.maxRows);
      const text = jsonOf(table);
      return {
        kind: "json",
        text,
        isArray: true,
        count: table.rows.length,
        keys: table.columns,
      };
    }
    case "application/x-www-form-urlencoded":
      return { kind: "parameters", parameters: parseForm(textOf(body)) };
    case "text/plain":
    case "text/xml":
    case "application/octet-stream":
      if (isCall) return { kind: "raw", mediaType, bytes: body };
      throw contentTypeNotAcceptable(mediaType);
    default:
      throw contentTypeNotAcceptable(mediaType);
  }
}

function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw badRequestBody("Error in $: Cannot decode byte: Invalid UTF-8 stream");
  return body.toString("utf8");
}

function checkCount(count: number, most: number): void {
  if (count > most) throw tooManyRows(count, most);
}

/** The text goes to PostgreSQL untouched, so that no number loses digits; here it is only looked at. */
function jsonPayload(text: string, { isCall, columns, maxRows }: PayloadContext): Payload {
  if (text.trim() === "") {
    if (isCall) return { kind: "json", text: "", isArray: false, count: 1, keys: columns ?? [] };
    throw badRequestBody("Error in $: not enough input");
  }
  const value = parseJson(text);
  if (Array.isArray(value)) {
    checkCount(value.length, maxRows);
    return { kind: "json", text, isArray: true, count: value.length, keys: columns ?? commonKeys(value) };
  }
  if (typeof value === "object" && value !== null) {
    return { kind: "json", text, isArray: false, count: 1, keys: columns ?? Object.keys(value) };
  }
  // A lone value is no row, and stands for none unless something is wanted of it.
  if (columns === null) return { kind: "json", text: "[]", isArray: true, count: 0, keys: [] };
  return { kind: "json", text, isArray: false, count: 1, keys: columns };
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw badRequestBody("Error in $: Failed reading: not a valid json value");
  }
}

/** @throws ApiError PGRST102 when the members are not objects with the same keys */
function commonKeys(members: readonly unknown[]): readonly string[] {
  const [first] = members;
  if (members.length === 0) return [];
  const keys = isObject(first) ? Object.keys(first) : null;
  if (keys === null) throw badRequestBody("All object keys must match");
  for (const member of members) {
    if (!isObject(member)) throw badRequestBody("All object keys must match");
    let count = 0;
    for (const key in member) if (Object.hasOwn(member, key)) count += 1;
    if (count !== keys.length || !keys.every((key) => Object.hasOwn(member, key))) {
      throw badRequestBody("All object keys must match");
    }
  }
  return keys;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
