/** Names of users and boats, which appear in mail and on public pages. `app.name_fault` holds the rule. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { about } from "./refused-argument.ts";

/** The kinds of names, by argument. */
const NAMES = {
  firstname: { subject: "A first name", least: 1 },
  lastname: { subject: "A last name", least: 1 },
  vessel_name: { subject: "The name of a boat", least: 3 },
} as const;

/** Refuses an invalid name. */
export async function checkName(tx: Tx, argument: keyof typeof NAMES, name: string): Promise<void> {
  const { subject, least } = NAMES[argument];
  const [row] = await tx.query(sql`select app.name_fault(${subject}, ${name}, ${least}::int) as fault`);
  if (typeof row?.fault !== "string") return;
  raise("23514", row.fault, { details: about(argument), hint: "Choose a different name." });
}
