/** Media types as they are asked for and answered; our own family has two names and is answered in the one asked. */
import type { MediaType } from "../request/api-request.ts";
import type { Explain } from "./plan-types.ts";

/** One of our own types: `application/vnd.pgrst.object+json;nulls=stripped`. */
export interface OwnType {
  readonly family: string;
  readonly name: "object" | "array" | "plan";
  readonly suffix: string;
  readonly stripped: boolean;
}

const OWN = /^application\/(vnd\.(?:pgrst|backend))\.(object|array|plan)(?:\+(json|text))?$/;

/** Takes one of our own types apart; null for all others. */
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

/** What a plan's parameters ask for. */
export function explainOf({ suffix }: OwnType, parameters: MediaType["parameters"]): Explain {
  const requested = (parameters.options ?? "").split("|");
  const known = ["analyze", "verbose", "settings", "buffers", "wal"] as const;
  return {
    format: suffix === "json" ? "json" : "text",
    options: known.filter((one) => requested.includes(one)),
  };
}

/** The media type of a plan's answer. */
export function planType(protocolType: OwnType, explain: Explain, of: MediaType): MediaType {
  return {
    type: `application/${protocolType.family}.plan+${explain.format}`,
    parameters: { for: of.type, options: explain.options.join("|") },
  };
}

/** A media type as a header's value, its text's encoding named. */
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

/** A media type that was asked for, as it is named when it cannot be had: our own with what they mean, others bare. */
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
