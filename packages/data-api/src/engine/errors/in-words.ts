/**
 * Explains why the database refused a row: the comment on the violated rule. PostgreSQL's message names the rule, and
 * its detail shows the row, which may contain values that the caller must not see.
 */
import { z } from "zod";
import { type Database, DatabaseError } from "../../db/database.ts";
import { catalogDirectory, catalogStatement, nameArray } from "../schema/catalog-files.ts";
import { perSchema } from "../schema/per-schema.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";

/** Sentences by `schema.table.rule`, and by the rule's bare name for rules of partitions and domains. */
export type RuleSentences = ReadonlyMap<string, string>;

/** Loads the sentences once per schema cache, so that a schema change renews both. */
export function ruleSentences(database: Database): (cache: SchemaCache) => Promise<RuleSentences> {
  return perSchema(() => load(database));
}

const row = z.object({
  schema: z.string(),
  table: z.string().nullable(),
  name: z.string(),
  sentence: z.string(),
});

async function load(database: Database): Promise<RuleSentences> {
  const system = nameArray(["pg_catalog", "information_schema"]);
  const statement = await catalogStatement(catalogDirectory(), "rule-comments", system);
  const rows = await database.transaction((tx) => tx.query(statement), { readOnly: true });
  const sentences = new Map<string, string>();
  for (const found of rows) {
    const { schema, table, name, sentence } = row.parse(found);
    sentences.set(`${schema}.${table}.${name}`, sentence);
    sentences.set(name, sentence);
  }
  return sentences;
}

/**
 * Whether a rule refused a row, so that message or detail may show it. An error raised by a function with the same
 * SQLSTATE names no rule or table and keeps its message.
 */
export function isRefusedRow(fault: unknown): fault is DatabaseError {
  if (!(fault instanceof DatabaseError)) return false;
  const { sqlstate, constraint, column, table, routine } = fault;
  if (sqlstate.startsWith("23")) return (constraint ?? column ?? table) !== null;
  // Raised only by the check of a written row against a view's condition or row security.
  return sqlstate.startsWith("44") || (sqlstate === "42501" && routine === "ExecWithCheckOptions");
}

/** The same refusal, reworded without the row. */
export function inWords(error: DatabaseError, sentences: RuleSentences): DatabaseError {
  const { sqlstate, hint, schema, table, column, constraint } = error;
  const message =
    sentences.get(`${schema}.${table}.${constraint}`) ??
    (constraint === null ? undefined : sentences.get(constraint)) ??
    (sqlstate === "23502" && column !== null ? `${column} must have a value.` : undefined) ??
    GENERAL[sqlstate] ??
    "The database does not accept these values.";
  return new DatabaseError({ sqlstate, message, hint, cause: error });
}

/** Messages for rules without a comment. */
const GENERAL: Readonly<Record<string, string>> = {
  "23001": "Something else still refers to this.",
  "23502": "A required value is missing.",
  "23503": "This refers to something that does not exist, or something else still refers to this.",
  "23505": "There is one of these already.",
  "23514": "A value is outside what is allowed.",
  "23P01": "This overlaps another one.",
  "42501": "This row is not yours to write.",
};
