/**
 * What became of the workers before this one. An event that kills its process undoes everything that could tell of it,
 * so a worker that finds that another one did not shut down cleanly is careful for a while: it counts each try before it is
 * made, and makes one at a time in each kind of lane, so that no other event is blamed. Events that were in hand when a
 * process died have the earliest places, and so come up in that time. In an ordinary run nothing is counted beforehand, and nothing
 * costs more.
 */
import { randomUUID } from "node:crypto";
import type { Database } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { WORKER_ROLE } from "./turns.ts";

/** Usually longer than events in hand take to come up again; those that take longer come earlier the next time. */
const CAREFUL_MS = 60_000;

export interface Predecessors {
  /** Registers this worker, and looks for others. It cannot tell live ones from dead ones. */
  arrive(): Promise<void>;
  /** This worker has shut down cleanly. */
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
          // Those that are replaced here and still alive leave a trace again when the next process starts.
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
