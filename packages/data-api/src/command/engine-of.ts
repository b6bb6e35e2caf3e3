/** Converts PostgREST's settings to engine settings. */

import type { Observe } from "@wakelog/kit/observe.ts";
import type { Database } from "../db/database.ts";
import type { PoolOptions } from "../db/postgres.ts";
import { createAuthenticator } from "../engine/caller/caller.ts";
import { createEngine, type Engine } from "../engine/engine.ts";
import { SHORT_TEXTS } from "../engine/errors/shortened.ts";
import type { Release } from "../engine/release/facts.ts";
import { releaseOf } from "../engine/release/release.ts";
import { databaseUrl } from "./database-url.ts";
import { databaseLimits } from "./limits.ts";
import type { DataApiSettings } from "./settings.ts";

/** The pool's options. As with PostgREST, the database keeps its own defaults. */
export function poolOptions(settings: DataApiSettings, observe: Observe): PoolOptions {
  return {
    url: databaseUrl(settings.dbUri) ?? settings.dbUri,
    applicationName: "wakelog data-api",
    keepDefaults: true,
    max: Math.max(1, settings.dbPool),
    acquireMs: settings.dbPoolAcquisitionTimeout * 1000,
    idleMs: settings.dbPoolMaxIdletime * 1000,
    ...(settings.dbPoolMaxLifetime === 0 ? {} : { lifetimeSeconds: settings.dbPoolMaxLifetime }),
    prepare: settings.dbPreparedStatements,
    observe,
  };
}

/** The protocol's release, as the settings have it. */
export function releaseIn(settings: DataApiSettings): Release {
  return releaseOf(settings.protocolRelease, {
    shortErrors: settings.clientErrorVerbosity === "minimal",
    legacyTargetNames: settings.urlUseLegacyTargetNames,
  });
}

/** The address for the API description, unless a proxy's is set. */
export interface ListeningAt {
  readonly host: string;
  readonly port: number;
}

/** Loads the schema and builds the engine that serves it. */
export function engineOf(
  settings: DataApiSettings,
  at: ListeningAt,
  database: Database,
  observe: Observe,
): Promise<Engine> {
  const release = releaseIn(settings);
  return createEngine({
    database,
    authenticate: createAuthenticator({
      release,
      secret: settings.jwtSecret,
      secretIsBase64: settings.jwtSecretIsBase64,
      audience: settings.jwtAud,
      roleClaimKey: settings.jwtRoleClaimKey,
      anonymousRole: settings.dbAnonRole,
    }),
    handlers: { procedures: new Map(), inserts: new Map() },
    config: {
      release,
      schemas: settings.dbSchemas,
      anonymousRole: settings.dbAnonRole,
      extraSearchPath: settings.dbExtraSearchPath,
      preRequest: settings.dbPreRequest,
      maxRows: settings.dbMaxRows,
      rowLimit: Number.MAX_SAFE_INTEGER,
      countEstimates: settings.dbCountEstimates,
      answerRows: settings.dbAnswerRows,
      embedRepeats: settings.dbEmbedRepeats,
      patterns: settings.dbPatterns,
      errorTexts: settings.dbErrorTexts === "short" ? SHORT_TEXTS : null,
      limits: databaseLimits(settings),
      txEnd: settings.dbTxEnd,
      aggregates: settings.dbAggregatesEnabled,
      plan: settings.dbPlanEnabled,
      rawMediaTypes: settings.rawMediaTypes,
      mediaFamily: "vnd.pgrst",
      openApi: {
        mode: settings.openapiMode,
        version: release.announced,
        ...at,
        ...(settings.openapiServerProxyUri === null ? {} : { proxyUri: settings.openapiServerProxyUri }),
        securityActive: settings.openapiSecurityActive,
      },
      rootSpec: settings.dbRootSpec,
      appSettings: settings.appSettings,
      serverTiming: settings.serverTimingEnabled,
    },
    observe,
  });
}
