/** Changes of roles, which belong to the whole cluster, made from several of its databases at once. */
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "../db/database.ts";

/** Roles belong to the cluster: migrations of two of its databases can collide there, and one of them tries again. */
const ATTEMPTS = 12;

/** Runs again what collided with a migration of another database in the cluster, after a random pause. */
export async function retryCollisions<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (cause) {
      if (attempt >= ATTEMPTS || !(cause instanceof DatabaseError) || !collides(cause)) throw cause;
      await sleep(20 + Math.random() * 100 * attempt);
    }
  }
}

/** Whether another transaction changed the same role at the same time: the work may be done again. */
export function collides(error: DatabaseError): boolean {
  switch (error.sqlstate) {
    case "40001":
    case "40P01":
      return true;
    case "XX000":
      return /^tuple concurrently (updated|deleted)/.test(error.message);
    case "42710":
      return error.message.startsWith("role ");
    case "23505":
      return error.constraint?.startsWith("pg_") === true;
    default:
      return false;
  }
}
