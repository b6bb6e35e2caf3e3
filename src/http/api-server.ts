/** The API's socket: bytes in, an engine answer out. Knows limits, encodings and CORS, and nothing of boats. */
import { type IncomingMessage, METHODS } from "node:http";
import type { Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Engine, EngineInput, HttpOutput } from "../engine/engine.ts";
import { ApiError } from "../errors.ts";
import type { Observe } from "../observe.ts";
import { type Admit, admitRequests, admittedAs, headersOf } from "./admission.ts";
import { decode, encode } from "./content-coding.ts";
import { allowedOrigin, corsHeaders, preflight } from "./cors.ts";
import { readBody } from "./request-body.ts";
import { routeClass } from "./route-class.ts";
import { answerOnSocket, type ClientError, isGone, refusalOf } from "./socket-answer.ts";
import { checkIntervalMs, limitBody, TIME_LIMITS, type TimeLimits } from "./time-limits.ts";
import { entityTag, isKnown } from "./validator.ts";

/** What the API server needs besides the engine. */
export interface ApiServerOptions {
  /** What each request may cost. */
  readonly admit: Admit;
  /** How many proxies stand before the server; the caller's address is counted from the right of X-Forwarded-For. */
  readonly trustProxy: number;
  /** `Server` header. */
  readonly serverName: string;
  /** Whether answers are made short for thin links: compressed, and not sent again if they are known. Yes if absent. */
  readonly thinLinks?: boolean;
  /** Origins that browsers may ask from; any when absent or null. */
  readonly allowedOrigins?: () => readonly string[] | null;
  readonly observe: Observe;
  /** Paths to which machines post what they record, for measurements. None if absent. */
  readonly ingest?: ReadonlySet<string>;
  /** How long clients may take; {@link TIME_LIMITS} if absent. */
  readonly limits?: TimeLimits;
  /** What Retry-After says in a 503 or 504 that does not have its own, seconds. Nothing is added if absent. */
  readonly retryAfterSeconds?: number;
  /** Rewrites what existing software calls things, and back; the identity when switched off. */
  readonly translate: (input: EngineInput) => {
    readonly input: EngineInput;
    readonly answer: (output: HttpOutput) => HttpOutput;
  };
}

/** Longest request target: beyond it a filter is better sent as a function call. */
const URL_LIMIT = 65_536;

/** Builds the server; the caller listens and closes. */
export async function createApiServer(engine: Engine, options: ApiServerOptions): Promise<FastifyInstance> {
  const limits = options.limits ?? TIME_LIMITS;
  const server = Fastify({
    trustProxy: options.trustProxy === 0 ? false : (_address, hop) => hop < options.trustProxy,
    logger: false,
    exposeHeadRoutes: false,
    keepAliveTimeout: limits.idleMs,
    // Requests on a connection that is kept alive are answered to the end; see closing.ts.
    return503OnClosing: false,
    routerOptions: { maxParamLength: URL_LIMIT },
    http: {
      maxHeaderSize: URL_LIMIT + 32_768,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: checkIntervalMs(limits.headersMs),
    },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply, options),
    clientErrorHandler: (error, socket) => void refuse(error, socket, engine, options.serverName),
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", (request: FastifyRequest, payload: IncomingMessage) =>
    readBody(payload, admittedAs(request).bodyBytes),
  );
  server.addHook("onRequest", (request, reply, done) => {
    limitBody(request, reply, limits);
    done();
  });
  // Without a listener Node closes the connection of a CONNECT.
  server.server.on("connect", async ({ url = "/" }, socket) => {
    // Nor does it listen to its errors: an error event without a listener would end the process.
    socket.on("error", () => socket.destroy());
    answerOnSocket(socket, await unknownMethod("CONNECT", url, engine), options.serverName);
  });
  // The engine decides which of them mean something.
  const added = METHODS.filter((method) => !server.supportedMethods.includes(method));
  for (const method of added) server.addHttpMethod(method);
  await admitRequests(server, options.admit);
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply, options));
  server.route({
    method: METHODS.filter((method) => method !== "CONNECT"),
    url: "*",
    handler: (request, reply) => answer(engine, request, reply, options),
  });
  return server;
}

async function answer(
  engine: Engine,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ApiServerOptions,
): Promise<FastifyReply> {
  const started = performance.now();
  const early = originOf(request, options) === undefined ? null : preflight(request.headers);
  if (request.method === "OPTIONS" && early !== null) return send(reply, request, early, options);
  const received = await inputOf(request);
  const { input, answer: translated } = options.translate(received);
  const output = translated(await engine.handle(input));
  options.observe({
    kind: "answered",
    method: input.method,
    path: received.path,
    route: routeClass(input.method, input.path, options.ingest),
    status: output.status,
    milliseconds: performance.now() - started,
    role: output.role ?? null,
  });
  return send(reply, request, output, options);
}

function originOf(request: FastifyRequest, { allowedOrigins }: ApiServerOptions): string | undefined {
  return allowedOrigin(request.headers, allowedOrigins?.() ?? null);
}

