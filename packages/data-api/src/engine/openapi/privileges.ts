/** A role's rights, so that the document shows each role its part of the API. */
import { z } from "zod";
import type { Tx } from "../../db/database.ts";
import { catalogDirectory, catalogStatement, nameArray } from "../schema/catalog-files.ts";
import { qualified, type SchemaCache } from "../schema/schema-cache.ts";

/** The relations and functions of the exposed schemas to which a role has any right. */
export interface Privileges {
  /** The verbs as letters of `SIUD`, by {@link qualified} name; `S` means the right to read the whole relation. */
  readonly relations: ReadonlyMap<string, string>;
  /** By object id. */
  readonly routines: ReadonlySet<string>;
}

const rows = z.array(
  z.object({
    relations: z.array(z.tuple([z.string(), z.string(), z.string()])),
    routines: z.array(z.string()),
  }),
);

const known = new WeakMap<SchemaCache, Map<string, Privileges>>();

/** The rights of the transaction's current role, loaded once per schema cache. */
export async function privilegesOf(
  tx: Tx,
  cache: SchemaCache,
  role: string,
  schemas: readonly string[],
): Promise<Privileges> {
  const byRole = known.get(cache) ?? new Map<string, Privileges>();
  known.set(cache, byRole);
  const found = byRole.get(role) ?? (await loadPrivileges(tx, schemas));
  byRole.set(role, found);
  return found;
}

/** Loads the rights of the transaction's current role. They are valid until grants or the schema change. */
export async function loadPrivileges(
  tx: Tx,
  schemas: readonly string[],
  sqlDir: string = catalogDirectory(),
): Promise<Privileges> {
  const [row] = rows.parse(await tx.query(await catalogStatement(sqlDir, "privileges", nameArray(schemas))));
  return {
    relations: new Map(row?.relations.map(([schema, name, verbs]) => [qualified(schema, name), verbs])),
    routines: new Set(row?.routines),
  };
}
