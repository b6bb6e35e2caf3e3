/** Names of people and boats, which stand in mail and on public pages. The rule itself is `app.name_fault`. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { raise } from "../errors.ts";

/**
 * Refuses what cannot be such a name.
 * @param what how the refusal's sentence begins: "A first name"
 * @param least how many characters it has at least
 */
export async function checkName(tx: Tx, what: string, name: string, least: number): Promise<void> {
  const [row] = await tx.query(sql`select app.name_fault(${what}, ${name}, ${least}::int) as fault`);
  if (typeof row?.fault === "string") raise("23514", row.fault, { hint: "Choose a different name." });
}
