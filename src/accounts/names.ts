/** Names of people and boats, which appear in mail and on public pages. The rule itself is `app.name_fault`. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { raise } from "../errors.ts";

/**
 * Refuses an invalid name.
 * @param what the subject of the refusal's sentence: "A first name"
 * @param least the least number of characters
 */
export async function checkName(tx: Tx, what: string, name: string, least: number): Promise<void> {
  const [row] = await tx.query(sql`select app.name_fault(${what}, ${name}, ${least}::int) as fault`);
  if (typeof row?.fault === "string") raise("23514", row.fault, { hint: "Choose a different name." });
}
