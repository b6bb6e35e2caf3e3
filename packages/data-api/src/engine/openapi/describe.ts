/** The API's self-description, built per role once per schema cache. */
import type { Database, Tx } from "../../db/database.ts";
import type { Statement } from "../../db/sql.ts";
import { type EngineConfig, functionName, releaseFor } from "../engine-config.ts";
import type { Caller, JsonObject } from "../handlers.ts";
import { offeredQuery } from "../query/preamble.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";
import { type IsOffered, type OpenApiOptions, openApi, pathsOf } from "./openapi.ts";
import { loadPrivileges, type Privileges } from "./privileges.ts";

/** How the caller addressed the API. */
export interface CalledAs {
  /** The origin. */
  readonly calledAt?: string | undefined;
  /** What stood before the path. */
  readonly prefix: string;
}

/** Builds the document. `opening` are the statements at the start of each of the caller's transactions. */
export type Describe = (
  schema: string,
  caller: Caller,
  cache: SchemaCache,
  opening: readonly Statement[],
  called: CalledAs,
) => Promise<JsonObject>;

export function describer(database: Database, config: EngineConfig): Describe {
  const { openApi: settings, schemas } = config;
  // Privileges last as long as the schema cache: `notify pgrst` after a grant renews both.
  const known = new WeakMap<SchemaCache, Map<string, Privileges>>();
  const offered = functionName(settings.offered ?? "");
  const offeredPaths = async (tx: Tx, schema: string, cache: SchemaCache): Promise<IsOffered> => {
    if (offered === null) return () => true;
    const { rows } = await tx.run(offeredQuery(offered, pathsOf(cache, schema)));
    const paths = new Set(rows.map(([path]) => path));
    return (path) => paths.has(path);
  };
  const standIns = config.standIns?.others ?? [];
  return async (schema, caller, cache, opening, { calledAt, prefix }) => {
    const { mode } = settings;
    if (mode === "disabled") throw releaseFor(config).errors.noRoot();
    const byRole = known.get(cache) ?? new Map<string, Privileges>();
    known.set(cache, byRole);
    // Run the transaction even if the privileges are known, because the pre-request function may refuse.
    const { privileges, isOffered } = await database.transaction(
      async (tx) => {
        for (const statement of opening) await tx.run(statement);
        const granted = byRole.get(caller.role) ?? (await loadPrivileges(tx, [...schemas, ...standIns]));
        return { privileges: granted, isOffered: await offeredPaths(tx, schema, cache) };
      },
      { readOnly: true },
    );
    byRole.set(caller.role, privileges);
    const place = settings.proxyUri ?? (settings.asCalled === true ? calledAt : undefined);
    const options: OpenApiOptions = {
      schema,
      standIns: schema === schemas[0] && caller.role !== config.anonymousRole ? standIns : [],
      prefix,
      version: settings.version,
      ...(settings.title === undefined ? {} : { title: settings.title }),
      host: settings.host ?? "localhost",
      port: settings.port ?? 3000,
      ...(place === undefined ? {} : { proxyUri: place }),
      securityActive: settings.securityActive ?? false,
      mode,
      ...(settings.writes === undefined ? {} : { writes: settings.writes }),
      rules: releaseFor(config).description,
      mediaFamily: config.mediaFamily ?? "vnd.pgrst",
    };
    return openApi(cache, privileges, options, isOffered);
  };
}
