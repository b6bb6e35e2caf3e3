/** Plans a request against this database. */
import { invalidPreferences, maxAffectedOnScalar } from "../errors/request-errors.ts";
import type { ApiRequest, SelectItem } from "../request/api-request.ts";
import { qualified, type Relation, type Routine, type SchemaCache } from "../schema/schema-cache.ts";
import { similarRelation } from "../schema/similar-relation.ts";
import { timezoneSetting } from "../schema/timezones.ts";
import { checkEmbeds } from "./bounds/answer-rows.ts";
import { countingOf } from "./bounds/counting.ts";
import { belowRoot, clausesOf } from "./levels.ts";
import { type Answered, negotiate } from "./negotiate.ts";
import { methodsOf, planCall } from "./plan-call.ts";
import { knownRelation, type NodeContext, planNode } from "./plan-node.ts";
import type { PlanSettings } from "./plan-settings.ts";
import type { MutationPlan, Plan, ReadNode, ReadPlan, RoutinePlan, RowType } from "./plan-types.ts";
import { checkRange, planWrite, rowsOf } from "./plan-write.ts";
import { returningOf } from "./returning.ts";

/** @throws ApiError PGRST1xx and PGRST2xx if the request cannot be carried out */
export function planRequest(request: ApiRequest, cache: SchemaCache, settings: PlanSettings): Plan {
  const { action, target } = request;
  checkPreferences(request, cache, settings);
  switch (action.kind) {
    case "inspect":
      return {
        kind: "inspect",
        schema: request.schema,
        answer: negotiate(request, cache, settings, {
          what: "description",
          isWhole: true,
          relation: null,
          returned: null,
          value: null,
        }),
      };
    case "info":
      return { kind: "info", allow: allowedMethods(request, cache, settings) };
    case "call":
      return planRoutine(request, nameOf(request), cache, settings);
    case "read":
      return planRead(request, nameOf(request), cache, settings);
    default:
      return planMutation(request, target.kind === "root" ? "" : target.name, action.kind, cache, settings);
  }
}

/** @throws ApiError PGRST122 if a preference cannot be honoured and handling is strict */
function checkPreferences({ preferences }: ApiRequest, cache: SchemaCache, { release }: PlanSettings): void {
  const { handling, timezone } = preferences;
  if (handling !== "strict" || timezone === undefined) return;
  if (timezoneSetting(cache, timezone, release.rules) !== null) return;
  throw invalidPreferences([`timezone=${timezone}`]);
}

/** @throws ApiError 404 for an unknown relation, unless PostgreSQL says so itself */
function checkKnown(cache: SchemaCache, { schema, name }: Named, { release }: PlanSettings): void {
  if (cache.relations.has(qualified(schema, name))) return;
  const fault = release.errors.unknownRelation(schema, name, () =>
    similarRelation(cache, schema, name, release.rules.suggestedFrom),
  );
  if (fault !== null) throw fault;
}

/** A relation of a schema, known or not. */
interface Named {
  readonly schema: string;
  readonly name: string;
}

function nameOf({ target }: ApiRequest): string {
  return target.kind === "root" ? "" : target.name;
}

function nodeContext(
  { schema }: ApiRequest,
  cache: SchemaCache,
  settings: PlanSettings,
  maxRows: number | null,
): NodeContext {
  const { aggregates, answerBytes: byteLimit, release } = settings;
  const schemas = searched(schema, settings);
  return { cache, schemas, maxRows, aggregates, byteLimit, release, warnings: new Set() };
}

/** Where embedded relations are looked up: where the request's own is, which may have stand-ins. */
function searched(schema: string, { schemas: [first = ""], standIns }: PlanSettings): readonly string[] {
  return schema === first || standIns.includes(schema) ? [...standIns, first] : [schema];
}

function planRead(request: ApiRequest, name: string, cache: SchemaCache, settings: PlanSettings): ReadPlan {
  const { schema, query } = request;
  const origin = { schema, name };
  checkKnown(cache, origin, settings);
  const context = nodeContext(request, cache, settings, settings.maxRows);
  const source = { kind: "relation", ...origin } as const;
  const node = cut(planNode(context, source, origin, query.select, clausesOf(query)), settings);
  checkEmbeds(node, settings);
  const answered: Answered = {
    what: "rows",
    isWhole: isWhole(query.select),
    relation: origin,
    returned: null,
    value: onlyValue(node),
  };
  return {
    kind: "read",
    rowLimit: settings.answerRows,
    byteLimit: settings.answerBytes,
    node,
    warnings: [...context.warnings],
    answer: negotiate(request, cache, settings, answered),
    counting: countingOf(request.preferences.count, node, cache, settings.countEstimates),
  };
}

/** Reads one row past the limit, which suffices to detect too many. */
function cut(node: ReadNode, { answerRows }: PlanSettings): ReadNode {
  const { offset, limit } = node.range;
  if (answerRows === null || (limit !== null && limit <= answerRows)) return node;
  return { ...node, range: { offset, limit: answerRows + 1 } };
}

