/** What every port has in common: Node's server with our limits, and a clear answer to anything that is not a valid request. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { HttpOutput } from "../engine/engine.ts";
import { URL_LIMIT } from "./request/head.ts";
import { answerOnSocket, type ClientError, expectationRefused, isGone } from "./socket-answer.ts";
import { checkIntervalMs, type TimeLimits } from "./time-limits.ts";

/** How a port answers. */
export interface Port {
  readonly limits: TimeLimits;
  /** The value of the `Server` header; null for none. */
  readonly serverName: string | null;
  /** Answers a request. Never rejects. @param isLast whether the connection is closed after the answer */
  serve(request: IncomingMessage, response: ServerResponse, isLast: boolean): Promise<void>;
  /** The answer to anything that is not a valid request. */
  refuse(error: ClientError): HttpOutput | Promise<HttpOutput>;
  /** The answer to a CONNECT to that authority; without it the connection is closed. */
  connect?(authority: string): Promise<HttpOutput>;
}

/** Builds the server; the caller listens and closes. */
export function createHttpServer(port: Port): Server {
  const { limits, serverName } = port;
  const serve = (request: IncomingMessage, response: ServerResponse): void =>
    void port.serve(request, response, !server.listening);
  const server = createServer(
    {
      maxHeaderSize: URL_LIMIT + 32_768,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: checkIntervalMs(limits.headersMs),
      keepAliveTimeout: limits.idleMs,
      // Bodies have limits of their own, and answers may take as long as the database.
      requestTimeout: 0,
      // Node would refuse such a request without a message; `checkHost` gives one.
      requireHostHeader: false,
    },
    serve,
  );
  // The client is asked for its body once it is known who it is and how large the body may be.
  server.on("checkContinue", serve);
  // Without a listener, Node would answer 417 without a message.
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = expectationRefused();
    const length = String(Buffer.byteLength(body ?? ""));
    const always = ["X-Content-Type-Options", "nosniff", "Content-Length", length, "Connection", "close"];
    response.writeHead(status, [...headers.flat(), ...always]).end(body);
  });
  server.on("clientError", async (error: ClientError, socket) => {
    if (!isGone(error, socket)) answerOnSocket(socket, await port.refuse(error), serverName);
  });
  server.on("connect", async ({ url = "/" }: IncomingMessage, socket) => {
    // Node does not handle this socket's errors, and an error event without a listener would end the process.
    socket.on("error", () => socket.destroy());
    const output = await port.connect?.(url);
    if (output === undefined) socket.destroy();
    else answerOnSocket(socket, output, serverName);
  });
  return server;
}
