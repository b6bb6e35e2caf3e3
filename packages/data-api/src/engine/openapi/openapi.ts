/** The API's self-description in OpenAPI 2.0 (Swagger): one schema as a role sees it. */
import type { JsonObject } from "../handlers.ts";
import type { DescriptionRules } from "../release/facts.ts";
import { releaseOf } from "../release/release.ts";
import { qualified, type Relation, type SchemaCache } from "../schema/schema-cache.ts";
import type { Privileges } from "./privileges.ts";
import { relationDefinition, relationParameters, relationPath } from "./relation-paths.ts";
import { routinePath } from "./routine-paths.ts";
import { present } from "./type-schema.ts";

/** The parts of the document that do not come from the catalogue. */
export interface OpenApiOptions {
  /** The schema to describe. */
  readonly schema: string;
  /** Schemas whose relations and functions are shown in place of those of the same name; default: none. */
  readonly standIns?: readonly string[];
  /** What stands before every path, such as `/v2`; default: nothing. */
  readonly prefix?: string;
  /** The version of the service, e.g. `11.2.1 (build)`. */
  readonly version: string;
  /** Title and description if the schema has no comment; the first line of a comment is the title. */
  readonly title?: string;
  readonly description?: string;
  readonly externalDocs?: { readonly description: string; readonly url: string };
  /** Where the service listens. */
  readonly host: string;
  readonly port: number;
  /** The service's public URL, if it differs: the document then uses its scheme, host, port and path. */
  readonly proxyUri?: string;
  /** Whether the document requires a token. */
  readonly securityActive: boolean;
  /** Whether to show only what the role has rights to, or everything. */
  readonly mode: "follow-privileges" | "ignore-privileges";
  /** Whether to offer the writes that the role may do, or all that the relation supports; default: all. */
  readonly writes?: "granted" | "possible";
  readonly mediaFamily: "vnd.pgrst" | "vnd.backend";
  /** How the protocol's release describes things; default: as the first one. */
  readonly rules?: DescriptionRules;
}

const OK = { description: "OK" };

/** Parameters that all relations share in every release. */
const COMMON: JsonObject = {
  preferReturn: preference(["return=representation", "return=minimal", "return=none"]),
  preferCount: preference(["count=none"]),
  preferPost: preference([
    "return=representation",
    "return=minimal",
    "return=none",
    "resolution=ignore-duplicates",
    "resolution=merge-duplicates",
  ]),
  select: text("select", "Filtering Columns", "query"),
  on_conflict: text("on_conflict", "On Conflict", "query"),
  order: text("order", "Ordering", "query"),
  range: text("Range", "Limiting and Pagination", "header"),
  rangeUnit: { ...text("Range-Unit", "Limiting and Pagination", "header"), default: "items" },
  offset: text("offset", "Limiting and Pagination", "query"),
  limit: text("limit", "Limiting and Pagination", "query"),
};

/** Parameters shared by all relations and functions. */
function shared({ listsCallPreferences }: DescriptionRules): JsonObject {
  const ofCalls = text("Prefer", "Preference", "header");
  return {
    preferParams: listsCallPreferences ? { ...ofCalls, enum: ["params=single-object"] } : ofCalls,
    ...COMMON,
  };
}

function text(name: string, description: string, where: "query" | "header"): JsonObject {
  return { name, description, required: false, in: where, type: "string" };
}

function preference(values: readonly string[]): JsonObject {
  return { ...text("Prefer", "Preference", "header"), enum: values };
}

/** Whether to show a path to the caller. */
export type IsOffered = (path: string) => boolean;

/** The paths of the relations and functions of a schema. */
export function pathsOf(cache: SchemaCache, schema: string): readonly string[] {
  const inSchema = (one: { readonly schema: string }): boolean => one.schema === schema;
  const relations = [...cache.relations.values()].filter(inSchema);
  const routines = [...cache.routines.values()]
    .flatMap((overloads) => overloads.slice(0, 1))
    .filter(inSchema);
  return [...relations.map(relationAddress), ...routines.map(routineAddress)];
}

function relationAddress({ name }: { readonly name: string }): string {
  return `/${name}`;
}

function routineAddress({ name }: { readonly name: string }): string {
  return `/rpc/${name}`;
}

