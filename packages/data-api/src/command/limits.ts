/** Configured limits per request. As in PostgREST, there are none by default. */
import type { Caller, DatabaseLimits } from "../engine/handlers.ts";
import type { DataApiSettings } from "./settings.ts";

type LimitSettings = Pick<
  DataApiSettings,
  "dbAnonRole" | "dbStatementTimeout" | "dbAnonStatementTimeout" | "dbCallerPool" | "dbAnonPool"
>;

/**
 * Returns the function that determines a caller's limits. Callers without a token share their connections; others are
 * identified by the token's `sub`, or by role without one.
 */
export function databaseLimits(settings: LimitSettings): (caller: Caller) => DatabaseLimits {
  const { dbAnonRole, dbStatementTimeout, dbAnonStatementTimeout, dbCallerPool, dbAnonPool } = settings;
  return ({ role, claims }) => {
    const isAnonymous = role === dbAnonRole;
    const seconds = isAnonymous ? (dbAnonStatementTimeout ?? dbStatementTimeout) : dbStatementTimeout;
    const most = isAnonymous ? dbAnonPool : dbCallerPool;
    const name = isAnonymous ? "" : JSON.stringify([role, claims.sub ?? null]);
    return {
      statementMs: seconds === null ? null : seconds * 1000,
      share: most === null ? null : { key: name, most },
    };
  };
}
