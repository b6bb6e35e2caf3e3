/** Answers of the link. */
import type { HttpOutput } from "@wakelog/data-api/engine/engine.ts";
import { ApiError } from "@wakelog/kit/errors.ts";

/** An answer in JSON. */
export function json(status: number, body: object): HttpOutput {
  return {
    status,
    headers: [
      ["Content-Type", "application/json; charset=utf-8"],
      ["Cache-Control", "no-store"],
    ],
    body: JSON.stringify(body),
  };
}

/** An answer in JSON with as few headers as possible. */
export function bare(body: string): HttpOutput {
  return { status: 200, headers: [["Content-Type", "application/json"]], body, isBare: true };
}

/** @param allowed methods, as in the header `Allow` */
export function methodNotAllowed(method: string, allowed: string): ApiError {
  return new ApiError({
    code: "PT405",
    status: 405,
    message: `${method} is not possible here`,
    hint: `Use ${allowed}.`,
    headers: [["Allow", allowed]],
  });
}
