/** Sends an engine answer: headers, and the body in the shortest form that the client accepts. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpOutput } from "../../engine/engine.ts";
import { announcesBody } from "../request/body.ts";
import { lingerOn } from "../socket-answer.ts";
import { AnswerHeaders } from "./answer-headers.ts";
import { acceptedCodings, compressed, isCompressible, preferredCoding } from "./compression.ts";
import { deliver, type LeastPace } from "./delivery.ts";
import { entityTag, isKnown, weakened } from "./validator.ts";

/** Additions to the engine's answers. */
export interface SendOptions {
  /** Headers of every answer; the engine's take precedence. */
  readonly headers: readonly (readonly [string, string])[];
  /** Whether to save bandwidth: compress answers, and answer 304 if the client has them. */
  readonly thinLinks: boolean;
  /** Retry-After in seconds for a 503 or 504 without one; null to add none. */
  readonly retryAfterSeconds: number | null;
  /** Distinguishes the tags of the protocol's releases; empty for the first one. */
  readonly mark: string;
  /** Whether the connection closes after this answer. */
  readonly isLast: boolean;
  /** The client's minimum pace. */
  readonly pace: LeastPace;
  /** Called for a long answer while it is in memory. */
  readonly hold?: HoldAnswer;
}

/**
 * Counts an answer until it is sent.
 * @param giveUp cuts its connection
 * @returns a function to report its current size in bytes, finally 0
 */
export type HoldAnswer = (bytes: number, giveUp: () => void) => (bytes: number) => void;

/** Shorter answers are not counted, in bytes. */
const SHORT = 65_536;

/**
 * Headers that a 304 omits, because the client has them (RFC 9110, section 15.4.5). Those of the rate limit
 * differ, but would take a third of each 304 on a thin link.
 */
const OMITTED_FROM_304 = [
  "accept-ranges",
  "access-control-expose-headers",
  "content-encoding",
  "content-range",
  "content-security-policy",
  "content-type",
  "cross-origin-opener-policy",
  "cross-origin-resource-policy",
  "origin-agent-cluster",
  "preference-applied",
  "referrer-policy",
  "server",
  "x-content-type-options",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-xss-protection",
] as const;

/**
 * Sends an answer; if HTTP cannot carry it, the answer that `failed` builds from the error. Never throws or rejects.
 * @returns what to wait for if the answer is compressed first
 */
export function sendSafely(
  request: IncomingMessage,
  response: ServerResponse,
  output: HttpOutput,
  options: SendOptions,
  failed: (fault: unknown) => HttpOutput,
): Promise<void> | undefined {
  return either(
    () => send(request, response, output, options),
    (fault) =>
      either(
        () => send(request, response, failed(fault), options),
        () => void response.destroy(),
      ),
  );
}

/** Does the second after the first has failed, now or later. */
function either(
  first: () => Promise<void> | undefined,
  second: (fault: unknown) => Promise<void> | undefined,
): Promise<void> | undefined {
  try {
    return first()?.catch(second);
  } catch (fault) {
    return second(fault);
  }
}

/** @throws Error if HTTP cannot carry a header; nothing is sent then */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  output: HttpOutput,
  options: SendOptions,
): Promise<void> | undefined {
  const length = Buffer.byteLength(output.body ?? "");
  const giveUp = (): void => void request.socket.resetAndDestroy();
  const resize = (length > SHORT ? options.hold?.(length, giveUp) : undefined) ?? (() => {});
  const released = (fault: unknown): never => {
    resize(0);
    throw fault;
  };
  try {
    const headers = headersOf(request, output, options);
    const shown = options.thinLinks ? validated(request, output, headers, options.mark) : output;
    const coding = options.thinLinks ? codingOf(request, shown, headers) : null;
    if (shown.body === null || coding === null)
      return write(request, response, shown, headers, options, resize);
    headers.set("Content-Encoding", coding);
    const tag = headers.get("etag");
    if (tag !== undefined) headers.set("ETag", weakened(tag));
    return compressed(shown.body, coding)
      .then((body) => write(request, response, { ...shown, body }, headers, options, resize))
      .catch(released);
  } catch (fault) {
    return released(fault);
  }
}

