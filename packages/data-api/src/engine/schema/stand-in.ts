/** Relations and functions that some callers get in place of others of the same name. */
import type { RequestHead } from "../request/api-request.ts";
import { qualified, type SchemaCache } from "./schema-cache.ts";

/**
 * The request as one for what stands in for its target: for the relation to be read, or the function to be called, of
 * the same name in the other schema. The same request if there is none.
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
