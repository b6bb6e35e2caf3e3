-- The relations of the exposed schemas ($1, text[]), and those whose rows an exposed function returns.
-- One row per relation; partitions are accessible only through their parent.
with recursive
domains (oid, base, typmod, default_expression, not_null) as (
  select t.oid, t.typbasetype, t.typtypmod, pg_get_expr(t.typdefaultbin, 0), t.typnotnull
  from pg_type t
  where t.typtype = 'd'
  union all
  select d.oid, t.typbasetype,
         case when d.typmod = -1 then t.typtypmod else d.typmod end,
         coalesce(d.default_expression, pg_get_expr(t.typdefaultbin, 0)),
         d.not_null or t.typnotnull
  from domains d
  join pg_type t on t.oid = d.base and t.typtype = 'd'
),
base_types (oid, base, typmod, default_expression, not_null) as (
  select d.oid, d.base, d.typmod, d.default_expression, d.not_null
  from domains d
  join pg_type t on t.oid = d.base and t.typtype <> 'd'
),
labels (oid, enum) as (
  select e.enumtypid, json_agg(e.enumlabel order by e.enumsortorder)
  from pg_enum e
  group by e.enumtypid
),
-- Foreign tables whose wrapper has no handler, and views on them: pg_relation_is_updatable fails for these.
out_of_reach (oid) as (
  select f.ftrelid
  from pg_foreign_table f
  join pg_foreign_server s on s.oid = f.ftserver
  join pg_foreign_data_wrapper w on w.oid = s.srvfdw
  where w.fdwhandler = 0
  union
  select w.ev_class
  from out_of_reach o
  join pg_depend d on d.refclassid = 'pg_class'::regclass
    and d.refobjid = o.oid
    and d.classid = 'pg_rewrite'::regclass
  join pg_rewrite w on w.oid = d.objid
),
chosen as (
  select c.oid, c.relname, c.relkind, n.nspname, c.relnamespace
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'f', 'p')
    and not c.relispartition
    and (
      n.nspname = any ($1::text[])
      or c.reltype in (
        select p.prorettype
        from pg_proc p
        join pg_namespace pn on pn.oid = p.pronamespace
        where pn.nspname = any ($1::text[])
      )
    )
),
-- Each table with all tables connected by inheritance or partitioning.
relatives (oid, relative) as (
  select oid, oid
  from chosen
  where relkind in ('r', 'p')
  union
  select r.oid, case when i.inhrelid = r.relative then i.inhparent else i.inhrelid end
  from relatives r
  join pg_inherits i on r.relative in (i.inhrelid, i.inhparent)
),
columns as (
  select
    a.attrelid,
    json_agg(
      json_build_object(
        'number', a.attnum,
        'name', a.attname,
        'type', format_type(coalesce(b.base, a.atttypid), coalesce(nullif(a.atttypmod, -1), b.typmod, -1)),
        'nominalType', format_type(a.atttypid, a.atttypmod),
        'nullable', not (a.attnotnull or coalesce(b.not_null, false)),
        'default', case
          -- Not pg_get_serial_sequence, which needs rights on the schema.
          when a.attidentity = 'd' then (
            select format('nextval(%L)', q.objid::regclass)
            from pg_depend q
            where q.classid = 'pg_class'::regclass
              and q.refclassid = 'pg_class'::regclass
              and q.refobjid = a.attrelid
              and q.refobjsubid = a.attnum
              and q.deptype = 'i'
          )
          when a.attgenerated <> '' then null
          when ad.adbin is null then b.default_expression
          else pg_get_expr(ad.adbin, ad.adrelid)
        end,
        'maxLength', case
          when coalesce(b.base, a.atttypid) in ('varchar'::regtype, 'bpchar'::regtype)
            then nullif(greatest(coalesce(nullif(a.atttypmod, -1), b.typmod, -1) - 4, -1), -1)
          when coalesce(b.base, a.atttypid) in ('bit'::regtype, 'varbit'::regtype)
            then nullif(coalesce(nullif(a.atttypmod, -1), b.typmod, -1), -1)
        end,
        'enum', coalesce(l.enum, '[]'::json),
        'description', col_description(a.attrelid, a.attnum)
      )
      order by a.attnum
    ) as list
  from pg_attribute a
  left join base_types b on b.oid = a.atttypid
  join pg_type t on t.oid = coalesce(b.base, a.atttypid)
  left join labels l on l.oid = t.oid
  left join pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
  where a.attnum > 0
    and not a.attisdropped
    and a.attrelid in (select oid from chosen)
  group by a.attrelid
)
select
  c.oid::text as oid,
  c.nspname::text as schema,
  c.relname::text as name,
  case c.relkind
    when 'r' then 'table'
    when 'v' then 'view'
    when 'm' then 'materialized view'
    when 'f' then 'foreign table'
    else 'partitioned table'
  end as kind,
  obj_description(c.oid, 'pg_class') as description,
  -- Bits are 1 << CmdType: update 2, insert 3, delete 4.
  can.write & 8 = 8 as insertable,
  can.write & 4 = 4 as updatable,
  can.write & 16 = 16 as deletable,
  -- Rows of a view or foreign table may depend on the caller. So may those of relatives with row security.
  c.relkind in ('v', 'f') or exists (
    select
    from relatives r
    join pg_class t on t.oid = r.relative
    where r.oid = c.oid
      and t.relrowsecurity
  ) as hides_rows,
  coalesce(k.list, '[]'::json) as columns
from chosen c
left join columns k on k.attrelid = c.oid
cross join lateral (
  select case
    when c.oid in (select oid from out_of_reach) then 0
    else pg_relation_is_updatable(c.oid::regclass, true)
  end as write
) can
order by c.nspname, c.relname
