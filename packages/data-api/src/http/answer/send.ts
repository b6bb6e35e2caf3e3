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

/** Sends an answer; if HTTP cannot carry it, the answer that `failed` builds from the error. Never rejects. */
export async function sendSafely(
  request: IncomingMessage,
  response: ServerResponse,
  output: HttpOutput,
  options: SendOptions,
  failed: (fault: unknown) => HttpOutput,
): Promise<void> {
  try {
    await send(request, response, output, options);
  } catch (fault) {
    await send(request, response, failed(fault), options).catch(() => response.destroy());
  }
}

/** @throws Error if HTTP cannot carry a header; nothing is sent then */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  output: HttpOutput,
  options: SendOptions,
): Promise<void> {
  const length = Buffer.byteLength(output.body ?? "");
  const giveUp = (): void => void request.socket.resetAndDestroy();
  const resize = length > SHORT ? options.hold?.(length, giveUp) : undefined;
  try {
    await sendHeld(request, response, output, options, resize ?? (() => {}));
  } catch (fault) {
    resize?.(0);
    throw fault;
  }
}

async function sendHeld(
  request: IncomingMessage,
  response: ServerResponse,
  output: HttpOutput,
  options: SendOptions,
  resize: (bytes: number) => void,
): Promise<void> {
  const headers = new AnswerHeaders();
  headers.setAll(options.headers);
  headers.setAll(output.headers);
  const isTemporary = output.status === 503 || output.status === 504;
  if (isTemporary && options.retryAfterSeconds !== null && headers.get("retry-after") === undefined)
    headers.set("Retry-After", String(options.retryAfterSeconds));
  const isEarly = announcesBody(request) && !request.complete;
  if (isEarly) lingerOn(request);
  if (options.isLast || isEarly) headers.set("Connection", "close");
  const shown = options.thinLinks ? await shortened(request, output, headers) : output;
  const { status, reason, body } = shown;
  // A 204 has no length; an empty 200 or 201 must have length 0 and no type, because the vessel plugin checks both.
  const isEmpty = body === null || body.length === 0;
  // Connections stay open by themselves.
  if ((status === 304 || output.isBare === true) && staysOpen(request)) response.removeHeader("Connection");
  if (!isEmpty) headers.set("Content-Length", String(Buffer.byteLength(body)));
  else if (status !== 204 && status !== 304 && request.method !== "HEAD") headers.set("Content-Length", "0");
  if (reason === undefined) response.writeHead(status, headers.flat());
  else response.writeHead(status, reason.replace(/[^\x20-\x7e]/g, " ").slice(0, 200), headers.flat());
  const isBare = isEmpty || request.method === "HEAD";
  resize(isBare ? 0 : Buffer.byteLength(body));
  if (isBare) response.end();
  else deliver(response, body, options.pace, () => resize(0));
}

/** Whether the connection stays open by default (RFC 9112, section 9.3). */
function staysOpen({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === "1.1" && !/\bclose\b/i.test(headers.connection ?? "");
}

/** The answer for a slow link; its headers are changed in place. */
async function shortened(
  { method, headers: asked }: IncomingMessage,
  output: HttpOutput,
  headers: AnswerHeaders,
): Promise<HttpOutput> {
  const { body, status } = output;
  if (body === null || body.length === 0) return output;
  const type = headers.get("content-type");
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && (status === 200 || status === 206)) {
    const tag = headers.get("etag") ?? entityTag(body, type, headers.get("content-range"));
    headers.set("ETag", tag);
    // Only the client may cache it, and must revalidate.
    if (headers.get("cache-control") === undefined) headers.set("Cache-Control", "private, no-cache");
    if (isKnown(tag, asked["if-none-match"])) {
      headers.addVary("Accept-Encoding");
      for (const name of OMITTED_FROM_304) headers.remove(name);
      return { status: 304, headers: [], body: null };
    }
  }
  const isCoded = headers.get("content-encoding") !== undefined;
  if (method === "HEAD" || isCoded || !isCompressible(body, type, headers.get("cache-control")))
    return output;
  headers.addVary("Accept-Encoding");
  const coding = preferredCoding(acceptedCodings(asked));
  if (coding === null) return output;
  headers.set("Content-Encoding", coding);
  const tag = headers.get("etag");
  if (tag !== undefined) headers.set("ETag", weakened(tag));
  return { ...output, body: await compressed(body, coding) };
}
