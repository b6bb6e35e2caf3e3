/** Reads a request's body within size and time limits, and decompresses it (RFC 9110, section 8.4). */
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { ApiError } from "@wakelog/kit/errors.ts";
import { checkIntervalMs, type TimeLimits, tooSlow } from "../time-limits.ts";

/** Limits of a body. */
export interface BodyLimits {
  /** Most bytes, both as sent and decompressed. */
  readonly bytes: number;
  readonly times: TimeLimits;
}

const EMPTY = Buffer.alloc(0);

/** Whether the request announces a body. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Reads and decompresses the whole body. A client that sent `Expect: 100-continue` is asked for it now.
 * @throws ApiError 413 as soon as it is known to be too large, 408 if too slow, 415 for an unknown coding, 400 if it is
 * corrupt or truncated
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, times }: BodyLimits,
): Promise<Buffer> {
  if (!announcesBody(request)) return EMPTY;
  if (Number(request.headers["content-length"] ?? 0) > bytes) throw tooLarge(bytes);
  if (request.headers.expect !== undefined && request.httpVersion === "1.1") response.writeContinue();
  const sent = await received(request, bytes, times);
  return unpacked(sent, request.headers["content-encoding"], bytes);
}

function received(request: IncomingMessage, limit: number, times: TimeLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const began = performance.now();
    let progressAt = began;
    let size = 0;
    const finish = (work: () => void): void => {
      clearInterval(timer);
      // Keep the error listener: an unhandled error event would end the process.
      request.off("data", take).off("close", fail);
      work();
    };
    const take = (part: Buffer): void => {
      progressAt = performance.now();
      size += part.length;
      if (size > limit) finish(() => reject(tooLarge(limit)));
      else parts.push(part);
    };
    const end = (): void =>
      finish(() => resolve(parts.length === 1 ? (parts[0] ?? EMPTY) : Buffer.concat(parts, size)));
    const fail = (): void => finish(() => reject(endedEarly()));
    const check = (): void => {
      const now = performance.now();
      if (now - progressAt >= times.stallMs || now - began >= times.bodyMs)
        finish(() => reject(tooSlow("body")));
    };
    const timer = setInterval(check, checkIntervalMs(Math.min(times.stallMs, times.bodyMs)));
    request.on("data", take).on("end", end).on("error", fail).on("close", fail);
  });
}

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip),
  "x-gzip": promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip),
  deflate: promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate),
  br: promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress),
};

/** @param coding the value of Content-Encoding */
async function unpacked(body: Buffer, coding: string | undefined, limit: number): Promise<Buffer> {
  const name = coding?.trim().toLowerCase() ?? "identity";
  if (body.length === 0 || name === "identity" || name === "") return body;
  const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
  if (decoder === undefined) {
    throw new ApiError({
      code: "PT415",
      status: 415,
      message: `Content-Encoding "${name}" is not supported`,
      hint: `Send the body uncompressed, or as ${Object.keys(DECODERS).join(", ")}.`,
    });
  }
  try {
    return await decoder(body, { maxOutputLength: limit });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge(limit);
    throw new ApiError({
      code: "PGRST102",
      status: 400,
      message: `The body is not valid ${name}`,
      hint: "Check that all of it was sent.",
      cause,
    });
  }
}

/** The connection closes after the answer, because the rest of the body is not read. */
function tooLarge(limit: number): ApiError {
  return new ApiError({
    code: "PT413",
    status: 413,
    message: `The body is larger than ${limit} bytes`,
    hint: "Send it in smaller parts. With a token, more is accepted; the operator can raise WAKELOG_BODY_LIMIT.",
    headers: [["Connection", "close"]],
  });
}

/** For the log only: the client has disconnected. */
function endedEarly(): ApiError {
  return new ApiError({
    code: "PGRST102",
    status: 400,
    message: "The connection ended before the body did",
    headers: [["Connection", "close"]],
  });
}
