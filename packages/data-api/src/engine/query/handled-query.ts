/** The SQL around procedures and writes that TypeScript implements. */
import { ident, join, raw, type Sql, sql } from "../../db/sql.ts";
import type { JsonValue } from "../handlers.ts";
import type { CallPlan, InsertPlan, WritePlan } from "../plan/plan-types.ts";
import type { Routine } from "../schema/schema-cache.ts";
import { SCALAR } from "./body.ts";
import { argumentsRow } from "./call-query.ts";

/** Types whose text is JSON already. */
const JSON_TYPES: ReadonlySet<string> = new Set(["json", "jsonb"]);

/** Whether the caller may call the function, and its arguments as JSON of their declared types. */
export function handledCheck({ routine, arguments: given }: CallPlan): Sql {
  const allowed = sql`has_function_privilege(${routine.oid}::oid, 'execute') and has_schema_privilege(${routine.schema}, 'usage')`;
  if (given.kind !== "named" || given.given.length === 0) return sql`select ${allowed}`;
  return sql`select ${allowed}, row_to_json(pgrst_args) from ${argumentsRow(given, given.given)}`;
}

/** A column of a function with output parameters. */
export interface OutputColumn {
  readonly name: string;
  readonly type: Sql;
}

/** Names and types of a function's output columns. */
export function outputColumnsQuery(oid: string): Sql {
  return sql`
    select o.name, format_type(o.type, null)
    from pg_proc p, unnest(p.proallargtypes, p.proargmodes, p.proargnames) with ordinality o (type, mode, name, place)
    where p.oid = ${oid}::oid and o.mode in ('t', 'o', 'b')
    order by o.place`;
}

/**
 * A handler's result as the rows that the function declares.
 * @param columns the function's output columns; empty if it returns a relation's rows
 * @param computed names of computed columns
 */
export function handledResult(
  { result }: Routine,
  value: JsonValue,
  columns: readonly OutputColumn[],
  computed: readonly string[],
): Sql {
  if (result.kind === "void") return sql`select null::text as ${ident(SCALAR)}`;
  const isSet = result.kind.startsWith("set");
  const rows = JSON.stringify(isSet ? (value ?? []) : [value]);
  if (result.kind.endsWith("composite")) {
    // With a single output parameter, its type is the declared one, but the result is a row.
    if (columns.length === 0) {
      const more = computed.map((name) => sql`, ${ident("_", name)}`);
      return sql`select _.*${join(more, "")} from json_populate_recordset(null::${raw(result.type)}, ${rows}::json) _`;
    }
    const types = join(columns.map(({ name, type }) => sql`${ident(name)} ${type}`));
    return sql`select _.* from json_to_recordset(${rows}::json) as _(${types})`;
  }
  // Text needs no conversion: saves long documents the way through JSON.
  if (!isSet && typeof value === "string" && !JSON_TYPES.has(result.type))
    return sql`select ${value}::${raw(result.type)} as ${ident(SCALAR)}`;
  const wrapped = sql`(select json_agg(json_build_object('v', one)) from json_array_elements(${rows}::json) one)`;
  return sql`select _.v as ${ident(SCALAR)} from json_to_recordset(coalesce(${wrapped}, '[]')) as _(v ${raw(result.type)})`;
}

/** Inserts no row; refused like any INSERT if the caller may not insert into the relation at all. */
export function insertCheck({ schema, relation }: InsertPlan): Sql {
  return sql`insert into ${ident(schema, relation)} select from (select) _ where false`;
}

/** The rows accepted by a handler, as if returned by an INSERT. @param rows their JSON, or an expression for it */
export function acceptedRows({ schema, relation, returning }: InsertPlan, rows: string | Sql): Sql {
  const list =
    returning.kind === "row"
      ? raw("_.*")
      : returning.kind === "nothing" || returning.names.length === 0
        ? raw("1")
        : join(returning.names.map((name) => ident("_", name)));
  return sql`select ${list} from json_populate_recordset(null::${ident(schema, relation)}, ${rows}::json) _`;
}

/** Whether a role may write to at least one column, and whether the target is a view. */
export function writeRightQuery({ kind, schema, relation }: WritePlan, role: string): Sql {
  // By object id, because the login role may not look up names in the schema.
  const oid = sql`(select c.oid from pg_catalog.pg_class c where c.relname = ${relation} and c.relnamespace = (select n.oid from pg_catalog.pg_namespace n where n.nspname = ${schema}))`;
  const right =
    kind === "delete"
      ? sql`has_table_privilege(${role}::name, ${oid}, 'delete')`
      : sql`has_any_column_privilege(${role}::name, ${oid}, ${kind}::text)`;
  return sql`select ${right}, (select relkind = 'v' from pg_catalog.pg_class where oid = ${oid})`;
}
