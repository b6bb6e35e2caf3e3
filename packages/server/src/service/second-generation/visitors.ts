/** Callers without a token at `/v2`: paths that are free, paths that may be published, and nothing else. */
import type { Engine } from "@wakelog/data-api/engine/engine.ts";
import { releaseOf } from "@wakelog/data-api/engine/release/release.ts";
import { errorAnswer } from "@wakelog/data-api/engine/response/error-answer.ts";
import { ApiError } from "@wakelog/kit/errors.ts";

const procedures = (...names: readonly string[]): readonly string[] => names.map((name) => `/rpc/${name}`);

/** Open without a header, as at the root. */
const FREE: ReadonlySet<string> = new Set([
  "/",
  "/stays_at",
  "/versions_view",
  ...procedures("login", "signup", "recover", "reset", "ispublic_fn", "ispublic_boat_fn", "messenger"),
  ...procedures("messenger_otp_fn", "messenger_fn", "email_fn", "push_fn", "versions_fn"),
  ...procedures("public_sections_fn", "sign_up_state_fn"),
]);

/** Relations that the header `x-is-public` may open for reading, and procedures. */
const PUBLISHED: ReadonlySet<string> = new Set([
  "/logs_view",
  "/log_view",
  "/monitoring_view",
  "/monitoring_live",
]);
const PUBLISHED_PROCEDURES: ReadonlySet<string> = new Set(
  procedures(
    "timelapse_fn",
    "stats_fn",
    "vessel_fn",
    "export_logbooks_geojson_point_trips_fn",
    "export_logbooks_geojson_linestring_trips_fn",
  ),
);
const READS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Whether a caller without a token may send such a request. */
function isOpen(method: string, path: string): boolean {
  if (FREE.has(path) || PUBLISHED_PROCEDURES.has(path)) return true;
  return PUBLISHED.has(path) && READS.has(method);
}

/** The engine for visitors too: whatever is not open does not exist, whether it is there or not. */
export function forVisitors(engine: Engine, anonymousRole: string | null): Engine {
  return {
    ...engine,
    async handle(input) {
      const caller = await Promise.resolve(input.caller).catch(() => undefined);
      if (caller === undefined || caller.role !== anonymousRole || isOpen(input.method, input.path)) {
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
