/**
 * The engine turns a request into an ApiRequest, then a plan, then SQL, and the database's result into the answer. It
 * knows nothing about boats and serves any PostgreSQL schema.
 */

import type { ApiError } from "@wakelog/kit/errors.ts";
import { ignoreAll, type Observe } from "@wakelog/kit/observe.ts";
import { atOnce, inSlices } from "@wakelog/kit/time/slices.ts";
import type { Database } from "../db/database.ts";
import { DatabaseError } from "../db/database.ts";
import {
  type EngineConfig,
  executeSettings,
  keepingFunctions,
  planSettings,
  releaseFor,
  requestConfig,
} from "./engine-config.ts";
import { STORAGE_FAILED, schemaNotLoaded } from "./errors/connection-errors.ts";
import { fromFault } from "./errors/fault.ts";
import { shortened } from "./errors/shortened.ts";
import { type Worded, wording } from "./errors/worded.ts";
import { type Admission, admitted } from "./execute/admission.ts";
import { execute, openingStatements } from "./execute/execute.ts";
import type { ExecuteSettings } from "./execute/execute-settings.ts";
import type { Executed } from "./execute/executed.ts";
import { Joined } from "./execute/joined.ts";
import { permittedFault } from "./execute/permitted-hint.ts";
import type { ReplicaReads } from "./execute/read-place.ts";
import { checkHandlers, handlersFor, isHandled } from "./handler-check.ts";
import type { Caller, Handlers } from "./handlers.ts";
import { keyedWrite, runKeyed } from "./keyed/keyed.ts";
import { openSchema } from "./open-schema.ts";
import { type Describe, describer } from "./openapi/describe.ts";
import { contentType } from "./plan/media-types.ts";
import type { PlanSettings } from "./plan/plan-settings.ts";
import { rootSpecRequest } from "./plan/root-spec.ts";
import type { KeepingFunctions } from "./query/keyed-query.ts";
import type { Release } from "./release/facts.ts";
import type { HttpInput, RequestHead } from "./request/api-request.ts";
import { checkPatterns, hasPatterns } from "./request/pattern-check.ts";
import { parseHead, type RequestConfig } from "./request/request.ts";
import { errorAnswer } from "./response/error-answer.ts";
import { below, type HttpOutput } from "./response/http-output.ts";
import { answerOf } from "./response/response.ts";
import type { CurrentSchema } from "./schema/schema.ts";
import type { SchemaCache } from "./schema/schema-cache.ts";
import { standInRequest } from "./schema/stand-in.ts";
import { type PlannedRequest, type SchemaShapes, Shapes } from "./shape/shape.ts";
import { Timing } from "./timing.ts";

export type { EngineConfig } from "./engine-config.ts";
export type { HttpOutput } from "./response/http-output.ts";

/** A request, plus what the socket knows about its sender. */
export interface EngineInput extends HttpInput {
  /** The peer's address. */
  readonly address?: string;
  /** The caller, if authentication has already begun; default: the engine authenticates. */
  readonly caller?: Promise<Caller>;
  /** The origin that the caller used, as `https://name:port`. */
  readonly calledAt?: string;
  /** Whether a read must see everything committed, which rules out a replica; default: false. */
  readonly current?: boolean;
}

export interface EngineOptions extends Admission {
  /** The pool whose login role can switch to every request's role and do nothing else. */
  readonly database: Database;
  /** A replica for reads; default: none. */
  readonly reads?: ReplicaReads | undefined;
  /** Authenticates the caller by the request's headers. @throws ApiError PGRST300 to PGRST302 */
  readonly authenticate: (headers: Readonly<Record<string, string>>) => Promise<Caller>;
  readonly handlers: Handlers;
  readonly config: EngineConfig;
  readonly observe?: Observe;
  /** A schema that serves other engines too, such as one of another release; default: the engine's own. */
  readonly schema?: CurrentSchema;
}

