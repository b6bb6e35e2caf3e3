/** A function of the database that answers at the root instead of the API's own description. */
import { JSON_TYPE } from "./plan/media-types.ts";
import type { ApiRequest } from "./request/api-request.ts";

/** The request as a call of the function; the same request where there is none or it is not for the root. */
export function rootSpecRequest(request: ApiRequest, name: string | null): ApiRequest {
  if (name === null || request.action.kind !== "inspect") return request;
  const isDocument = request.accept.some(({ type }) => type === "application/openapi+json");
  return {
    ...request,
    action: { kind: "call", by: "get" },
    target: { kind: "routine", name },
    accept: isDocument ? [...request.accept, JSON_TYPE] : request.accept,
  };
}
