/** A function of the database that answers at the root instead of the API's own description. */

import type { ApiRequest } from "../request/api-request.ts";
import { JSON_TYPE } from "./media-types.ts";

/** The request with JSON for the document that it may ask for; the same where it is not for such a root. */
export function rootSpecRequest(request: ApiRequest, name: string | null): ApiRequest {
  if (name === null || request.path !== "/") return request;
  const isDocument = request.accept.some(({ type }) => type === "application/openapi+json");
  return isDocument ? { ...request, accept: [...request.accept, JSON_TYPE] } : request;
}
