-- Packs rows older than a month to half their size (ADR 13). Readers see no difference.

-- The metrics of a packed row.
create or replace function app.unpacked_metrics(metrics jsonb, shape integer, numbers double precision[]) returns jsonb
language plpgsql stable parallel safe as $$
declare
  known constant text[] := (select s.names from app.metric_shapes s where s.id = shape);
  found jsonb;
begin
  if known is null then
    raise exception 'there is no shape % of metrics', shape;
  end if;
  found := (
    select coalesce(jsonb_object_agg(u.name, u.value) filter (where u.value is not null), '{}')
    from unnest(known, numbers) u (name, value));
  return case when metrics is null then found else found || metrics end;
end
$$;

-- The metrics of a row as sent. Only a condition, so that the planner inlines it and unpacked rows cost nothing.
create or replace function app.whole_metrics(metrics jsonb, shape integer, numbers double precision[]) returns jsonb
language sql stable parallel safe as $$
  select case when shape is null then metrics else app.unpacked_metrics(metrics, shape, numbers) end
$$;

-- As above if an object, otherwise null: for callers that read every key.
create or replace function app.metrics_object(metrics jsonb, shape integer, numbers double precision[]) returns jsonb
language sql stable parallel safe as $$
  select case when shape is not null then app.unpacked_metrics(metrics, shape, numbers)
    when jsonb_typeof(metrics) = 'object' then metrics end
$$;

-- An object's numbers by name, null unless exactly restored to the last digit; and the rest of the object.
create or replace function app.packed_metrics(metrics jsonb, names text[], out numbers double precision[],
  out others jsonb)
language plpgsql immutable as $$
declare
  name text;
  given text;
  number double precision;
  packed text[] := '{}';
begin
  numbers := '{}';
  foreach name in array names loop
    given := case jsonb_typeof(metrics -> name) when 'number' then metrics ->> name end;
    -- Longer numbers have more digits than the type; far larger ones would fail.
    number := case when octet_length(given) <= 24 then given::double precision end;
    if to_jsonb(number)::text = given then
      packed := packed || name;
    else
      number := null;
    end if;
    numbers := numbers || number;
  end loop;
  others := nullif(metrics - packed, '{}');
end
$$;

-- A shape of the vessel for these names: the smallest that has all of them, or a new one.
create or replace function app.shape_of_metrics(vessel text, wanted text[], out id integer, out names text[])
language plpgsql volatile as $$
begin
  select s.id, s.names into id, names from app.metric_shapes s
  where s.vessel_id = vessel and s.names @> wanted and cardinality(s.names) < 2 * cardinality(wanted)
  order by cardinality(s.names), s.id limit 1;
  if not found then
    insert into app.metric_shapes as s (vessel_id, names) values (vessel, wanted)
    returning s.id, s.names into id, names;
  end if;
end
$$;

-- Packs the rows of a span, as the service, under the vessel's lock. Numbers found in fewer than one row in ten stay
-- unpacked, so that shapes are not much larger than their rows.
create or replace function app.pack_metrics(vessel text, since timestamptz, until timestamptz) returns integer
language plpgsql volatile as $$
declare
  wanted text[];
  chosen record;
  packed integer := 0;
begin
  with unpacked as materialized (
    select m.metrics from app.metrics m
    where m.vessel_id = vessel and m."time" >= since and m."time" <= until and m.shape is null
      and jsonb_typeof(m.metrics) = 'object'
  ), counted as (
    select e.key from unpacked u cross join lateral jsonb_each(u.metrics) e
    where jsonb_typeof(e.value) = 'number'
    group by e.key having count(*) * 10 >= (select count(*) from unpacked)
  )
  select array_agg(key order by key collate "C") into wanted from counted;
  if wanted is not null then
    select * into chosen from app.shape_of_metrics(vessel, wanted);
    -- From the row itself, so that a concurrent change is packed as changed.
    update app.metrics m
    set shape = chosen.id, (numbers, metrics) = (
      select p.numbers, p.others from app.packed_metrics(m.metrics, chosen.names) p)
    where m.vessel_id = vessel and m."time" >= since and m."time" <= until and m.shape is null
      and jsonb_typeof(m.metrics) = 'object' and m.metrics ?| wanted;
    get diagnostics packed = row_count;
  end if;
  return packed;
end
$$;

-- Rows before this are packed.
create or replace function app.packed_before() returns timestamptz
language sql stable as $$ select now() - interval '1 month' $$;

-- Packs a vessel's next due rows, oldest first, up to a limit. Returns the number of rows visited.
create or replace function app.pack_next_metrics(vessel text, most integer) returns integer
language plpgsql volatile as $$
declare
  done constant timestamptz := coalesce(
    (select p.until from app.packing p where p.vessel_id = vessel), '-infinity');
  first timestamptz;
  last timestamptz;
  number integer;
begin
  select min(o."time"), max(o."time"), count(*) into first, last, number
  from (
    select m."time" from app.metrics m
    where m.vessel_id = vessel and m."time" > done and m."time" < app.packed_before()
    order by m."time" limit most) o;
  if number > 0 then
    perform app.pack_metrics(vessel, first, last);
    insert into app.packing (vessel_id, until) values (vessel, last)
    on conflict (vessel_id) do update set until = excluded.until;
  end if;
  return number;
end
$$;

-- Packs late rows of a span that is packed.
create or replace function app.pack_late_metrics(vessel text, since timestamptz, until timestamptz) returns void
language sql volatile as $$
  select app.pack_metrics(vessel, since, least(p.until, pack_late_metrics.until))
  from app.packing p where p.vessel_id = vessel and p.until >= since
$$;

-- Vessels with rows due for a day, so that each is packed once a day; those that have waited longest first.
create or replace function app.vessels_to_pack(but text[], most integer) returns setof text
language sql stable as $$
  select v.vessel_id from app.vessels v
  left join app.packing p on p.vessel_id = v.vessel_id
  where v.vessel_id <> all (but) and exists (
    select from app.metrics m
    where m.vessel_id = v.vessel_id and m."time" > coalesce(p.until, '-infinity')
      and m."time" < app.packed_before() - interval '1 day')
  order by p.until nulls first, v.vessel_id limit most
$$;

grant execute on function app.unpacked_metrics(jsonb, integer, double precision[]),
    app.whole_metrics(jsonb, integer, double precision[]), app.metrics_object(jsonb, integer, double precision[])
  to user_role, vessel_role, admin_role, wakelog_viewer, wakelog_grafana_owner;
