/** The engine of the service: the boats' schema, TypeScript handlers, and limits. */

import { SERVICE_RELEASE } from "@wakelog/data-api/announced-releases.ts";
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Gate } from "@wakelog/data-api/db/turnstile.ts";
import {
  createEngine,
  type Engine,
  type EngineConfig,
  type EngineOptions,
} from "@wakelog/data-api/engine/engine.ts";
import { diskFull } from "@wakelog/data-api/engine/errors/connection-errors.ts";
import { SHORT_TEXTS } from "@wakelog/data-api/engine/errors/shortened.ts";
import type { ReplicaReads } from "@wakelog/data-api/engine/execute/read-place.ts";
import { type Handlers, handledProcedures, type InsertHandler } from "@wakelog/data-api/engine/handlers.ts";
import { openSchema } from "@wakelog/data-api/engine/open-schema.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { VERSION } from "@wakelog/kit/version.ts";
import { exportProcedures } from "../boat/exports/procedures.ts";
import { importProcedures } from "../boat/imports/procedures.ts";
import { linkExchange } from "../boat/link/exchange.ts";
import type { LiveStreams } from "../boat/live/live-streams.ts";
import { createWatch } from "../boat/monitoring/watch.ts";
import { photoProcedures } from "../boat/photos/procedures.ts";
import { metricsInsert } from "../boat/voyages/ingest/ingest.ts";
import { cleanedMetadata, metadataInsert } from "../boat/voyages/ingest/metadata.ts";
import { perVessel } from "../boat/voyages/ingest/operator-rows.ts";
import { faultOf } from "../boat/voyages/ingest/validate-row.ts";
import { voyageProcedures } from "../boat/voyages/procedures.ts";
import type { AccountDependencies } from "../people/accounts/dependencies.ts";
import { accountProcedures } from "../people/accounts/procedures.ts";
import type { Outbox } from "../people/notifications/outbox/outbox.ts";
import { notificationProcedures } from "../people/notifications/procedures.ts";
import { type ApiConfig, accountDependencies } from "./account-dependencies.ts";
import type { Installation } from "./installation.ts";
import type { Callers } from "./limits/admit-callers.ts";
import type { FreeDisk } from "./operations/free-disk.ts";
import { byAddress, secondGeneration, secondHandlers } from "./second-generation/generation.ts";
import { forVisitors, visitorPaths } from "./second-generation/visitors.ts";

/** Connections of the engine. */
export interface ApiConnections {
  readonly callers: Callers;
  /** The replica for reads, if any. */
  readonly reads?: ReplicaReads | undefined;
  /** Called after each POST commits, with its newest row. */
  readonly announce: LiveStreams["announce"];
  /** The queue for responses that may be long. */
  readonly places: Gate;
  /** Whether there is room to write. */
  readonly disk: FreeDisk;
  /** Sends requested messages. */
  readonly post: Pick<Outbox, "channels" | "deliverOne">;
}

/**
 * Opens the engine: of the first generation, and beside it of the second unless legacy names are switched off. Both
 * serve one loaded schema with the same handlers, connections and limits.
 * @throws Error if procedures and their SQL declarations do not match
 */
export async function openEngine(
  config: ApiConfig,
  installation: Installation,
  observe: Observe,
  { callers, reads, announce, places, disk, post }: ApiConnections,
): Promise<Engine> {
  const accounts = accountDependencies(config, installation);
  const handlers = handlersOf(config, installation, accounts, observe, { announce, post });
  await installation.service((tx) => checkDeclarations(tx, handlers));
  const first = engineConfig(config, callers);
  const second = config.aliases === "on" ? secondGeneration(first) : null;
  const database = installation.requests;
  const schema = await openSchema({ database, config: second ?? first, observe });
  const options: EngineOptions = {
    database,
    schema,
    reads,
    authenticate: callers.authenticate,
    handlers,
    async enterLong(caller) {
      const { long } = callers.limits(caller);
      return long === null ? () => {} : places.enter(long.key, long.most, LONG_WAIT_MS);
    },
    async refuseWrite(routine) {
      if (routine !== null && FOR_READING.has(routine)) return null;
      const lacking = await disk.lacking();
      return lacking === 0 ? null : diskFull();
    },
    config: first,
    observe,
  };
  const engine = await createEngine(options);
  const close = (): Promise<void> => schema.close();
  if (second === null) return { ...engine, close };
  const secondOptions = { ...options, config: second, handlers: secondHandlers(handlers, accounts) };
  const paths = await installation.service(visitorPaths);
  const beside = forVisitors(await createEngine(secondOptions), second.anonymousRole, paths);
  return { ...byAddress(engine, beside), close };
}

