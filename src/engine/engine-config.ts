/** The engine's settings, and what they are when not given. */
import type { TextLimits } from "./errors/shortened.ts";
import type { ExecuteSettings } from "./execute/execute-settings.ts";
import type { Caller, DatabaseLimits } from "./handlers.ts";
import type { CountEstimates } from "./plan/bounds/counting.ts";
import type { PlanSettings } from "./plan/plan-settings.ts";
import type { PreRequest } from "./query/preamble.ts";
import type { RequestConfig } from "./request/request.ts";

/** How the API describes itself at its root. */
export interface OpenApiConfig {
  readonly mode: "follow-privileges" | "ignore-privileges" | "disabled";
  readonly title?: string;
  readonly version: string;
  readonly host?: string;
  readonly port?: number;
  /** Where clients find the service, when that is not where it listens. */
  readonly proxyUri?: string;
  /** Whether, without that, the description names the address at which the caller found the service. */
  readonly asCalled?: boolean;
  /** Whether the document asks for a token. */
  readonly securityActive?: boolean;
  /**
   * A function `(path text) returns boolean` that tells whether the caller is to be told of a path: `schema.name`, or a
   * name on the request's search path. Without one, every path is told that the role has a right to.
   */
  readonly offered?: string;
  /**
   * Which verbs the description offers. `granted`: those that the role may use, with reading only where it may read the
   * whole relation. `possible` (the default): all that the relation takes, where the role has any right to it at all.
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
  /** Most rows of any level of an answer; null: no limit. */
  readonly maxRows?: number | null;
  /** Most rows of one write. */
  readonly rowLimit?: number;
  /** Most levels of embedding. */
  readonly embedLimit?: number;
  /**
   * What `Prefer: count=planned` and `count=estimated` are made of where some callers see fewer rows than others: the
   * caller's own rows (`own`, the default), or the planner's statistics of all rows (`planner`), from which a caller can
   * tell where hidden rows are.
   */
  readonly countEstimates?: CountEstimates;
  /** Most rows of one answer, embedded ones included: more are refused. Null, the default: no limit. */
  readonly answerRows?: number | null;
  /** How often one relation may be on the path of an embed. Null, the default: no limit. */
  readonly embedRepeats?: number | null;
  readonly txEnd?: ExecuteSettings["txEnd"];
  readonly aggregates?: boolean;
  /** Whether execution plans may be asked for. */
  readonly plan?: boolean;
  /**
   * Media types, besides the usual ones, that are answered with the bare value of one column. `text/xml`, a usual one,
   * may be named too: then it shows values of every type, not only XML.
   */
  readonly rawMediaTypes?: readonly string[];
  /** The family of the protocol's own media types that the API's description names; both are understood. */
  readonly mediaFamily?: "vnd.pgrst" | "vnd.backend";
  /** Whether bodies may be of those media types too, as answers are; otherwise only `application/json`. */
  readonly ownMediaTypesInBodies?: boolean;
  readonly openApi: OpenApiConfig;
  /** A function whose result is the answer at the root, `name` in the request's schema. */
  readonly rootSpec?: string | null;
  /** Settings that every transaction has, e.g. `app.settings.name`. */
  readonly appSettings?: readonly (readonly [string, string])[];
  /** Whether a refusal is put in words that do not show the row; otherwise it is PostgreSQL's own. */
  readonly refusalsInWords?: boolean;
  /** What each caller may take of the database; as much as there is when absent. */
  readonly limits?: (caller: Caller) => DatabaseLimits;
  /**
   * Which patterns `match` and `imatch` take: `any` (the default), or `bounded` ones, which cost little, and none of
   * callers without a token.
   */
  readonly patterns?: "any" | "bounded";
  /** How much of a text an error shows. Null, the default: all of it. */
  readonly errorTexts?: TextLimits | null;
  /** Tells how long each stage took (`Server-Timing`). */
  readonly serverTiming?: boolean;
}

/**
 * What requests are read against.
 * @param judgedInserts tables of the first schema whose new rows a handler judges one by one
 */
export function requestConfig(config: EngineConfig, judgedInserts: ReadonlySet<string>): RequestConfig {
  const { schemas, rowLimit, embedLimit, rootSpec = null, openApi } = config;
  const described = openApi.mode === "disabled" ? "nothing" : "description";
  return {
    schemas,
    root: rootSpec === null ? described : { routine: rootSpec },
    judgedInserts,
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
    embedRepeats: config.embedRepeats ?? null,
    aggregates: config.aggregates ?? false,
    plan: config.plan ?? false,
    rawMediaTypes: config.rawMediaTypes ?? [],
    handledInserts,
  };
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

/** `schema.name`, or a name alone, which is looked for on the request's search path. */
export function functionName(text: string): PreRequest | null {
  if (text === "") return null;
  const dot = text.indexOf(".");
  return dot < 0 ? { schema: null, name: text } : { schema: text.slice(0, dot), name: text.slice(dot + 1) };
}
