/** SQL declares every procedure; this compares what it leaves to the service with what the service implements. */
import type { Tx } from "./db/database.ts";
import { sql } from "./db/sql.ts";
import { type Handlers, handledProcedures } from "./engine/handlers.ts";

/**
 * Refuses to go on when a procedure is declared as the service's and has no handler, or has a handler and a body
 * of its own.
 * @throws Error naming them
 */
export async function checkDeclarations(tx: Tx, handlers: Handlers): Promise<void> {
  const rows = await tx.query(sql`
    select distinct proname as name from pg_proc
    where pronamespace = 'api'::regnamespace and prosrc like '%app.implemented_in_service(%'`);
  const declared = new Set(rows.map((row) => String(row.name)));
  const handled = new Set(handledProcedures(handlers));
  const unimplemented = [...declared].filter((name) => !handled.has(name));
  const undeclared = [...handled].filter((name) => !declared.has(name));
  if (unimplemented.length + undeclared.length === 0) return;
  throw new Error(
    [
      "procedures and their declarations differ",
      ...(unimplemented.length > 0 ? [`declared without a handler: ${unimplemented.join(", ")}`] : []),
      ...(undeclared.length > 0 ? [`implemented without a declaration: ${undeclared.join(", ")}`] : []),
    ].join("; "),
  );
}
