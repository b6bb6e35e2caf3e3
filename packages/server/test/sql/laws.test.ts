/** Laws of the whole schema, read from the catalogue, so that later additions obey them too. */
import { readFile } from "node:fs/promises";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../test/support/database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await cloneDatabase();
});
afterAll(() => db.drop());

/** Violations of a law: the first column of each row. */
async function breakers(statement: Sql): Promise<string[]> {
  const { rows } = await db.owner.transaction((tx) => tx.run(statement));
  return rows.map(([name]) => name ?? "");
}

test("row security is forced on every table of the API, and on the shared ones behind it", async () => {
  expect(
    await breakers(sql`select relname from pg_class where relkind in ('r', 'p')
      and (relnamespace = 'api'::regnamespace or oid in ('app.vessels'::regclass, 'app.events'::regclass,
        'app.metrics'::regclass, 'app.metric_shapes'::regclass))
      and not (relrowsecurity and relforcerowsecurity)`),
  ).toEqual([]);
});

test("every view runs as its caller, or as a role bound by row security, or filters by itself", async () => {
  expect(
    await breakers(sql`select relname from pg_class where relkind = 'v' and relnamespace = 'api'::regnamespace
      and not coalesce(reloptions @> '{security_invoker=true}', false)
      and relowner <> 'wakelog_viewer'::regrole
      and not coalesce(reloptions @> '{security_barrier=true}', false)`),
  ).toEqual([]);
});

test("a function that may do more than its caller belongs to the worker or the viewer and names its search_path", async () => {
  expect(
    await breakers(sql`select p.oid::regprocedure from pg_proc p
      where pronamespace in ('api'::regnamespace, 'app'::regnamespace, 'public_pages'::regnamespace) and prosecdef
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
        and (proowner not in ('wakelog_worker'::regrole, 'wakelog_viewer'::regrole)
          or not exists (select from unnest(proconfig) c where c like 'search_path=%'))`),
  ).toEqual([]);
});

test("nothing is executable by everybody", async () => {
  expect(
    await breakers(sql`select p.oid::regprocedure from pg_proc p
      where pronamespace in ('api'::regnamespace, 'app'::regnamespace, 'public_pages'::regnamespace)
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
        and (proacl is null or exists (select from aclexplode(proacl) a where a.grantee = 0))`),
  ).toEqual([]);
});

test("the worker and the viewer can bypass nothing", async () => {
  expect(
    await breakers(sql`select rolname from pg_roles where rolname in ('wakelog_worker', 'wakelog_viewer', 'wakelog_authenticator',
      'anonymous', 'user_role', 'vessel_role', 'admin_role', 'messenger_role') and (rolsuper or rolbypassrls or rolcreaterole)`),
  ).toEqual([]);
});

test("every key of a vessel's rows begins with vessel_id, so that the schema can be distributed by it", async () => {
  expect(
    await breakers(sql`select c.relname from pg_class c join pg_index i on i.indrelid = c.oid
      where relnamespace = 'api'::regnamespace and i.indisprimary and relname <> 'stays_at'
        and i.indkey[0] <> (select attnum from pg_attribute where attrelid = c.oid and attname = 'vessel_id')`),
  ).toEqual([]);
});

test("everything in the API has a description", async () => {
  expect(
    await breakers(sql`
      select p.proname::text from pg_proc p where pronamespace = 'api'::regnamespace and obj_description(p.oid, 'pg_proc') is null
      union all
      select c.relname::text from pg_class c where relnamespace = 'api'::regnamespace and relkind in ('r', 'v', 'm', 'p')
        and obj_description(c.oid, 'pg_class') is null
      union all
      select c.relname || '.' || attname from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
      where relnamespace = 'api'::regnamespace and relkind in ('r', 'v', 'm', 'p') and col_description(c.oid, attnum) is null
      order by 1`),
  ).toEqual([]);
});

test("no PL/pgSQL body is longer than 30 lines", async () => {
  expect(
    await breakers(sql`select p.oid::regprocedure from pg_proc p join pg_language l on l.oid = prolang and lanname = 'plpgsql'
      where pronamespace in ('api'::regnamespace, 'app'::regnamespace, 'public_pages'::regnamespace)
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
        and array_length(string_to_array(trim(both e'\n' from prosrc), e'\n'), 1) > 30`),
  ).toEqual([]);
});

test("the API's version is the package's", async () => {
  const { version } = JSON.parse(
    await readFile(new URL("../../../../package.json", import.meta.url), "utf8"),
  );
  expect(await breakers(sql`select app.api_version()`)).toEqual([version]);
});

test("every rule that a request can break says in a sentence what it wants", async () => {
  // Besides the tables writable by roles, those that the service writes for them.
  expect(
    await breakers(sql`
      with reached as (
        select c.oid from pg_class c
        where c.relnamespace in ('api'::regnamespace, 'app'::regnamespace) and c.relkind in ('r', 'p')
          and (c.oid in ('app.accounts'::regclass, 'app.vessels'::regclass, 'app.memberships'::regclass,
              'app.one_time_codes'::regclass, 'app.events'::regclass, 'app.edits'::regclass,
              'app.written_by_people'::regclass)
            or exists (
              select from pg_roles r
              where r.rolname in ('anonymous', 'user_role', 'vessel_role', 'admin_role', 'messenger_role')
                and (has_table_privilege(r.oid, c.oid, 'insert, update, delete')
                  or has_any_column_privilege(r.oid, c.oid, 'insert, update')))))
      select k.conrelid::regclass || ' ' || k.conname from pg_constraint k
      where k.conrelid in (select oid from reached) and k.contype in ('c', 'u', 'p', 'f', 'x')
        and coalesce(obj_description(k.oid, 'pg_constraint'), '') !~ '^[A-Za-z].*\.$'
      union all
      select x.indrelid::regclass || ' ' || x.indexrelid::regclass from pg_index x
      where x.indrelid in (select oid from reached) and x.indisunique
        and not exists (select from pg_constraint k where k.conindid = x.indexrelid)
        and coalesce(obj_description(x.indexrelid, 'pg_class'), '') !~ '^[A-Za-z].*\.$'
      union all
      select k.contypid::regtype || ' ' || k.conname from pg_constraint k join pg_type t on t.oid = k.contypid
      where t.typnamespace in ('api'::regnamespace, 'app'::regnamespace) and k.contype = 'c'
        and coalesce(obj_description(k.oid, 'pg_constraint'), '') !~ '^[A-Za-z].*\.$'`),
  ).toEqual([]);
});

test("what refers to a row is found by an index, when the row is deleted", async () => {
  expect(
    await breakers(sql`select conrelid::regclass || ' ' || conname from pg_constraint k
      where contype = 'f' and confdeltype <> 'a' and connamespace in ('api'::regnamespace, 'app'::regnamespace)
        and not exists (
          select from pg_index i
          where i.indrelid = k.conrelid and i.indkey[0] = any (k.conkey) and i.indpred is null)`),
  ).toEqual([]);
});
