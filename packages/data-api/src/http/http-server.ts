/** Common to all ports: Node's server with our limits, and clear answers to malformed requests. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { HttpOutput } from "../engine/engine.ts";
import type { AnswerRules } from "../engine/release/facts.ts";
import type { Header } from "../engine/response/http-output.ts";
import { URL_LIMIT } from "./request/head.ts";
import {
  answerOnSocket,
  type ClientError,
  expectationRefused,
  isGone,
  lingerOn,
  varyHeader,
} from "./socket-answer.ts";
import { checkIntervalMs, type TimeLimits } from "./time-limits.ts";

/** How a port answers. */
export interface Port {
  readonly limits: TimeLimits;
  /** The value of the `Server` header; null for none. */
  readonly serverName: (() => string) | null;
  /** How the protocol's release shows errors; default: as the first one. */
  readonly answers?: () => AnswerRules;
  /** Answers a request. Never rejects. @param isLast whether the connection closes after the answer */
  serve(request: IncomingMessage, response: ServerResponse, isLast: boolean): Promise<void>;
  /** The answer to a malformed request. */
  refuse(error: ClientError): HttpOutput | Promise<HttpOutput>;
  /** The answer to a CONNECT to that authority; without it, the connection is closed. */
  connect?(authority: string): Promise<HttpOutput>;
}

/** Builds the server; the caller listens and closes. */
export function createHttpServer(port: Port): Server {
  const { limits, serverName } = port;
  const always = (): readonly Header[] => [
    ...(serverName === null ? [] : [["Server", serverName()] as const]),
    ...varyHeader(port.answers?.()),
    ["X-Content-Type-Options", "nosniff"],
  ];
  const serve = (request: IncomingMessage, response: ServerResponse): void =>
    void port.serve(request, response, !server.listening);
  const server = createServer(
    {
      maxHeaderSize: URL_LIMIT + 32_768,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: checkIntervalMs(limits.headersMs),
      keepAliveTimeout: limits.idleMs,
      // Bodies have their own limits, and answers may take as long as the database.
      requestTimeout: 0,
      // Node would refuse without a message; `checkHost` sends one.
      requireHostHeader: false,
    },
    serve,
  );
  // Ask for the body only once the caller and its limit are known.
  server.on("checkContinue", serve);
  // Without a listener, Node would answer 417 without a message.
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    lingerOn(request);
    const { status, headers, body } = expectationRefused(port.answers?.());
    const length = String(Buffer.byteLength(body ?? ""));
    const always = ["X-Content-Type-Options", "nosniff", "Content-Length", length, "Connection", "close"];
    const vary = varyHeader(port.answers?.()).flat();
    response.writeHead(status, [...headers.flat(), ...vary, ...always]).end(body);
  });
  server.on("clientError", async (error: ClientError, socket) => {
    if (!isGone(error, socket)) answerOnSocket(socket, await port.refuse(error), always());
  });
  server.on("connect", async ({ url = "/" }: IncomingMessage, socket) => {
    // Node does not handle this socket's errors, and an unhandled error event would end the process.
    socket.on("error", () => socket.destroy());
    const output = await port.connect?.(url);
    if (output === undefined) socket.destroy();
    else answerOnSocket(socket, output, always());
  });
  return server;
}
