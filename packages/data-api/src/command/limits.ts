/** What a request may cost, as far as the settings limit it. PostgREST has no such limits, so none is set by default. */
import type { Caller, DatabaseLimits } from "../engine/handlers.ts";
import type { DataApiSettings } from "./settings.ts";

type LimitSettings = Pick<
  DataApiSettings,
  "dbAnonRole" | "dbStatementTimeout" | "dbAnonStatementTimeout" | "dbCallerPool" | "dbAnonPool"
>;

/**
 * Makes the function that returns a caller's limits. Callers without a token share their connections; a caller with a
 * token is known by its `sub` claim, or by its role if it has none.
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
