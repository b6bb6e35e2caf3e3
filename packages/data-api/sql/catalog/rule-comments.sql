-- Comments on constraints and unique indexes: a sentence for each rule. $1 (text[]): excluded schemas.
select n.nspname::text as schema, c.relname::text as table, k.conname::text as name, d.description as sentence
from pg_description d
join pg_constraint k on d.classoid = 'pg_constraint'::regclass and k.oid = d.objoid
join pg_namespace n on n.oid = k.connamespace
left join pg_class c on c.oid = k.conrelid
where n.nspname <> all ($1::text[])
union all
select n.nspname, c.relname, i.relname, d.description
from pg_description d
join pg_index x on d.classoid = 'pg_class'::regclass and x.indexrelid = d.objoid and d.objsubid = 0
join pg_class i on i.oid = x.indexrelid
join pg_class c on c.oid = x.indrelid
join pg_namespace n on n.oid = c.relnamespace
where x.indisunique and n.nspname <> all ($1::text[])
