/** Telling a write that nobody may do from one that cannot be done. */
import { type Database, DatabaseError } from "../../db/database.ts";
import type { StatementPlan } from "../plan/plan.ts";
import { writeRightQuery } from "../query/handled-query.ts";

/** What PostgreSQL reports of a view that takes no writes, before it looks at rights. */
const NOT_WRITABLE = "55000";

/**
 * The fault of a write, as it is when rights are looked at first: for a caller without the right, that a view
 * takes no writes is nobody's business.
 */
export async function writeFault(
  fault: unknown,
  plan: StatementPlan,
  role: string,
  database: Database,
): Promise<unknown> {
  if (!(fault instanceof DatabaseError) || fault.sqlstate !== NOT_WRITABLE) return fault;
  if (plan.kind !== "mutation") return fault;
  const [result] = await database.pipeline([{ statement: writeRightQuery(plan.write, role) }]);
  if (result?.rows[0]?.[0] === "t") return fault;
  const message = `permission denied for view ${plan.write.relation}`;
  return new DatabaseError({ sqlstate: "42501", message, cause: fault });
}
