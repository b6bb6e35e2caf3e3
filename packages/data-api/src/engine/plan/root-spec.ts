/** A database function that answers `/` instead of the API's own description. */

import type { RequestHead } from "../request/api-request.ts";
import { JSON_TYPE } from "./media-types.ts";

/** At such a root, a request for the OpenAPI document also accepts JSON; other requests are returned unchanged. */
export function rootSpecRequest(request: RequestHead, name: string | null): RequestHead {
  if (name === null || request.path !== "/") return request;
  const isDocument = request.accept.some(({ type }) => type === "application/openapi+json");
  return isDocument ? { ...request, accept: [...request.accept, JSON_TYPE] } : request;
}