/** Builds the document for one schema and one caller. */
export function openApi(
  cache: SchemaCache,
  privileges: Privileges,
  options: OpenApiOptions,
  isOffered: IsOffered = () => true,
): JsonObject {
  const { rules = releaseOf().description } = options;
  const isAll = options.mode === "ignore-privileges";
  const isShown = (key: string): boolean => {
    const verbs = privileges.relations.get(key);
    return options.writes === "granted" ? (verbs ?? "") !== "" : isAll || verbs !== undefined;
  };
  const { schema, standIns = [] } = options;
  const relations = [...cache.relations.entries()]
    .filter(([key, relation]) => relation.schema === schema && isShown(key))
    .filter(([, relation]) => isOffered(relationAddress(relation)))
    .map(([key, relation]) =>
      options.writes === "granted" ? granted(relation, privileges.relations.get(key) ?? "") : relation,
    )
    .map((relation) => readAs(standIn(cache.relations, standIns, relation), relation));
  const routines = [...cache.routines.values()].flatMap((overloads) => {
    const [first] = overloads;
    if (first?.schema !== schema) return [];
    const usable = (standIn(cache.routines, standIns, first) ?? overloads).filter(
      (one) => isOffered(routineAddress(one)) && (isAll || privileges.routines.has(one.oid)),
    );
    return usable.slice(-1);
  });
  const json = [
    "application/json",
    `application/${options.mediaFamily}.object+json;nulls=stripped`,
    `application/${options.mediaFamily}.object+json`,
  ];
  const root = {
    tags: ["Introspection"],
    summary: "OpenAPI description (this document)",
    produces: ["application/openapi+json", "application/json"],
    responses: { "200": OK },
  };
  return present({
    swagger: "2.0",
    info: info(cache.schemaDescriptions.get(options.schema), options),
    ...place(options),
    consumes: [...json, "text/csv"],
    produces: [...json, "text/csv"],
    paths: Object.fromEntries([
      ["/", { get: root }],
      ...relations.map((relation) => [relationAddress(relation), relationPath(relation)]),
      ...routines.map((routine) => [
        routineAddress(routine),
        routinePath(routine, json, isAll ? "" : options.schema, rules),
      ]),
    ]),
    definitions: Object.fromEntries(
      relations.map((relation) => [relation.name, relationDefinition(cache, relation, rules)]),
    ),
    parameters: {
      ...shared(rules),
      ...Object.fromEntries(relations.flatMap((relation) => relationParameters(relation, rules))),
    },
    ...(options.securityActive ? SECURITY : {}),
    externalDocs: options.externalDocs ?? {
      description: "PostgREST Documentation",
      url: rules.documentation,
    },
  });
}

/** What stands in for a relation or function, if anything does. */
function standIn<T>(
  known: ReadonlyMap<string, T>,
  schemas: readonly string[],
  { name }: { readonly name: string },
): T | undefined {
  const schema = schemas.find((one) => known.has(qualified(one, name)));
  return schema === undefined ? undefined : known.get(qualified(schema, name));
}

/** A relation with the columns of its stand-in. Writes go to the relation itself. */
function readAs(shown: Relation | undefined, relation: Relation): Relation {
  if (shown === undefined) return relation;
  return {
    ...shown,
    insertable: relation.insertable,
    updatable: relation.updatable,
    deletable: relation.deletable,
  };
}

/** Restricts a relation to what a role may do. */
function granted(relation: Relation, verbs: string): Relation {
  return {
    ...relation,
    insertable: relation.insertable && verbs.includes("I"),
    updatable: relation.updatable && verbs.includes("U"),
    deletable: relation.deletable && verbs.includes("D"),
  };
}

const SECURITY: JsonObject = {
  securityDefinitions: {
    JWT: {
      description: 'Add the token prepending "Bearer " (without quotes) to it',
      in: "header",
      name: "Authorization",
      type: "apiKey",
    },
  },
  security: [{ JWT: [] }],
};

function info(comment: string | undefined, options: OpenApiOptions): JsonObject {
  const end = comment?.indexOf("\n") ?? -1;
  const title = end < 0 ? comment : comment?.slice(0, end);
  const rest = end < 0 ? undefined : comment?.slice(end + 1).replace(/^\n+/, "");
  const description = comment === undefined ? "This is a dynamic API generated by PostgREST" : "";
  return {
    version: options.version,
    title: title ?? options.title ?? "PostgREST API",
    description: rest ?? options.description ?? description,
  };
}

function place(options: OpenApiOptions): JsonObject {
  const { prefix = "" } = options;
  if (options.proxyUri === undefined) {
    return { host: `${options.host}:${options.port}`, basePath: prefix || "/", schemes: ["http"] };
  }
  const { protocol, hostname, port, pathname } = new URL(options.proxyUri);
  const scheme = protocol.replace(":", "");
  return {
    host: `${hostname}:${port === "" ? (scheme === "https" ? 443 : 80) : port}`,
    basePath: prefix === "" ? pathname : `${pathname.replace(/\/$/, "")}${prefix}`,
    schemes: [scheme],
  };
}
