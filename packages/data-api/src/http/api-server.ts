/**
 * The API's HTTP server: passes requests to the engine and returns its answers. Handles limits, encodings and CORS,
 * without domain logic.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { ApiError } from "@wakelog/kit/errors.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import type { Engine, EngineInput, HttpOutput } from "../engine/engine.ts";
import type { AnswerRules } from "../engine/release/facts.ts";
import { releaseOf } from "../engine/release/release.ts";
import type { Header } from "../engine/response/http-output.ts";
import { type Address, atRoot, type FindAddress, sentPath } from "./address.ts";
import { type Admit, asPreflight } from "./admission.ts";
import { type HoldAnswer, type SendOptions, sendSafely } from "./answer/send.ts";
import { beginningOf, type OpenStream } from "./answer/stream.ts";
import { allowedOrigin, corsHeaders, preflight, type Sharing, unshared } from "./cors.ts";
import { createHttpServer } from "./http-server.ts";
import { readBody } from "./request/body.ts";
import { admitted, type CountRequest, RequestCounts } from "./request/counts.ts";
import { checkHost, endsOf, headersOf, targetOf } from "./request/head.ts";
import { routeClass } from "./route-class.ts";
import { type ClientError, refusal, refusalOf, varyHeader } from "./socket-answer.ts";
import { TIME_LIMITS, type TimeLimits } from "./time-limits.ts";

/** What the API server needs besides the engine. */
export interface ApiServerOptions {
  /** Determines each request's limits. */
  readonly admit: Admit;
  /** Counts requests; default: in this process alone. */
  readonly count?: CountRequest;
  /** Finds the address that a path belongs to; default: all belong to the root. */
  readonly addressOf?: FindAddress;
  /** Number of proxies in front of the server; X-Forwarded-For is read from the right. */
  readonly trustProxy: number;
  /** The value of the `Server` header. */
  readonly serverName: () => string;
  /** How the protocol's release shows answers; default: as the first one. */
  readonly answers?: () => AnswerRules;
  /** Whether to save bandwidth: compress answers, and answer 304 if the client has them. Default: true. */
  readonly thinLinks?: boolean;
  /** Origins from which browsers may send requests; any if absent or null. */
  readonly allowedOrigins?: () => readonly string[] | null;
  /** Whether they may send credentials such as cookies; default: false. */
  readonly credentials?: boolean;
  readonly observe: Observe;
  /** Paths to which devices post their data, for the metrics; default: none. */
  readonly ingest?: ReadonlySet<string>;
  /** Paths that answer with event streams or large files; default: none. */
  readonly streams?: ReadonlyMap<string, OpenStream>;
  /** Time limits for clients; default: {@link TIME_LIMITS}. */
  readonly limits?: TimeLimits;
  /** Counts long answers by holder until they are sent; default: uncounted. */
  readonly hold?: (holder: string, ...answer: Parameters<HoldAnswer>) => ReturnType<HoldAnswer>;
  /** Retry-After in seconds for a 503 or 504 without one; default: none added. */
  readonly retryAfterSeconds?: number;
  /** Translates names used by existing clients in requests and answers; the identity if switched off. */
  readonly translate: (input: EngineInput) => {
    readonly input: EngineInput;
    readonly answer: (output: HttpOutput) => HttpOutput;
  };
}

/** Builds the server; the caller listens and closes. */
export function createApiServer(engine: Engine, options: ApiServerOptions): Server {
  const api = new Api(engine, options);
  return createHttpServer({
    limits: options.limits ?? TIME_LIMITS,
    serverName: options.serverName,
    answers: options.answers ?? FIRST,
    serve: (request, response, isLast) => api.serve(request, response, isLast),
    refuse: (error) => toBadInput(error, engine, options.answers?.()),
    connect: (authority) => unknownMethod("CONNECT", authority, engine),
  });
}

interface Answered {
  /** Null if a stream began. */
  readonly output: HttpOutput | null;
  /** Whether to measure it; preflights are not. */
  readonly isObserved: boolean;
  /** The key for counting the answer in memory. */
  readonly holder: string;
}

class Api {
  readonly #engine: Engine;
  readonly #options: ApiServerOptions;
  readonly #limits: TimeLimits;
  readonly #count: CountRequest;

  constructor(engine: Engine, options: ApiServerOptions) {
    this.#engine = engine;
    this.#options = options;
    const counts = new RequestCounts();
    this.#count = options.count ?? ((caller) => counts.count(caller, performance.now()));
    this.#limits = options.limits ?? TIME_LIMITS;
  }

  /** Answers one request. Never rejects. */
  async serve(request: IncomingMessage, response: ServerResponse, isLast: boolean): Promise<void> {
    const began = performance.now();
    const extra: Header[] = [];
    const address = await (this.#options.addressOf ?? atRoot)(sentPath(request));
    const { output, isObserved, holder } = await this.#answer(request, response, address, extra).catch(
      (error: unknown) => ({
        output: this.#failure(error, request),
        isObserved: true,
        holder: "",
      }),
    );
    if (output === null) return;
    if (isObserved) this.#observe(request, address, output, performance.now() - began);
    await this.#send(request, response, output, { extra, isLast, holder });
  }

