/** Relations and functions that replace others of the same name for some callers. */
import type { RequestHead } from "../request/api-request.ts";
import { qualified, type SchemaCache } from "./schema-cache.ts";

/**
 * Redirects a request to the stand-in for its target: the relation to read or function to call with the same name in
 * the other schema. Returns the same request if there is none.
 */
export function standInRequest(request: RequestHead, schema: string, cache: SchemaCache): RequestHead {
  const { target, action } = request;
  if (target.kind === "root") return request;
  const name = qualified(schema, target.name);
  const hasStandIn =
    target.kind === "relation"
      ? action.kind === "read" && cache.relations.has(name)
      : cache.routines.has(name);
  return hasStandIn ? { ...request, schema } : request;
}
