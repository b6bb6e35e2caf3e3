-- The functions of the exposed schemas ($1, text[]) that can be called by name: no triggers, aggregates or
-- window functions. An unnamed parameter must be the only one, of a type that accepts a raw body.
with recursive
domains (oid, base) as (
  select t.oid, t.typbasetype from pg_type t where t.typtype = 'd'
  union all
  select d.oid, t.typbasetype from domains d join pg_type t on t.oid = d.base and t.typtype = 'd'
),
base_types (oid, base) as (
  select d.oid, d.base from domains d join pg_type t on t.oid = d.base and t.typtype <> 'd'
),
chosen as materialized (
  select p.*, n.nspname
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = any ($1::text[])
    and p.prokind = 'f'
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
),
inputs as (
  select
    p.oid,
    count(*) filter (where i.name = '') as unnamed,
    json_agg(
      json_build_object(
        'name', i.name,
        -- A bare bit or character would truncate the value to one; the declared length is unknown.
        'type', case i.type
          when 'bit'::regtype then 'bit varying'
          when 'bit[]'::regtype then 'bit varying[]'
          when 'bpchar'::regtype then 'character varying'
          when 'bpchar[]'::regtype then 'character varying[]'
          else format_type(i.type, null)
        end,
        'required', i.place <= p.pronargs - p.pronargdefaults,
        'variadic', p.provariadic <> 0 and i.place = p.pronargs
      )
      order by i.place
    ) as list
  from chosen p
  cross join lateral (
    select
      row_number() over (order by u.number) as place,
      u.type,
      coalesce(p.proargnames[u.number], '') as name
    from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality u (type, number)
    where p.proargmodes is null or p.proargmodes[u.number] in ('i', 'b', 'v')
  ) i
  group by p.oid
)
select
  p.oid::text as oid,
  p.nspname::text as schema,
  p.proname::text as name,
  obj_description(p.oid, 'pg_proc') as description,
  coalesce(i.list, '[]'::json) as parameters,
  p.provariadic <> 0 as has_variadic,
  p.proretset as returns_set,
  p.prorettype = 'void'::regtype as returns_void,
  -- Composite: a row type (also behind a domain), or output columns, even a single one.
  (
    t.typtype = 'c'
    or coalesce(p.proargmodes::text[] && array['t', 'b', 'o'], false)
  ) as composite,
  format_type(p.prorettype, null) as type,
  rn.nspname::text as relation_schema,
  rc.relname::text as relation_name,
  case p.provolatile when 'v' then 'volatile' when 's' then 'stable' else 'immutable' end as volatility,
  coalesce(to_json(p.proconfig), '[]'::json) as settings
from chosen p
left join inputs i on i.oid = p.oid
left join base_types b on b.oid = p.prorettype
join pg_type t on t.oid = coalesce(b.base, p.prorettype)
left join pg_class rc on rc.oid = t.typrelid and rc.relkind in ('r', 'v', 'm', 'f', 'p')
left join pg_namespace rn on rn.oid = rc.relnamespace
where coalesce(i.unnamed, 0) = 0
  or p.pronargs = 1
  and p.proargtypes[0] in
    ('json'::regtype, 'jsonb'::regtype, 'text'::regtype, 'xml'::regtype, 'bytea'::regtype)
order by p.nspname, p.proname, p.oid
