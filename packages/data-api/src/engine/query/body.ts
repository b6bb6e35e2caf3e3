/**
 * The body as one text, built by PostgreSQL from the rows named `_t`. Whole rows are written `_t.*`, because `_t` alone
 * could be a column.
 */
import { ident, raw, type Sql, sql } from "../../db/sql.ts";
import type { BodyForm } from "../plan/plan-types.ts";

/** The column of a scalar result. */
export const SCALAR = "pgrst_scalar";

/** The shape of the rows: a set or a single one, of records or of bare values. */
export interface Shape {
  readonly set: boolean;
  readonly scalar: boolean;
}

/** The CTE with the page, for bodies that read it twice. */
export const PAGE = "pgrst_page";

/** The body as text, or null. */
export function bodySql(form: BodyForm, shape: Shape): Sql {
  switch (form.kind) {
    case "none":
      return raw("null::text");
    case "json array":
      return shape.set
        ? sql`coalesce(${items(shape, form.stripped)}, '[]')::text`
        : first(shape, form.stripped);
    case "json object":
      return first(shape, form.stripped);
    case "csv":
      return csv();
    case "geojson":
      return raw(
        "json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(st_asgeojson(_t.*)::json), '[]'))::text",
      );
    case "value":
      return value(form);
    case "handler": {
      const { functionSchema, functionName, relation } = form.handler;
      const row = relation === null ? raw("_t.*") : sql`(_t.*)::${ident(relation.schema, relation.name)}`;
      const made = sql`${ident(functionSchema, functionName)}(${row})`;
      return form.as === "output" ? written(made) : sql`${made}::text`;
    }
  }
}

function items(shape: Shape, stripped: boolean): Sql {
  const item = shape.scalar ? sql`_t.${ident(SCALAR)}` : raw("_t.*");
  if (!stripped) return sql`json_agg(${item})`;
  return sql`json_strip_nulls(json_agg(${item}))`;
}

/** The first row. A value from a set is still a row. */
function first({ set, scalar }: Shape, stripped: boolean): Sql {
  return sql`coalesce((${items({ set, scalar: scalar && !set }, stripped)} -> 0)::text, 'null')`;
}

/** The header line of CSV, with its line end. */
export const CSV_HEAD: Sql = sql`(select coalesce(string_agg(k, ','), '') from json_object_keys((select row_to_json(_.*) from ${ident(PAGE)} _ limit 1)) k) || E'\n'`;

function csv(): Sql {
  return sql`${CSV_HEAD} || coalesce(string_agg(substring((_t.*)::text, 2, length((_t.*)::text) - 2), E'\n'), '')`;
}

/** A value as the output function of its type writes it, which a cast to text need not use. */
function written(value: Sql): Sql {
  return sql`format('%s', ${value})`;
}

function value({ as, column, type }: Extract<BodyForm, { kind: "value" }>): Sql {
  const item = sql`_t.${ident(column ?? SCALAR)}`;
  // Not cast to text: PostgreSQL omits a redundant XML declaration only when it writes XML itself.
  if (as === "xml") return sql`coalesce(xmlagg(${item}), '')`;
  if (type === "bytea") return sql`coalesce(string_agg(${item}, ''::bytea), '')::text`;
  return sql`coalesce(string_agg(${as === "output" ? written(item) : sql`${item}::text`}, ''), '')`;
}
