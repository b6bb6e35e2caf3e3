/** Selects the exposed schema that a request is for. */
import type { ReleaseErrors } from "../release/facts.ts";

/** The schema, and whether the answer names it. */
export interface Profile {
  readonly schema: string;
  readonly profiled: boolean;
}

/**
 * Reads `Accept-Profile`, or `Content-Profile` for methods that write; the first schema is the default.
 * @throws ApiError PGRST106 if the schema is not exposed
 */
export function parseProfile(
  method: string,
  headers: Readonly<Record<string, string>>,
  schemas: readonly string[],
  errors: Pick<ReleaseErrors, "unknownSchema">,
): Profile {
  const reads = method === "GET" || method === "HEAD" || method === "OPTIONS";
  const requested = headers[reads ? "accept-profile" : "content-profile"];
  const schema = requested ?? schemas[0];
  if (schema === undefined || !schemas.includes(schema)) throw errors.unknownSchema(schema ?? "", schemas);
  return { schema, profiled: requested !== undefined || schemas.length > 1 };
}
