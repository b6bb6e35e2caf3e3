/** Retries what PostgreSQL undid because other transactions were in the way, or because a plan was out of date. */
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "./database.ts";
import { isStalePlan } from "./faults.ts";

/** How many times a transaction is tried. */
export const TRIES = 5;
/** The longest pause after the first try, in milliseconds; after each further one it is twice as long. */
const PAUSE_MS = 10;

/** Whether the same transaction may succeed a moment later: others had changed what it read, or waited in a circle. */
export function wasInTheWay(fault: unknown): boolean {
  return fault instanceof DatabaseError && (fault.sqlstate === "40001" || fault.sqlstate === "40P01");
}

/** Waits after the n-th try, from 1. By chance, so that those who were in each other's way are not again. */
export async function pauseAfter(n: number): Promise<void> {
  await sleep(Math.random() * PAUSE_MS * 2 ** (n - 1));
}

/**
 * Runs a transaction, and runs it again as a whole if others were in its way. If one of its plans was out of date, it runs
 * once more without prepared statements: the next connection may have the same old plan.
 */
export async function again<T>(
  tries: number,
  transaction: (how: { readonly prepares: boolean }) => Promise<T>,
): Promise<T> {
  let prepares = true;
  for (let n = 1; ; n++) {
    try {
      return await transaction({ prepares });
    } catch (fault) {
      const isStale = prepares && isStalePlan(fault);
      if (!isStale && (n >= tries || !wasInTheWay(fault))) throw fault;
      if (isStale) prepares = false;
      else await pauseAfter(n);
    }
  }
}
