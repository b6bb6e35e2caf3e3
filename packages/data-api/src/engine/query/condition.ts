/** Conditions as SQL. Every operand is a parameter whose type PostgreSQL infers from the column. */
import { ident, join, raw, type Sql, sql } from "../../db/sql.ts";
import type { Converter, PlanCondition } from "../plan/plan-types.ts";
import type { FtsOperator, Operation, QuantOperator, SimpleOperator } from "../request/api-request.ts";
import { converted, fieldSql } from "./expression.ts";

const QUANT: Readonly<Record<QuantOperator, Sql>> = {
  eq: raw("="),
  gte: raw(">="),
  gt: raw(">"),
  lte: raw("<="),
  lt: raw("<"),
  like: raw("like"),
  ilike: raw("ilike"),
  match: raw("~"),
  imatch: raw("~*"),
};

const SIMPLE: Readonly<Record<SimpleOperator, Sql>> = {
  neq: raw("<>"),
  cs: raw("@>"),
  cd: raw("<@"),
  ov: raw("&&"),
  sl: raw("<<"),
  sr: raw(">>"),
  nxr: raw("&<"),
  nxl: raw("&>"),
  adj: raw("-|-"),
  isdistinct: raw("is distinct from"),
};

const FTS: Readonly<Record<FtsOperator, Sql>> = {
  fts: raw("to_tsquery"),
  plfts: raw("plainto_tsquery"),
  phfts: raw("phraseto_tsquery"),
  wfts: raw("websearch_to_tsquery"),
};

const IS: Readonly<Record<Extract<Operation, { kind: "is" }>["value"], Sql>> = {
  null: raw("is null"),
  not_null: raw("is not null"),
  true: raw("is true"),
  false: raw("is false"),
  unknown: raw("is unknown"),
};

/**
 * A condition on the rows named `alias`. @param exists returns SQL that tests whether the embed with this index has
 * rows
 */
export function conditionSql(condition: PlanCondition, alias: string, exists: (index: number) => Sql): Sql {
  switch (condition.kind) {
    case "compare": {
      const left = fieldSql(alias, condition.field);
      const found = comparison(left, condition.operation, condition.converter, condition.isDocument);
      return condition.negated ? sql`not (${found})` : found;
    }
    case "embedded":
      return condition.exists ? exists(condition.index) : sql`not ${exists(condition.index)}`;
    case "and":
    case "or": {
      const parts = condition.conditions.map((one) => conditionSql(one, alias, exists));
      const tree = sql`(${join(parts, condition.kind === "and" ? " and " : " or ")})`;
      return condition.negated ? sql`not ${tree}` : tree;
    }
  }
}

function comparison(left: Sql, operation: Operation, read: Converter | null, isDocument: boolean): Sql {
  switch (operation.kind) {
    case "quant": {
      const { operator, quantifier, value } = operation;
      const isPattern = operator === "like" || operator === "ilike";
      const operand = sql`${isPattern ? value.replaceAll("*", "%") : value}`;
      if (quantifier !== undefined) {
        return sql`${left} ${QUANT[operator]} ${raw(quantifier)} (${operand})`;
      }
      return sql`${left} ${QUANT[operator]} ${converted(isPattern ? null : read, operand)}`;
    }
    case "simple":
      return sql`${left} ${SIMPLE[operation.operator]} ${converted(read, sql`${operation.value}`)}`;
    case "in": {
      const values = operation.values.length === 1 && operation.values[0] === "" ? [] : operation.values;
      // An empty list has no values to convert.
      if (read === null || values.length === 0) return sql`${left} = any (${values})`;
      return sql`${left} = any (select ${ident(read.schema, read.name)}(v) from unnest(${values}::text[]) v)`;
    }
    case "is":
      return sql`${left} ${IS[operation.value]}`;
    case "fts": {
      const { operator, language, value } = operation;
      const config = language === undefined ? raw("") : sql`${language}::regconfig, `;
      const document = isDocument ? sql`to_tsvector(${config}${left})` : left;
      return sql`${document} @@ ${FTS[operator]}(${config}${value})`;
    }
  }
}
