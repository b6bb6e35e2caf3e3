/** Rewords errors about unreadable values: PostgreSQL's messages name its types and syntax, but not what to send. */

import { ApiError } from "@wakelog/kit/errors.ts";
import { z } from "zod";
import type { Database, DatabaseError } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import { perSchema } from "../schema/per-schema.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";

/** A type's name and a quoted value, as in PostgreSQL's messages in every language. */
function namesIn(message: string): { readonly type: string; readonly value: string } {
  const at = message.indexOf(": ");
  const quoted = message.slice(at + 2).trim();
  const value = quoted.slice(1, -1);
  // French puts spaces inside the quotes.
  return { type: message.slice(0, Math.max(at, 0)), value: quoted.startsWith("«") ? value.trim() : value };
}

/** The values of each enumerated type, as a sentence. */
export type ListedValues = ReadonlyMap<string, string>;

/** Loads the values once per schema cache, so that wrong values do not cost a connection each. */
export function listedValues(database: Database): (cache: SchemaCache) => Promise<ListedValues> {
  return perSchema(() => load(database));
}

const row = z.object({ type: z.string(), values: z.string() });

async function load(database: Database): Promise<ListedValues> {
  const rows = await database.transaction(
    (tx) =>
      tx.query(sql`
        select t.typname as type, string_agg(e.enumlabel, ', ' order by e.enumlabel) as values
        from pg_enum e join pg_type t on t.oid = e.enumtypid group by t.oid, t.typname`),
    { readOnly: true },
  );
  return new Map(
    rows.map((found) => {
      const { type, values } = row.parse(found);
      return [type, values] as const;
    }),
  );
}

/** 400: an invalid duration; null for any other error. */
export function invalidDuration(fault: DatabaseError): ApiError | null {
  if (fault.sqlstate !== "22007" || fault.routine !== "DateTimeParseError") return null;
  const { type, value } = namesIn(fault.message);
  if (!/\binterval\b/.test(type)) return null;
  return new ApiError({
    status: 400,
    code: fault.sqlstate,
    message: `"${value}" is not a duration`,
    hint: 'Send a number and a unit, such as "10 minutes", or ISO 8601, such as "PT10M".',
    cause: fault,
  });
}

/** 400: a value outside a list; null for any other error. @param listed is called only if needed */
export async function unlistedValue(
  fault: DatabaseError,
  listed: () => Promise<ListedValues>,
): Promise<ApiError | null> {
  if (fault.sqlstate !== "22P02" || fault.routine !== "enum_in") return null;
  const { type: words, value } = namesIn(fault.message);
  const known = await listed();
  // Of several names in the message, take the one that ends last, because words of the message precede it.
  const [type] = [...known.keys()]
    .filter((name) => words.includes(name))
    .sort((a, b) => ends(words, b) - ends(words, a) || b.length - a.length);
  const values = type === undefined ? undefined : known.get(type);
  if (values === undefined) return null;
  return new ApiError({
    status: 400,
    code: fault.sqlstate,
    message: `"${value}" is not a ${type}`,
    hint: `Send one of ${values}.`,
    cause: fault,
  });
}

function ends(words: string, name: string): number {
  return words.lastIndexOf(name) + name.length;
}
