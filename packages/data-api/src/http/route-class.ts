/** Coarse classes of requests: metrics by path would create a time series for every path. */

export type RouteClass = "read" | "write" | "rpc" | "ingest" | "document" | "other";

const READS = new Set(["GET", "HEAD"]);
const WRITES = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * The class of a request.
 * @param path without the query
 * @param ingest paths to which devices post their data
 */
export function routeClass(
  method: string,
  path: string,
  ingest: ReadonlySet<string> = new Set(),
): RouteClass {
  if (!READS.has(method) && !WRITES.has(method)) return "other";
  if (path === "/" || path === "") return READS.has(method) ? "document" : "other";
  if (path.startsWith("/rpc/")) return "rpc";
  if (method === "POST" && ingest.has(path)) return "ingest";
  return READS.has(method) ? "read" : "write";
}
