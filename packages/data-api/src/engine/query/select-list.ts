/** The select list of a node. */
import { empty, ident, join, raw, type Sql, sql } from "../../db/sql.ts";
import type { Output, ReadNode } from "../plan/plan-types.ts";
import type { Aggregate } from "../request/api-request.ts";
import { converted, fieldSql } from "./expression.ts";
import { typeName } from "./type-name.ts";

/** A column of a select list before its aggregate; the parent applies the aggregates of a spread. */
export type Flat =
  | { readonly kind: "star"; readonly sql: Sql }
  | {
      readonly kind: "value";
      readonly name: string;
      readonly sql: Sql;
      readonly aggregate: Aggregate | "rows" | null;
      /** The type to cast the aggregate to. */
      readonly cast: string | null;
      /** The grouping key in place of the value, if its type has no equality. */
      readonly group: Sql | null;
      /** The place in a to-many spread that the value comes from, or that it was lifted from one; null for others. */
      readonly list: ListPlace | "lifted" | null;
      /** Whether the value is JSON, which has no equality. */
      readonly isJson: boolean;
    };

/** The array of one column of a to-many spread. */
export interface ListPlace {
  /** The embed, by index. */
  readonly embed: number;
  /** The column, counted from 1. */
  readonly column: number;
}

const AGGREGATES: Readonly<Record<Aggregate, Sql>> = {
  sum: raw("sum"),
  avg: raw("avg"),
  count: raw("count"),
  max: raw("max"),
  min: raw("min"),
};

/** Returns the columns that an embed adds to its parent's. */
export type Embedded = (node: ReadNode, index: number) => readonly Flat[];

/** The columns of a node; `embedded` returns those of an embed. */
export function flatColumns(node: ReadNode, embedded: Embedded): readonly Flat[] {
  return node.outputs.flatMap((output) => flat(node, output, embedded));
}

/** What most columns have in common. */
export const PLAIN = {
  kind: "value",
  aggregate: null,
  cast: null,
  group: null,
  list: null,
  isJson: false,
} as const;

function flat(node: ReadNode, output: Output, embedded: Embedded): readonly Flat[] {
  switch (output.kind) {
    case "star":
      return [{ kind: "star", sql: sql`${ident(node.alias)}.*` }];
    case "count":
      return [{ ...PLAIN, name: output.name, sql: raw("1"), aggregate: "rows", cast: output.cast }];
    case "embed":
      return embedded(node, output.index);
    case "column": {
      const { aggregate, name } = output;
      const value = cast(converted(output.converter, fieldSql(node.alias, output.field)), output.cast);
      if (aggregate === null) return [{ ...PLAIN, name, sql: value }];
      return [{ ...PLAIN, name, sql: value, aggregate: aggregate.name, cast: aggregate.cast }];
    }
  }
}

/** The columns of grouped rows: of JSON that is compared as jsonb, one of the equal values is shown. */
export function groupedColumns(columns: readonly Flat[]): readonly Flat[] {
  return columns.map((flat) => {
    const isCompared = flat.kind === "value" && flat.isJson && flat.aggregate === null && flat.group !== null;
    return isCompared ? { ...flat, sql: sql`(array_agg(${flat.sql}))[1]` } : flat;
  });
}

/** The select list, each column under its name. */
export function selectList(columns: readonly Flat[]): Sql {
  return join(
    columns.map((flat) => {
      if (flat.kind === "star") return flat.sql;
      return sql`${aggregated(flat)} as ${ident(flat.name)}`;
    }),
  );
}

function aggregated(flat: Extract<Flat, { kind: "value" }>): Sql {
  if (flat.aggregate === null) return flat.sql;
  const call = flat.aggregate === "rows" ? sql`count(*)` : sql`${AGGREGATES[flat.aggregate]}(${flat.sql})`;
  return cast(call, flat.cast);
}

/**
 * Groups by every column without an aggregate, by position, because equal expressions may have different parameters.
 * @param more further grouping keys
 */
export function groupBy(columns: readonly Flat[], more: readonly Sql[]): Sql {
  const terms = columns.flatMap((flat, at) => {
    if (flat.kind === "value" && flat.aggregate !== null) return [];
    return [flat.kind === "value" && flat.group !== null ? flat.group : raw(String(at + 1))];
  });
  const all = [...terms, ...more];
  return all.length === 0 ? empty : sql` group by ${join(all)}`;
}

function cast(value: Sql, type: string | null): Sql {
  return type === null ? value : sql`cast(${value} as ${typeName(type)})`;
}
