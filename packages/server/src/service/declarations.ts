/** Compares the procedures that SQL leaves to the service with those that the service implements. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { type Handlers, handledProcedures } from "@wakelog/data-api/engine/handlers.ts";

/**
 * Checks that every procedure declared as the service's has a handler, and that every handler has such a declaration.
 * @throws Error with the names of those that do not match
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
