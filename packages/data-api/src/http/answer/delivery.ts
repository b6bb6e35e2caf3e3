/** Sends response bodies to clients and cuts off those that read too slowly. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { checkIntervalMs, type TimeLimits } from "../time-limits.ts";

/** Minimum pace of a client. */
export type LeastPace = Pick<TimeLimits, "answerMs" | "answerBytesPerSecond">;

/** Bytes per write, so that the progress of a long body is visible. */
const PIECE = 65_536;
/**
 * Largest credit for fast reading, in bytes. The kernel reads ahead for the client, and then, with megabytes of buffer
 * and a slow link, takes nothing for many minutes.
 */
const MOST_CREDIT = 1_048_576;

/**
 * Sends a body and ends the answer, whose head is already written. Returns without waiting. If the client leaves or
 * reads too slowly, the connection is cut and the content destroyed, so the client receives less than announced.
 * @param over called once when no part of the body is in memory any more
 */
export function deliver(
  response: ServerResponse,
  content: Buffer | string | Readable,
  least: LeastPace,
  over: () => void = () => {},
): void {
  const before = bytesTaken(response.socket);
  if (content instanceof Readable) pipeline(content, response).catch(() => response.destroy());
  else if (Buffer.byteLength(content) > PIECE)
    inPieces(response, typeof content === "string" ? Buffer.from(content) : content);
  else response.end(content);
  // Nearly every answer is already sent here.
  if (response.writableEnded && response.writableLength === 0) over();
  else enforcePace(response, before, least, over);
}

/** Writes each piece after the previous one was taken, until the connection ends. */
function inPieces(response: ServerResponse, body: Buffer): void {
  let at = 0;
  const next = (failed?: Error | null): void => {
    if (failed) return;
    const piece = body.subarray(at, at + PIECE);
    at += piece.length;
    if (at < body.length) response.write(piece, next);
    else response.end(piece);
  };
  next();
}

/**
 * Enforces the minimum pace until the answer is over. The client's credit in bytes starts with the allowed initial
 * delay, shrinks with time and grows with each byte the kernel takes.
 * @param begun what the kernel had taken before the body; null if other answers come first
 */
function enforcePace(
  response: ServerResponse,
  begun: number | null,
  { answerMs, answerBytesPerSecond }: LeastPace,
  over: () => void,
): void {
  const everyMs = checkIntervalMs(answerMs);
  const beginning = (answerMs / 1000) * answerBytesPerSecond;
  const most = Math.max(beginning, MOST_CREDIT);
  let credit = beginning;
  let before = begun;
  const stop = (): void => {
    clearInterval(timer);
    response.off("close", stop);
    over();
  };
  const timer = setInterval(() => {
    const { socket } = response;
    const taken = bytesTaken(socket);
    // An answer still queued gets no event when its connection ends.
    if (response.req.socket.destroyed) return stop();
    // Other answers on this connection come first.
    if (socket === null || taken === null) return;
    credit = Math.min(most, credit + taken - (before ?? taken));
    before = taken;
    // Otherwise the disk is the slow part.
    if (socket.writableLength > 0) credit -= (answerBytesPerSecond * everyMs) / 1000;
    // Reset: the kernel would go on sending its buffer.
    if (credit <= 0) socket.resetAndDestroy();
  }, everyMs).unref();
  response.once("close", stop);
}

/** Number of bytes the kernel has taken on a connection. */
function bytesTaken(socket: Socket | null): number | null {
  return socket === null ? null : socket.bytesWritten - socket.writableLength;
}
