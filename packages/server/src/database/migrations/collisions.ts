/** Roles belong to the whole cluster, so migrations of two of its databases can collide. */
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "@wakelog/data-api/db/database.ts";

const ATTEMPTS = 12;

/** Retries the work after a random pause if it collided with another database's migration. */
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

/** PostgreSQL functions that report concurrent changes of a catalog row. */
const CHANGING_CATALOG_ROWS: ReadonlySet<string> = new Set(["simple_heap_update", "simple_heap_delete"]);

/** Whether another transaction changed the same role concurrently, so that a retry may succeed. */
export function collides(error: DatabaseError): boolean {
  switch (error.sqlstate) {
    case "40001":
    case "40P01":
      return true;
    case "XX000":
      return error.routine !== null && CHANGING_CATALOG_ROWS.has(error.routine);
    case "42710":
      return error.routine === "CreateRole";
    case "23505":
      return error.constraint?.startsWith("pg_") === true;
    default:
      return false;
  }
}
