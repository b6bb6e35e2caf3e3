/** OpenAPI 2.0 as a schema for checking documents. */
import { z } from "zod";

/** A parameter of an operation, inline or by reference. */
export const parameter = z.union([
  z.strictObject({ $ref: z.string() }),
  z.strictObject({
    name: z.string(),
    in: z.enum(["query", "header"]),
    required: z.boolean(),
    type: z.enum(["string", "number", "integer", "boolean", "array"]),
    description: z.string().optional(),
    format: z.string().optional(),
    default: z.string().optional(),
    enum: z.array(z.string()).optional(),
    items: z.strictObject({ type: z.string().optional(), format: z.string().optional() }).optional(),
    collectionFormat: z.literal("multi").optional(),
  }),
  z.strictObject({
    name: z.string(),
    in: z.literal("body"),
    required: z.boolean(),
    description: z.string().optional(),
    schema: z.looseObject({}),
  }),
]);

const operation = z.strictObject({
  tags: z.array(z.string()),
  summary: z.string().optional(),
  description: z.string().optional(),
  produces: z.array(z.string()).optional(),
  parameters: z.array(parameter).optional(),
  responses: z.record(
    z.string().regex(/^\d{3}$/),
    z.strictObject({ description: z.string(), schema: z.looseObject({}).optional() }),
  ),
});

const property = z.strictObject({
  type: z.enum(["string", "number", "integer", "boolean", "array"]).optional(),
  format: z.string(),
  description: z.string().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  enum: z.array(z.string()).optional(),
  maxLength: z.number().optional(),
  items: z.strictObject({ type: z.string().optional(), format: z.string().optional() }).optional(),
});

/** The parts of OpenAPI 2.0 that our documents use; no others are allowed. */
export const swagger = z.strictObject({
  swagger: z.literal("2.0"),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  host: z.string().regex(/^[^/]+:\d+$/),
  basePath: z.string().startsWith("/"),
  schemes: z.array(z.enum(["http", "https"])),
  consumes: z.array(z.string()),
  produces: z.array(z.string()),
  paths: z.record(
    z.string().startsWith("/"),
    z.partialRecord(z.enum(["get", "post", "patch", "delete"]), operation),
  ),
  definitions: z.record(
    z.string(),
    z.strictObject({
      type: z.literal("object"),
      description: z.string().optional(),
      required: z.array(z.string()).min(1).optional(),
      properties: z.record(z.string(), property),
    }),
  ),
  parameters: z.record(z.string(), parameter),
  securityDefinitions: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  externalDocs: z.strictObject({ description: z.string(), url: z.string() }),
});
