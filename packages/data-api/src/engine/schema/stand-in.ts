/** Relations and functions that replace others of the same name. */
import type { RequestHead } from "../request/api-request.ts";
import { qualified, type SchemaCache } from "./schema-cache.ts";

/**
 * Redirects a request to the stand-in for its target: the relation to read or function to call with the same name in
 * the first of the schemas that has one. Returns the same request if there is none.
 */
export function standInRequest(
  request: RequestHead,
  schemas: readonly string[],
  cache: SchemaCache,
): RequestHead {
  const { target, action } = request;
  if (target.kind === "root" || (target.kind === "relation" && action.kind !== "read")) return request;
  const known = target.kind === "relation" ? cache.relations : cache.routines;
  const schema = schemas.find((one) => known.has(qualified(one, target.name)));
  return schema === undefined ? request : { ...request, schema };
}
