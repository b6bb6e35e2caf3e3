/** Handlers and the declarations that they implement. */
import { type Handlers, handledProcedures } from "./handlers.ts";
import { qualified, type SchemaCache } from "./schema/schema-cache.ts";

/** The handlers that have no declaration in the schema, by name. */
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

/** Handlers belong to the first exposed schema; the others have none. */
export function handlersFor(handlers: Handlers, schema: string, first: string): Handlers {
  return schema === first ? handlers : NONE;
}
