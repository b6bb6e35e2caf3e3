/** Reads the catalogue once and builds the engine's {@link SchemaCache} from it. */
import { z } from "zod";
import type { Tx } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import { type CatalogFile, catalogDirectory, catalogStatement, nameArray } from "./catalog-files.ts";
import {
  computedRelationshipRow,
  keyRow,
  mediaHandlerRow,
  type RelationRow,
  type RoutineRow,
  relationRow,
  representationRow,
  routineRow,
  serverRow,
  viewRow,
} from "./catalog-rows.ts";
import { relationshipsOf } from "./relationships.ts";
import { type Column, qualified, type Relation, type Routine, type SchemaCache } from "./schema-cache.ts";
import { primaryKeys, viewsByTable } from "./view-keys.ts";

/** Function settings that must be made before the call; PostgreSQL applies the others itself. */
const WHOLE_TRANSACTION = new Set([
  "statement_timeout",
  "default_transaction_isolation",
  "plan_filter.statement_cost_limit",
]);

/** What to load, and from where. */
export interface LoadOptions {
  /** Exposed schemas; the first is the default. */
  readonly schemas: readonly string[];
  /** Further schemas whose functions and types requests can use. */
  readonly extraSearchPath: readonly string[];
  /** Folder of the catalogue's statements; default: the package's own. */
  readonly sqlDir?: string;
}

/**
 * Loads the schema cache. Empties the transaction's search path, so that all type names come qualified; the transaction
 * must not be used for anything else.
 * @throws ZodError if the catalogue's rows have an unexpected shape
 */
export async function loadSchema(tx: Tx, options: LoadOptions): Promise<SchemaCache> {
  const directory = options.sqlDir ?? catalogDirectory();
  const exposed = nameArray(options.schemas);
  const visible = nameArray([...new Set([...options.schemas, ...options.extraSearchPath])]);
  const rows = async <T>(file: CatalogFile, schemas: string, shape: z.ZodType<T>): Promise<T[]> =>
    z.array(shape).parse(await tx.query(await catalogStatement(directory, file, schemas)));

  await tx.query(sql`select set_config('search_path', '', true)`);
  const relations = await rows("relations", exposed, relationRow);
  const keys = await rows("keys", exposed, keyRow);
  const viewRows = await rows("views", exposed, viewRow);
  const routines = await rows("routines", exposed, routineRow);
  const computed = await rows("computed-relationships", exposed, computedRelationshipRow);
  const representations = await rows("representations", visible, representationRow);
  const mediaHandlers = await rows("media-handlers", visible, mediaHandlerRow);
  const [server] = await rows("server", exposed, serverRow);
  if (server === undefined) throw new Error("the server did not describe itself");

  const views = viewsByTable(viewRows);
  const primary = primaryKeys(keys, views);
  const relationsByName = new Map(
    relations.map((row) => [qualified(row.schema, row.name), relation(row, primary.get(row.oid) ?? [])]),
  );
  const roleSettings = new Map<string, (readonly [string, string])[]>();
  for (const [role, name, value] of server.role_settings) {
    const before = (roleSettings.get(role) ?? []).filter(([other]) => other !== name);
    roleSettings.set(role, [...before, [name, value]]);
  }
  return {
    relations: relationsByName,
    routines: byName(routines.map(routine)),
    relationships: relationshipsOf({
      keys,
      views,
      primaryKeys: primary,
      computed,
      isKnown: (schema, name) => relationsByName.has(qualified(schema, name)),
      exposed: options.schemas,
    }),
    mediaHandlers: mediaHandlers.map((row) => ({
      mediaType: row.media_type,
      relation: named(row.relation_schema, row.relation_name),
      functionSchema: row.function_schema,
      functionName: row.function_name,
    })),
    representations: representations.map((row) => ({
      from: row.from,
      to: row.to,
      functionSchema: row.function_schema,
      functionName: row.function_name,
    })),
    timezones: new Set(server.timezones),
    roleSettings,
    schemaDescriptions: new Map(server.descriptions),
    serverVersion: server.version,
    postgis: server.postgis,
  };
}

function named(schema: string | null, name: string | null): { schema: string; name: string } | null {
  return schema === null || name === null ? null : { schema, name };
}

function relation(row: RelationRow, primaryKey: readonly string[]): Relation {
  const { oid: _, columns, hides_rows: hidesRows, ...rest } = row;
  const byColumn = columns.map(({ number: _number, ...column }): [string, Column] => [column.name, column]);
  return { ...rest, hidesRows, columns: new Map(byColumn), primaryKey };
}

function routine(row: RoutineRow): Routine {
  const kind = row.composite ? "composite" : "scalar";
  return {
    oid: row.oid,
    schema: row.schema,
    name: row.name,
    description: row.description,
    parameters: row.parameters,
    hasVariadic: row.has_variadic,
    result:
      row.returns_void && !row.returns_set
        ? { kind: "void" }
        : {
            kind: row.returns_set ? `set of ${kind}` : kind,
            type: row.type,
            relation: named(row.relation_schema, row.relation_name),
          },
    volatility: row.volatility,
    settings: row.settings
      .map((setting): [string, string] => {
        const at = setting.indexOf("=");
        return [setting.slice(0, at), setting.slice(at + 1)];
      })
      .filter(([name]) => WHOLE_TRANSACTION.has(name)),
  };
}

/** Overloads by name: fewer parameters first, then by their parameters. */
function byName(routines: readonly Routine[]): Map<string, readonly Routine[]> {
  const found = new Map<string, Routine[]>();
  const signature = (one: Routine): string =>
    JSON.stringify(one.parameters.map(({ name, type }) => [name, type]));
  const ordered = [...routines].sort(
    (a, b) => a.parameters.length - b.parameters.length || (signature(a) < signature(b) ? -1 : 1),
  );
  for (const one of ordered) {
    const key = qualified(one.schema, one.name);
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return found;
}