/** Answers what cannot be read as a request, on the socket itself. */
async function refuse(error: ClientError, socket: Socket, engine: Engine, serverName: string): Promise<void> {
  if (isGone(error, socket)) return;
  const start = error.rawPacket instanceof Buffer ? error.rawPacket.toString("latin1", 0, 1024) : "";
  const [, method, target = "/"] = /^([\w!#$%&'*+.^`|~-]+) (\S+) /.exec(start) ?? [];
  const isMethod = error.code === "HPE_INVALID_METHOD" && method !== undefined;
  answerOnSocket(
    socket,
    isMethod ? await unknownMethod(method, target, engine) : refusalOf(error),
    serverName,
  );
}

/** The engine decides what a method that HTTP does not have means on a path. */
function unknownMethod(method: string, target: string, engine: Engine): Promise<HttpOutput> {
  // CONNECT names an authority instead of a path: any path will do.
  const path = target.startsWith("/") ? target.replace(/\?.*$/s, "") : "/-";
  return engine.handle({ method, path, query: "", headers: {}, body: Buffer.alloc(0) });
}

/** The request as the engine takes it, its body decoded. */
async function inputOf(request: FastifyRequest): Promise<EngineInput> {
  // A proxy may send the whole address (RFC 9112, section 3.2.2).
  const target = (request.raw.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  if (target.length > URL_LIMIT) {
    throw new ApiError({
      code: "PT414",
      status: 414,
      message: `The address has ${target.length} characters; at most ${URL_LIMIT} are read`,
      hint: "Send long lists as the body of a POST to a procedure.",
    });
  }
  const mark = target.indexOf("?");
  const headers = headersOf(request.headers);
  const { bodyBytes, caller } = admittedAs(request);
  return {
    method: request.method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    headers,
    body: await decode(
      request.body instanceof Buffer ? request.body : Buffer.alloc(0),
      headers["content-encoding"],
      bodyBytes,
    ),
    address: request.ip,
    ...(caller === undefined ? {} : { caller }),
    ...calledAt(request),
  };
}

/** Where the caller found the service; nothing when the Host header is missing or is not an address. */
function calledAt({ protocol, host }: FastifyRequest): Pick<EngineInput, "calledAt"> {
  const url = `${protocol}://${host}`;
  return host && URL.canParse(url) && new URL(url).pathname === "/" ? { calledAt: url } : {};
}

function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ApiServerOptions,
): Promise<FastifyReply> {
  const known = asApiError(error, request.headers["content-type"]);
  if (known === null) options.observe({ kind: "fault", where: "http", cause: error });
  const shown =
    known ?? new ApiError({ code: "XX000", status: 500, message: "The service failed unexpectedly" });
  const path = (request.raw.url ?? "/").replace(/\?.*$/s, "");
  options.observe({
    kind: "answered",
    method: request.method,
    path,
    route: routeClass(request.method, path, options.ingest),
    status: shown.status,
    milliseconds: reply.elapsedTime,
    role: null,
  });
  return send(
    reply,
    request,
    {
      status: shown.status,
      headers: [["Content-Type", "application/json; charset=utf-8"], ...shown.headers],
      body: JSON.stringify({
        code: shown.code,
        message: shown.message,
        details: shown.details,
        hint: shown.hint,
      }),
    },
    options,
  );
}

function asApiError(error: unknown, type: string | undefined): ApiError | null {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error) || !("statusCode" in error) || typeof error.statusCode !== "number")
    return null;
  if (error.statusCode >= 500) return null;
  if (error.statusCode === 415) {
    const message = `Content-Type not acceptable: ${type ?? ""}`;
    return new ApiError({ code: "PGRST102", status: 400, message });
  }
  return new ApiError({ code: "PGRST102", status: error.statusCode, message: error.message });
}

async function send(
  reply: FastifyReply,
  request: FastifyRequest,
  output: HttpOutput,
  options: ApiServerOptions,
): Promise<FastifyReply> {
  if (output.reason !== undefined)
    reply.raw.statusMessage = output.reason.replace(/[^\x20-\x7e]/g, " ").slice(0, 200);
  // Not by `reply.code`, which refuses statuses above 599; SQL code may choose any.
  reply.raw.statusCode = output.status;
  reply.header("Server", options.serverName);
  reply.header("X-Content-Type-Options", "nosniff");
  for (const [name, value] of corsHeaders(originOf(request, options), request.method))
    reply.header(name, value);
  for (const [name, value] of output.headers) reply.header(name, value);
  const { retryAfterSeconds } = options;
  const comesBack = output.status === 503 || output.status === 504;
  if (comesBack && retryAfterSeconds !== undefined && !reply.hasHeader("Retry-After"))
    reply.header("Retry-After", String(retryAfterSeconds));
  // A 204 has no length; an empty 200 or 201 must say 0, and have no type: the vessel plugin checks both.
  if (output.body === null || output.body.length === 0) {
    if (output.status !== 204 && request.method !== "HEAD") reply.header("Content-Length", "0");
    return reply.send();
  }
  const type = String(reply.getHeader("Content-Type") ?? "");
  if (options.thinLinks === false || reply.hasHeader("Content-Encoding")) return reply.send(output.body);
  if (request.method === "GET" && output.status === 200 && !reply.hasHeader("ETag")) {
    const tag = entityTag(output.body, type);
    reply.header("ETag", tag);
    // To be kept, but by nobody between, and not to be shown before it was asked for again.
    if (!reply.hasHeader("Cache-Control")) reply.header("Cache-Control", "private, no-cache");
    if (isKnown(tag, request.headers["if-none-match"])) {
      addVary(reply, "Accept-Encoding");
      reply.raw.statusCode = 304;
      return reply.removeHeader("Content-Type").send();
    }
  }
  const { body, coding, varies } = await encode(output.body, acceptedCodings(request), type);
  if (varies) addVary(reply, "Accept-Encoding");
  if (coding !== null) reply.header("Content-Encoding", coding);
  return reply.send(body);
}

function acceptedCodings({ headers }: FastifyRequest): string | undefined {
  const accepted = headers["accept-encoding"];
  return Array.isArray(accepted) ? accepted.join(", ") : accepted;
}

function addVary(reply: FastifyReply, name: string): void {
  const others = reply.getHeader("Vary");
  reply.header("Vary", others === undefined ? name : `${String(others)}, ${name}`);
}
