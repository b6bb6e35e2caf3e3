/** Parameters as they go over the wire. */

/** A query string. */
export function encoded(parameters: readonly (readonly [string, string])[]): string {
  return parameters
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
}
