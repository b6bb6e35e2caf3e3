/** A transaction that reports its statements. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import type { Statement } from "@wakelog/data-api/db/sql.ts";

/** Wraps a transaction; calls `hear` with each statement, in order. */
export function listening(tx: Tx, hear: (statement: Statement) => void): Tx {
  return {
    query(statement) {
      hear(statement);
      return tx.query(statement);
    },
    run(statement) {
      hear(statement);
      return tx.run(statement);
    },
    together(statements, ending) {
      statements.forEach(hear);
      return tx.together(statements, ending);
    },
    later(statement) {
      hear(statement);
      tx.later(statement);
    },
  };
}
