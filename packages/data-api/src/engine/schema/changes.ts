/** Whether the catalogue has changed, without a notification. */
import { z } from "zod";
import type { Tx } from "../../db/database.ts";
import { catalogDirectory, catalogStatement, nameArray } from "./catalog-files.ts";

const counted = z.object({ changes: z.string() });

/** A text that is another one once something was created, altered, granted or commented in the database. */
export async function catalogueState(tx: Tx, schemas: readonly string[]): Promise<string> {
  const [row] = await tx.query(await catalogStatement(catalogDirectory(), "changes", nameArray(schemas)));
  return counted.parse(row).changes;
}
