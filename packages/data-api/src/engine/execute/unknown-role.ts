/** Distinguishes a token's unknown role from other settings that PostgreSQL refuses. */
import { DatabaseError } from "../../db/database.ts";
import type { Readable } from "../../db/replica.ts";
import { sql } from "../../db/sql.ts";
import { unknownRole } from "../errors/token-errors.ts";

/** The error of a transaction; for an unknown role, that the token is invalid (401). */
export async function roleFault(fault: unknown, role: string, database: Readable): Promise<unknown> {
  const isSetting =
    fault instanceof DatabaseError &&
    fault.sqlstate === "22023" &&
    fault.routine === "call_string_check_hook";
  if (!isSetting) return fault;
  const statement = sql`select exists (select from pg_roles where rolname = ${role})`;
  const [result] = await database.pipeline([{ statement }]);
  return result?.rows[0]?.[0] === "t" ? fault : unknownRole(fault);
}
