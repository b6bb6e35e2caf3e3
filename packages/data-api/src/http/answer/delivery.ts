/** Bodies of answers on their way to clients, who take them at a pace of their own, but must take them. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { checkIntervalMs, type TimeLimits } from "../time-limits.ts";

/** How slowly a client may take an answer. */
export type LeastPace = Pick<TimeLimits, "answerMs" | "answerBytesPerSecond">;

/** Bytes that are written at once, so that it is seen how much of a long body was taken. */
const PIECE = 65_536;
/**
 * The most that a client has in hand for taking a lot at once, bytes. The kernel takes for it, and then, with buffers of
 * some megabytes and a slow link, nothing for many minutes.
 */
const IN_HAND = 1_048_576;

/**
 * Sends a body and ends the answer, whose head was written. Does not wait for the client: if it takes the body more slowly
 * than it may, or leaves, the connection is cut and the content destroyed, so that it gets less than was announced.
 * @param over called once when nothing of the body is kept any more
 */
export function deliver(
  response: ServerResponse,
  content: Buffer | string | Readable,
  least: LeastPace,
  over: () => void = () => {},
): void {
  const before = takenOn(response.socket);
  if (content instanceof Readable) pipeline(content, response).catch(() => response.destroy());
  else if (Buffer.byteLength(content) > PIECE)
    inPieces(response, typeof content === "string" ? Buffer.from(content) : content);
  else response.end(content);
  // Nearly every answer was taken by now.
  if (response.writableEnded && response.writableLength === 0) over();
  else attend(response, before, least, over);
}

/** Each piece after the one before it was taken, until the connection ends. */
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
 * Holds a client to the least pace until the answer is over. What it may still do without taking anything, in bytes, begins
 * with some time's worth, shrinks with time and grows with what the kernel took for it.
 * @param begun what the kernel had taken before the body; null if other answers come first
 */
function attend(
  response: ServerResponse,
  begun: number | null,
  { answerMs, answerBytesPerSecond }: LeastPace,
  over: () => void,
): void {
  const everyMs = checkIntervalMs(answerMs);
  const beginning = (answerMs / 1000) * answerBytesPerSecond;
  const most = Math.max(beginning, IN_HAND);
  let inHand = beginning;
  let before = begun;
  const stop = (): void => {
    clearInterval(timer);
    response.off("close", stop);
    over();
  };
  const timer = setInterval(() => {
    const { socket } = response;
    const taken = takenOn(socket);
    // An answer whose turn never came gets no event when its connection ends.
    if (response.req.socket.destroyed) return stop();
    // On this connection, other answers come first.
    if (socket === null || taken === null) return;
    inHand = Math.min(most, inHand + taken - (before ?? taken));
    before = taken;
    // Otherwise it is the disk that is slow.
    if (socket.writableLength > 0) inHand -= (answerBytesPerSecond * everyMs) / 1000;
    // A reset, because the kernel would go on offering what it has.
    if (inHand <= 0) socket.resetAndDestroy();
  }, everyMs).unref();
  response.once("close", stop);
}

/** How many bytes the kernel has taken on a connection. */
function takenOn(socket: Socket | null): number | null {
  return socket === null ? null : socket.bytesWritten - socket.writableLength;
}
