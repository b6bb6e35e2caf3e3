/** Chooses the media type of the answer: the first accepted one that is available. */
import { moreThanOneColumn } from "../errors/request-errors.ts";
import type { ApiRequest, MediaType } from "../request/api-request.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";
import {
  explainOf,
  JSON_TYPE,
  named,
  OPENAPI_TYPE,
  ownType,
  planType,
  singular,
  strippedArray,
} from "./media-types.ts";
import type { PlanSettings } from "./plan-settings.ts";
import type { Answer, BodyForm } from "./plan-types.ts";

/** What the answer contains. */
export interface Answered {
  readonly what: "description" | "rows" | "written rows";
  /** Whether the request selects whole rows, without a list of columns. */
  readonly isWhole: boolean;
  /** The relation of the rows, for the database's own media types. */
  readonly relation: { readonly schema: string; readonly name: string } | null;
  /** The domain that a function returns, if it is named like a media type. */
  readonly returned: string | null;
  /** The value for a bare answer, if there is exactly one. */
  readonly value: { readonly column: string | null; readonly type: string | null } | null;
}

/** A domain of this name serves every media type. */
const ANY = "*/*";
const BYTES = "application/octet-stream";
const RAW_TYPES = [BYTES, "text/plain", "text/xml"];

/**
 * @throws ApiError PGRST107 if none of the accepted types is available, PGRST113 if a bare value was requested and there
 *   are several
 */
export function negotiate(
  request: ApiRequest,
  cache: SchemaCache,
  settings: PlanSettings,
  answered: Answered,
): Answer {
  const accepted = request.accept.length === 0 ? [JSON_TYPE] : request.accept;
  for (const one of accepted) {
    const answer = produced(one, cache, settings, answered);
    if (answer !== null) return answer;
  }
  throw settings.release.errors.noMediaType(accepted.map(named));
}

/** The answer in one requested type; null if unavailable. @param shown the name of the type in refusals */
function produced(
  requested: MediaType,
  cache: SchemaCache,
  settings: PlanSettings,
  answered: Answered,
  shown = requested.type,
): Answer | null {
  if (answered.what === "description") return described(requested);
  const simple = (mediaType: MediaType, body: BodyForm): Answer => ({ mediaType, body, explain: null });
  const protocolType = ownType(requested);
  if (protocolType?.name === "plan")
    return settings.plan ? planAnswer(requested, cache, settings, answered) : null;
  if (protocolType?.name === "object") {
    return simple(singular(protocolType.family, protocolType.stripped), {
      kind: "json object",
      stripped: protocolType.stripped,
    });
  }
  if (protocolType?.name === "array" && protocolType.stripped) {
    return simple(strippedArray(protocolType.family), { kind: "json array", stripped: true });
  }
  const { strictHandlers, bareValues } = settings.release.rules;
  const by = (domain: string, type: string): Answer | null =>
    handled(domain, type, cache, answered, strictHandlers);
  const whole = strictHandlers ? by(ANY, BYTES) : null;
  if (whole?.body.kind === "value" || isOfRelation(whole)) return whole;
  const native = requested.type === ANY ? whole : by(requested.type, requested.type);
  if (native !== null) return native;
  const isJson = ["application/json", ANY].includes(requested.type);
  // A result declared for every media type is neither JSON nor CSV.
  const isList = isJson || protocolType?.name === "array" || requested.type === "text/csv";
  if (isList && answered.returned === ANY) return by(ANY, BYTES);
  if (isJson || protocolType?.name === "array") {
    return simple(JSON_TYPE, { kind: "json array", stripped: false });
  }
  if (requested.type === "text/csv") return simple({ type: "text/csv", parameters: {} }, { kind: "csv" });
  if (requested.type === "application/geo+json" && cache.postgis) {
    return simple({ type: "application/geo+json", parameters: {} }, { kind: "geojson" });
  }
  if (
    bareValues &&
    answered.what === "rows" &&
    [...RAW_TYPES, ...settings.rawMediaTypes].includes(requested.type)
  ) {
    if (answered.value === null) throw moreThanOneColumn(shown);
    const isAny = answered.value.type !== "xml" && settings.rawMediaTypes.includes(requested.type);
    const isXml = requested.type === "text/xml" && !isAny;
    const as = isXml ? "xml" : requested.type === "text/plain" ? "text" : "bytes";
    return simple({ type: requested.type, parameters: {} }, { kind: "value", as, ...answered.value });
  }
  return by(ANY, BYTES);
}

/** Whether a media type is made of the rows of one relation. */
function isOfRelation(answer: Answer | null): boolean {
  return answer?.body.kind === "handler" && answer.body.handler.relation !== null;
}

function described(requested: MediaType): Answer | null {
  const isJson = ["application/openapi+json", "application/json", ANY].includes(requested.type);
  if (!isJson && ownType(requested)?.name !== "array") return null;
  return { mediaType: OPENAPI_TYPE, body: { kind: "none" }, explain: null };
}

/** The execution plan of the answer in the type named by `for=`, default JSON. */
function planAnswer(
  requested: MediaType,
  cache: SchemaCache,
  settings: PlanSettings,
  answered: Answered,
): Answer | null {
  const protocolType = ownType(requested);
  if (protocolType === null) return null;
  const [type = "application/json", ...rest] = (requested.parameters.for ?? "application/json").split(";");
  const parameters = rest.includes("nulls=stripped") ? { nulls: "stripped" } : {};
  const inner = produced(
    { type, parameters },
    cache,
    { ...settings, plan: false },
    answered,
    named(requested),
  );
  if (inner === null) return null;
  const explain = explainOf(protocolType, requested.parameters);
  // Here the protocol names a stripped array as plain JSON.
  const of = ownType(inner.mediaType)?.name === "array" ? JSON_TYPE : inner.mediaType;
  return { mediaType: planType(protocolType, explain, of), body: inner.body, explain };
}

/**
 * A media type produced by the database: a function's result, or an aggregate over the rows.
 * @param domain the name of the domain that declares it
 * @param type the media type of the answer
 * @param isStrict whether an aggregate over the rows of one relation takes whole rows only
 */
function handled(
  domain: string,
  type: string,
  cache: SchemaCache,
  { returned, relation, value, isWhole }: Answered,
  isStrict: boolean,
): Answer | null {
  const as = isStrict ? "output" : "bytes";
  const mediaType: MediaType = { type, parameters: {} };
  if (returned === domain) {
    const body = { kind: "value", as, column: null, type: value?.type ?? null } as const;
    return { mediaType, body, explain: null };
  }
  const handler = cache.mediaHandlers.find(
    (one) =>
      one.mediaType === domain &&
      (one.relation === null ||
        ((isWhole || !isStrict) &&
          one.relation.schema === relation?.schema &&
          one.relation.name === relation.name)),
  );
  if (handler === undefined) return null;
  return { mediaType, body: { kind: "handler", handler, as: isStrict ? "output" : "text" }, explain: null };
}
