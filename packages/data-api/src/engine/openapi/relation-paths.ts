/** The part of the document about one relation: its path, parameters and definition. */
import type { JsonObject } from "../handlers.ts";
import type { DescriptionRules } from "../release/facts.ts";
import type { Relation, SchemaCache } from "../schema/schema-cache.ts";
import { columnFormat, columnSchema, present } from "./type-schema.ts";

function reference(kind: "parameters" | "definitions", name: string): JsonObject {
  return { $ref: `#/${kind}/${name}` };
}

/** Summary and description of an operation: the first line of a comment, and the rest. */
export function descriptionOf(comment: string | null): JsonObject {
  if (comment === null) return {};
  const end = comment.indexOf("\n");
  if (end < 0) return { summary: comment };
  const rest = comment.slice(end + 1).replace(/^\n+/, "");
  return present({ summary: comment.slice(0, end), description: rest === "" ? null : rest });
}

/** The operations on `/relation` that the relation supports. */
export function relationPath(relation: Relation): JsonObject {
  const { name } = relation;
  const filters = [...relation.columns.keys()].map((column) =>
    reference("parameters", `rowFilter.${name}.${column}`),
  );
  const parameters = (...names: string[]): JsonObject[] => names.map((one) => reference("parameters", one));
  const operation = (parts: JsonObject): JsonObject => ({
    tags: [name],
    ...descriptionOf(relation.description),
    ...parts,
  });
  return present({
    get: operation({
      parameters: [
        ...filters,
        ...parameters("select", "order", "range", "rangeUnit", "offset", "limit", "preferCount"),
      ],
      responses: {
        "200": { description: "OK", schema: { type: "array", items: reference("definitions", name) } },
        "206": { description: "Partial Content" },
      },
    }),
    post: relation.insertable
      ? operation({
          parameters: parameters(`body.${name}`, "select", "preferPost"),
          responses: { "201": { description: "Created" } },
        })
      : null,
    delete: relation.deletable
      ? operation({
          parameters: [...filters, ...parameters("preferReturn")],
          responses: { "204": { description: "No Content" } },
        })
      : null,
    patch: relation.updatable
      ? operation({
          parameters: [...filters, ...parameters(`body.${name}`, "preferReturn")],
          responses: { "204": { description: "No Content" } },
        })
      : null,
  });
}

/** The parameters of one relation: its body, and a filter for each column. */
export function relationParameters(
  relation: Relation,
  { filterFormats }: DescriptionRules,
): [string, JsonObject][] {
  const { name } = relation;
  const body: [string, JsonObject] = [
    `body.${name}`,
    { name, description: name, required: false, in: "body", schema: reference("definitions", name) },
  ];
  const filters = [...relation.columns.values()].map((column): [string, JsonObject] => [
    `rowFilter.${name}.${column.name}`,
    present({
      name: column.name,
      description: column.description,
      required: false,
      format: filterFormats ? columnFormat(column) : null,
      in: "query",
      type: "string",
    }),
  ]);
  return [body, ...filters];
}

/** The schema of the relation's rows. */
export function relationDefinition(
  cache: SchemaCache,
  relation: Relation,
  rules: DescriptionRules,
): JsonObject {
  const columns = [...relation.columns.values()];
  const required = columns.filter((column) => !column.nullable).map((column) => column.name);
  const references = referenceNotes(cache, relation, rules);
  const properties = columns.map((column) => [
    column.name,
    columnSchema(column, keyNote(relation, column.name, references), rules),
  ]);
  return present({
    description: relation.description,
    required: required.length > 0 ? required : null,
    properties: properties.length > 0 ? Object.fromEntries(properties) : null,
    type: "object",
  });
}

/** The keys of a column, in words and as the tags that clients look for. */
function keyNote(relation: Relation, column: string, references: ReadonlyMap<string, string>): string | null {
  const reference = references.get(column);
  const lines = [
    ...(relation.primaryKey.includes(column) ? ["This is a Primary Key.<pk/>"] : []),
    ...(reference === undefined ? [] : [reference]),
  ];
  return lines.length > 0 ? `Note:\n${lines.join("\n")}` : null;
}

/** For each column, a note on the first foreign key that consists of it alone. */
function referenceNotes(
  cache: SchemaCache,
  { schema, name }: Relation,
  { notesOneToOne }: DescriptionRules,
): ReadonlyMap<string, string> {
  const notes = new Map<string, string>();
  for (const one of cache.relationships.references(schema, name)) {
    const [pair] = one.columns;
    // The document describes one schema and must not refer to another.
    if (pair === undefined || one.columns.length !== 1 || one.foreignSchema !== schema) continue;
    const [column, target] = pair;
    const isNoted = one.cardinality === "many-to-one" || notesOneToOne;
    if (!isNoted || notes.has(column)) continue;
    const table = one.foreignRelation;
    notes.set(
      column,
      `This is a Foreign Key to \`${table}.${target}\`.<fk table='${table}' column='${target}'/>`,
    );
  }
  return notes;
}
