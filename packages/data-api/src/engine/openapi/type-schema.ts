/** PostgreSQL's types and defaults in JSON Schema. */
import type { JsonObject, JsonValue } from "../handlers.ts";
import type { DescriptionRules } from "../release/facts.ts";
import type { Column } from "../schema/schema-cache.ts";

const NUMBERS = new Set(["numeric", "real", "double precision"]);
const INTEGERS = new Set(["smallint", "integer", "bigint"]);
const ANY = new Set(["json", "jsonb"]);

/** A type's name without length, precision, interval fields or the prefix of the described schema. */
export function formatOf(type: string, schema: string): string {
  const plain = type.startsWith('"') ? type : type.replace(/\([^()]*\)|(?<=^interval) [a-z ]+/g, "");
  const prefix = [`${schema}.`, `"${schema}".`].find((prefix) => plain.startsWith(prefix));
  return prefix === undefined ? plain : plain.slice(prefix.length);
}

/** The JSON type of a value; null for any. A type without a JSON equivalent is a string. */
export function jsonType(format: string): string | null {
  if (format.endsWith("[]")) return "array";
  if (ANY.has(format)) return null;
  if (INTEGERS.has(format)) return "integer";
  if (NUMBERS.has(format)) return "number";
  return format === "boolean" ? "boolean" : "string";
}

/** The type, with its items for an array; empty for any. */
export function typeSchema(format: string): JsonObject {
  const type = jsonType(format);
  if (type === null) return {};
  if (type !== "array") return { type };
  const element = jsonType(format.slice(0, -2));
  return { type, items: element === null ? {} : { type: element } };
}

/** Omits null members, so that the document has no empty entries. */
export function present(parts: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** A property of a relation's definition. */
export function columnSchema(
  column: Column,
  note: string | null,
  rules: Pick<DescriptionRules, "formats">,
): JsonObject {
  const format = columnFormat(column);
  const description = [column.description, note].filter((part) => part !== null).join("\n\n");
  return present({
    default: defaultOf(column.default, jsonType(format)),
    description: description === "" ? null : description,
    enum: column.enum.length > 0 ? column.enum : null,
    format: shownFormat(format, rules),
    maxLength: column.maxLength,
    ...typeSchema(format),
  });
}

/** A format as the release shows it. */
export function shownFormat(format: string, { formats }: Pick<DescriptionRules, "formats">): string {
  return formats[format] ?? format;
}

/** A column's type in PostgreSQL's terms, for its property and its filter. */
export function columnFormat(column: Column): string {
  return formatOf(column.type, "");
}

/**
 * A default as JSON if it is constant; for strings also expressions. Null for other expressions, such as sequences, and
 * for integers beyond JSON numbers.
 */
function defaultOf(expression: string | null, type: string | null): JsonValue {
  if (expression === null || /^null(::|$)/i.test(expression)) return null;
  const quoted = /^'((?:[^']|'')*)'(?:::[^']+)?$/.exec(expression)?.[1];
  const constant = quoted?.replaceAll("''", "'") ?? expression;
  if (type === "string") return constant;
  if (type === "boolean") return /^(true|false)$/.test(constant) ? constant === "true" : null;
  if (type !== "integer" && type !== "number") return null;
  const number = /^-?\d+(\.\d+)?$/.test(constant) ? Number(constant) : Number.NaN;
  const isExact = type === "integer" ? Number.isSafeInteger(number) : Number.isFinite(number);
  return isExact ? number : null;
}
