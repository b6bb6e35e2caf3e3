/** This installation as a cell of a fleet. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";

/** Writes down which cell this database belongs to, so that nobody moves an account to the wrong one. @param name null for none */
export async function writeCellName(tx: Tx, name: string | null): Promise<void> {
  await tx.together([
    sql`delete from app.installation_facts where name = 'cell' and value is distinct from ${name}`,
    sql`insert into app.installation_facts (name, value)
      select 'cell', ${name}::text where ${name}::text is not null on conflict (name) do nothing`,
  ]);
}
