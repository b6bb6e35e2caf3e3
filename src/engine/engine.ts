/**
 * The engine: a request becomes an ApiRequest, then a plan, then SQL, and the database's result becomes the answer.
 * It knows nothing about boats and serves any PostgreSQL schema.
 */
import type { Database } from "../db/database.ts";
import { DatabaseError } from "../db/database.ts";
import { ignoreAll, type Observe } from "../observe.ts";
import { type EngineConfig, executeSettings, planSettings, requestConfig } from "./engine-config.ts";
import { schemaNotLoaded, statementTooSlow } from "./errors/connection-errors.ts";
import { fromFault } from "./errors/fault.ts";
import { isUnreadGeometry, notAGeometry } from "./errors/geometry-errors.ts";
import { inWords, isRefusedRow, type RuleSentences, ruleSentences } from "./errors/in-words.ts";
import { shortened } from "./errors/shortened.ts";
import { execute, openingStatements } from "./execute/execute.ts";
import type { ExecuteSettings } from "./execute/execute-settings.ts";
import { checkHandlers, handlersFor } from "./handler-check.ts";
import { type Caller, type Handlers, judgedInserts } from "./handlers.ts";
import { type Describe, describer } from "./openapi/describe.ts";
import { contentType } from "./plan/media-types.ts";
import { planRequest } from "./plan/plan.ts";
import { PlanMemory } from "./plan/plan-memory.ts";
import type { PlanSettings } from "./plan/plan-settings.ts";
import type { Plan } from "./plan/plan-types.ts";
import { rootSpecRequest } from "./plan/root-spec.ts";
import type { ApiRequest, HttpInput } from "./request/api-request.ts";
import { checkPatterns } from "./request/pattern.ts";
import { parseRequest, type RequestConfig } from "./request/request.ts";
import { errorAnswer } from "./response/error-answer.ts";
import type { HttpOutput } from "./response/http-output.ts";
import { answerOf } from "./response/response.ts";
import { type CurrentSchema, keepSchemaCurrent } from "./schema/schema.ts";
import type { SchemaCache } from "./schema/schema-cache.ts";
import { standInRequest } from "./schema/stand-in.ts";
import { Timing } from "./timing.ts";

export type { EngineConfig } from "./engine-config.ts";
export type { HttpOutput } from "./response/http-output.ts";

/** A request, with what the socket knows about its sender. */
export interface EngineInput extends HttpInput {
  /** The peer's address. */
  readonly address?: string;
  /** The caller, if somebody has already begun to identify them; otherwise the engine does. */
  readonly caller?: Promise<Caller>;
  /** The origin that the caller used, as `https://name:port`. */
  readonly calledAt?: string;
}

export interface EngineOptions {
  /** The pool whose login role can switch to every request's role and do nothing else. */
  readonly database: Database;
  /** Identifies the caller by the request's headers. @throws ApiError PGRST300 to PGRST302 */
  readonly authenticate: (headers: Readonly<Record<string, string>>) => Promise<Caller>;
  readonly handlers: Handlers;
  readonly config: EngineConfig;
  readonly observe?: Observe;
}

export interface Engine {
  /** Answers a request; never throws. */
  handle(input: EngineInput): Promise<HttpOutput>;
  /** Reads the catalogue again. */
  reload(): Promise<void>;
  /** Whether requests can be served: the catalogue has been read. */
  ready(): boolean;
  /** Stops listening for schema changes; the database stays open. */
  close(): Promise<void>;
}

