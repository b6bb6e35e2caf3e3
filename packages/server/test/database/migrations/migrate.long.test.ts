/** Bringing a database up to date with a folder of SQL files. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { raw, sql } from "@wakelog/data-api/db/sql.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { emptyDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { AUTHENTICATOR_PASSWORD } from "../../../../../test/support/server.ts";
import { AdapterError } from "../../../src/database/migrations/adapters.ts";
import {
  type MigrateOptions,
  type MigrateResult,
  MigrationError,
  migrate,
} from "../../../src/database/migrations/migrate.ts";

let database: TestDatabase;
let sqlDir: string;

beforeEach(async () => {
  database = await emptyDatabase();
  sqlDir = await mkdtemp(join(tmpdir(), "wakelog-sql-"));
  for (const folder of ["tables", "code", "spatial", "timeseries"]) await mkdir(join(sqlDir, folder));
  await write("spatial/plain", POINT_PORT);
  await write("timeseries/plain", "select 1");
  await write("tables/0001_first", "create table api.boats (id int primary key, place app.point)");
  await write("code/10_views", "create view api.boats_view as select id from api.boats;");
});

afterEach(async () => {
  await database.drop();
  await rm(sqlDir, { recursive: true, force: true });
});

/** A port as the real ones are: a domain that columns have, checked by a function. */
const POINT_PORT = `
create or replace function app.is_point(value jsonb) returns boolean language sql immutable as $$ select value ? 'x' $$;
do $$ begin
  if to_regtype('app.point') is null then create domain app.point as jsonb check (app.is_point(value)); end if;
end $$;`;

const write = (name: string, text: string): Promise<void> => writeFile(join(sqlDir, `${name}.sql`), text);

const run = (options: Partial<MigrateOptions> = {}): Promise<MigrateResult> =>
  migrate(database.owner, {
    sqlDir,
    authenticatorPassword: AUTHENTICATOR_PASSWORD,
    spatial: "plain",
    timeseries: "plain",
    ...options,
  });

const ask = async (text: string): Promise<string | null | undefined> =>
  (await database.owner.pipeline([{ statement: raw(text) }]))[0]?.rows[0]?.[0];

describe("tables", () => {
  test("run once, in order, each remembered", async () => {
    await write(
      "tables/0002_second",
      "insert into api.boats values (1); alter table api.boats add name text;",
    );
    expect(await run()).toMatchObject({ applied: ["0001_first", "0002_second"], codeReplaced: true });
    expect(await run()).toMatchObject({
      versions: ["0001_first", "0002_second"],
      applied: [],
      codeReplaced: false,
    });
    expect(await ask("select count(*) from api.boats")).toBe("1");
    await write("tables/0003_third", "insert into api.boats values (2)");
    expect(await run()).toMatchObject({ applied: ["0003_third"] });
    expect(await ask("select string_agg(version, ' ' order by version) from app.schema_versions")).toBe(
      "0001_first 0002_second 0003_third code",
    );
  });

  test("may change what views stand on: code is gone while they run", async () => {
    await run();
    await write("tables/0002_retype", "alter table api.boats alter id type bigint");
    await run();
    expect(await ask("select pg_typeof(id) from api.boats_view union select 'bigint'::regtype")).toBe(
      "bigint",
    );
  });

  test("that fail leave the database as it was, and the error names file and line", async () => {
    await run();
    await write("tables/0002_good", "insert into api.boats values (1)");
    await write(
      "tables/0003_bad",
      "-- a comment\ninsert into api.boats values (2);\nselect nonsense from nowhere;",
    );
    const failing = run();
    await expect(failing).rejects.toThrow(MigrationError);
    await expect(failing).rejects.toThrow(/0003_bad\.sql:3: relation "nowhere" does not exist \(42P01\)/);
    expect(await ask("select count(*) from api.boats_view")).toBe("0");
    expect(await ask("select count(*) from app.schema_versions")).toBe("2");
  });

  test("that are edited afterwards are noticed and not run again", async () => {
    await run();
    await write("tables/0001_first", "drop table api.boats");
    const notices: string[] = [];
    await run({ observe: (o) => void (o.kind === "notice" && notices.push(o.text)) });
    expect(notices).toEqual([expect.stringContaining("changed after it ran")]);
    expect(await ask("select count(*) from api.boats")).toBe("0");
  });

  test("of a newer version are refused", async () => {
    await write("tables/0002_future", "select 1");
    await run();
    await rm(join(sqlDir, "tables/0002_future.sql"));
    await expect(run()).rejects.toThrow("0002_future, which this installation does not know");
  });
});

