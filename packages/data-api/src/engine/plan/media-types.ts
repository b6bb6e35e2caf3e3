/** Media types of requests and answers. The protocol's own family has two names; an answer uses the requested one. */
import type { MediaType } from "../request/api-request.ts";
import type { Explain } from "./plan-types.ts";

/** One of the protocol's own types, e.g. `application/vnd.pgrst.object+json;nulls=stripped`. */
export interface OwnType {
  readonly family: string;
  readonly name: "object" | "array" | "plan";
  readonly suffix: string;
  readonly stripped: boolean;
}

const OWN = /^application\/(vnd\.(?:pgrst|backend))\.(object|array|plan)(?:\+(json|text))?$/;

/** Parses one of the protocol's own types; null for all others. */
export function ownType({ type, parameters }: MediaType): OwnType | null {
  const [, family, name, suffix] = OWN.exec(type) ?? [];
  if (family === undefined || (name !== "object" && name !== "array" && name !== "plan")) return null;
  if (name !== "plan" && suffix === "text") return null;
  return { family, name, suffix: suffix ?? "", stripped: parameters.nulls === "stripped" };
}

export function singular(family: string, stripped: boolean): MediaType {
  return { type: `application/${family}.object+json`, parameters: stripped ? { nulls: "stripped" } : {} };
}

export function strippedArray(family: string): MediaType {
  return { type: `application/${family}.array+json`, parameters: { nulls: "stripped" } };
}

export const JSON_TYPE: MediaType = { type: "application/json", parameters: {} };
export const OPENAPI_TYPE: MediaType = { type: "application/openapi+json", parameters: {} };

/** The format and options that a plan's media type requests. */
export function explainOf({ suffix }: OwnType, parameters: MediaType["parameters"]): Explain {
  const requested = (parameters.options ?? "").split("|");
  const known = ["analyze", "verbose", "settings", "buffers", "wal"] as const;
  return {
    format: suffix === "json" ? "json" : "text",
    options: known.filter((one) => requested.includes(one)),
  };
}

/** The media type of an execution plan. */
export function planType(protocolType: OwnType, explain: Explain, of: MediaType): MediaType {
  return {
    type: `application/${protocolType.family}.plan+${explain.format}`,
    parameters: { for: of.type, options: explain.options.join("|") },
  };
}

/** A media type as a header value, with the encoding if it is textual. */
export function contentType(mediaType: MediaType): string {
  return `${withParameters(mediaType)}${TEXTUAL.test(mediaType.type) ? "; charset=utf-8" : ""}`;
}

function withParameters({ type, parameters }: MediaType): string {
  if (parameters.for !== undefined) {
    const options = parameters.options === "" ? "" : `; options=${parameters.options}`;
    return `${type}; for="${parameters.for}"${options}`;
  }
  return `${type}${parameters.nulls === "stripped" ? ";nulls=stripped" : ""}`;
}

const TEXTUAL =
  /^(application\/(json|geo\+json|openapi\+json|vnd\.(pgrst|backend)\.\w+(\+\w+)?)|text\/(csv|plain|xml))$/;

/** A requested media type for an error: the protocol's own types with parameters, others without. */
export function named(requested: MediaType): string {
  const protocolType = ownType(requested);
  switch (protocolType?.name) {
    case "object":
      return withParameters(singular(protocolType.family, protocolType.stripped));
    case "array":
      return withParameters(protocolType.stripped ? strippedArray(protocolType.family) : JSON_TYPE);
    case "plan": {
      const { for: of = JSON_TYPE.type } = requested.parameters;
      return withParameters(
        planType(protocolType, explainOf(protocolType, requested.parameters), { type: of, parameters: {} }),
      );
    }
    default:
      return requested.type;
  }
}
