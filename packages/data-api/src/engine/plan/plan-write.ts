/** Plans writes: columns, rows, and what to return. */
import { putPayload } from "../errors/outcome-errors.ts";
import { limitWithoutOrder, putFilters, putRange } from "../errors/request-errors.ts";
import type { Release } from "../release/facts.ts";
import type { ApiRequest, Condition, RowRange } from "../request/api-request.ts";
import type { Relation, SchemaCache } from "../schema/schema-cache.ts";
import { type Level, planCondition, planOrder } from "./conditions-and-orders.ts";
import { clausesOf, here } from "./levels.ts";
import { converter } from "./plan-field.ts";
import type {
  InsertPlan,
  Limited,
  PlanCondition,
  Returning,
  Rows,
  WriteColumn,
  WritePlan,
} from "./plan-types.ts";

/** The context of a write. */
export interface WriteContext {
  readonly request: ApiRequest;
  readonly cache: SchemaCache;
  readonly name: string;
  /** Null if it is not in the catalogue. */
  readonly relation: Relation | null;
  readonly returning: Returning;
  readonly release: Release;
}

/** The rows of a body, and the keys to write. */
export interface WrittenRows extends Rows {
  readonly keys: readonly string[];
}

/** The rows in a body. A single object is a list of one. */
export function rowsOf({ request }: WriteContext): WrittenRows {
  const { payload } = request;
  if (payload === null || payload.kind === "raw") return { text: "[]", count: 0, keys: [] };
  if (payload.kind === "parameters") {
    const row = Object.fromEntries(payload.parameters);
    return { text: JSON.stringify([row]), count: 1, keys: Object.keys(row) };
  }
  const { text, count, keys, isArray } = payload;
  return { text: isArray ? text : count === 0 ? "[]" : `[${text}]`, count, keys };
}

/** @throws ApiError as the protocol defines for each kind of write */
export function planWrite(context: WriteContext, rows: WrittenRows): WritePlan {
  const { request, name, returning } = context;
  const target = { schema: request.schema, relation: name, returning };
  switch (request.action.kind) {
    case "update":
      return {
        kind: "update",
        ...target,
        rows,
        columns: columnsOf(context, rows),
        conditions: conditionsOf(context),
        limited: limitedOf(context),
      };
    case "delete":
      return { kind: "delete", ...target, conditions: conditionsOf(context), limited: limitedOf(context) };
    case "upsert-one":
      return planPut(context, rows);
    default:
      return planInsert(context, rows);
  }
}

/** An insert of rows from the body or from a handler. */
export function planInsert(context: WriteContext, rows: WrittenRows): InsertPlan {
  const { request, name, relation, returning, release } = context;
  const { resolution } = request.preferences;
  const keys = request.query.onConflict ?? relation?.primaryKey ?? [];
  return {
    kind: "insert",
    schema: request.schema,
    relation: name,
    rows,
    columns: columnsOf(context, rows),
    anyColumn: relation?.columns.keys().next().value ?? null,
    conflict:
      resolution === undefined || keys.length === 0
        ? null
        : { columns: keys, resolution: resolution === "merge-duplicates" ? "merge" : "ignore" },
    countsMerged: release.rules.tellsInserted && resolution === "merge-duplicates" && keys.length > 0,
    conditions: [],
    returning,
  };
}

function planPut(context: WriteContext, rows: WrittenRows): InsertPlan {
  const { request, relation } = context;
  const key = relation?.primaryKey ?? [];
  const filters = here(clausesOf(request.query).conditions);
  const names = new Set(filters.map(keyFilter));
  const isKey = names.size === key.length && key.every((column) => names.has(column));
  if (!isKey || key.length === 0) throw putFilters();
  if (rows.count === 0 || rows.keys.length === 0) throw putPayload();
  const plan = planInsert(context, rows);
  return {
    ...plan,
    conflict: { columns: key, resolution: "merge" },
    countsMerged: context.release.rules.tellsInserted,
    conditions: conditionsOf(context),
  };
}

/** The column that a condition compares by `eq`; null for other conditions. */
function keyFilter(condition: Condition): string | null {
  if (condition.kind !== "filter") return null;
  const { field, negated, operation } = condition.filter;
  const isEqual =
    operation.kind === "quant" && operation.operator === "eq" && operation.quantifier === undefined;
  return isEqual && !negated && field.path.length === 0 ? field.name : null;
}

/**
 * The columns to write, sorted by name, the order in which PostgreSQL parses their values.
 * @throws ApiError PGRST204 if the relation lacks a column
 */
function columnsOf(
  { request, cache, name, relation, release }: WriteContext,
  rows: WrittenRows,
): WriteColumn[] {
  const takesDefaults = request.preferences.missing === "default";
  return [...new Set(rows.keys)].sort().map((key): WriteColumn => {
    const column = relation?.columns.get(key);
    if (column === undefined) throw release.errors.unknownColumn(key, name, relation !== null);
    const read = converter(cache, column, "from json");
    return {
      name: key,
      type: read === null ? column.nominalType : "json",
      default: takesDefaults ? column.default : null,
      converter: read,
    };
  });
}

function levelOf({ cache, name, relation, release }: WriteContext): Level {
  return { cache, name, relation, embeds: [], targets: { release, warnings: new Set() } };
}

/** Filters before logic trees, unlike in a read. */
function filtersFirst(conditions: readonly Condition[]): readonly Condition[] {
  const isFilter = ({ kind }: Condition): boolean => kind === "filter";
  return [...conditions.filter(isFilter), ...conditions.filter((one) => !isFilter(one))];
}

function conditionsOf(context: WriteContext): PlanCondition[] {
  return filtersFirst(here(clausesOf(context.request.query).conditions)).map((one) =>
    planCondition(one, levelOf(context)),
  );
}

/** The range of the rows that a write applies to; null for all rows. */
function rangeOf({ query }: ApiRequest): RowRange | null {
  const range = here(clausesOf(query).ranges)[0];
  return range === undefined || (range.limit === null && range.offset <= 0) ? null : range;
}

/** @throws ApiError PGRST114 if a PUT has a range, PGRST109 if an update or delete has one without an order */
export function checkRange(request: ApiRequest): void {
  if (rangeOf(request) === null) return;
  const { kind } = request.action;
  if (kind === "upsert-one") throw putRange();
  const isLimited = kind === "update" || kind === "delete";
  if (isLimited && here(clausesOf(request.query).order).flat().length === 0) throw limitWithoutOrder();
}

function limitedOf(context: WriteContext): Limited | null {
  const range = rangeOf(context.request);
  if (range === null) return null;
  const terms = here(clausesOf(context.request.query).order).flat();
  return { order: terms.map((term) => planOrder(term, levelOf(context))), range };
}
