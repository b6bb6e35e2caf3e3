/** A database with one table, and a pool of one connection, so that prepared statements are visible. */
import { afterAll, beforeAll } from "vitest";
import { emptyDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { connectPostgres, type Postgres } from "../../src/db/postgres.ts";
import { ident, type Sql, sql } from "../../src/db/sql.ts";

/** Available from the first hook on. */
export interface SingleConnection {
  readonly database: TestDatabase;
  /** The database's own pool, as its owner. */
  readonly db: Postgres;
  readonly single: Postgres;
}

/**
 * Creates one for a file's tests.
 * @param role a role without rights; unique, since roles belong to the whole server and files run in parallel
 */
export function singleConnection(role: string): SingleConnection {
  let made: SingleConnection | null = null;
  const there = (): SingleConnection => {
    if (made === null) throw new Error("the database is made by the first hook, and not yet there");
    return made;
  };
  beforeAll(async () => {
    const database = await emptyDatabase();
    const single = connectPostgres({ url: database.url, max: 1, acquireMs: 2_000 });
    made = { database, db: database.owner, single };
    await database.owner.transaction(async (tx) => {
      await tx.run(sql`create table boats (id int primary key, name text)`);
      await tx.run(sql`create role ${ident(role)}`);
    });
  });
  afterAll(async () => {
    await there().single.close();
    await there().db.transaction((tx) => tx.run(sql`drop role ${ident(role)}`));
    await there().database.drop();
  });
  return {
    get database() {
      return there().database;
    },
    get db() {
      return there().db;
    },
    get single() {
      return there().single;
    },
  };
}

/** The first value of a statement's first row. */
export const value = async (on: Postgres, statement: Sql, scope?: string): Promise<unknown> =>
  (await on.pipeline([{ statement, ...(scope === undefined ? {} : { scope }) }]))[0]?.rows[0]?.[0];
