/** Acts on the database like a request: the request login, then the role, claims and check. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import type { TestDatabase } from "./database.ts";

/** Whose request it is. */
export interface Request {
  readonly role: string;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Runs work in a transaction as the engine would for that request, and commits it. */
export function acting<T>(db: TestDatabase, request: Request, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.requests.transaction(
    async (tx) => {
      await tx.run(sql`
        select set_config('request.jwt.claims', ${JSON.stringify(request.claims ?? {})}, true),
          set_config('request.path', ${request.path ?? "/logbook"}, true),
          set_config('request.headers', ${JSON.stringify(request.headers ?? {})}, true),
          set_config('intervalstyle', 'iso_8601', true), set_config('timezone', 'UTC', true)`);
      await tx.run(sql`select app.check_request()`);
      return await work(tx);
    },
    { role: request.role },
  );
}

/** The rows of a statement under a request. */
export function rowsAs(db: TestDatabase, request: Request, statement: Sql) {
  return acting(db, request, (tx) => tx.query(statement));
}

/** The only value of the only row. */
export async function valueAs(db: TestDatabase, request: Request, statement: Sql): Promise<unknown> {
  const [row] = await rowsAs(db, request, statement);
  return row === undefined ? undefined : Object.values(row)[0];
}

/** The SQLSTATE of a failing statement, otherwise null. Always rolls back. */
export async function refusal(db: TestDatabase, request: Request, statement: Sql): Promise<string | null> {
  try {
    await acting(db, request, async (tx) => {
      await tx.query(statement);
      throw new Undo();
    });
    return null;
  } catch (error) {
    if (error instanceof Undo) return null;
    if (error instanceof Error && "sqlstate" in error) return String(error.sqlstate);
    throw error;
  }
}

class Undo extends Error {}
