/** Answers that are not made in one piece: server-sent events for as long as the client stays, and large files. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { ApiError } from "@wakelog/kit/errors.ts";
import type { EngineInput, HttpOutput } from "../../engine/engine.ts";
import { deliver, type LeastPace } from "./delivery.ts";

/** Where a stream's text goes. */
export interface Sink {
  write(text: string): void;
  /** Bytes that the client has not taken yet. */
  waiting(): number;
  /** Ends the stream in order. */
  end(): void;
  /** Breaks the connection off. */
  destroy(): void;
}

/** A stream that began. */
export interface Begun {
  readonly sink: Sink;
  /** `leave` is called once when the client is gone, or at once if it is. */
  readonly gone: (leave: () => void) => void;
}

/** A file on its way to a client. */
export interface OutgoingFile {
  /** The name under which browsers save it: letters, digits, dots and hyphens. */
  readonly name: string;
  /** The value of Content-Type. */
  readonly type: string;
  readonly bytes: number;
  readonly content: Readable;
}

/** Ways to begin an answer: each sends the head, and may be used once. */
export interface Beginning {
  readonly events: () => Begun;
  /** Sends a whole file. The content is destroyed if the client leaves, or takes it too slowly. */
  readonly file: (file: OutgoingFile) => void;
}

/**
 * Answers requests for a path with a stream.
 * @returns the answer if the request is refused; null if a stream began
 * @throws ApiError, also if the caller cannot be identified
 */
export type OpenStream = (input: EngineInput, begin: Beginning) => Promise<HttpOutput | null>;

/**
 * The ways to begin the answer to a request.
 * @param headers those of every answer
 * @param pace how slowly the client may take a file
 * @throws ApiError 400 if the connection has not come to this answer yet: that its client leaves would not be noticed
 */
export function beginningOf(
  request: IncomingMessage,
  response: ServerResponse,
  headers: readonly (readonly [string, string])[],
  pace: LeastPace,
): Beginning {
  if (response.socket === null) throw notItsTurn();
  return {
    events: () => beginEvents(request, response, headers),
    file: (file) => sendFile(response, headers, file, pace),
  };
}

function notItsTurn(): ApiError {
  return new ApiError({
    code: "PT400",
    status: 400,
    message: "Other answers on this connection come first",
    hint: "Ask for this on a connection of its own.",
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
  // A pause is not a fault here.
  request.socket.setTimeout(0);
  request.socket.setNoDelay(true);
  for (const [name, value] of headers) response.setHeader(name, value);
  response.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    // Proxies that know this header pass the events on at once.
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
    // It may have left while it was found out whether it is let in.
    gone: (leave) => void (response.destroyed ? leave() : response.once("close", leave)),
  };
}
