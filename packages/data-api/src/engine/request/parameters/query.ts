/** Parses the query string, parameter by parameter. */
import { negativeLimit } from "../../errors/request-errors.ts";
import {
  type At,
  type Condition,
  levelKey,
  type OrderTerm,
  type Query,
  type RowRange,
} from "../api-request.ts";
import { type Parameter, parseQueryString } from "../query-string.ts";
import { rangeOf } from "../range.ts";
import { meansOperation, parseOperation } from "./filter.ts";
import { readJsonPath } from "./json-path.ts";
import { parseLogicTree } from "./logic-tree.ts";
import { readName } from "./name.ts";
import { parseOrder } from "./order.ts";
import { type Depths, Scanner } from "./scanner.ts";
import { EVERYTHING, parseSelect } from "./select.ts";

/** The context of a query. */
export interface QueryContext {
  /** Whether non-filter parameters are errors; for a procedure called by GET they are arguments. */
  readonly filtersOnly: boolean;
  readonly depths: Depths;
}

interface Draft {
  select: Query["select"] | null;
  columns: Query["columns"];
  onConflict: Query["onConflict"];
  readonly conditions: At<Condition>[];
  readonly order: At<readonly OrderTerm[]>[];
  /** By level, verbatim; the last of several counts. */
  readonly ranges: Map<string, { limit?: string; offset?: string }>;
  readonly arguments: Parameter[];
}

const MODIFIER = /(?:^|\.)(order|limit|offset|and|or)$/;

/** The order in which parameters are read. It decides which of several errors is reported. */
const PLACES: Readonly<Record<string, number>> = {
  order: 0,
  and: 1,
  or: 1,
  columns: 2,
  select: 3,
  limit: 5,
  offset: 5,
  on_conflict: 6,
};
const PLACE_OF_FILTERS = 4;

function placeOf(key: string): number {
  const name = key === "columns" || key === "select" || key === "on_conflict" ? key : MODIFIER.exec(key)?.[1];
  return name === undefined ? PLACE_OF_FILTERS : (PLACES[name] ?? PLACE_OF_FILTERS);
}

/** Whether a parameter with this key is a filter, or an argument of a procedure. */
export function isFilterKey(key: string): boolean {
  return placeOf(key) === PLACE_OF_FILTERS;
}

/** @throws ApiError PGRST100 if a part does not parse, PGRST103 if a limit is negative */
export function parseQuery(text: string, context: QueryContext): Query {
  const parameters = parseQueryString(text);
  const draft: Draft = {
    select: null,
    columns: null,
    onConflict: null,
    conditions: [],
    order: [],
    ranges: new Map(),
    arguments: [],
  };
  const inOrder =
    parameters.length < 2 ? parameters : [...parameters].sort(([a], [b]) => placeOf(a) - placeOf(b));
  for (const parameter of inOrder) readParameter(draft, parameter, context);
  const ranges = new Map<string, RowRange>();
  for (const [level, range] of draft.ranges) ranges.set(level, rangeOf(range));
  const rows = ranges.get("");
  if (rows?.limit === 0 && rows.offset > 0) throw negativeLimit();
  return { ...draft, select: draft.select ?? EVERYTHING, ranges };
}

function readParameter(draft: Draft, parameter: Parameter, context: QueryContext): void {
  const [key, value] = parameter;
  // The first of several counts.
  if (key === "select") draft.select ??= value === "" ? EVERYTHING : parseSelect(value, context.depths);
  else if (key === "columns") draft.columns ??= parseNames("columns parameter", value);
  else if (key === "on_conflict") draft.onConflict ??= parseNames("on_conflict parameter", value);
  else {
    const modifier = MODIFIER.exec(key)?.[1];
    if (modifier === undefined) readFilter(draft, parameter, context);
    else readModifier(draft, modifier, parameter, context);
  }
}

function readModifier(
  draft: Draft,
  modifier: string,
  [key, value]: Parameter,
  { depths }: QueryContext,
): void {
  const isLogic = modifier === "and" || modifier === "or";
  const path = parsePath(isLogic ? "logic path" : "tree path", key);
  path.pop();
  if (modifier === "order") {
    const terms = parseOrder(value);
    // The first of several counts.
    if (!draft.order.some((one) => levelKey(one.path) === levelKey(path))) {
      draft.order.push({ path, value: terms });
    }
  } else if (isLogic) {
    const negated = path.includes("not");
    const level = path.filter((name) => name !== "not");
    draft.conditions.push({ path: level, value: parseLogicTree(modifier, negated, value, depths) });
  } else {
    const level = levelKey(path);
    draft.ranges.set(level, { ...draft.ranges.get(level), [modifier]: value });
  }
}

function readFilter(draft: Draft, [key, value]: Parameter, { filtersOnly }: QueryContext): void {
  const { path, field } = parseFieldKey(key);
  if (filtersOnly || meansOperation(value)) {
    draft.conditions.push({ path, value: { kind: "filter", filter: { field, ...parseOperation(value) } } });
  } else draft.arguments.push([field.name, value]);
}

/** A filter's key: names joined by dots; the last is a column, possibly with a path into it. */
function parseFieldKey(key: string) {
  const scanner = new Scanner("tree path", key);
  const path: string[] = [];
  let name = readName(scanner);
  while (scanner.take(".")) {
    path.push(name);
    name = readName(scanner);
  }
  const field = { name, path: readJsonPath(scanner) };
  scanner.expectEnd("delimiter (.)");
  return { path, field };
}

function parsePath(what: string, key: string): string[] {
  const scanner = new Scanner(what, key);
  const path = [readName(scanner)];
  while (scanner.take(".")) path.push(readName(scanner));
  scanner.expectEnd("delimiter (.)");
  return path;
}

function parseNames(what: string, text: string): readonly string[] {
  const scanner = new Scanner(what, text);
  const names = scanner.list((one) => readName(one));
  scanner.expectEnd('","');
  return names;
}
