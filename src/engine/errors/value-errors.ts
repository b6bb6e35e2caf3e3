/** Values that the database cannot read, in words: PostgreSQL's own name its types and syntax, and not what to send. */
import { type Database, DatabaseError } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import { ApiError } from "../../errors.ts";

const LENGTH = /^invalid input syntax for type interval: "(.*)"$/s;
const LABEL = /^invalid input value for enum (?:\w+\.)?(\w+): "(.*)"$/s;

/** 400: a length of time that is none, or a value that is none of a list; null for every other fault. */
export async function unreadValue(fault: unknown, database: Database): Promise<ApiError | null> {
  if (!(fault instanceof DatabaseError)) return null;
  const { sqlstate, message } = fault;
  const [, length] = (sqlstate === "22007" && LENGTH.exec(message)) || [];
  if (length !== undefined) {
    return new ApiError({
      status: 400,
      code: sqlstate,
      message: `"${length}" is not a length of time`,
      hint: 'Send a number and a unit, such as "10 minutes", or ISO 8601, such as "PT10M".',
      cause: fault,
    });
  }
  const [, type, label] = (sqlstate === "22P02" && LABEL.exec(message)) || [];
  if (type === undefined || label === undefined) return null;
  const rows = await database.transaction(
    (tx) =>
      tx.query(sql`
        select string_agg(distinct e.enumlabel, ', ') as labels from pg_enum e join pg_type t on t.oid = e.enumtypid
        where t.typname = ${type}`),
    { readOnly: true },
  );
  return new ApiError({
    status: 400,
    code: sqlstate,
    message: `"${label}" is not a ${type}`,
    hint: `Send one of ${rows[0]?.labels}.`,
    cause: fault,
  });
}