export interface Engine {
  /** Answers a request; never throws. */
  handle(input: EngineInput): Promise<HttpOutput>;
  /** Reads the catalogue again. */
  reload(): Promise<void>;
  /** Whether requests can be served: the catalogue has been read. */
  ready(): boolean;
  /** Stops listening for schema changes, unless others use the schema; the database stays open. */
  close(): Promise<void>;
}

/**
 * Loads the schema and serves it. While the database is unreachable, requests get 503.
 * @throws Error if a handler has no declaration in the loaded schema
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { handlers, config } = options;
  const schema = options.schema ?? (await openSchema(options));
  const close = async (): Promise<void> => {
    if (options.schema === undefined) await schema.close();
  };
  const cache = schema.get();
  const undeclared = cache === null ? [] : checkHandlers(handlers, cache, config.schemas[0] ?? "");
  if (undeclared.length > 0) {
    await close();
    throw new Error(`these handlers have no declaration in the database: ${undeclared.join(", ")}`);
  }
  const engine = new RequestEngine(options, schema, options.observe ?? ignoreAll);
  return {
    handle: (input) => engine.handle(input),
    reload: () => schema.reload(),
    ready: () => schema.get() !== null,
    close,
  };
}

/** Longest body parsed without yielding, in bytes. */
const READ_AT_ONCE = 131_072;

class RequestEngine {
  readonly #options: EngineOptions;
  readonly #schema: CurrentSchema;
  readonly #observe: Observe;
  readonly #request: RequestConfig;
  readonly #plan: PlanSettings;
  readonly #execute: ExecuteSettings;
  readonly #describe: Describe;
  /** Null if refusals are not worded. */
  readonly #wording: Worded | null;
  readonly #release: Release;
  readonly #joined = new Joined();
  readonly #keeping: KeepingFunctions | null;
  /** The shapes of the schema used last. */
  #shapes: SchemaShapes | null = null;

  constructor(options: EngineOptions, schema: CurrentSchema, observe: Observe) {
    const { config, database, handlers } = options;
    this.#options = options;
    this.#schema = schema;
    this.#observe = observe;
    this.#release = releaseFor(config);
    this.#request = requestConfig(config, handlers);
    this.#plan = planSettings(config, new Set(handlers.inserts.keys()));
    this.#execute = executeSettings(config);
    this.#keeping = keepingFunctions(config);
    this.#describe = describer(database, config);
    this.#wording = config.refusalsInWords === true ? wording(database) : null;
  }

