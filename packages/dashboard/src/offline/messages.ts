/** What pages send to the service worker, beside words and lists of files. */
import type { Ahead } from "./ahead/run.ts";
import type { EarlyAnswer } from "./hand-over.ts";

function has<N extends string>(message: unknown, name: N): message is Readonly<Record<N, unknown>> {
  return typeof message === "object" && message !== null && name in message;
}

/** A part of a file that a page fetched before it was controlled (see hand-over.ts). */
export function isPart(message: unknown): message is { readonly part: string; readonly bytes: ArrayBuffer } {
  if (!has(message, "part") || !has(message, "bytes")) return false;
  return typeof message.part === "string" && message.bytes instanceof ArrayBuffer;
}

/** A response that a page received before it was controlled (see hand-over.ts). */
export function isAnswer(message: unknown): message is { readonly answer: EarlyAnswer } {
  return has(message, "answer") && has(message.answer, "token");
}

/** A request to keep what users read offline (see queries/keep-ahead.ts). */
export function isAhead(message: unknown): message is { readonly ahead: Ahead } {
  return has(message, "ahead") && has(message.ahead, "questions");
}
