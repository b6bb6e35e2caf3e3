/** The engine as the service runs it: the schema of boats, the handlers that TypeScript has for it, and its limits. */
import { attemptLimits } from "./accounts/attempts.ts";
import { oneTimeCodes } from "./accounts/one-time-codes.ts";
import type { PasswordCost } from "./accounts/passwords.ts";
import { accountProcedures } from "./accounts/procedures.ts";
import { tokenIssuer } from "./accounts/tokens.ts";
import { SERVICE_RELEASE } from "./announced-releases.ts";
import type { Callers } from "./callers/admit-callers.ts";
import type { Config } from "./config.ts";
import { checkDeclarations } from "./declarations.ts";
import { createEngine, type Engine } from "./engine/engine.ts";
import { SHORT_TEXTS } from "./engine/errors/shortened.ts";
import type { Handlers, InsertHandler } from "./engine/handlers.ts";
import { exportProcedures } from "./exports/procedures.ts";
import { type Installation, VERSION } from "./installation.ts";
import type { Observe } from "./observe.ts";
import { metricsInsert } from "./voyages/ingest/ingest.ts";
import { metadataInsert } from "./voyages/ingest/metadata.ts";
import { perVessel } from "./voyages/ingest/operator-rows.ts";
import { voyageProcedures } from "./voyages/procedures.ts";

/** The configuration of the API, with what hashing a password costs: no setting leads there. */
export type ApiConfig = Config & { readonly passwordCost: PasswordCost };

/**
 * Opens the engine.
 * @throws Error if a procedure and its declaration in SQL do not fit
 */
export async function openEngine(
  config: ApiConfig,
  installation: Installation,
  observe: Observe,
  callers: Callers,
): Promise<Engine> {
  const handlers = handlersOf(config, installation);
  await installation.service((tx) => checkDeclarations(tx, handlers));
  return createEngine({
    database: installation.requests,
    authenticate: callers.authenticate,
    handlers,
    config: {
      schemas: ["api"],
      anonymousRole: "anonymous",
      anonymousSchema: "public_pages",
      extraSearchPath: ["app", "public"],
      preRequest: "app.check_request",
      maxRows: config.maxRows === 0 ? null : config.maxRows,
      rowLimit: config.rowLimit,
      answerRows: 200_000,
      embeds: 20,
      embedRepeats: 3,
      rawMediaTypes: ["text/xml", "application/gpx+xml", "application/vnd.google-earth.kml+xml"],
      mediaFamily: "vnd.backend",
      ownMediaTypesInBodies: true,
      refusalsInWords: true,
      limits: callers.limits,
      patterns: "bounded",
      errorTexts: SHORT_TEXTS,
      openApi: {
        mode: "follow-privileges",
        version: `${SERVICE_RELEASE} (wakelog ${VERSION})`,
        ...(config.apiUrl === "" ? { asCalled: true } : { proxyUri: config.apiUrl }),
        securityActive: true,
        writes: "granted",
        offered: "app.is_offered",
      },
    },
    observe,
  });
}

function handlersOf(config: ApiConfig, installation: Installation): Handlers {
  const accounts = accountProcedures({
    service: installation.service,
    tokens: tokenIssuer(installation.secret, config.sessionHours),
    codes: oneTimeCodes(installation.secret),
    limits: attemptLimits(config.rateLimits === "on"),
    passwordMinLength: config.passwordMinLength,
    passwordCost: config.passwordCost,
    messengerOpen: config.messengerOpen === "true",
    webUrl: config.webUrl,
    pushUrl: config.pushUrl,
  });
  const voyages = voyageProcedures();
  return {
    procedures: new Map([...exportProcedures({ webUrl: config.webUrl }), ...voyages]),
    detached: accounts,
    inserts: new Map<string, InsertHandler>([
      ["metadata", metadataInsert()],
      ["metrics", perVessel(metricsInsert({ sogLimitKnots: config.sogLimit }))],
    ]),
    // These need the vessel's fold exclusively. A token without a vessel is for the only one of its account.
    holds: (name, { claims: { vid, uid } }) => {
      const held = vid ?? uid;
      return typeof held === "string" && (name === "metrics" || voyages.has(name)) ? held : null;
    },
  };
}
