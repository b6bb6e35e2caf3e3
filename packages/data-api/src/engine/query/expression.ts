/** Columns, and paths inside them, as SQL. */
import { empty, ident, join, raw, type Sql, sql } from "../../db/sql.ts";
import type { Converter, PlanField, PlanOrder } from "../plan/plan-types.ts";

/** A field of the rows named `alias`. Keys of JSON paths are parameters. */
export function fieldSql(alias: string, field: PlanField): Sql {
  const column = ident(alias, field.name);
  if (field.path.length === 0) return column;
  const steps = field.path.map(({ as, key }) => {
    const arrow = raw(as === "json" ? "->" : "->>");
    return typeof key === "number" ? sql`${arrow}${raw(`(${Math.trunc(key)})`)}` : sql`${arrow}${key}`;
  });
  const base = field.wrapped ? sql`to_jsonb(${column})` : column;
  return sql`(${base}${join(steps, "")})`;
}

/** A value, passed through the converter if there is one. */
export function converted(converter: Converter | null, value: Sql): Sql {
  return converter === null ? value : sql`${ident(converter.schema, converter.name)}(${value})`;
}

/** `order by`, or nothing; `of` returns the expression of a term. */
export function orderBy(order: readonly PlanOrder[], of: (term: PlanOrder, at: number) => Sql): Sql {
  if (order.length === 0) return empty;
  const terms = order.map((term, at) => {
    const direction = raw(term.direction === null ? "" : ` ${term.direction}`);
    const nulls = raw(term.nulls === null ? "" : ` nulls ${term.nulls}`);
    return sql`${of(term, at)}${direction}${nulls}`;
  });
  return sql` order by ${join(terms)}`;
}

/** `limit` and `offset`, or nothing. */
export function limitOffset({ offset, limit }: { offset: number; limit: number | null }): Sql {
  const most = limit === null ? empty : sql` limit ${limit}::bigint`;
  return offset <= 0 ? most : sql`${most} offset ${offset}::bigint`;
}
