/** Parses the body of a request according to its media type. */
import { isUtf8 } from "node:buffer";
import type { ApiError } from "../../errors.ts";
import { isRecord } from "../../json/json.ts";
import { tooManyRows } from "../errors/limit-errors.ts";
import { badRequestBody, contentTypeNotAcceptable } from "../errors/request-errors.ts";
import type { JsonValue } from "../handlers.ts";
import type { Payload } from "./api-request.ts";
import { jsonOf, objectsOf, parseCsv } from "./csv.ts";
import { jsonFault } from "./json-fault.ts";
import { parseMediaType } from "./media-type.ts";
import { parseForm } from "./query-string.ts";

/** What parsing a body depends on. */
export interface PayloadContext {
  readonly body: Buffer;
  readonly contentType: string | undefined;
  /** Whether the body is the argument of a procedure, in which case it may be empty or raw. */
  readonly isCall: boolean;
  /** `columns=`: the keys to use; the rows then need not all have the same keys. */
  readonly columns: readonly string[] | null;
  readonly maxRows: number;
  /** Whether a handler judges the rows one by one, in which case a bad row does not cause the others to be refused. */
  readonly isJudged: boolean;
  /** Whether a body may have the protocol's own JSON media types, as answers may. */
  readonly ownJson: boolean;
}

/** The protocol's own media types of JSON, in both families. */
const OWN_JSON = /^(application\/vnd\.(?:pgrst|backend)\.(object|array))(?:\+json)?$/;

/** The media type to parse the body as, or to name in a refusal. An array type without stripped nulls is plain JSON. */
function mediaTypeOf({ contentType, ownJson }: PayloadContext): string {
  const { type, parameters } = parseMediaType(contentType ?? "") ?? { type: JSON_TYPE, parameters: {} };
  const [, name, kind] = OWN_JSON.exec(type) ?? [];
  if (name === undefined) return type;
  const isStripped = parameters.nulls === "stripped";
  if (ownJson || (kind === "array" && !isStripped)) return JSON_TYPE;
  return `${name}+json${isStripped ? ";nulls=stripped" : ""}`;
}

const JSON_TYPE = "application/json";

const SURROGATE = /\\u[dD][89a-fA-F]/;

/** @throws ApiError PGRST102 if the body does not match its media type; 413 if it has too many rows */
export function parsePayload(context: PayloadContext): Payload {
  const { body, isCall } = context;
  const mediaType = mediaTypeOf(context);
  switch (mediaType) {
    case "application/json":
      return jsonPayload(textOf(body), context);
    case "text/csv":
      return csvPayload(textOf(body), context);
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

function csvPayload(text: string, { isJudged, maxRows }: PayloadContext): Payload {
  const table = parseCsv(text, { ragged: isJudged });
  const count = table.rows.length;
  checkCount(count, maxRows);
  const elements = isJudged ? objectsOf(table) : null;
  return { kind: "json", text: jsonOf(table), isArray: true, count, keys: table.columns, elements };
}

/** The text goes to PostgreSQL unchanged, so that no number loses digits; it is parsed only to check it. */
function jsonPayload(text: string, { isCall, isJudged, columns, maxRows }: PayloadContext): Payload {
  const plain = { kind: "json", text, isArray: false, count: 1, elements: null } as const;
  if (text === "" && isCall) return { ...plain, keys: columns ?? [] };
  const value = parseJson(text);
  const isArray = Array.isArray(value);
  if (isArray) checkCount(value.length, maxRows);
  if (isJudged) {
    const elements: readonly JsonValue[] = isArray ? value : [value];
    return { ...plain, isArray, count: elements.length, keys: columns ?? [], elements };
  }
  refuseHalfCharacters(text);
  if (isArray) return { ...plain, isArray, count: value.length, keys: columns ?? commonKeys(value) };
  if (isRecord(value)) return { ...plain, keys: columns ?? Object.keys(value) };
  // A bare value is not a row: without `columns=`, the body counts as empty.
  if (columns === null) return { ...plain, text: "[]", isArray: true, count: 0, keys: [] };
  return { ...plain, keys: columns };
}

function parseJson(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    throw faultIn(jsonFault(text) ?? "Failed reading: unescaped control character");
  }
}

/** Half a surrogate pair is not a character, and PostgreSQL refuses it too. */
function refuseHalfCharacters(text: string): void {
  const fault = SURROGATE.test(text) ? jsonFault(text) : null;
  if (fault !== null) throw faultIn(fault);
}

function faultIn(fault: string): ApiError {
  return badRequestBody(`Error in $: ${fault}`);
}

/** @throws ApiError PGRST102 if the members are not objects with the same keys */
function commonKeys(members: readonly JsonValue[]): readonly string[] {
  const [first] = members;
  if (members.length === 0) return [];
  const keys = isRecord(first) ? Object.keys(first) : null;
  if (keys === null) throw badRequestBody("All object keys must match");
  for (const member of members) {
    if (!isRecord(member)) throw badRequestBody("All object keys must match");
    let count = 0;
    for (const key in member) if (Object.hasOwn(member, key)) count += 1;
    if (count !== keys.length || !keys.every((key) => Object.hasOwn(member, key))) {
      throw badRequestBody("All object keys must match");
    }
  }
  return keys;
}
