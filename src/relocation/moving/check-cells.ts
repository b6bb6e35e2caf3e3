/** Whether an account can move between two databases: they belong to cells of one fleet, and have the same release. */
import type { Tx } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import type { Ways } from "./move.ts";

/** @throws Error with what to do about it */
export async function checkCells({ from, to, cell }: Ways): Promise<void> {
  const [here, there] = await Promise.all(
    [from, to].map((database) => database.transaction(factsOf, { role: "wakelog_worker" })),
  );
  if (there?.cell !== cell)
    throw new Error(
      there?.cell === null
        ? `the other database is of no cell; start its service with WAKELOG_CELL=${cell} first`
        : `the other database is that of the cell ${there?.cell}, not of ${cell}`,
    );
  if (here?.cell === null)
    throw new Error("this installation is not a cell; start its service with WAKELOG_CELL first");
  if (here?.cell === cell) throw new Error(`this is the cell ${cell} already`);
  // Derived from the secret.
  if (here?.key !== there.key)
    throw new Error(
      "the cells do not share one WAKELOG_JWT_SECRET, so no token would be valid after the move",
    );
  if (here?.schema !== there.schema)
    throw new Error("the cells are not of the same release; bring both to the newer one first");
}

interface Facts {
  readonly cell: string | null;
  readonly key: string | null;
  readonly schema: string;
}

async function factsOf(tx: Tx): Promise<Facts> {
  const { rows } = await tx.run(sql`
    select (select value from app.installation_facts where name = 'cell'),
      (select value from app.installation_facts where name = 'webpush_public_key'),
      (select string_agg(version, ' ' order by version) from app.schema_versions)`);
  const [cell = null, key = null, schema = null] = rows[0] ?? [];
  return { cell, key, schema: schema ?? "" };
}
