/** Matches handlers with declarations and plans. */
import { type Handlers, handledProcedures } from "./handlers.ts";
import type { Plan } from "./plan/plan-types.ts";
import { qualified, type SchemaCache } from "./schema/schema-cache.ts";

/** The handlers without a declaration in the schema. */
export function checkHandlers(handlers: Handlers, cache: SchemaCache, schema: string): readonly string[] {
  const procedures = handledProcedures(handlers).filter(
    (name) => !cache.routines.has(qualified(schema, name)),
  );
  const inserts = [...handlers.inserts.keys()].filter(
    (name) => !cache.relations.has(qualified(schema, name)),
  );
  return [...procedures, ...inserts];
}

const NONE: Handlers = { procedures: new Map(), inserts: new Map() };

/** The handlers of a schema: only the first exposed schema has any. */
export function handlersFor(handlers: Handlers, schema: string, first: string): Handlers {
  return schema === first ? handlers : NONE;
}

/** Whether a handler runs a plan, instead of PostgreSQL alone. */
export function isHandled(plan: Plan, { procedures, detached, inserts }: Handlers): boolean {
  if (plan.kind === "mutation") return plan.action === "create" && inserts.has(plan.write.relation);
  if (plan.kind !== "routine") return false;
  const { name } = plan.call.routine;
  return procedures.has(name) || (detached?.has(name) ?? false);
}
