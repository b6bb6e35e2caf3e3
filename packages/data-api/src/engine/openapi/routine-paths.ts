/** The part of the document about one function: its path under `/rpc`. */
import type { JsonObject } from "../handlers.ts";
import type { DescriptionRules } from "../release/facts.ts";
import type { Parameter, Routine } from "../schema/schema-cache.ts";
import { descriptionOf } from "./relation-paths.ts";
import { formatOf, jsonType, present, shownFormat, typeSchema } from "./type-schema.ts";

/**
 * The operations on `/rpc/function`. The document shows only one of several overloads.
 * @param home the schema whose types have no prefix; empty for none
 */
export function routinePath(
  routine: Routine,
  produces: readonly string[],
  home: string,
  rules: DescriptionRules,
): JsonObject {
  const common = {
    tags: [`(rpc) ${routine.name}`],
    ...descriptionOf(routine.description),
    produces,
  };
  const responses = { "200": { description: "OK" } };
  const query = routine.parameters.map((parameter) => queryParameter(parameter, home, rules));
  const isOffered = rules.volatileByGet || routine.volatility !== "volatile";
  const get = present({ ...common, parameters: query.length > 0 ? query : null, responses });
  return {
    ...(isOffered ? { get } : {}),
    post: {
      ...common,
      parameters: [
        { in: "body", name: "args", required: true, schema: argumentsSchema(routine, home, rules) },
        { $ref: "#/parameters/preferParams" },
      ],
      responses,
    },
  };
}

function queryParameter(parameter: Parameter, home: string, rules: DescriptionRules): JsonObject {
  const format = formatOf(parameter.type, home);
  const base = { in: "query", name: parameter.name, required: parameter.required };
  if (parameter.variadic) {
    const element = format.replace(/\[\]$/, "");
    const items = present({ format: shownFormat(element, rules), type: jsonType(element) });
    return { ...base, type: "array", items, collectionFormat: "multi" };
  }
  const type = jsonType(format);
  // Arrays are one text in PostgreSQL's syntax, JSON is its text.
  const shown = shownFormat(format, rules);
  return { ...base, format: shown, type: type === null || type === "array" ? "string" : type };
}

function argumentsSchema(routine: Routine, home: string, rules: DescriptionRules): JsonObject {
  const required = routine.parameters.filter((one) => one.required).map((one) => one.name);
  const properties = routine.parameters.map((one): [string, JsonObject] => {
    const format = formatOf(one.type, home);
    return [one.name, { format: shownFormat(format, rules), ...typeSchema(format) }];
  });
  return present({
    description: routine.description,
    properties: properties.length > 0 ? Object.fromEntries(properties) : null,
    required: required.length > 0 ? required : null,
    type: "object",
  });
}
