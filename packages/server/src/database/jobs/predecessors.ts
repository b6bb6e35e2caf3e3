/**
 * Detects crashed workers. An event that kills its process also undoes every record of it. So a worker that finds
 * another one not shut down cleanly is careful for a while: it counts each try before it runs, and runs one at a time
 * per kind of lane, so that no other event is blamed. Events in progress at a crash have the earliest places, so they
 * come up in that time. Normal operation counts nothing beforehand and costs no more.
 */
import { randomUUID } from "node:crypto";
import type { Database } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { WORKER_ROLE } from "./turns.ts";

/** Usually longer than events in progress take to come up again; slower ones come earlier the next time. */
const CAREFUL_MS = 60_000;

export interface Predecessors {
  /** Registers this worker and looks for others. It cannot tell live ones from dead ones. */
  arrive(): Promise<void>;
  /** Records a clean shutdown. */
  leave(): Promise<void>;
  isCareful(): boolean;
}

export function createPredecessors(database: Database): Predecessors {
  const id = randomUUID();
  let carefulUntil = Number.NEGATIVE_INFINITY;
  return {
    async arrive() {
      const { affected } = await database.transaction(
        async (tx) => {
          // Deletes live workers' rows too. If one of them crashes, the next process still finds this worker's row.
          const others = await tx.run(sql`delete from app.workers`);
          await tx.run(sql`insert into app.workers (worker_id) values (${id}::uuid)`);
          return others;
        },
        { role: WORKER_ROLE },
      );
      if (affected > 0) carefulUntil = performance.now() + CAREFUL_MS;
    },
    async leave() {
      await database.transaction((tx) => tx.run(sql`delete from app.workers where worker_id = ${id}::uuid`), {
        role: WORKER_ROLE,
      });
    },
    isCareful: () => performance.now() < carefulUntil,
  };
}
