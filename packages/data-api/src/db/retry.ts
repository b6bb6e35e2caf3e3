/** Retries transactions that failed on a conflict or a stale plan. */
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "./database.ts";
import { isStalePlan } from "./faults.ts";

/** Attempts per transaction. */
export const TRIES = 5;
/** Longest pause after the first attempt, in milliseconds; it doubles with each further attempt. */
const PAUSE_MS = 10;

/** Whether a retry may succeed: serialization failure or deadlock. */
export function isConflict(fault: unknown): boolean {
  return fault instanceof DatabaseError && (fault.sqlstate === "40001" || fault.sqlstate === "40P01");
}

/** Waits after attempt n, from 1. Random, so that transactions that collided do not collide again. */
export async function pauseAfter(n: number): Promise<void> {
  await sleep(Math.random() * PAUSE_MS * 2 ** (n - 1));
}

/**
 * Runs a transaction, retrying it as a whole after a conflict. After a stale plan it retries once without prepared
 * statements, because the next connection may have the same stale plan.
 */
export async function withRetries<T>(
  tries: number,
  transaction: (how: { readonly prepares: boolean }) => Promise<T>,
): Promise<T> {
  let prepares = true;
  for (let n = 1; ; n++) {
    try {
      return await transaction({ prepares });
    } catch (fault) {
      const isStale = prepares && isStalePlan(fault);
      if (!isStale && (n >= tries || !isConflict(fault))) throw fault;
      if (isStale) prepares = false;
      else await pauseAfter(n);
    }
  }
}
