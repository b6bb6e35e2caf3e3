/** The schema of one engine, or of several: one loaded schema serves all releases. */
import { ignoreAll, type Observe } from "@wakelog/kit/observe.ts";
import type { Database } from "../db/database.ts";
import type { EngineConfig } from "./engine-config.ts";
import { type CurrentSchema, keepSchemaCurrent } from "./schema/schema.ts";

/** What decides which schema to load. */
interface SchemaOf {
  readonly database: Database;
  readonly config: EngineConfig;
  readonly observe?: Observe;
}

/** Loads the schema for engines with these options, and keeps it current. */
export function openSchema({ database, config, observe = ignoreAll }: SchemaOf): Promise<CurrentSchema> {
  const { anonymous, others } = config.standIns ?? {};
  return keepSchemaCurrent({
    database,
    schemas: [...new Set([...config.schemas, ...(anonymous ?? []), ...(others ?? [])])],
    extraSearchPath: config.extraSearchPath ?? [],
    observe,
  });
}