  async handle(input: EngineInput): Promise<HttpOutput> {
    let caller: Caller | null = null;
    const timing = new Timing();
    try {
      caller = await (input.caller ?? this.#options.authenticate(input.headers));
      timing.lap();
      const output = below(input.prefix, await this.#answer(input, caller, timing));
      timing.lap();
      if (this.#options.config.serverTiming !== true) return { ...output, role: caller.role };
      const headers = [...output.headers, ["Server-Timing", timing.header()] as const];
      return { ...output, headers, role: caller.role };
    } catch (fault) {
      return below(input.prefix, this.#failed(await this.#worded(fault), caller, input));
    }
  }

  async #answer(input: EngineInput, caller: Caller, timing: Timing): Promise<HttpOutput> {
    const cache = this.#schema.get();
    if (cache === null) throw schemaNotLoaded();
    const { patterns, anonymousRole } = this.#options.config;
    const isAnonymous = caller.role === anonymousRole;
    const { ofAnonymous, ofOthers } = this.#shapesOf(cache);
    const shapes = isAnonymous ? ofAnonymous : ofOthers;
    const reading = shapes.read(input);
    const read = input.body.length <= READ_AT_ONCE ? atOnce(reading) : await inSlices(reading);
    if (patterns === "bounded" && hasPatterns(read.request.query))
      checkPatterns(read.own().query, !isAnonymous);
    timing.lap();
    let planned: PlannedRequest;
    try {
      planned = shapes.plan(read);
    } catch (fault) {
      const { database } = this.#options;
      throw await permittedFault(fault, read, { cache, settings: this.#plan, role: caller.role, database });
    }
    timing.lap();
    const output = await this.#run(planned, caller, cache, input);
    timing.lap();
    return output;
  }

  #shapesOf(cache: SchemaCache): SchemaShapes {
    if (this.#shapes?.cache === cache) return this.#shapes;
    const shapes = (isAnonymous: boolean): Shapes =>
      new Shapes({
        cache,
        request: this.#request,
        plan: this.#plan,
        readHead: (input) => this.#readHead(input, isAnonymous, cache),
      });
    this.#shapes = { cache, ofAnonymous: shapes(true), ofOthers: shapes(false) };
    return this.#shapes;
  }

  #readHead(input: HttpInput, isAnonymous: boolean, cache: SchemaCache): RequestHead {
    const { rootSpec = null, schemas, standIns = {} } = this.#options.config;
    const request = rootSpecRequest(parseHead(input, this.#request), rootSpec);
    if (request.schema !== schemas[0]) return request;
    return standInRequest(request, (isAnonymous ? standIns.anonymous : standIns.others) ?? [], cache);
  }

  #run(
    planned: PlannedRequest,
    caller: Caller,
    cache: SchemaCache,
    input: EngineInput,
  ): Promise<HttpOutput> | HttpOutput {
    const { address = "", calledAt, prefix = "", current: isCurrent = false } = input;
    const { database, reads = null, handlers, config } = this.#options;
    const settings = this.#execute;
    const shared = planned.shared();
    const own = handlersFor(handlers, shared.request.schema, config.schemas[0] ?? "");
    const { request, plan } = isHandled(shared.plan, own) ? planned.own() : shared;
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
        const headers = [["Content-Type", contentType(plan.answer.mediaType)], ...profile] as const;
        return this.#describe(plan.schema, caller, cache, opening, { calledAt, prefix }).then((document) => ({
          status: 200,
          headers,
          body: request.headersOnly ? null : JSON.stringify(document),
        }));
      }
      default: {
        const answer = (executed: Executed): HttpOutput => answerOf(request, plan, executed, cache, settings);
        const keyed = keyedWrite(plan, request, input, this.#keeping, this.#release.answers.mark, {
          answerOf: answer,
          refusalOf: (fault) => this.#refusalOf(fault),
        });
        const context = {
          database,
          reads,
          isCurrent,
          cache,
          settings,
          handlers: own,
          request,
          statements: planned.statements,
          caller,
          address,
          calledAt,
          joined: this.#joined,
          failedLater: (fault: unknown) => void this.#failed(fault, caller, input),
          bracket: keyed,
        };
        return admitted(this.#options, plan, context, input.query, () =>
          keyed === null ? execute(plan, context).then(answer) : runKeyed(plan, context, answer),
        );
      }
    }
  }

  async #refusalOf(fault: unknown): Promise<HttpOutput> {
    const error = fromFault(await this.#worded(fault), true, this.#release.errors);
    return errorAnswer(this.#shown(error), false, this.#release.answers);
  }

  #shown(error: ApiError): ApiError {
    const { errorTexts = null } = this.#options.config;
    return errorTexts === null ? error : shortened(error, errorTexts);
  }

  async #worded(fault: unknown): Promise<unknown> {
    return this.#wording === null ? fault : this.#wording(fault, this.#schema.get());
  }

  /** The answer to a failed request. Logs internal errors with their cause. */
  #failed(fault: unknown, caller: Caller | null, input: EngineInput): HttpOutput {
    const { anonymousRole } = this.#options.config;
    const { errors, answers } = this.#release;
    const error = fromFault(fault, caller !== null && caller.role !== anonymousRole, errors);
    const shown = this.#shown(error);
    // An unreachable database (503, 504) is logged where the connection fails, not once per request.
    if (error.code === STORAGE_FAILED || (error.status === 500 && !/^PT\d{3}$/.test(error.code))) {
      const cause = fault instanceof DatabaseError ? fault : (error.cause ?? fault);
      this.#observe({ kind: "fault", where: `${input.method} ${input.path}`, cause });
    }
    const output = errorAnswer(shown, input.method === "HEAD", answers);
    return caller === null ? output : { ...output, role: caller.role };
  }
}
