/** The engine's settings and their defaults. */
import type { TextLimits } from "./errors/shortened.ts";
import type { ExecuteSettings } from "./execute/execute-settings.ts";
import {
  type Caller,
  type DatabaseLimits,
  type Handlers,
  handledProcedures,
  judgedInserts,
} from "./handlers.ts";
import type { CountEstimates } from "./plan/bounds/counting.ts";
import type { PlanSettings } from "./plan/plan-settings.ts";
import type { KeepingFunctions } from "./query/keyed-query.ts";
import type { PreRequest } from "./query/preamble.ts";
import type { Release } from "./release/facts.ts";
import { releaseOf } from "./release/release.ts";
import type { RequestConfig } from "./request/request.ts";

/** Options of the API's self-description at its root. */
export interface OpenApiConfig {
  readonly mode: "follow-privileges" | "ignore-privileges" | "disabled";
  readonly title?: string;
  readonly version: string;
  readonly host?: string;
  readonly port?: number;
  /** The service's public URL, if it differs from its own address. */
  readonly proxyUri?: string;
  /** Whether the description uses the origin that the caller used, if `proxyUri` is absent. */
  readonly asCalled?: boolean;
  /** Whether the document requires a token. */
  readonly securityActive?: boolean;
  /**
   * A function `(path text) returns boolean` that decides whether the description shows a path to the caller:
   * `schema.name`, or a name on the request's search path. Default: all paths that the role may use.
   */
  readonly offered?: string;
  /**
   * The methods that the description offers. `granted`: those that the role may use, GET only with the right to read
   * the whole relation. `possible` (the default): all that the relation supports, if the role has any right to it.
   */
  readonly writes?: "granted" | "possible";
}

/**
 * Schemas that are not exposed, but stand before the first exposed one: the first that has a relation, for reading, or a
 * function of the requested name, has it for the caller.
 */
export interface StandIns {
  /** For callers without a token. */
  readonly anonymous?: readonly string[];
  /** For all others. */
  readonly others?: readonly string[];
}

export interface EngineConfig {
  /** The protocol's release, which no request can change; default: the first. */
  readonly release?: Release;
  /** Exposed schemas; the first is the default. */
  readonly schemas: readonly string[];
  readonly anonymousRole: string | null;
  /** Schemas whose relations and functions replace those of the same name in the first exposed schema. */
  readonly standIns?: StandIns;
  readonly extraSearchPath?: readonly string[];
  /** A function to call before every request: `schema.name`, or a name on the request's search path. */
  readonly preRequest?: string | null;
  /**
   * Functions that store the answers to writes with an `Idempotency-Key`: `schema.name`, or names on the search path.
   * Default: the header is ignored.
   */
  readonly keptAnswers?: { readonly claim: string; readonly keep: string };
  /** Most rows at any level of an answer; null: no limit. */
  readonly maxRows?: number | null;
  /** Most rows of one write. */
  readonly rowLimit?: number;
  /** Most levels of embedding. */
  readonly embedLimit?: number;
  /**
   * The basis of `Prefer: count=planned` and `count=estimated` where some callers see fewer rows than others: the
   * caller's own rows (`own`, the default), or the planner's statistics of all rows (`planner`), from which a caller
   * can infer where hidden rows are.
   */
  readonly countEstimates?: CountEstimates;
  /** Most rows in one answer, embedded ones included; larger answers are refused. Null, the default: no limit. */
  readonly answerRows?: number | null;
  /**
   * Most bytes of one answer; longer ones are refused, and PostgreSQL stops assembling them. Null, the default: as many
   * as can be sent.
   */
  readonly answerBytes?: number | null;
  /** Most embeds of one request, on all levels. Null, the default: no limit. */
  readonly embeds?: number | null;
  /** How often a relation may occur on a path of embeds. Null, the default: no limit. */
  readonly embedRepeats?: number | null;
  readonly txEnd?: ExecuteSettings["txEnd"];
  readonly aggregates?: boolean;
  /** Whether execution plans may be requested. */
  readonly plan?: boolean;
  /**
   * Further media types that return the bare value of one column. The built-in `text/xml` may be listed too: it then
   * shows values of every type, not only XML.
   */
  readonly rawMediaTypes?: readonly string[];
  /** The family of the protocol's own media types in the description; requests may use both. */
  readonly mediaFamily?: "vnd.pgrst" | "vnd.backend";
  /** Whether request bodies may have those media types too; otherwise only `application/json`. */
  readonly ownMediaTypesInBodies?: boolean;
  readonly openApi: OpenApiConfig;
  /** A function in the request's schema that answers `/`. */
  readonly rootSpec?: string | null;
  /** Settings of every transaction, e.g. `app.settings.name`. */
  readonly appSettings?: readonly (readonly [string, string])[];
  /** Whether to word refusals so that they do not show the row, instead of passing on PostgreSQL's message. */
  readonly refusalsInWords?: boolean;
  /** Each caller's database limits; default: none. */
  readonly limits?: (caller: Caller) => DatabaseLimits;
  /**
   * Patterns that `match` and `imatch` accept: `any` (the default), or `bounded`, which are cheap, and none from
   * callers without a token.
   */
  readonly patterns?: "any" | "bounded";
  /** How much of a text errors show; null, the default: all of it. */
  readonly errorTexts?: TextLimits | null;
  /** Whether answers report the duration of each stage (`Server-Timing`). */
  readonly serverTiming?: boolean;
}

