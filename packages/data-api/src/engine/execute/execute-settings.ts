/** Settings for running requests. */
import type { Caller, DatabaseLimits } from "../handlers.ts";
import type { PreRequest } from "../query/preamble.ts";
import type { Release } from "../release/facts.ts";

/** How requests run. */
export interface ExecuteSettings {
  /** The protocol's release. */
  readonly release: Release;
  /** Role of callers without a token; null if they are refused. */
  readonly anonymousRole: string | null;
  /** Schemas visible to statements besides the request's own. */
  readonly extraSearchPath: readonly string[];
  /** The function called before every request. */
  readonly preRequest: PreRequest | null;
  readonly maxRows: number | null;
  /** How transactions end, and whether `Prefer: tx=` may override it. */
  readonly txEnd: "commit" | "commit-allow-override" | "rollback" | "rollback-allow-override";
  /** Settings of every transaction, e.g. `app.settings.name`. */
  readonly appSettings: readonly (readonly [string, string])[];
  /** Each caller's database limits. */
  readonly limits: (caller: Caller) => DatabaseLimits;
}
