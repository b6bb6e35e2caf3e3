/** If no function fits a call, the hint names only functions that the caller may execute. */
import type { Database } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import { isMissingRoutine } from "../errors/catalogue-errors.ts";
import { planRequest } from "../plan/plan.ts";
import type { PlanSettings } from "../plan/plan-settings.ts";
import type { Routine, SchemaCache } from "../schema/schema-cache.ts";
import type { ReadRequest } from "../shape/shape.ts";

/** The context for planning. */
export interface PlanContext {
  readonly cache: SchemaCache;
  readonly settings: PlanSettings;
  readonly role: string;
  readonly database: Database;
}

/** @throws ApiError as {@link planRequest} */
export async function permittedFault(
  fault: unknown,
  read: ReadRequest,
  context: PlanContext,
): Promise<unknown> {
  if (!isMissingRoutine(fault) || fault.hint === null) return fault;
  planRequest(read.own(), await withExecutable(context), context.settings);
  return fault;
}

/** The cache restricted to functions that the role may execute; to none if the role does not exist. */
async function withExecutable({ cache, role, database }: PlanContext): Promise<SchemaCache> {
  const oids = [...cache.routines.values()].flatMap((overloads) => overloads.map(({ oid }) => oid));
  const statement = sql`
    select p.oid::text from pg_roles r cross join pg_proc p
    where r.rolname = ${role} and p.oid = any(${`{${oids.join(",")}}`}::oid[])
      and has_function_privilege(r.oid, p.oid, 'execute')`;
  const [result] = await database.pipeline([{ statement }]);
  const executable = new Set(result?.rows.map(([oid]) => oid));
  const routines = [...cache.routines].flatMap(([key, overloads]): [string, readonly Routine[]][] => {
    const left = overloads.filter(({ oid }) => executable.has(oid));
    return left.length === 0 ? [] : [[key, left]];
  });
  return { ...cache, routines: new Map(routines) };
}