/** The engine's settings for the first generation. */
function engineConfig(config: ApiConfig, { limits }: Callers): EngineConfig {
  return {
    schemas: ["api"],
    anonymousRole: "anonymous",
    standIns: { anonymous: ["public_pages"] },
    extraSearchPath: ["app", "public"],
    preRequest: "app.check_request",
    keptAnswers: { claim: "app.claim_answer", keep: "app.keep_answer" },
    maxRows: config.maxRows === 0 ? null : config.maxRows,
    rowLimit: config.rowLimit,
    answerRows: 200_000,
    answerBytes: 33_554_432,
    embeds: 20,
    embedRepeats: 3,
    rawMediaTypes: ["text/xml", "application/gpx+xml", "application/vnd.google-earth.kml+xml"],
    mediaFamily: "vnd.backend",
    ownMediaTypesInBodies: true,
    refusalsInWords: true,
    limits,
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
  };
}

/** How long a response waits for the caller's other ones; shorter than their statement timeout. */
const LONG_WAIT_MS = 10_000;

/** Procedures allowed on a full disk: they write little, and without them no user could read. */
const FOR_READING: ReadonlySet<string> = new Set(["login"]);

/** The procedure behind POST /link. */
const EXCHANGE = "link_exchange_fn";

function handlersOf(
  config: ApiConfig,
  installation: Installation,
  accounts: AccountDependencies,
  observe: Observe,
  { announce, post }: Pick<ApiConnections, "announce" | "post">,
): Handlers {
  const watch = createWatch();
  const voyages = voyageProcedures(config.sogLimit);
  const documents = exportProcedures({ webUrl: config.webUrl });
  const metrics = metricsInsert({
    sogLimitKnots: config.sogLimit,
    watch,
    observe,
    announce: (vesselId, row) =>
      announce(vesselId, row.time, () => ({ ...row, values: watch.readings(vesselId, row) })),
  });
  const exchange = linkExchange({ metrics, faultOf: faultOf(config.sogLimit), described: cleanedMetadata });
  const telling = notificationProcedures({ service: installation.service, post, webUrl: config.webUrl });
  return {
    procedures: new Map([
      ...documents,
      ...importProcedures(),
      ...photoProcedures(),
      ...voyages,
      [EXCHANGE, exchange],
    ]),
    detached: new Map([...accountProcedures(accounts), ...telling]),
    inserts: new Map<string, InsertHandler>([
      ["metadata", metadataInsert()],
      ["metrics", perVessel(metrics)],
    ]),
    // Other procedures need exclusive access to the vessel's fold. A token without a vessel stands for its account's
    // only one.
    holds: (name, { claims: { vid, uid } }) => {
      // A long document takes much memory while it is rendered, so each account gets one at a time.
      if (documents.has(name)) return typeof uid === "string" ? `documents of ${uid}` : null;
      const held = vid ?? uid;
      return typeof held === "string" && (name === "metrics" || name === EXCHANGE || voyages.has(name))
        ? held
        : null;
    },
  };
}

/**
 * Checks that each procedure declared as the service's has a handler, and vice versa.
 * @throws Error naming those that do not match
 */
async function checkDeclarations(tx: Tx, handlers: Handlers): Promise<void> {
  const rows = await tx.query(sql`
    select distinct proname as name from pg_proc
    where pronamespace = 'api'::regnamespace and prosrc like '%app.implemented_in_service(%'`);
  const declared = new Set(rows.map((row) => String(row.name)));
  const handled = new Set(handledProcedures(handlers));
  const unimplemented = [...declared].filter((name) => !handled.has(name));
  const undeclared = [...handled].filter((name) => !declared.has(name));
  if (unimplemented.length + undeclared.length === 0) return;
  throw new Error(
    [
      "procedures and their declarations differ",
      ...(unimplemented.length > 0 ? [`declared without a handler: ${unimplemented.join(", ")}`] : []),
      ...(undeclared.length > 0 ? [`implemented without a declaration: ${undeclared.join(", ")}`] : []),
    ].join("; "),
  );
}
