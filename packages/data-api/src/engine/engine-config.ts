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
import type { RequestConfig } from "./request/request.ts";

/** How the API describes itself at its root. */
export interface OpenApiConfig {
  readonly mode: "follow-privileges" | "ignore-privileges" | "disabled";
  readonly title?: string;
  readonly version: string;
  readonly host?: string;
  readonly port?: number;
  /** The URL at which clients reach the service, if it differs from where it listens. */
  readonly proxyUri?: string;
  /** Whether the description names the address that the caller used, if `proxyUri` is absent. */
  readonly asCalled?: boolean;
  /** Whether the document declares that a token is needed. */
  readonly securityActive?: boolean;
  /**
   * A function `(path text) returns boolean` that decides whether the description shows a path to the caller:
   * `schema.name`, or a name on the request's search path. Without one, every path that the role may use is shown.
   */
  readonly offered?: string;
  /**
   * Which methods the description offers. `granted`: those that the role may use; GET only if it may read the whole
   * relation. `possible` (the default): all that the relation supports, if the role has any right to it at all.
   */
  readonly writes?: "granted" | "possible";
}

export interface EngineConfig {
  /** Exposed schemas; the first is the default. */
  readonly schemas: readonly string[];
  readonly anonymousRole: string | null;
  /**
   * A schema whose relations and functions callers without a token get in place of those of the same name in the first
   * exposed schema. It is not exposed by itself.
   */
  readonly anonymousSchema?: string | null;
  readonly extraSearchPath?: readonly string[];
  /** A function to call before every request: `schema.name`, or a name on the request's search path. */
  readonly preRequest?: string | null;
  /**
   * Functions that keep the answers to writes with an `Idempotency-Key`: `schema.name`, or names on the search path.
   * Without them, the header means nothing.
   */
  readonly keptAnswers?: { readonly claim: string; readonly keep: string };
  /** Most rows at any level of an answer; null: no limit. */
  readonly maxRows?: number | null;
  /** Most rows of one write. */
  readonly rowLimit?: number;
  /** Most levels of embedding. */
  readonly embedLimit?: number;
  /**
   * What `Prefer: count=planned` and `count=estimated` are computed from if some callers see fewer rows than others: the
   * caller's own rows (`own`, the default), or the planner's statistics of all rows (`planner`), from which a caller can
   * infer where hidden rows are.
   */
  readonly countEstimates?: CountEstimates;
  /** Most rows in one answer, embedded ones included; a larger answer is refused. Null, the default: no limit. */
  readonly answerRows?: number | null;
  /**
   * Most bytes of one answer; a longer one is refused, and PostgreSQL stops keeping it while it is put together. Null, the
   * default: as many as can be sent.
   */
  readonly answerBytes?: number | null;
  /** Most embeds of one request, on all levels together. Null, the default: no limit. */
  readonly embeds?: number | null;
  /** How often one relation may be on the path of an embed. Null, the default: no limit. */
  readonly embedRepeats?: number | null;
  readonly txEnd?: ExecuteSettings["txEnd"];
  readonly aggregates?: boolean;
  /** Whether execution plans may be requested. */
  readonly plan?: boolean;
  /**
   * Media types, besides the usual ones, that are answered with the bare value of one column. `text/xml` is a usual one
   * but may be listed as well: it then shows values of every type, not only XML.
   */
  readonly rawMediaTypes?: readonly string[];
  /** Which family of the protocol's own media types the API's description names; requests may use both. */
  readonly mediaFamily?: "vnd.pgrst" | "vnd.backend";
  /** Whether request bodies may have those media types too; otherwise only `application/json`. */
  readonly ownMediaTypesInBodies?: boolean;
  readonly openApi: OpenApiConfig;
  /** A function in the request's schema whose result is the answer at the root. */
  readonly rootSpec?: string | null;
  /** Settings that every transaction has, e.g. `app.settings.name`. */
  readonly appSettings?: readonly (readonly [string, string])[];
  /** Whether refusals are worded so that they do not show the row; otherwise PostgreSQL's message is passed on. */
  readonly refusalsInWords?: boolean;
  /** How much of the database each caller may use; unlimited when absent. */
  readonly limits?: (caller: Caller) => DatabaseLimits;
  /**
   * Which patterns `match` and `imatch` accept: `any` (the default), or `bounded` ones only, which are cheap, and none
   * from callers without a token.
   */
  readonly patterns?: "any" | "bounded";
  /** How much of a text an error shows; null, the default: all of it. */
  readonly errorTexts?: TextLimits | null;
  /** Whether answers report how long each stage took (`Server-Timing`). */
  readonly serverTiming?: boolean;
}

/**
 * The part of the settings that parsing a request needs.
 * @param handlers which bodies TypeScript parses and judges
 */
export function requestConfig(config: EngineConfig, handlers: Handlers): RequestConfig {
  const { schemas, rowLimit, embedLimit, rootSpec = null, openApi } = config;
  const described = openApi.mode === "disabled" ? "nothing" : "description";
  return {
    schemas,
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
    schemas: config.schemas,
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

/** The functions that keep answers; null if there are none. */
export function keepingFunctions({ keptAnswers }: EngineConfig): KeepingFunctions | null {
  const claim = functionName(keptAnswers?.claim ?? "");
  const keep = functionName(keptAnswers?.keep ?? "");
  return claim === null || keep === null ? null : { claim, keep };
}

const UNLIMITED: DatabaseLimits = { statementMs: null, share: null };

export function executeSettings(config: EngineConfig): ExecuteSettings {
  return {
    anonymousRole: config.anonymousRole,
    extraSearchPath: config.extraSearchPath ?? [],
    preRequest: functionName(config.preRequest ?? ""),
    maxRows: config.maxRows ?? null,
    txEnd: config.txEnd ?? "commit",
    appSettings: config.appSettings ?? [],
    limits: config.limits ?? (() => UNLIMITED),
  };
}

/** `schema.name`, or a bare name, which is resolved on the request's search path. */
export function functionName(text: string): PreRequest | null {
  if (text === "") return null;
  const dot = text.indexOf(".");
  return dot < 0 ? { schema: null, name: text } : { schema: text.slice(0, dot), name: text.slice(dot + 1) };
}
