/** Bringing a database up to date with the project's own SQL files. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { raw, sql } from "@wakelog/data-api/db/sql.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { emptyDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { AUTHENTICATOR_PASSWORD } from "../../../../../test/support/server.ts";
import { type MigrateResult, migrate } from "../../../src/database/migrations/migrate.ts";
import { defaultSqlDir } from "../../../src/database/migrations/sql-files.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await emptyDatabase();
});
afterEach(() => database.drop());

const ask = async (text: string): Promise<string | null | undefined> =>
  (await database.owner.pipeline([{ statement: raw(text) }]))[0]?.rows[0]?.[0];

describe("the project's own files", () => {
  const own = (on: TestDatabase): Promise<MigrateResult> =>
    migrate(on.owner, { authenticatorPassword: AUTHENTICATOR_PASSWORD });

  test("migrate an empty database, also when many servers start at once on several databases", async () => {
    const other = await emptyDatabase();
    try {
      const results = await Promise.all([
        own(database),
        own(database),
        own(other),
        own(database),
        own(other),
      ]);
      expect(results.filter((result) => result.applied.length > 0)).toHaveLength(2);
      const names = (await readdir(join(defaultSqlDir(), "tables"))).filter((name) => name.endsWith(".sql"));
      for (const result of results) expect(result.versions).toHaveLength(names.length);
    } finally {
      await other.drop();
    }
  });

  test("can be replaced over themselves", async () => {
    const sqlDir = await mkdtemp(join(tmpdir(), "wakelog-sql-"));
    await cp(defaultSqlDir(), sqlDir, { recursive: true });
    const options = { sqlDir, authenticatorPassword: AUTHENTICATOR_PASSWORD };
    await migrate(database.owner, options);
    const inventory = `
      select string_agg(line, E'\\n' order by line) from (
        select pg_describe_object('pg_proc'::regclass, oid, 0) || coalesce((select string_agg(a::text, ' ' order by a::text) from unnest(proacl) a), '') as line from pg_proc
        where pronamespace in ('api'::regnamespace, 'app'::regnamespace)
        union all select relkind::text || ' ' || oid::regclass || coalesce((select string_agg(a::text, ' ' order by a::text) from unnest(relacl) a), '') from pg_class
        where relnamespace in ('api'::regnamespace, 'app'::regnamespace)
        union all select 'policy ' || polname || ' ' || polrelid::regclass from pg_policy
        union all select 'trigger ' || tgname || ' ' || tgrelid::regclass from pg_trigger where not tgisinternal) everything`;
    const before = await ask(inventory);
    const files = await readdir(join(sqlDir, "code"), { recursive: true });
    const last = files
      .filter((path) => path.endsWith(".sql"))
      .sort()
      .at(-1);
    const path = join(sqlDir, "code", last ?? "");
    await writeFile(path, `${await readFile(path, "utf8")}\n-- changed`);
    expect(await migrate(database.owner, options)).toMatchObject({ applied: [], codeReplaced: true });
    expect((await ask(inventory))?.split("\n")).toEqual(before?.split("\n"));
    await rm(sqlDir, { recursive: true, force: true });
  });

  test("let the login role in with its password, and able to do nothing by itself", async () => {
    await own(database);
    const who = await database.requests.pipeline([{ statement: sql`select current_user::text` }]);
    expect(who[0]?.rows).toEqual([["wakelog_authenticator"]]);
    const reading = database.requests.pipeline([{ statement: sql`select * from api.logbook` }]);
    await expect(reading).rejects.toMatchObject({ sqlstate: "42501" });
    const stranger = connectPostgres({ url: database.url, user: "wakelog_authenticator", password: "wrong" });
    expect(await stranger.ping()).toBe(false);
    await stranger.close();
  });
});
