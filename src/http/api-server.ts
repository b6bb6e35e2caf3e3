/** The API's socket: bytes in, an engine answer out. Knows limits, encodings and CORS, and nothing of boats. */
import { METHODS, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Engine, EngineInput, HttpOutput } from "../engine/engine.ts";
import { errorAnswer } from "../engine/response/error-answer.ts";
import { ApiError } from "../errors.ts";
import type { Observe } from "../observe.ts";
import { bodyTooLarge, decode, encode } from "./content-coding.ts";
import { allowedOrigin, corsHeaders, preflight } from "./cors.ts";
import { routeClass } from "./route-class.ts";

/** What the API server needs besides the engine. */
export interface ApiServerOptions {
  /** Largest body after decompression, bytes. */
  readonly bodyLimit: number;
  /** Requests a minute from one address; null lifts the limit. */
  readonly requestsPerMinute: number | null;
  readonly trustProxy: boolean;
  /** `Server` header. */
  readonly serverName: string;
  /** Whether large answers travel compressed where the client takes it; yes when absent. */
  readonly compresses?: boolean;
  /** Origins that browsers may ask from; any when absent or null. */
  readonly allowedOrigins?: () => readonly string[] | null;
  readonly observe: Observe;
  /** Paths to which machines post what they record, for measurements. None if absent. */
  readonly ingest?: ReadonlySet<string>;
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
  const server = Fastify({
    bodyLimit: options.bodyLimit,
    trustProxy: options.trustProxy,
    logger: false,
    exposeHeadRoutes: false,
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: URL_LIMIT },
    http: { maxHeaderSize: URL_LIMIT + 32_768 },
    clientErrorHandler: (error, socket) => void refuse(error, socket, engine, options.serverName),
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  // Node closes the connection of a CONNECT that nobody listens to.
  server.server.on("connect", async ({ url = "/" }, socket) => {
    // Nor listens to its errors: one that nobody hears would end the process.
    socket.on("error", () => socket.destroy());
    say(socket, await unknownMethod("CONNECT", url, engine), options.serverName);
  });
  // Which of them mean something is the engine's to say.
  const added = METHODS.filter((method) => !server.supportedMethods.includes(method));
  for (const method of added) server.addHttpMethod(method);
  if (options.requestsPerMinute !== null) {
    await server.register(rateLimit, {
      max: options.requestsPerMinute,
      timeWindow: 60_000,
      errorResponseBuilder: (_request, context) =>
        new ApiError({
          code: "PT429",
          status: 429,
          message: "Too many requests",
          hint: `Wait ${Math.ceil(context.ttl / 1000)} s and try again.`,
          headers: [["Retry-After", String(Math.ceil(context.ttl / 1000))]],
        }),
    });
  }
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
  const received = await inputOf(request, options.bodyLimit);
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

/** Answers what is no HTTP that can be read, on the socket itself. */
async function refuse(
  error: Error & { readonly code: string; readonly rawPacket: unknown },
  socket: Socket,
  engine: Engine,
  serverName: string,
): Promise<void> {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  say(socket, await refusal(error, engine), serverName);
}

/** Answers on the socket itself, and closes it. */
function say(socket: Duplex, { status, headers, body }: HttpOutput, serverName: string): void {
  const text = body?.toString() ?? "";
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    `Server: ${serverName}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Connection: close",
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${text}`);
}

const HEAD_TOO_LONG = new ApiError({
  code: "PT431",
  status: 431,
  message: "The address or the headers are too long",
});
const NOT_HTTP = new ApiError({ code: "PGRST102", status: 400, message: "The request is not valid HTTP" });

function refusal(
  error: Error & { readonly code: string; readonly rawPacket: unknown },
  engine: Engine,
): Promise<HttpOutput> | HttpOutput {
  const start = error.rawPacket instanceof Buffer ? error.rawPacket.toString("latin1", 0, 1024) : "";
  const [, method, target = "/"] = /^([\w!#$%&'*+.^`|~-]+) (\S+) /.exec(start) ?? [];
  if (error.code === "HPE_INVALID_METHOD" && method !== undefined) {
    return unknownMethod(method, target, engine);
  }
  return errorAnswer(error.code === "HPE_HEADER_OVERFLOW" ? HEAD_TOO_LONG : NOT_HTTP, false);
}

/** What a method that HTTP does not have means on a path is the engine's to say. */
function unknownMethod(method: string, target: string, engine: Engine): Promise<HttpOutput> {
  // CONNECT names an authority, which is no path: any will do.
  const path = target.startsWith("/") ? target.replace(/\?.*$/s, "") : "/-";
  return engine.handle({ method, path, query: "", headers: {}, body: Buffer.alloc(0) });
}

/** The request as the engine takes it, its body decoded. */
async function inputOf(request: FastifyRequest, bodyLimit: number): Promise<EngineInput> {
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
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return {
    method: request.method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    headers,
    body: await decode(
      request.body instanceof Buffer ? request.body : Buffer.alloc(0),
      headers["content-encoding"],
      bodyLimit,
    ),
    address: request.ip,
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
  const known = asApiError(error, options.bodyLimit, request.headers["content-type"]);
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

function asApiError(error: unknown, bodyLimit: number, type: string | undefined): ApiError | null {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error) || !("statusCode" in error) || typeof error.statusCode !== "number")
    return null;
  if (error.statusCode === 413) return bodyTooLarge(bodyLimit);
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
  for (const [name, value] of corsHeaders(originOf(request, options), request.method))
    reply.header(name, value);
  for (const [name, value] of output.headers) reply.header(name, value);
  // A 204 has no length; an empty 200 or 201 must say 0, and have no type: the vessel plugin checks both.
  if (output.body === null || output.body.length === 0) {
    if (output.status !== 204 && request.method !== "HEAD") reply.header("Content-Length", "0");
    return reply.send();
  }
  if (options.compresses === false || reply.hasHeader("Content-Encoding")) return reply.send(output.body);
  // Thin links: whatever is worth it travels compressed.
  const type = String(reply.getHeader("Content-Type") ?? "");
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
