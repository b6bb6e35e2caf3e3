/** What a role may use, for the document that shows each role its own part of the API. */
import { z } from "zod";
import type { Tx } from "../../db/database.ts";
import { catalogDirectory, catalogStatement, nameArray } from "../schema/catalog-files.ts";
import { qualified } from "../schema/schema-cache.ts";

/** The relations and functions of the exposed schemas that a role has any right to. */
export interface Privileges {
  /** By {@link qualified} name. */
  readonly relations: ReadonlySet<string>;
  /** By object id. */
  readonly routines: ReadonlySet<string>;
}

const rows = z.array(
  z.object({
    relations: z.array(z.tuple([z.string(), z.string()])),
    routines: z.array(z.string()),
  }),
);

/**
 * Asks for the rights of the transaction's current role. They hold until grants or the schema change: cache
 * them by role for as long as the schema cache lives.
 */
export async function loadPrivileges(
  tx: Tx,
  schemas: readonly string[],
  sqlDir: string = catalogDirectory(),
): Promise<Privileges> {
  const [row] = rows.parse(await tx.query(await catalogStatement(sqlDir, "privileges", nameArray(schemas))));
  return {
    relations: new Set(row?.relations.map(([schema, name]) => qualified(schema, name))),
    routines: new Set(row?.routines),
  };
}
