/** Callers without a token at `/v2`: paths that are free, paths that may be published, and nothing else. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Engine } from "@wakelog/data-api/engine/engine.ts";
import { releaseOf } from "@wakelog/data-api/engine/release/release.ts";
import { errorAnswer } from "@wakelog/data-api/engine/response/error-answer.ts";
import { ApiError } from "@wakelog/kit/errors.ts";

const READS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Reads the paths that a caller without a token may call, and whether each shows pages. */
export async function visitorPaths(tx: Tx): Promise<ReadonlyMap<string, boolean>> {
  const rows = await tx.query(sql`select path, is_page from app.second_visitor_paths()`);
  return new Map(rows.map((row) => [String(row.path), row.is_page === true]));
}

/** Whether such a request is for one of these paths. Resources that are published are only read. */
function isOpen(paths: ReadonlyMap<string, boolean>, method: string, path: string): boolean {
  const isPage = paths.get(path);
  return isPage !== undefined && (!isPage || path.startsWith("/rpc/") || READS.has(method));
}

/** The engine for visitors too: whatever is not open does not exist, whether it is there or not. */
export function forVisitors(
  engine: Engine,
  anonymousRole: string | null,
  paths: ReadonlyMap<string, boolean>,
): Engine {
  return {
    ...engine,
    async handle(input) {
      const caller = await Promise.resolve(input.caller).catch(() => undefined);
      if (caller === undefined || caller.role !== anonymousRole || isOpen(paths, input.method, input.path)) {
        return engine.handle(input);
      }
      return {
        ...errorAnswer(unknownResource(), input.method === "HEAD", releaseOf().answers),
        role: caller.role,
      };
    },
  };
}

/** There is nothing at this address, for this caller. */
export function unknownResource(): ApiError {
  return new ApiError({ code: "PT404", status: 404, message: "unknown resource" });
}
