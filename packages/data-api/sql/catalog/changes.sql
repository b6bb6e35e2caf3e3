-- A number that is another one once something was created, altered, granted or commented in the database, in one row.
-- $1 (text[]): the exposed schemas. What comes with PostgreSQL itself has lower oids, and does not count.
select coalesce(sum(hashtextextended(o.kind || o.oid || ' ' || o.version, 0)), 0)::text as changes
from (
  select 'c', c.oid::text, c.xmin::text from pg_class c where c.oid >= 16384 and c.relkind <> 't'
  union all select 'a', a.attrelid || '.' || a.attnum, a.xmin::text from pg_attribute a where a.attrelid >= 16384
  union all select 'p', p.oid::text, p.xmin::text from pg_proc p where p.oid >= 16384
  union all select 't', t.oid::text, t.xmin::text from pg_type t where t.oid >= 16384
  union all select 'k', k.oid::text, k.xmin::text from pg_constraint k where k.oid >= 16384
  union all select 'n', n.oid::text, n.xmin::text from pg_namespace n where n.nspname = any ($1::text[])
  union all select 'd', d.objoid || '.' || d.objsubid, d.xmin::text from pg_description d where d.objoid >= 16384
  union all select 's', s.setrole::text, s.xmin::text from pg_db_role_setting s
) o (kind, oid, version)
