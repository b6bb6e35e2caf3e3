/** The rows and procedures of the API as TypeScript types, for the dashboard and for programs of others. */
import type {
  ApiDescription,
  DescribedField,
  DescribedProcedure,
  DescribedResource,
} from "./api-description.ts";

const HEAD = `/**
 * Rows and procedures of the vessel data API. Made by \`wakelog docs\` from the API's description of itself; do not
 * edit. Times are ISO 8601 in UTC, durations ISO 8601.
 */

/** Any JSON value. */
export type Json = string | number | boolean | null | { readonly [key: string]: Json } | readonly Json[];
`;

/** The types of a description, as the text of a TypeScript file. */
export function apiTypes({ resources, procedures }: ApiDescription): string {
  return [
    HEAD,
    ...resources.map(rowType),
    `/** Every resource by the name of its path. */\nexport interface Resources {\n${resources
      .map(({ name }) => `  readonly ${name}: ${typeName(name)};\n`)
      .join("")}}\n`,
    `/** Every procedure by its name below /rpc. */\nexport interface Procedures {\n${procedures
      .map(procedureType)
      .join("")}}\n`,
  ].join("\n");
}

function rowType({ name, description, fields }: DescribedResource): string {
  const lines = fields.map(
    (field) =>
      `${comment(field.description, "  ")}  readonly ${key(field.name)}: ${fieldType(field)}${
        field.required ? "" : " | null"
      };\n`,
  );
  return `${comment(description, "")}export interface ${typeName(name)} {\n${lines.join("")}}\n`;
}

function procedureType(procedure: DescribedProcedure): string {
  const args = procedure.args.map(
    (arg) => `      readonly ${key(arg.name)}${arg.required ? "" : "?"}: ${argumentType(arg)};\n`,
  );
  const argumentsType = args.length === 0 ? "Record<string, never>" : `{\n${args.join("")}    }`;
  return (
    `${comment(procedure.description, "  ")}  readonly ${procedure.name}: {\n` +
    `    readonly arguments: ${argumentsType};\n    readonly result: ${resultType(procedure)};\n  };\n`
  );
}

function resultType({ outputs, format, isList }: DescribedProcedure): string {
  const one =
    outputs.length === 0
      ? `${typeOf(format)}${format === "boolean" ? "" : " | null"}`
      : `{ ${outputs.map(({ name, format: type }) => `readonly ${key(name)}: ${typeOf(type)} | null`).join("; ")} }`;
  return isList ? `readonly (${one})[]` : one;
}

/** Arguments that are text to the database and any JSON to clients. */
const FREE: ReadonlySet<string> = new Set(["value", "observations", "messenger_obj"]);

/** Numbers may be sent as text. */
function argumentType({ name, format }: DescribedField): string {
  if (FREE.has(name)) return "Json";
  const type = typeOf(format);
  return type === "number" ? "number | string" : type;
}

function fieldType({ format, values }: DescribedField): string {
  return values.length > 0 ? values.map((value) => JSON.stringify(value)).join(" | ") : typeOf(format);
}

/** The type of a value of PostgreSQL in JSON. */
function typeOf(format: string): string {
  if (format.endsWith("[]")) return `readonly ${typeOf(format.slice(0, -2))}[]`;
  if (/^jsonb?$/.test(format)) return "Json";
  if (/^(smallint|integer|bigint|numeric|real|double precision)$/.test(format)) return "number";
  return format === "boolean" ? "boolean" : "string";
}

function typeName(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function comment(text: string, indent: string): string {
  return text === "" ? "" : `${indent}/** ${text.replaceAll("*/", "* /").replaceAll("\n", " ")} */\n`;
}