/**
 * Loads the schema and serves it. If the database is unreachable, requests get 503 until it is back.
 * @throws Error if a handler has no declaration in the schema that was loaded
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { database, handlers, config } = options;
  const observe = options.observe ?? ignoreAll;
  const schema = await keepSchemaCurrent({
    database,
    schemas: [...config.schemas, ...(config.anonymousSchema ? [config.anonymousSchema] : [])],
    extraSearchPath: config.extraSearchPath ?? [],
    observe,
  });
  const cache = schema.get();
  const undeclared = cache === null ? [] : checkHandlers(handlers, cache, config.schemas[0] ?? "");
  if (undeclared.length > 0) {
    await schema.close();
    throw new Error(`these handlers have no declaration in the database: ${undeclared.join(", ")}`);
  }
  const engine = new RequestEngine(options, schema, observe);
  return {
    handle: (input) => engine.handle(input),
    reload: () => schema.reload(),
    ready: () => schema.get() !== null,
    close: () => schema.close(),
  };
}

class RequestEngine {
  readonly #options: EngineOptions;
  readonly #schema: CurrentSchema;
  readonly #observe: Observe;
  readonly #request: RequestConfig;
  readonly #plan: PlanSettings;
  readonly #execute: ExecuteSettings;
  readonly #describe: Describe;
  readonly #sentences: (cache: SchemaCache) => Promise<RuleSentences>;
  readonly #memory = new PlanMemory();
  /** Plans of callers without a token, who may get something else under the same name. */
  readonly #anonymousMemory = new PlanMemory();

  constructor(options: EngineOptions, schema: CurrentSchema, observe: Observe) {
    const { config, database, handlers } = options;
    this.#options = options;
    this.#schema = schema;
    this.#observe = observe;
    this.#request = requestConfig(config, judgedInserts(handlers));
    this.#plan = planSettings(config, new Set(handlers.inserts.keys()));
    this.#execute = executeSettings(config);
    this.#describe = describer(database, config);
    this.#sentences = ruleSentences(database);
  }

  async handle(input: EngineInput): Promise<HttpOutput> {
    let caller: Caller | null = null;
    const timing = new Timing();
    try {
      caller = await (input.caller ?? this.#options.authenticate(input.headers));
      timing.lap();
      const output = await this.#answer(input, caller, timing);
      timing.lap();
      if (this.#options.config.serverTiming !== true) return { ...output, role: caller.role };
      const headers = [...output.headers, ["Server-Timing", timing.header()] as const];
      return { ...output, headers, role: caller.role };
    } catch (fault) {
      return this.#failed(await this.#worded(fault), caller, input);
    }
  }

  async #answer(input: EngineInput, caller: Caller, timing: Timing): Promise<HttpOutput> {
    const cache = this.#schema.get();
    if (cache === null) throw schemaNotLoaded();
    const { patterns, anonymousRole } = this.#options.config;
    const isAnonymous = caller.role === anonymousRole;
    const memory = isAnonymous ? this.#anonymousMemory : this.#memory;
    const known = memory.find(input, cache);
    const request = known?.request ?? this.#read(input, isAnonymous, cache);
    if (patterns === "bounded") checkPatterns(request.query, !isAnonymous);
    timing.lap();
    const plan = known?.plan ?? planRequest(request, cache, this.#plan);
    if (known === null && plan.kind !== "info" && plan.kind !== "inspect") {
      memory.keep(input, cache, { request, plan });
    }
    timing.lap();
    const output = await this.#run(request, plan, caller, cache, input);
    timing.lap();
    return output;
  }

  #read(input: EngineInput, isAnonymous: boolean, cache: SchemaCache): ApiRequest {
    const { rootSpec = null, schemas, anonymousSchema = null } = this.#options.config;
    const request = rootSpecRequest(parseRequest(input, this.#request), rootSpec);
    if (!isAnonymous || anonymousSchema === null || request.schema !== schemas[0]) return request;
    return standInRequest(request, anonymousSchema, cache);
  }

  async #run(
    request: ApiRequest,
    plan: Plan,
    caller: Caller,
    cache: SchemaCache,
    { address = "", calledAt }: EngineInput,
  ): Promise<HttpOutput> {
    const { database, handlers, config } = this.#options;
    const settings = this.#execute;
    const profile = request.profiled ? ([["Content-Profile", request.schema]] as const) : [];
    switch (plan.kind) {
      case "info": {
        const headers = [
          ["Access-Control-Allow-Origin", "*"],
          ["Allow", plan.allow.join(",")],
        ] as const;
        return { status: 200, headers, body: null };
      }
      case "inspect": {
        const opening = openingStatements(null, { request, caller, cache, settings });
        const document = await this.#describe(plan.schema, caller, cache, opening, calledAt);
        const headers = [["Content-Type", contentType(plan.answer.mediaType)], ...profile] as const;
        return { status: 200, headers, body: request.headersOnly ? null : JSON.stringify(document) };
      }
      default: {
        const schemaHandlers = handlersFor(handlers, request.schema, config.schemas[0] ?? "");
        const context = { database, cache, settings, handlers: schemaHandlers, request, caller, address };
        const executed = await execute(plan, context);
        return answerOf(request, plan, executed, cache, settings);
      }
    }
  }

  /** A refused row in words, if the settings ask for it; every other fault unchanged. */
  async #worded(fault: unknown): Promise<unknown> {
    const cache = this.#schema.get();
    const isInWords = this.#options.config.refusalsInWords === true;
    if (isInWords && fault instanceof DatabaseError && isUnreadGeometry(fault)) return notAGeometry(fault);
    if (isInWords && fault instanceof DatabaseError && fault.sqlstate === "57014")
      return statementTooSlow(fault);
    if (!isInWords || !isRefusedRow(fault) || cache === null) return fault;
    const noSentences: RuleSentences = new Map();
    return inWords(fault, await this.#sentences(cache).catch(() => noSentences));
  }

  /** The one place where faults become answers. Our own faults are observed with their cause. */
  #failed(fault: unknown, caller: Caller | null, input: EngineInput): HttpOutput {
    const { anonymousRole, errorTexts = null } = this.#options.config;
    const error = fromFault(fault, caller !== null && caller.role !== anonymousRole);
    const shown = errorTexts === null ? error : shortened(error, errorTexts);
    // An unreachable database (503, 504) is observed where the connection fails, not once per request.
    const isOurs = error.status === 500 && !/^PT\d{3}$/.test(error.code);
    if (isOurs) {
      const cause = fault instanceof DatabaseError ? fault : (error.cause ?? fault);
      this.#observe({ kind: "fault", where: `${input.method} ${input.path}`, cause });
    }
    const output = errorAnswer(shown, input.method === "HEAD");
    return caller === null ? output : { ...output, role: caller.role };
  }
}