describe("code", () => {
  test("is replaced as a whole when a file changes: what is no longer said is gone", async () => {
    await write(
      "code/20_more",
      `create type api.pair as (a int, b int);
       create domain api.document as text;
       create function app.vessel() returns text language sql stable return 'v';
       create function api.double(p api.pair) returns api.pair language sql as $$ select p.b, p.a $$;
       create procedure api.nothing() language sql as $$ select 1 $$;
       create aggregate api.most(int) (sfunc = int4larger, stype = int);
       create view api.second_view as select id from api.boats_view;
       create materialized view api.kept as select 1 as one;
       create function app.stamp() returns trigger language plpgsql as $$ begin return new; end $$;
       create trigger stamp before insert on api.boats for each row execute function app.stamp();
       alter table api.boats enable row level security;
       create policy own on api.boats using (app.vessel() is not null);`,
    );
    await run();
    await write("code/20_more", "create view api.second_view as select 'changed'::text as id;");
    expect(await run()).toMatchObject({ applied: [], codeReplaced: true });
    expect(await ask("select id from api.second_view")).toBe("changed");
    const left = await ask(`
      select concat_ws(',',
        (select string_agg(proname, ' ' order by proname) from pg_proc where pronamespace in ('api'::regnamespace, 'app'::regnamespace)),
        (select string_agg(typname, ' ') from pg_type left join pg_class c on c.oid = typrelid
          where typnamespace in ('api'::regnamespace, 'app'::regnamespace) and (typtype = 'd' or c.relkind = 'c')),
        (select count(*) from pg_policy), (select count(*) from pg_trigger where not tgisinternal),
        (select string_agg(relname, ' ' order by relname) from pg_class where relkind in ('v', 'm') and relnamespace = 'api'::regnamespace))`);
    expect(left).toBe("is_point,point,0,0,boats_view second_view");
  });

  test("may be in folders, and runs in the order of its paths", async () => {
    await mkdir(join(sqlDir, "code", "20_more", "10_first"), { recursive: true });
    await write("code/20_more/20_last", "create view api.last_view as select id from api.first_view;");
    await write(
      "code/20_more/10_first/10_view",
      "create view api.first_view as select id from api.boats_view;",
    );
    await run();
    expect(await ask("select count(*) from api.last_view")).toBe("0");
    await write("code/20_more/20_last", "create view api.last_view as select missing from api.first_view;");
    await expect(run()).rejects.toThrow(/20_more\/20_last\.sql:1: /);
  });

  test("and ports are replaced when a port's file changes, and columns keep its types", async () => {
    await run();
    await ask(`insert into api.boats values (1, '{"x":1}')`);
    await write("spatial/plain", POINT_PORT.replace("value ? 'x'", "value ? 'x' and value ? 'y'"));
    expect(await run()).toMatchObject({ codeReplaced: true });
    // A session keeps the checks that it has used; a new one reads the new ones.
    const later = connectPostgres({ url: database.url });
    const refused = later.pipeline([{ statement: sql`insert into api.boats values (2, '{"x":1}')` }]);
    await expect(refused).rejects.toMatchObject({ sqlstate: "23514" });
    await later.close();
    expect(await ask("select place from api.boats where id = 1")).toBe('{"x": 1}');
  });

  test("that fails leaves the old code in place", async () => {
    await run();
    await write("code/10_views", "create view api.boats_view as select missing from api.boats;");
    await expect(run()).rejects.toThrow(/10_views\.sql:1: column "missing" does not exist/);
    expect(await ask("select count(*) from api.boats_view")).toBe("0");
  });

  test("tells listeners that the schema changed, and only then", async () => {
    const heard: string[] = [];
    const stop = await database.owner.listen("pgrst", (payload) => heard.push(payload));
    await run();
    await expect.poll(() => heard).toEqual(["reload schema"]);
    await run();
    await write("code/10_views", "create view api.boats_view as select id as key from api.boats;");
    await run();
    await expect.poll(() => heard).toEqual(["reload schema", "reload schema"]);
    await stop();
  });
});

describe("adapters", () => {
  test("are chosen once and remembered", async () => {
    expect((await run()).adapters).toEqual({ spatial: "plain", timeseries: "plain" });
    expect(await ask("select string_agg(port || ' ' || adapter, ', ' order by port) from app.ports")).toBe(
      "spatial plain, timeseries plain",
    );
    await write("spatial/postgis", "select 1");
    await expect(run({ spatial: "postgis" })).rejects.toThrow(AdapterError);
  });

  test("without a wish are the best that the server offers", async () => {
    await write("spatial/postgis", POINT_PORT);
    await write("timeseries/timescaledb", "select 1");
    const { adapters } = await migrate(database.owner, {
      sqlDir,
      authenticatorPassword: AUTHENTICATOR_PASSWORD,
    });
    const offered = await ask("select count(*) from pg_available_extensions where name = 'postgis'");
    expect(adapters.spatial).toBe(offered === "1" ? "postgis" : "plain");
    expect(await ask("select count(*) from pg_extension where extname = 'postgis'")).toBe(offered);
  });

  test("that the server does not have are refused when asked for", async () => {
    const offered = await ask("select count(*) from pg_available_extensions where name = 'timescaledb'");
    if (offered !== "0") return;
    await write("timeseries/timescaledb", "select 1");
    await expect(run({ timeseries: "timescaledb" })).rejects.toThrow(
      'does not offer the extension "timescaledb"',
    );
  });
});
