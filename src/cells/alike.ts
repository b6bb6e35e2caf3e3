/** Answers whose timing must not tell where an account is, or whether there is one. */
import type { EngineInput, HttpOutput } from "../engine/engine.ts";

/** In a fleet such answers come after so many milliseconds: longer than asking and passing on usually take. */
export const ALIKE_MS = 1_000;

/** The procedures, and the status of those answers that are the same whether or not there is an account. */
const ALIKE: ReadonlyMap<string, number> = new Map([
  ["/rpc/login", 401],
  ["/rpc/recover", 200],
  ["/rpc/messenger_otp_fn", 200],
]);

/** Whether the answers to a request may come from another cell, and are alike then. */
export function isForAlike({ path }: EngineInput): boolean {
  return ALIKE.has(path);
}

/** Whether this is such an answer, made here. */
export function isAlike({ path }: EngineInput, { status }: HttpOutput): boolean {
  return ALIKE.get(path) === status;
}
