/** The settings that running a request depends on. */
import type { Caller, DatabaseLimits } from "../handlers.ts";
import type { PreRequest } from "../query/preamble.ts";

/** How a request is run. */
export interface ExecuteSettings {
  /** Role of callers without a token; null if they are refused. */
  readonly anonymousRole: string | null;
  /** Schemas that statements see besides the request's own. */
  readonly extraSearchPath: readonly string[];
  /** The function that is called before every request. */
  readonly preRequest: PreRequest | null;
  readonly maxRows: number | null;
  /** How transactions end, and whether `Prefer: tx=` may override it. */
  readonly txEnd: "commit" | "commit-allow-override" | "rollback" | "rollback-allow-override";
  /** Settings that every transaction has, e.g. `app.settings.name`. */
  readonly appSettings: readonly (readonly [string, string])[];
  /** How much of the database each caller may use. */
  readonly limits: (caller: Caller) => DatabaseLimits;
}
