/** Streamed answers: server-sent events until the client leaves, and large files. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { ApiError } from "@wakelog/kit/errors.ts";
import type { EngineInput, HttpOutput } from "../../engine/engine.ts";
import { deliver, type LeastPace } from "./delivery.ts";

/** The destination of a stream's text. */
export interface Sink {
  write(text: string): void;
  /** Bytes not yet taken by the client. */
  waiting(): number;
  /** Ends the stream cleanly. */
  end(): void;
  /** Cuts the connection. */
  destroy(): void;
}

/** A started stream. */
export interface Begun {
  readonly sink: Sink;
  /** `leave` is called once when the client leaves, at once if it already has. */
  readonly gone: (leave: () => void) => void;
}

/** A file to send. */
export interface OutgoingFile {
  /** The file name for browsers: letters, digits, dots and hyphens. */
  readonly name: string;
  /** The value of Content-Type. */
  readonly type: string;
  readonly bytes: number;
  readonly content: Readable;
}

/** Ways to begin an answer: each sends the head, and may be used once. */
export interface Beginning {
  readonly events: () => Begun;
  /** Sends a whole file. Destroys the content if the client leaves or reads too slowly. */
  readonly file: (file: OutgoingFile) => void;
  /** Begins nothing. `leave` is called once when the client leaves or has its answer. */
  readonly gone: (leave: () => void) => void;
}

/**
 * Answers requests for a path with a stream.
 * @returns the answer if the request is refused; null if a stream began
 * @throws ApiError, also if the caller cannot be identified
 */
export type OpenStream = (input: EngineInput, begin: Beginning) => Promise<HttpOutput | null>;

/**
 * The ways to begin the answer to a request.
 * @param headers headers of every answer
 * @param pace minimum pace for files
 * @throws ApiError 400 if earlier answers on the connection are pending: the client's leaving would go unnoticed
 */
export function beginningOf(
  request: IncomingMessage,
  response: ServerResponse,
  headers: readonly (readonly [string, string])[],
  pace: LeastPace,
): Beginning {
  if (response.socket === null) throw answersPending();
  return {
    events: () => beginEvents(request, response, headers),
    file: (file) => sendFile(response, headers, file, pace),
    gone: (leave) => whenGone(response, leave),
  };
}

function answersPending(): ApiError {
  return new ApiError({
    code: "PT400",
    status: 400,
    message: "Earlier requests on this connection are still pending",
    hint: "Use a separate connection.",
  });
}

function sendFile(
  response: ServerResponse,
  headers: readonly (readonly [string, string])[],
  { name, type, bytes, content }: OutgoingFile,
  pace: LeastPace,
): void {
  for (const [header, value] of headers) response.setHeader(header, value);
  response.writeHead(200, {
    "Content-Type": type,
    "Content-Length": bytes,
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "no-store, no-transform",
  });
  deliver(response, content, pace);
}

function beginEvents(
  request: IncomingMessage,
  response: ServerResponse,
  headers: readonly (readonly [string, string])[],
): Begun {
  // Pauses are normal here.
  request.socket.setTimeout(0);
  request.socket.setNoDelay(true);
  for (const [name, value] of headers) response.setHeader(name, value);
  response.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    // Makes proxies such as nginx pass events on without buffering.
    "X-Accel-Buffering": "no",
    // Clients reconnect on a new connection, perhaps to another process.
    Connection: "close",
  });
  response.flushHeaders();
  return {
    sink: {
      write: (text) => void response.write(text),
      waiting: () => response.writableLength,
      end: () => void response.end(),
      destroy: () => void response.destroy(),
    },
    // The client may have disconnected during authentication.
    gone: (leave) => whenGone(response, leave),
  };
}

function whenGone(response: ServerResponse, leave: () => void): void {
  if (response.destroyed) leave();
  else response.once("close", leave);
}
