/** Parses the body of a request according to its media type. */
import { isUtf8 } from "node:buffer";
import { isRecord } from "@wakelog/kit/json/json.ts";
import type { Interruptible } from "@wakelog/kit/time/slices.ts";
import { rowTooLong, tooManyKeys } from "../../errors/limit-errors.ts";
import { badRequestBody, contentTypeNotAcceptable } from "../../errors/request-errors.ts";
import type { JsonValue } from "../../handlers.ts";
import type { ReleaseErrors } from "../../release/facts.ts";
import type { Payload } from "../api-request.ts";
import { parseMediaType } from "../media-type.ts";
import { parseForm } from "../query-string.ts";
import { jsonOf, objectsOf, readCsv } from "./csv.ts";
import { readJson } from "./json-body.ts";
import { MOST } from "./json-structure.ts";

/** The context of a body. */
export interface PayloadContext {
  readonly body: Buffer;
  readonly contentType: string | undefined;
  /** Whether the body is a procedure's argument, which may be empty or raw. */
  readonly isCall: boolean;
  /** `columns=`: the keys to use; the rows then need not all have the same keys. */
  readonly columns: readonly string[] | null;
  readonly maxRows: number;
  /** Whether a handler judges the rows one by one, so that a bad row does not fail the others. */
  readonly isJudged: boolean;
  /** Whether a handler parses the whole body, which then may have fewer values per row. */
  readonly isHandled: boolean;
  /** Whether to accept the protocol's own JSON media types, as in answers. */
  readonly ownJson: boolean;
  /** The words for what is not JSON. */
  readonly errors: Pick<ReleaseErrors, "invalidJson">;
}

/** The protocol's own JSON media types, in both families. */
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

/**
 * Parses a body in slices.
 * @throws ApiError PGRST102 if it does not match its media type; 400 or 413 if it exceeds a limit
 */
export function* readPayload(context: PayloadContext): Interruptible<Payload> {
  const { body, isCall } = context;
  const mediaType = mediaTypeOf(context);
  switch (mediaType) {
    case "application/json":
      return yield* jsonPayload(body, context);
    case "text/csv":
      return yield* csvPayload(textOf(body, context), context);
    case "application/x-www-form-urlencoded": {
      if (body.length > MOST.rowBytes) throw rowTooLong(MOST.rowBytes);
      const parameters = parseForm(textOf(body, context), MOST.keys + 1);
      if (parameters.length > MOST.keys) throw tooManyKeys(MOST.keys);
      return { kind: "parameters", parameters };
    }
    case "text/plain":
    case "text/xml":
    case "application/octet-stream":
      if (isCall) return { kind: "raw", mediaType, bytes: body };
      throw contentTypeNotAcceptable(mediaType);
    default:
      throw contentTypeNotAcceptable(mediaType);
  }
}

function textOf(body: Buffer, { errors }: PayloadContext): string {
  if (!isUtf8(body)) throw errors.invalidJson("Cannot decode byte: Invalid UTF-8 stream");
  return body.toString("utf8");
}

function* csvPayload(text: string, { isJudged, maxRows }: PayloadContext): Interruptible<Payload> {
  const { columns, rows } = yield* readCsv(text, { ragged: isJudged, maxRows, maxColumns: MOST.keys });
  const elements = isJudged ? yield* objectsOf({ columns, rows }) : null;
  const json = yield* jsonOf({ columns, rows });
  return { kind: "json", text: json, isArray: true, count: rows.length, keys: columns, elements };
}

/** The text goes to PostgreSQL unchanged, so that no number loses digits; parsing only checks it. */
function* jsonPayload(body: Buffer, context: PayloadContext): Interruptible<Payload> {
  const { isCall, isJudged, isHandled, columns, maxRows, errors } = context;
  const text = textOf(body, context);
  const plain = { kind: "json", text, isArray: false, count: 1, elements: null } as const;
  if (text === "" && isCall) return { ...plain, keys: columns ?? [] };
  const elements: JsonValue[] = [];
  const keys = new CommonKeys();
  let first: JsonValue = null;
  const { isArray, count } = yield* readJson(body, { maxRows, isJudged, isHandled, errors }, (group) => {
    if (isJudged) for (const element of group) elements.push(element);
    else if (columns === null) keys.take(group);
    first ??= group[0] ?? null;
  });
  if (isJudged) return { ...plain, isArray, count, keys: columns ?? [], elements };
  if (isArray) return { ...plain, isArray, count, keys: columns ?? keys.common() };
  if (isRecord(first)) return { ...plain, keys: columns ?? keys.common() };
  // A bare value is not a row: without `columns=`, the body counts as empty.
  if (columns === null) return { ...plain, text: "[]", isArray: true, count: 0, keys: [] };
  return { ...plain, keys: columns };
}

/** The keys that all rows of a body have. */
class CommonKeys {
  #keys: readonly string[] | null = null;
  #areSame = true;

  /** @throws ApiError 400 if a row has too many */
  take(rows: readonly JsonValue[]): void {
    for (const row of rows) {
      this.#keys ??= isRecord(row) ? Object.keys(row) : [];
      if (this.#keys.length > MOST.keys) throw tooManyKeys(MOST.keys);
      this.#areSame &&= isRecord(row) && hasExactly(row, this.#keys);
    }
  }

  /** @throws ApiError PGRST102 if the rows are not objects with the same keys */
  common(): readonly string[] {
    if (!this.#areSame) throw badRequestBody("All object keys must match");
    return this.#keys ?? [];
  }
}

function hasExactly(row: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  let count = 0;
  for (const key in row) if (Object.hasOwn(row, key)) count += 1;
  return count === keys.length && keys.every((key) => Object.hasOwn(row, key));
}
