/** A server for files and measurements: without bodies or a database, but with the API's limits and headers. */
import Fastify, { type FastifyInstance } from "fastify";
import { answerOnSocket, isGone, refusalOf } from "./socket-answer.ts";
import { checkIntervalMs, limitBody, type TimeLimits } from "./time-limits.ts";

/** Builds the server, without routes. */
export function createPlainServer(limits: TimeLimits): FastifyInstance {
  const server = Fastify({
    logger: false,
    keepAliveTimeout: limits.idleMs,
    return503OnClosing: false,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: checkIntervalMs(limits.headersMs),
    },
    // An address that cannot be decoded is refused before any hook.
    frameworkErrors(error, _request, reply) {
      reply.hijack();
      reply.raw.writeHead(error.statusCode ?? 400, {
        "Content-Type": "application/json; charset=utf-8",
        "X-Content-Type-Options": "nosniff",
      });
      reply.raw.end(JSON.stringify({ message: error.message }));
    },
    clientErrorHandler(error, socket) {
      if (!isGone(error, socket)) answerOnSocket(socket, refusalOf(error), null);
    },
  });
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("X-Content-Type-Options", "nosniff");
    limitBody(request, reply, limits);
    done();
  });
  return server;
}
