/** Passes a request on to another server of the same API, and its answer back, piece by piece. */
import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { request as httpsRequest } from "node:https";
import { pipeline } from "node:stream/promises";
import type { EngineInput, HttpOutput } from "../engine/engine.ts";
import { ApiError } from "../errors.ts";
import { reached } from "../time/reached.ts";
import { deliver, type LeastPace } from "./answer/delivery.ts";

/** Where a request is to be passed on. */
export interface Way {
  /** The name of the place, for people. */
  readonly name: string;
  /** The address of its API, without a slash at the end. */
  readonly url: string;
  /** Headers that are added, or replace the caller's. */
  readonly headers: Readonly<Record<string, string>>;
  /** When the answer may begin, milliseconds of `performance.now()`; as soon as it is there if absent. */
  readonly notBefore?: number;
}

/** Requests that belong to another server. */
export interface Elsewhere {
  /** The address of the caller, if another server passed the request on; otherwise null. */
  callerOf(headers: Readonly<Record<string, string>>): Promise<string | null>;
  /**
   * What becomes of a request after it was answered here: the answer stays if null.
   * @param came when the request came, milliseconds of `performance.now()`
   * @returns another answer, or the way to where the request belongs
   */
  insteadOf(input: EngineInput, output: HttpOutput, came: number): Promise<HttpOutput | Way | null>;
}

/** How long the other server may take to begin its answer, milliseconds: longer than one that works. */
const ANSWER_MS = 60_000;
const RETRY_SECONDS = 10;

/** Headers of one connection (RFC 9110, section 7.6.1), and those of the body as it came: it is passed on unpacked. */
const NOT_PASSED_ON: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const NOT_PASSED_BACK: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Resolves when the answer has begun to be sent.
 * @param body the whole body, unpacked
 * @param pace how slowly the client may take the answer, if it is not a stream of events
 * @throws ApiError 503 if the other server does not answer: nobody knows then what became of the request
 */
export async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  { name, url, headers, notBefore = 0 }: Way,
  pace: LeastPace,
): Promise<void> {
  const answer = await sent(request, body, url, headers).catch((cause: unknown) => {
    throw new ApiError({
      code: "PT503",
      status: 503,
      message: `The cell ${name}, where this is kept now, does not answer`,
      hint: `Wait ${RETRY_SECONDS} s and try again.`,
      headers: [["Retry-After", String(RETRY_SECONDS)]],
      cause,
    });
  });
  await reached(notBefore);
  response.writeHead(
    answer.statusCode ?? 502,
    answer.statusMessage,
    without(answer.headers, NOT_PASSED_BACK),
  );
  // Events are few and far between, and the first one may be far off.
  response.flushHeaders();
  // Whichever side leaves early, the other one is ended too.
  if (answer.headers["content-type"]?.startsWith("text/event-stream") === true)
    pipeline(answer, response).catch(() => response.destroy());
  else deliver(response, answer, pace);
}

function sent(
  { method = "GET", url: path = "/", headers }: IncomingMessage,
  body: Buffer,
  base: string,
  more: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  const target = new URL(base);
  const ask = target.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const asked = ask(`${base}${path.replace(/^https?:\/\/[^/?]*/i, "")}`, {
      method,
      headers: {
        ...without(headers, NOT_PASSED_ON),
        ...more,
        ...(body.length === 0 ? {} : { "content-length": String(body.length) }),
      },
    });
    const timer = setTimeout(() => asked.destroy(new Error("no answer in time")), ANSWER_MS);
    asked.once("response", (answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    asked.once("error", (cause) => {
      clearTimeout(timer);
      reject(cause);
    });
    asked.end(body);
  });
}

function without(
  headers: IncomingHttpHeaders,
  names: ReadonlySet<string>,
): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || names.has(name) ? [] : [[name, value]],
    ),
  );
}
