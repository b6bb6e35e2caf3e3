/** INSERT, UPDATE and DELETE. A body's rows are one JSON parameter, typed by the catalogue's columns. */
import { empty, ident, join, raw, type Sql, sql } from "../../db/sql.ts";
import type {
  DeletePlan,
  InsertPlan,
  Limited,
  PlanCondition,
  Returning,
  UpdatePlan,
  WriteColumn,
  WritePlan,
} from "../plan/plan-types.ts";
import { conditionSql } from "./condition.ts";
import { converted, limitOffset, orderBy } from "./expression.ts";

/** The statement that writes, returning the columns in the plan's `returning`. */
export function writeQuery(plan: WritePlan): Sql {
  switch (plan.kind) {
    case "insert":
      return insertQuery(plan);
    case "update":
      return updateQuery(plan);
    case "delete":
      return deleteQuery(plan);
  }
}

function insertQuery(plan: InsertPlan): Sql {
  const { schema, relation, rows, columns } = plan;
  const into = sql`insert into ${ident(schema, relation)}`;
  const ending = sql`${onConflict(plan)}${returning(plan.returning, relation)}`;
  if (columns.length > 0) {
    const names = join(columns.map(({ name }) => ident(name)));
    // Aliased, because PostgreSQL suggests similar names in its error messages.
    const values = join(columns.map((column) => sql`${writtenValue(column, BODY)} as ${ident(column.name)}`));
    const where = conditions(plan.conditions, BODY);
    return sql`${into} (${names}) select ${values} from ${rowsOf(rows.text, columns, BODY)}${where}${ending}`;
  }
  if (rows.count === 1) return sql`${into} default values${ending}`;
  if (rows.count === 0 || plan.anyColumn === null) {
    return sql`${into} select from (select) _ where false${ending}`;
  }
  const defaults = raw(Array.from({ length: rows.count }, () => "(default)").join(", "));
  return sql`${into} (${ident(plan.anyColumn)}) values ${defaults}${ending}`;
}

/** The alias of the body's rows; it appears in PostgreSQL's messages. */
const BODY = "pgrst_body";

/** Its alias in an UPDATE, where it must differ from the relation's name. */
function bodyBeside(relation: string): string {
  return relation === BODY ? `${BODY}_` : BODY;
}

/** The column with a row's JSON, for defaults. */
const JSON_OF_ROW = "pgrst_json";

/** The rows as a relation named `body` with these columns. All values are parsed before any row is written. */
function rowsOf(text: string, columns: readonly WriteColumn[], body: string): Sql {
  const types = join(columns.map(({ name, type }) => sql`${ident(name)} ${raw(type)}`));
  if (columns.every((column) => column.default === null)) {
    return sql`json_to_recordset(${text}::json) as ${ident(body)}(${types})`;
  }
  const names = join([...columns.map(({ name }) => name), JSON_OF_ROW].map((name) => ident(name)));
  return sql`rows from (json_to_recordset(${text}::json) as (${types}), json_array_elements(${text}::json)) as ${ident(body)}(${names})`;
}

function writtenValue(column: WriteColumn, body: string): Sql {
  const given = converted(column.converter, ident(body, column.name));
  if (column.default === null) return given;
  // `->` returns SQL null only for a missing key, not for a JSON null; only missing keys get the default.
  return sql`case when ${ident(body, JSON_OF_ROW)} -> ${column.name}::text is not null then ${given} else ${raw(column.default)} end`;
}

/** The number of rows that an upsert found, counted in a setting of the transaction; 0 if none. */
export const MERGED_ROWS: Sql = raw(
  "coalesce(nullif(current_setting('pgrst.merged', true), ''), '0')::bigint",
);

/** Counts each row found. Reads no column, so that the caller needs no further right; works through views too. */
const COUNT_MERGED = sql` where set_config('pgrst.merged', (${MERGED_ROWS} + 1)::text, true) is not null`;

function onConflict({ conflict, columns, countsMerged }: InsertPlan): Sql {
  if (conflict === null || conflict.columns.length === 0) return empty;
  const target = join(conflict.columns.map((name) => ident(name)));
  if (conflict.resolution === "ignore" || columns.length === 0) {
    return sql` on conflict (${target}) do nothing`;
  }
  const set = join(columns.map(({ name }) => sql`${ident(name)} = excluded.${ident(name)}`));
  return sql` on conflict (${target}) do update set ${set}${countsMerged ? COUNT_MERGED : empty}`;
}

function updateQuery(plan: UpdatePlan): Sql {
  const { schema, relation, rows, columns, limited } = plan;
  const table = ident(schema, relation);
  if (columns.length === 0) return nothing(plan);
  const body = bodyBeside(relation);
  const set = join(columns.map((column) => sql`${ident(column.name)} = ${writtenValue(column, body)}`));
  // Only the first object counts, as if it were the body.
  const source = sql`(select * from ${rowsOf(rows.text, columns, body)} limit 1) as ${ident(body)}`;
  const ending = returning(plan.returning, relation);
  if (limited === null) {
    return sql`update ${table} set ${set} from ${source}${conditions(plan.conditions, relation)}${ending}`;
  }
  return sql`update ${table} set ${set} from ${source}, (${affected(plan, limited)}) as _affected where ${sameRow(limited, relation)}${ending}`;
}

function deleteQuery(plan: DeletePlan): Sql {
  const { schema, relation, limited } = plan;
  const table = ident(schema, relation);
  const ending = returning(plan.returning, relation);
  if (limited === null) return sql`delete from ${table}${conditions(plan.conditions, relation)}${ending}`;
  return sql`delete from ${table} using (${affected(plan, limited)}) as _affected where ${sameRow(limited, relation)}${ending}`;
}

/** An update without columns changes nothing, but returns the answer's columns. */
function nothing({ schema, relation, returning: back }: UpdatePlan): Sql {
  const list =
    back.kind === "columns" && back.names.length > 0
      ? join(back.names.map((name) => ident(relation, name)))
      : back.kind === "row"
        ? sql`${ident(relation)}.*`
        : raw("1");
  return sql`select ${list} from ${ident(schema, relation)} where false`;
}

/** The rows of a limited write, identified by the columns in its order. */
function affected(plan: UpdatePlan | DeletePlan, { order, range }: Limited): Sql {
  const columns = join(order.map(({ field }) => ident(plan.relation, field.name)));
  const sorted = orderBy(order, ({ field }) => ident(plan.relation, field.name));
  const from = ident(plan.schema, plan.relation);
  return sql`select ${columns} from ${from}${conditions(plan.conditions, plan.relation)}${sorted}${limitOffset(range)}`;
}

function sameRow({ order }: Limited, relation: string): Sql {
  return join(
    order.map(({ field }) => sql`${ident(relation, field.name)} = _affected.${ident(field.name)}`),
    " and ",
  );
}

function conditions(all: readonly PlanCondition[], alias: string): Sql {
  if (all.length === 0) return empty;
  const none = (): Sql => raw("false");
  return sql` where ${join(
    all.map((condition) => conditionSql(condition, alias, none)),
    " and ",
  )}`;
}

function returning(what: Returning, relation: string): Sql {
  if (what.kind === "row") return sql` returning ${ident(relation)}.*`;
  if (what.kind === "nothing" || what.names.length === 0) return raw(" returning 1");
  return sql` returning ${join(what.names.map((name) => ident(relation, name)))}`;
}
