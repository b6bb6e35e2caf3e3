/** A server for files and metrics: no bodies and no database, but the API's limits and headers. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { HttpOutput } from "../engine/engine.ts";
import type { Header } from "../engine/response/http-output.ts";
import { sendSafely } from "./answer/send.ts";
import { createHttpServer } from "./http-server.ts";
import { checkHost, targetOf } from "./request/head.ts";
import { refusal, refusalOf } from "./socket-answer.ts";
import type { TimeLimits } from "./time-limits.ts";

/** What the server serves. */
export interface PlainPages {
  /** Headers of every answer. */
  readonly headers: (request: IncomingMessage) => readonly Header[];
  /** Answers a GET or HEAD. @throws ApiError */
  readonly page: (path: string, request: IncomingMessage) => Promise<HttpOutput>;
  /** Passes a request to another server. @returns true if passed on, or the answer while that server is starting */
  readonly handOn?: (request: IncomingMessage, response: ServerResponse) => boolean | HttpOutput;
}

/** Builds the server; the caller listens and closes. */
export function createPlainServer(limits: TimeLimits, { headers, page, handOn }: PlainPages): Server {
  const answer = async (request: IncomingMessage): Promise<HttpOutput> => {
    checkHost(request);
    const { path } = targetOf(request);
    return request.method === "GET" || request.method === "HEAD" ? page(path, request) : NOTHING_THERE;
  };
  return createHttpServer({
    limits,
    serverName: null,
    refuse: refusalOf,
    async serve(request, response, isLast) {
      const handed = handOn?.(request, response) ?? false;
      if (handed === true) return;
      const output = handed === false ? await answer(request).catch(refusal) : handed;
      const always: readonly Header[] = [["X-Content-Type-Options", "nosniff"], ...headers(request)];
      const options = {
        headers: always,
        thinLinks: true,
        retryAfterSeconds: null,
        mark: "",
        isLast,
        pace: limits,
      };
      await sendSafely(request, response, output, options, refusal);
    },
  });
}

/** JSON as an answer. */
export function jsonPage(status: number, value: unknown, headers: readonly Header[] = []): HttpOutput {
  const type = ["Content-Type", "application/json; charset=utf-8"] as const;
  return { status, headers: [type, ...headers], body: JSON.stringify(value) };
}

/** The answer for an unknown address: 404. */
export const NOTHING_THERE: HttpOutput = jsonPage(404, { message: "There is nothing at this address" });
