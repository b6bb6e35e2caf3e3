/** Reading the body of a request, as far as it may go. */
import type { IncomingMessage } from "node:http";
import { ApiError } from "../errors.ts";

/**
 * The whole body, as it was sent.
 * @param limit most bytes
 * @throws ApiError 413 as soon as it is known that there are more
 */
export function readBody(payload: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(payload.headers["content-length"] ?? 0) > limit) return Promise.reject(bodyTooLarge(limit));
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const finish = (work: () => void): void => {
      payload.off("data", take);
      payload.off("end", end);
      payload.off("error", fail);
      work();
    };
    const take = (part: Buffer): void => {
      size += part.length;
      if (size > limit) finish(() => reject(bodyTooLarge(limit)));
      else parts.push(part);
    };
    const end = (): void => finish(() => resolve(Buffer.concat(parts, size)));
    const fail = (cause: Error): void => finish(() => reject(cause));
    payload.on("data", take);
    payload.on("end", end);
    payload.on("error", fail);
  });
}

/** 413, for a body of more bytes than the caller may send. The connection is closed: the rest is not read. */
export function bodyTooLarge(limit: number): ApiError {
  return new ApiError({
    code: "PT413",
    status: 413,
    message: `The body is larger than ${limit} bytes`,
    hint: "Send it in smaller parts. With a token more is taken; the operator can raise WAKELOG_BODY_LIMIT.",
    headers: [["Connection", "close"]],
  });
}
