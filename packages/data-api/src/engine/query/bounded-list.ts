/**
 * Limits a list's bytes while PostgreSQL assembles it in memory, several times over: rows past the limit are counted
 * but not kept. A cut list still exceeds the limit, and so do the lists around it up to the answer, which is then
 * refused.
 */
import { ident, raw, type Sql, sql } from "../../db/sql.ts";
import type { BodyForm } from "../plan/plan-types.ts";
import { SCALAR, type Shape } from "./body.ts";

/** Bytes of a list's items, kept or not. */
export const LIST_BYTES: Sql = raw("coalesce(sum(bytes), 0)");

/**
 * Measures an item as part of its list: new JSON by its datum without the 4 bytes of its header, which saves a copy; text
 * without unpacking. JSON is followed by a comma and a blank.
 */
const MEASURES = {
  json: "pg_column_size(item) - 2",
  jsonb: "octet_length(item::text) + 2",
  text: "octet_length(item)",
} as const;

/**
 * The rows of a list as items: `item`, `bytes`, and `before`, the bytes of the items before it.
 * @param item built from a row named `_t`
 * @param rows a query in parentheses, or a name
 */
function items(item: Sql, rows: Sql, kind: keyof typeof MEASURES): Sql {
  // Optimization fences: each item is built once, and measured before the window stores it with a shorter header.
  const made = sql`select ${item} as item from ${rows} _t offset 0`;
  const measured = sql`select item, coalesce(${raw(MEASURES[kind])}, 6) as bytes from (${made}) _ offset 0`;
  return sql`(select item, bytes, sum(bytes) over (rows unbounded preceding) - bytes as before from (${measured}) _)`;
}

/**
 * An array of rows as a column's value.
 * @param kind its type: the same rows have another length as `jsonb`
 * @param most bytes
 */
export function boundedArray(rows: Sql, kind: "json" | "jsonb", most: number): Sql {
  const item = kind === "json" ? raw("row_to_json(_t.*)") : raw("row_to_json(_t.*)::jsonb");
  const kept = sql`${raw(kind)}_agg(item) filter (where before < ${bytes(most)})`;
  return sql`coalesce((select ${kept} from ${items(item, sql`(${rows})`, kind)} _), '[]')`;
}

/**
 * The rows of a query with `~before`, the bytes that the rows before each add to the arrays of their columns: values and
 * separators, without the keys that an object would have.
 * @param columns how many, named by position
 */
export function rowBytes(rows: Sql, columns: number): Sql {
  const names = Array.from({ length: columns }, (_, at) => String(at + 1));
  // Of `{"1":a,"2":b}`, the arrays get `a, ` and `b, `.
  const keys = 1 + names.reduce((sum, name) => sum + name.length + 2, 0);
  const added = sql`octet_length(row_to_json(_.*)::text) - ${bytes(keys)}`;
  const measured = sql`select _.*, ${added} as "~bytes" from (${rows}) _`;
  return sql`select _.*, sum(_."~bytes") over (rows unbounded preceding) - _."~bytes" as "~before" from (${measured}) _`;
}

/** An answer built from a list of items. */
export interface ListAnswer {
  /** The source of {@link ListAnswer.body}. */
  readonly from: Sql;
  readonly body: Sql;
}

/** The answer as a bounded list; null if its form has no items. @param head precedes the items of CSV */
export function boundedAnswer(
  form: BodyForm,
  shape: Shape,
  rows: Sql,
  most: number,
  head: Sql,
): ListAnswer | null {
  const item = shape.set ? itemOf(form, shape) : null;
  if (item === null) return null;
  const kept = sql`filter (where before < ${bytes(most)})`;
  const joined = (separator: string): Sql =>
    sql`coalesce(string_agg(${shown(form)}, ${raw(separator)}) ${kept}, '')`;
  const from = items(item, rows, isJson(form) ? "json" : "text");
  switch (form.kind) {
    case "json array":
      return { from, body: sql`'[' || ${joined("', '")} || ']'` };
    case "json object":
      return { from, body: sql`coalesce(max(${shown(form)}) filter (where before = 0), 'null')` };
    case "geojson":
      return {
        from,
        body: sql`'{"type" : "FeatureCollection", "features" : [' || ${joined("', '")} || ']}'`,
      };
    case "csv":
      return { from, body: sql`${head} || ${joined("E'\\n'")}` };
    default:
      return { from, body: joined("''") };
  }
}

/** The item of each row named `_t`; null for a form without items. */
function itemOf(form: BodyForm, shape: Shape): Sql | null {
  switch (form.kind) {
    case "json array":
    case "json object":
      return shape.scalar ? sql`to_json(_t.${ident(SCALAR)})` : raw("row_to_json(_t.*)");
    case "geojson":
      return raw("st_asgeojson(_t.*)");
    case "csv":
      return raw("substring((_t.*)::text, 2, length((_t.*)::text) - 2)");
    case "value":
      if (form.as === "xml" || form.type === "bytea") return null;
      return sql`_t.${ident(form.column ?? SCALAR)}::text`;
    default:
      return null;
  }
}

/** An item in the answer's form. */
function shown(form: BodyForm): Sql {
  if (!isJson(form)) return raw("item");
  const json = form.stripped ? raw("json_strip_nulls(item)") : raw("item");
  return sql`coalesce(${json}::text, 'null')`;
}

function isJson(form: BodyForm): form is Extract<BodyForm, { readonly stripped: boolean }> {
  return form.kind === "json array" || form.kind === "json object";
}

function bytes(most: number): Sql {
  return raw(String(most));
}