function planMutation(
  request: ApiRequest,
  name: string,
  action: MutationPlan["action"],
  cache: SchemaCache,
  settings: PlanSettings,
): MutationPlan {
  const { schema, query, preferences } = request;
  const relation = knownRelation(cache, schema, name);
  const origin = { schema, name };
  checkKnown(cache, origin, settings);
  const answered: Answered = {
    what: "written rows",
    isWhole: isWhole(query.select),
    relation: origin,
    returned: null,
    value: null,
  };
  const answer = negotiate(request, cache, settings, answered);
  checkRange(request);
  // Planned even if nothing is shown, so that an invalid `select` is reported before the write.
  const context = nodeContext(request, cache, settings, null);
  const shown = planNode(
    context,
    { kind: "result", name, rowType: rowOf(cache, origin), narrowed: true },
    origin,
    query.select,
    belowRoot(clausesOf(query), settings.release.rules.sortsWritten),
  );
  checkEmbeds(shown, settings);
  const node = preferences.return === "representation" ? shown : null;
  const isHandled =
    action === "create" && schema === settings.schemas[0] && settings.handledInserts.has(name);
  const isLocated = action === "create" && preferences.return === "headers-only";
  const location = isLocated ? (relation?.primaryKey ?? []) : [];
  const writing = {
    request,
    cache,
    name,
    relation,
    // With `headers-only`, the selected columns are still read, which requires the right to read them.
    returning: returningOf(
      preferences.return === "headers-only" && !isHandled ? shown : node,
      relation,
      location,
    ),
    release: settings.release,
  };
  const rows = rowsOf(writing);
  const write = planWrite(writing, isHandled ? { ...rows, keys: [] } : rows);
  return {
    kind: "mutation",
    rowLimit: settings.answerRows,
    byteLimit: settings.answerBytes,
    action,
    write,
    node,
    location,
    warnings: [...context.warnings],
    answer,
  };
}

/** The row type of a relation; null if it is not in the catalogue. */
function rowOf(
  cache: SchemaCache,
  of: { readonly schema: string; readonly name: string } | null,
): RowType | null {
  const relation = of === null ? null : knownRelation(cache, of.schema, of.name);
  if (relation === null) return null;
  return { schema: relation.schema, name: relation.name, columns: [...relation.columns.keys()] };
}

function planRoutine(
  request: ApiRequest,
  name: string,
  cache: SchemaCache,
  settings: PlanSettings,
): RoutinePlan {
  const { schema, query, action } = request;
  const { handling, maxAffected } = request.preferences;
  const call = planCall(request, name, cache, settings);
  const { result, volatility } = call.routine;
  const isSet = result.kind.startsWith("set");
  if (handling === "strict" && maxAffected !== undefined && !isSet) throw maxAffectedOnScalar();
  const isScalar = result.kind === "void" || result.kind.endsWith("scalar");
  const relation = result.kind === "void" ? null : result.relation;
  const safe = action.kind === "call" && action.by === "get";
  const origin = relation ?? { schema, name: rowTypeName(call.routine) };
  const context = nodeContext(request, cache, settings, settings.maxRows);
  const all = planNode(
    context,
    { kind: "result", name: origin.name, rowType: rowOf(cache, relation), narrowed: relation !== null },
    origin,
    query.select,
    clausesOf(query),
  );
  checkEmbeds(all, settings);
  const node = isSet ? cut(all, settings) : all;
  const answered: Answered = {
    what: "rows",
    isWhole: isWhole(query.select),
    relation,
    returned: returnedMediaType(call.routine),
    value: isScalar ? { column: null, type: result.kind === "void" ? null : result.type } : onlyValue(node),
  };
  const answer = negotiate(request, cache, settings, answered);
  return {
    kind: "routine",
    rowLimit: settings.answerRows,
    byteLimit: settings.answerBytes,
    call,
    node,
    warnings: [...context.warnings],
    answer: result.kind === "void" ? { ...answer, body: { kind: "none" } } : answer,
    counting: request.preferences.count ?? "none",
    readOnly: safe || volatility !== "volatile",
    safe,
  };
}

/** Whether a select list is the default one. */
function isWhole(items: readonly SelectItem[]): boolean {
  return items.length === 1 && items[0]?.kind === "star";
}

/** The only column of a node, for a bare value; null if there are several. */
function onlyValue({ outputs }: ReadNode): { column: string; type: string | null } | null {
  const [output, ...others] = outputs;
  if (output?.kind !== "column" || others.length > 0) return null;
  const { cast, aggregate, field, name } = output;
  // A value inside JSON is not a column.
  if (field.path.length > 0) return null;
  return { column: name, type: aggregate === null ? (cast ?? field.type) : null };
}

/** The name of a function's rows if they do not belong to a relation. */
function rowTypeName({ name, result }: Routine): string {
  if (result.kind === "void" || result.kind.endsWith("scalar")) return name;
  return /(?:^|\.)"?([^".]+)"?$/.exec(result.type)?.[1] ?? name;
}

/** The media type that a function returns: the name of its result's domain. */
function returnedMediaType({ result }: Routine): string | null {
  if (result.kind !== "scalar") return null;
  return /"([\w.+*-]+\/[\w.+*-]+)"$/.exec(result.type)?.[1] ?? null;
}

function allowedMethods(
  request: ApiRequest,
  cache: SchemaCache,
  { release }: PlanSettings,
): readonly string[] {
  const { target, schema } = request;
  const { suggestedFrom } = release.rules;
  if (target.kind === "root") return ["OPTIONS", "GET", "HEAD"];
  if (target.kind === "routine") return methodsOf(cache, schema, target.name, suggestedFrom);
  const relation = cache.relations.get(qualified(schema, target.name));
  if (relation === undefined) {
    throw release.errors.noOptions(schema, target.name, () =>
      similarRelation(cache, schema, target.name, suggestedFrom),
    );
  }
  return relationMethods(relation);
}

function relationMethods(relation: Relation): readonly string[] {
  const { insertable, updatable, deletable, primaryKey } = relation;
  return [
    "OPTIONS",
    "GET",
    "HEAD",
    ...(insertable ? ["POST"] : []),
    ...(insertable && updatable && primaryKey.length > 0 ? ["PUT"] : []),
    ...(updatable ? ["PATCH"] : []),
    ...(deletable ? ["DELETE"] : []),
  ];
}
