/** Databases for tests: copies of a template that a run builds once, made in some 30 ms. */
import { randomUUID } from "node:crypto";
import { AUTHENTICATOR } from "@wakelog/data-api/db/authenticator.ts";
import { connectionUrl } from "@wakelog/data-api/db/connection-settings.ts";
import { connectPostgres, type Postgres } from "@wakelog/data-api/db/postgres.ts";
import { ident, type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { inject } from "vitest";
import { migrate } from "../../packages/server/src/database/migrations/migrate.ts";
import { AUTHENTICATOR_PASSWORD, type TestServer } from "./server.ts";

/** A database of a test file. */
export interface TestDatabase {
  /** Superuser's URL. */
  readonly url: string;
  /** Pool of the schema's owner, here a superuser. */
  readonly owner: Postgres;
  /** The API servers' pool: `wakelog_authenticator`, which can only become a request's role. */
  readonly requests: Postgres;
  /** Closes the pools and drops the database. */
  drop(): Promise<void>;
}

/** A database with the project's schema. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const { spatial } = inject("server");
  return await copiedDatabase("schema", async (url) => {
    const db = connectPostgres({ url, max: 1 });
    try {
      await migrate(db, {
        authenticatorPassword: AUTHENTICATOR_PASSWORD,
        ...(spatial === null ? {} : { spatial }),
      });
    } finally {
      await db.close();
    }
  });
}

/** A copy of the result of `build` on an empty database; the first caller of each name in a run builds it. */
export async function copiedDatabase(
  name: string,
  build: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const server = inject("server");
  const template = `${server.template}_${name}`;
  const known = built.get(template) ?? ensureTemplate(server, template, build);
  built.set(template, known);
  await known;
  return await makeDatabase(server, template);
}

/** Templates that this process knows to exist. */
const built = new Map<string, Promise<void>>();

/** A copy of a database that nothing uses any more: its services are stopped, and its pools are closed here. */
export async function copyOf({ url, owner, requests }: TestDatabase): Promise<TestDatabase> {
  await Promise.all([owner.close(), requests.close()]);
  return await makeDatabase(inject("server"), new URL(url).pathname.slice(1));
}

/** An empty database. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return await makeDatabase(inject("server"), "template0");
}

async function makeDatabase(server: TestServer, template: string): Promise<TestDatabase> {
  const name = `${server.template}_${randomUUID().slice(0, 8)}`;
  // Copying files takes half of the processor time of copying through the log; PostgreSQL 14 only copies files.
  const copying = sql`create database ${ident(name)} template ${ident(template)}`;
  await asAdmin(server, server.major < 15 ? copying : sql`${copying} strategy file_copy`);
  const url = connectionUrl(server.url, { database: name });
  const owner = connectPostgres({ url });
  const requests = connectPostgres({
    url,
    user: AUTHENTICATOR,
    password: AUTHENTICATOR_PASSWORD,
  });
  return {
    url,
    owner,
    requests,
    async drop() {
      await Promise.all([owner.close(), requests.close()]);
      await asAdmin(server, sql`drop database if exists ${ident(name)} with (force)`);
    },
  };
}

/** Builds the template once per run; concurrent test files wait on a lock. */
async function ensureTemplate(
  server: TestServer,
  template: string,
  build: (url: string) => Promise<void>,
): Promise<void> {
  const admin = connectPostgres({ url: server.url, max: 2 });
  try {
    await admin.transaction(async (tx) => {
      const exists = sql`select 1 from pg_database where datname = ${template}`;
      if ((await tx.run(exists)).rows.length > 0) return;
      await tx.run(sql`select pg_advisory_xact_lock(hashtext(${template}))`);
      if ((await tx.run(exists)).rows.length > 0) return;
      const draft = `${template}_draft`;
      await asAdmin(server, sql`drop database if exists ${ident(draft)} with (force)`);
      await asAdmin(server, sql`create database ${ident(draft)} template template0`);
      await build(connectionUrl(server.url, { database: draft }));
      await asAdmin(server, sql`alter database ${ident(draft)} rename to ${ident(template)}`);
    });
  } finally {
    await admin.close();
  }
}

/** CREATE and DROP DATABASE cannot run in a transaction block. */
async function asAdmin(server: TestServer, statement: Sql): Promise<void> {
  const db = connectPostgres({ url: server.url, max: 1 });
  try {
    await db.pipeline([{ statement }]);
  } finally {
    await db.close();
  }
}