/** The headers, before those that depend on the body. */
function headersOf(request: IncomingMessage, output: HttpOutput, options: SendOptions): AnswerHeaders {
  const headers = new AnswerHeaders();
  headers.setAll(options.headers);
  headers.setAll(output.headers);
  const isTemporary = output.status === 503 || output.status === 504;
  if (isTemporary && options.retryAfterSeconds !== null && headers.get("retry-after") === undefined)
    headers.set("Retry-After", String(options.retryAfterSeconds));
  const isEarly = announcesBody(request) && !request.complete;
  if (isEarly) lingerOn(request);
  if (options.isLast || isEarly) headers.set("Connection", "close");
  return headers;
}

/** Writes head and body. */
function write(
  request: IncomingMessage,
  response: ServerResponse,
  { status, reason, body, isBare }: HttpOutput,
  headers: AnswerHeaders,
  { pace }: SendOptions,
  resize: (bytes: number) => void,
): undefined {
  // A 204 has no length; an empty 200 or 201 must have length 0 and no type, because the vessel plugin checks both.
  const isEmpty = body === null || body.length === 0;
  // Connections stay open by themselves.
  if ((status === 304 || isBare === true) && staysOpen(request)) response.removeHeader("Connection");
  const length = isEmpty ? 0 : Buffer.byteLength(body);
  if (!isEmpty) headers.set("Content-Length", String(length));
  else if (status !== 204 && status !== 304 && request.method !== "HEAD") headers.set("Content-Length", "0");
  if (reason === undefined) response.writeHead(status, headers.flat());
  else response.writeHead(status, reason.replace(/[^\x20-\x7e]/g, " ").slice(0, 200), headers.flat());
  const isHeadOnly = isEmpty || request.method === "HEAD";
  resize(isHeadOnly ? 0 : length);
  if (isHeadOnly) response.end();
  else deliver(response, body, pace, () => resize(0));
}

/** Whether the connection stays open by default (RFC 9112, section 9.3). */
function staysOpen({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === "1.1" && !/\bclose\b/i.test(headers.connection ?? "");
}

/** The answer, or 304 if the client has it; the headers are changed in place. */
function validated(
  { method, headers: asked }: IncomingMessage,
  output: HttpOutput,
  headers: AnswerHeaders,
  mark: string,
): HttpOutput {
  const { body, status } = output;
  const isRead = method === "GET" || method === "HEAD";
  if (body === null || body.length === 0 || !isRead || (status !== 200 && status !== 206)) return output;
  const about = [headers.get("content-type"), headers.get("content-range"), ...(mark === "" ? [] : [mark])];
  const tag = headers.get("etag") ?? entityTag(body, ...about);
  headers.set("ETag", tag);
  // Only the client may cache it, and must revalidate.
  if (headers.get("cache-control") === undefined) headers.set("Cache-Control", "private, no-cache");
  if (!isKnown(tag, asked["if-none-match"])) return output;
  headers.addVary("Accept-Encoding");
  for (const name of OMITTED_FROM_304) headers.remove(name);
  return { status: 304, headers: [], body: null };
}

/** The coding for a slow link; null to send the body as it is. The headers are changed in place. */
function codingOf(
  { method, headers: asked }: IncomingMessage,
  { body }: HttpOutput,
  headers: AnswerHeaders,
): string | null {
  if (body === null || body.length === 0) return null;
  const isCoded = headers.get("content-encoding") !== undefined;
  const [type, caching] = [headers.get("content-type"), headers.get("cache-control")];
  if (method === "HEAD" || isCoded || !isCompressible(body, type, caching)) return null;
  headers.addVary("Accept-Encoding");
  return preferredCoding(acceptedCodings(asked));
}
