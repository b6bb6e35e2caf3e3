/** Answers to input that never becomes a request: invalid HTTP, headers that are too long or too slow, CONNECT. */
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { ApiError } from "@wakelog/kit/errors.ts";
import type { HttpOutput } from "../engine/engine.ts";
import type { AnswerRules } from "../engine/release/facts.ts";
import { errorAnswer } from "../engine/response/error-answer.ts";
import type { Header } from "../engine/response/http-output.ts";
import { tooSlow } from "./time-limits.ts";

/** Node's error for such a connection. */
export type ClientError = Error & { readonly code: string; readonly rawPacket?: unknown };

const HEAD_TOO_LONG = new ApiError({
  code: "PT431",
  status: 431,
  message: "The address or the headers are too long",
});
const NOT_HTTP = new ApiError({ code: "PGRST102", status: 400, message: "The request is not valid HTTP" });
const NOT_EXPECTED = new ApiError({
  code: "PGRST102",
  status: 417,
  message: "The only supported Expect header is 100-continue",
});

/** How long the client has to close its half of the connection, in milliseconds. */
const LINGER_MS = 1_000;

const UNEXPECTED = new ApiError({ code: "XX000", status: 500, message: "The service failed unexpectedly" });

/**
 * An error outside the engine as an answer; the status line has the standard phrase. Internal details are not shown.
 * @param headersOnly for HEAD: omits the body
 * @param answers how the protocol's release shows errors; default: as the first one
 */
export function refusal(error: unknown, headersOnly = false, answers?: AnswerRules): HttpOutput {
  const shown = error instanceof ApiError ? error : UNEXPECTED;
  const { status, headers, body } = errorAnswer(shown, headersOnly, answers);
  return { status, headers, body };
}

/** The answer to a connection error. */
export function refusalOf(error: ClientError, answers?: AnswerRules): HttpOutput {
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return refusal(tooSlow("headers"), false, answers);
  return refusal(error.code === "HPE_HEADER_OVERFLOW" ? HEAD_TOO_LONG : NOT_HTTP, isHead(error), answers);
}

/**
 * Whether the request is a HEAD, whose answer has no content (RFC 9110, section 9.3.2). Of a fragmented request, only
 * the fragment with the error is known.
 */
const isHead = ({ rawPacket }: ClientError): boolean =>
  Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString("latin1") === "HEAD ";

/** The answer to an `Expect` header other than `100-continue` (RFC 9110, section 10.1.1). */
export function expectationRefused(answers?: AnswerRules): HttpOutput {
  return refusal(NOT_EXPECTED, false, answers);
}

/** The header that lists the request headers that change answers; none if the release lists none. */
export function varyHeader(answers?: AnswerRules): readonly Header[] {
  const vary = answers?.vary ?? [];
  return vary.length === 0 ? [] : [["Vary", vary.join(", ")]];
}

/** Whether the client has disconnected. */
export function isGone(error: ClientError, socket: Duplex): boolean {
  return error.code === "ECONNRESET" || socket.destroyed || !socket.writable;
}

/** Writes an answer directly to the socket and closes it, whatever the client does. @param always further headers */
export function answerOnSocket(
  socket: Duplex,
  { status, headers, body }: HttpOutput,
  always: readonly Header[],
): void {
  const text = body?.toString() ?? "";
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    ...always.map(([name, value]) => `${name}: ${value}`),
    ...headers.filter(([name]) => name !== "Connection").map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Connection: close",
  ];
  socket.on("error", () => socket.destroy());
  socket.end(`${lines.join("\r\n")}\r\n\r\n${text}`);
  socket.resume();
  destroyLater(socket);
}

/**
 * Closes the connection after an answer sent before the end of the body; for a while, further input is read and
 * discarded.
 */
export function lingerOn(request: IncomingMessage): void {
  const { socket } = request;
  // The server calls this once the answer is written.
  socket.destroySoon = () => {
    socket.end();
    request.resume();
    destroyLater(socket);
  };
}

/** Closing with unread input resets the connection, and the answer may be lost with it. */
function destroyLater(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}