  /** @param extra collects headers for the answer, even if it is a refusal */
  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    { prefix, path, authorization, refusal: refused }: Address,
    extra: Header[],
  ): Promise<Answered> {
    const { admit, trustProxy, translate } = this.#options;
    const headers = headersOf(request.headers);
    if (authorization !== undefined) headers.authorization ??= authorization;
    const ends = endsOf(request, trustProxy);
    const origin = this.#origin(request);
    const early = origin === undefined ? null : preflight(request, origin, this.#sharing());
    const found = await admit(headers, ends.address);
    const { perMinute, counted, bodyBytes, holder, caller } = early === null ? found : asPreflight(found);
    if (perMinute !== null) extra.push(...admitted(await this.#count(counted), perMinute));
    if (early !== null) return { output: early, isObserved: false, holder };
    checkHost(request);
    const { query } = targetOf(request);
    if (refused !== undefined) throw refused;
    const reads = request.method === "GET" || request.method === "HEAD";
    // An invalid token is answered without its body, and `sendSafely` discards what still arrives.
    const body =
      reads || bodyBytes === null
        ? NOTHING
        : await readBody(request, response, { bytes: bodyBytes, times: this.#limits });
    const { input, answer: translated } = translate({
      method: this.#methodOf(request),
      path,
      query,
      ...(prefix === undefined ? {} : { prefix }),
      headers,
      body,
      ...ends,
      ...(caller === undefined ? {} : { caller }),
    });
    const stream = this.#options.streams?.get(input.path);
    const output =
      stream === undefined
        ? unshared(await this.#engine.handle(input), input.method, this.#sharing())
        : await stream(input, beginningOf(request, response, this.#always(request, extra), this.#limits));
    return { output: output === null ? null : translated(output), isObserved: true, holder };
  }

  /** Only the complete answer decides on a 304, so a HEAD with If-None-Match is handled as a GET. */
  #methodOf({ method = "GET", headers }: IncomingMessage): string {
    const asksIfKnown = headers["if-none-match"] !== undefined && this.#options.thinLinks !== false;
    return method === "HEAD" && asksIfKnown ? "GET" : method;
  }

  #origin({ headers }: IncomingMessage): string | undefined {
    if (headers.origin === undefined) return undefined;
    const isNamed = !this.#sharing().credentials || this.#answers().credentialsFromAnywhere;
    return allowedOrigin(headers.origin, this.#options.allowedOrigins?.() ?? null, isNamed);
  }

  #answers(): AnswerRules {
    return (this.#options.answers ?? FIRST)();
  }

  #sharing(): Sharing {
    const { vary, sharesOptions } = this.#answers();
    const isOfOptions = !sharesOptions && (this.#options.allowedOrigins?.() ?? null) !== null;
    return { credentials: this.#options.credentials === true, vary, isOfOptions };
  }

  #failure(error: unknown, { method }: IncomingMessage): HttpOutput {
    if (!(error instanceof ApiError)) this.#options.observe({ kind: "fault", where: "http", cause: error });
    return refusal(error, method === "HEAD", this.#answers());
  }

  #observe(
    { method = "" }: IncomingMessage,
    { prefix = "", path }: Address,
    output: HttpOutput,
    milliseconds: number,
  ): void {
    this.#options.observe({
      kind: "answered",
      method,
      path: `${prefix}${path}`,
      route: routeClass(method, path, this.#options.ingest),
      status: output.status,
      milliseconds,
      role: output.role ?? null,
    });
  }

  /** The headers of every answer, plus the collected ones. */
  #always(request: IncomingMessage, extra: readonly Header[]): readonly Header[] {
    return [
      ["Server", this.#options.serverName()],
      NO_SNIFFING,
      ...varyHeader(this.#answers()),
      ...corsHeaders(this.#origin(request), request.method ?? "", this.#sharing()),
      ...extra,
    ];
  }

  /** Sends an answer, or an error if it cannot be sent. @param extra headers besides the engine's */
  #send(
    request: IncomingMessage,
    response: ServerResponse,
    output: HttpOutput,
    {
      extra,
      isLast,
      holder,
    }: { readonly extra: readonly Header[]; readonly isLast: boolean; readonly holder: string },
  ): Promise<void> | undefined {
    const { thinLinks, retryAfterSeconds, hold } = this.#options;
    const how: SendOptions = {
      headers: output.isBare === true ? [NO_SNIFFING] : this.#always(request, extra),
      thinLinks: thinLinks !== false,
      retryAfterSeconds: retryAfterSeconds ?? null,
      mark: this.#answers().mark,
      isLast,
      pace: this.#limits,
      ...(hold === undefined ? {} : { hold: (...answer) => hold(holder, ...answer) }),
    };
    return sendSafely(request, response, output, how, (fault) => this.#failure(fault, request));
  }
}

const FIRST = (): AnswerRules => releaseOf().answers;
const NOTHING = Buffer.alloc(0);
const NO_SNIFFING: Header = ["X-Content-Type-Options", "nosniff"];

/** The answer to invalid input. */
function toBadInput(
  error: ClientError,
  engine: Engine,
  answers?: AnswerRules,
): HttpOutput | Promise<HttpOutput> {
  const start = error.rawPacket instanceof Buffer ? error.rawPacket.toString("latin1", 0, 1024) : "";
  const [, method, target = "/"] = /^([\w!#$%&'*+.^`|~-]+) (\S+) /.exec(start) ?? [];
  const isMethod = error.code === "HPE_INVALID_METHOD" && method !== undefined;
  return isMethod ? unknownMethod(method, target, engine) : refusalOf(error, answers);
}

/** The engine's answer to a method unknown to Node. */
function unknownMethod(method: string, target: string, engine: Engine): Promise<HttpOutput> {
  // CONNECT names an authority instead of a path; any path will do.
  const path = target.startsWith("/") ? target.replace(/\?.*$/s, "") : "/-";
  return engine.handle({ method, path, query: "", headers: {}, body: NOTHING });
}