/** The engine's release. */
export function releaseFor({ release = releaseOf() }: Pick<EngineConfig, "release">): Release {
  return release;
}

/** The settings for parsing a request. @param handlers decide which bodies TypeScript parses and judges */
export function requestConfig(config: EngineConfig, handlers: Handlers): RequestConfig {
  const { schemas, rowLimit, embedLimit, rootSpec = null, openApi } = config;
  const described = openApi.mode === "disabled" ? "nothing" : "description";
  return {
    schemas,
    release: releaseFor(config),
    root: rootSpec === null ? described : { routine: rootSpec },
    judgedInserts: judgedInserts(handlers),
    handled: new Set([...handlers.inserts.keys(), ...handledProcedures(handlers)]),
    ownJson: config.ownMediaTypesInBodies ?? false,
    ...(rowLimit === undefined ? {} : { maxRows: rowLimit }),
    ...(embedLimit === undefined ? {} : { maxEmbedDepth: embedLimit }),
  };
}

export function planSettings(config: EngineConfig, handledInserts: ReadonlySet<string>): PlanSettings {
  return {
    release: releaseFor(config),
    schemas: config.schemas,
    standIns: config.standIns?.others ?? [],
    maxRows: config.maxRows ?? null,
    countEstimates: config.countEstimates ?? "own",
    answerRows: config.answerRows ?? null,
    answerBytes: config.answerBytes ?? null,
    embeds: config.embeds ?? null,
    embedRepeats: config.embedRepeats ?? null,
    aggregates: config.aggregates ?? false,
    plan: config.plan ?? false,
    rawMediaTypes: config.rawMediaTypes ?? [],
    handledInserts,
  };
}

/** The functions that store answers; null if there are none. */
export function keepingFunctions({ keptAnswers }: EngineConfig): KeepingFunctions | null {
  const claim = functionName(keptAnswers?.claim ?? "");
  const keep = functionName(keptAnswers?.keep ?? "");
  return claim === null || keep === null ? null : { claim, keep };
}

const UNLIMITED: DatabaseLimits = { statementMs: null, share: null };

export function executeSettings(config: EngineConfig): ExecuteSettings {
  return {
    release: releaseFor(config),
    anonymousRole: config.anonymousRole,
    extraSearchPath: config.extraSearchPath ?? [],
    preRequest: functionName(config.preRequest ?? ""),
    maxRows: config.maxRows ?? null,
    txEnd: config.txEnd ?? "commit",
    appSettings: config.appSettings ?? [],
    limits: config.limits ?? (() => UNLIMITED),
  };
}

/** `schema.name`, or a bare name to resolve on the request's search path. */
export function functionName(text: string): PreRequest | null {
  if (text === "") return null;
  const dot = text.indexOf(".");
  return dot < 0 ? { schema: null, name: text } : { schema: text.slice(0, dot), name: text.slice(dot + 1) };
}
