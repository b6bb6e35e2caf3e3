/** Distinguishes a write without permission from an impossible one. */
import { DatabaseError } from "../../db/database.ts";
import type { Readable } from "../../db/replica.ts";
import type { StatementPlan } from "../plan/plan-types.ts";
import { writeRightQuery } from "../query/handled-query.ts";

/** Errors that PostgreSQL reports before checking rights: a view or one of its columns is not writable. */
const NOT_WRITABLE: ReadonlySet<string> = new Set(["55000", "428C9"]);

/**
 * The error of a write as if rights were checked first: without the right, a caller must not learn which parts of a
 * view are writable.
 */
export async function writeFault(
  fault: unknown,
  plan: StatementPlan,
  role: string,
  database: Readable,
): Promise<unknown> {
  if (!(fault instanceof DatabaseError) || !NOT_WRITABLE.has(fault.sqlstate)) return fault;
  if (plan.kind !== "mutation") return fault;
  const [result] = await database.pipeline([{ statement: writeRightQuery(plan.write, role) }]);
  const [mayWrite, isView] = result?.rows[0] ?? [];
  if (mayWrite === "t" || isView !== "t") return fault;
  const message = `permission denied for view ${plan.write.relation}`;
  return new DatabaseError({ sqlstate: "42501", message, cause: fault });
}
