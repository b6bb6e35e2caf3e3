/**
 * Drops what `packages/server/sql/code` and the ports created, before they run again. So each file only declares what
 * should exist, and what no file declares any more is gone.
 */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { raw } from "@wakelog/data-api/db/sql.ts";

/**
 * Drops policies, triggers, views, routines and types in our schemas, except what belongs to an extension or a table
 * needs: their files update those with `create or replace` or a guard. Routines and types in use are retried once their
 * dependents are gone.
 */
export async function dropReplaceable(tx: Tx): Promise<void> {
  await tx.run(raw(DROP_POLICIES_AND_TRIGGERS));
  await tx.run(raw(DROP_VIEWS));
  await tx.run(raw(DROP_ROUTINES_AND_TYPES));
}

const SCHEMAS = `(${["api", "app", "public_pages", "second", "second_pages", "grafana"]
  .map((name) => `'${name}'::regnamespace`)
  .join(", ")})`;

const DROP_POLICIES_AND_TRIGGERS = `
do $$
declare
  command text;
begin
  for command in
    select format('drop policy %I on %s', polname, polrelid::regclass)
    from pg_policy join pg_class on pg_class.oid = polrelid
    where relnamespace in ${SCHEMAS}
    union all
    select format('drop trigger %I on %s', tgname, tgrelid::regclass)
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace in ${SCHEMAS} and not tgisinternal and tgparentid = 0
      and not exists (select from pg_depend
        where classid = 'pg_proc'::regclass and objid = tgfoid and deptype = 'e')
  loop
    execute command;
  end loop;
end
$$`;

const DROP_VIEWS = `
do $$
declare
  command text;
begin
  for command in
    -- Names, not formatted oids: a view dropped with an earlier one would show as a number.
    select format('drop %s if exists %I.%I cascade',
      case relkind when 'm' then 'materialized view' else 'view' end, nspname, relname)
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relnamespace in ${SCHEMAS} and relkind in ('v', 'm')
      and not exists (select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  loop
    execute command;
  end loop;
end
$$`;

const DROP_ROUTINES_AND_TYPES = `
do $$
declare
  command text;
  dropped integer;
begin
  loop
    dropped := 0;
    for command in
      select format('drop routine %s', p.oid::regprocedure) from pg_proc p
      where pronamespace in ${SCHEMAS}
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype in ('e', 'i'))
      union all
      select format('drop type %s', format_type(t.oid, null)) from pg_type t left join pg_class c on c.oid = typrelid
      where typnamespace in ${SCHEMAS} and (typtype in ('d', 'e', 'r') or c.relkind = 'c')
        and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = t.oid and deptype = 'e')
    loop
      begin
        execute command;
        dropped := dropped + 1;
      exception when dependent_objects_still_exist then null;
      end;
    end loop;
    exit when dropped = 0;
  end loop;
end
$$`;
