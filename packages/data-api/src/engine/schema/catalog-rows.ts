/** The shapes of catalogue rows, checked once on arrival. */
import { z } from "zod";

const names = z.array(z.string());
const numbers = z.array(z.number());

export const relationRow = z.object({
  oid: z.string(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(["table", "view", "materialized view", "foreign table", "partitioned table"]),
  description: z.string().nullable(),
  insertable: z.boolean(),
  updatable: z.boolean(),
  deletable: z.boolean(),
  hides_rows: z.boolean(),
  columns: z.array(
    z.object({
      number: z.number(),
      name: z.string(),
      type: z.string(),
      nominalType: z.string(),
      nullable: z.boolean(),
      default: z.string().nullable(),
      maxLength: z.number().nullable(),
      enum: names,
      description: z.string().nullable(),
    }),
  ),
});
export type RelationRow = z.infer<typeof relationRow>;

/** A primary (`p`), unique (`u`) or foreign (`f`) key. */
export const keyRow = z.object({
  kind: z.enum(["p", "u", "f"]),
  name: z.string(),
  relation: z.string(),
  schema: z.string(),
  table: z.string(),
  columns: numbers,
  names,
  foreign_relation: z.string().nullable(),
  foreign_schema: z.string().nullable(),
  foreign_table: z.string().nullable(),
  foreign_columns: numbers,
  foreign_names: names,
});
export type KeyRow = z.infer<typeof keyRow>;

export const viewRow = z.object({
  oid: z.string(),
  schema: z.string(),
  name: z.string(),
  query: z.string(),
  columns: z.array(z.object({ number: z.number(), name: z.string() })),
});
export type ViewRow = z.infer<typeof viewRow>;

export const routineRow = z.object({
  oid: z.string(),
  schema: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  parameters: z.array(
    z.object({ name: z.string(), type: z.string(), required: z.boolean(), variadic: z.boolean() }),
  ),
  has_variadic: z.boolean(),
  returns_set: z.boolean(),
  returns_void: z.boolean(),
  composite: z.boolean(),
  type: z.string(),
  relation_schema: z.string().nullable(),
  relation_name: z.string().nullable(),
  volatility: z.enum(["volatile", "stable", "immutable"]),
  settings: names,
});
export type RoutineRow = z.infer<typeof routineRow>;

export const computedRelationshipRow = z.object({
  schema: z.string(),
  relation: z.string(),
  foreign_schema: z.string(),
  foreign_relation: z.string(),
  function_schema: z.string(),
  function_name: z.string(),
  single: z.boolean(),
});
export type ComputedRelationshipRow = z.infer<typeof computedRelationshipRow>;

export const representationRow = z.object({
  from: z.string(),
  to: z.string(),
  function_schema: z.string(),
  function_name: z.string(),
});

export const mediaHandlerRow = z.object({
  media_type: z.string(),
  relation_schema: z.string().nullable(),
  relation_name: z.string().nullable(),
  function_schema: z.string(),
  function_name: z.string(),
});

export const serverRow = z.object({
  version: z.number(),
  postgis: z.boolean(),
  timezones: names,
  descriptions: z.array(z.tuple([z.string(), z.string()])),
  role_settings: z.array(z.tuple([z.string(), z.string(), z.string()])),
});
