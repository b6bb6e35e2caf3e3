/** The API's description of itself, made for each role once per schema cache. */
import type { Database } from "../../db/database.ts";
import type { Sql } from "../../db/sql.ts";
import type { EngineConfig } from "../engine-config.ts";
import { nothingHere } from "../errors/protocol-errors.ts";
import type { Caller, JsonObject } from "../handlers.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";
import { type OpenApiOptions, openApi } from "./openapi.ts";
import { loadPrivileges, type Privileges } from "./privileges.ts";

/**
 * Makes the document. `opening` is what every transaction of the caller begins with, `calledAt` where the caller found
 * the service.
 */
export type Describe = (
  schema: string,
  caller: Caller,
  cache: SchemaCache,
  opening: readonly Sql[],
  calledAt?: string,
) => Promise<JsonObject>;

export function describer(database: Database, config: EngineConfig): Describe {
  const { openApi: said, schemas } = config;
  // Privileges are as old as the schema cache: `notify pgrst` after a grant renews both.
  const known = new WeakMap<SchemaCache, Map<string, Privileges>>();
  return async (schema, caller, cache, opening, calledAt) => {
    const { mode } = said;
    if (mode === "disabled") throw nothingHere();
    const byRole = known.get(cache) ?? new Map<string, Privileges>();
    known.set(cache, byRole);
    // The transaction runs although the answer may be known: the pre-request function has its say.
    const privileges = await database.transaction(
      async (tx) => {
        for (const statement of opening) await tx.run(statement);
        return byRole.get(caller.role) ?? (await loadPrivileges(tx, schemas));
      },
      { readOnly: true },
    );
    byRole.set(caller.role, privileges);
    const place = said.proxyUri ?? (said.asCalled === true ? calledAt : undefined);
    const options: OpenApiOptions = {
      schema,
      version: said.version,
      ...(said.title === undefined ? {} : { title: said.title }),
      host: said.host ?? "localhost",
      port: said.port ?? 3000,
      ...(place === undefined ? {} : { proxyUri: place }),
      securityActive: said.securityActive ?? false,
      mode,
      ...(said.writes === undefined ? {} : { writes: said.writes }),
      mediaFamily: config.mediaFamily ?? "vnd.pgrst",
    };
    return openApi(cache, privileges, options);
  };
}
