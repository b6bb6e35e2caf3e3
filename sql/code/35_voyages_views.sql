-- Voyages, and what of the logbook waits for a person's decision.

-- Time that a stay between two logs may have lasted for `join` to be suggested.
create or replace function app.review_joins_within() returns interval
language sql immutable parallel safe as $$ select interval '12 hours' $$;

create or replace view api.voyages_view as
  select coalesce(voyage_id, id) as id,
    case when count(*) = 1 then min(name)
      else concat_ws(' to ', (array_agg(_from order by _from_time))[1], (array_agg(_to order by _from_time desc))[1])
    end as name,
    (array_agg(_from order by _from_time))[1] as "from",
    (array_agg(_to order by _from_time desc))[1] as "to",
    min(_from_time) as started,
    max(_to_time) as ended,
    sum(distance) as distance,
    max(_to_time) - min(_from_time) as duration,
    count(*)::integer as legs,
    (count(*) - 1 + coalesce(sum(jsonb_array_length(jsonb_path_query_array(segments, '$[*] ? (@.kind == "pause")'))), 0)
    )::integer as stops
  from api.logbook
  where _to_time is not null
  group by vessel_id, coalesce(voyage_id, id)
  order by started desc;

-- Gaps: silences that no log and no stay covers, derived by the fold. People see those that wait for a decision.
alter table app.gaps enable row level security, force row level security;
create policy own_vessel on app.gaps for select to user_role, vessel_role, wakelog_viewer
  using (vessel_id = (select app.current_vessel()));
create policy operator on app.gaps for select to admin_role using (true);
create policy operators_view on app.gaps for select to wakelog_viewer
  using ((select current_setting('role')) = 'admin_role');
create policy service on app.gaps to wakelog_worker using (true) with check (true);

-- The side of the doubt, the log beyond it, and the instant within: what a decision needs besides the log's id.
create or replace view api.review_view as
  select l.id, l.name, d.doubt, l.confidence,
    concat_ws('; ', l.reasons #>> '{from,text}', l.reasons #>> '{to,text}') as reasons,
    array['keep'] || case when n.id is not null then array['join'] else '{}' end
      || case when s.at is not null then array['split'] else '{}' end || array['delete'] as decisions,
    n.id as join_with, s.at as split_at,
    l._from_time as started, l._to_time as ended, l._from as "from", l._to as "to",
    'doubt' as kind, l.distance
  from api.logbook l
  cross join lateral (
    select l.reasons #>> '{from,rule}' in ('gap', 'first-fix', 'silence') as departure,
      l.reasons #>> '{to,rule}' in ('gap', 'silence') as arrival) b
  cross join lateral (
    select case when b.departure and not coalesce(b.arrival, false) then 'departure'
      when b.arrival and not coalesce(b.departure, false) then 'arrival' else 'both' end as doubt) d
  left join lateral (
    -- The nearest log on the side of the doubt.
    select o.id from api.logbook o
    cross join lateral (
      select case when o._from_time >= l._to_time then o._from_time - l._to_time
        else l._from_time - o._to_time end as apart) g
    where o.vessel_id = l.vessel_id and o._to_time is not null and g.apart <= app.review_joins_within()
      and (d.doubt <> 'departure' and o._from_time >= l._to_time
        or d.doubt <> 'arrival' and o._to_time <= l._from_time)
    order by g.apart, o.id limit 1) n on true
  left join lateral (
    select f + (t - f) / 2 as at
    from jsonb_array_elements(l.segments) with ordinality e (part, place),
      lateral (select (e.part ->> 'from')::timestamptz as f, (e.part ->> 'to')::timestamptz as t) span
    where e.part ->> 'kind' in ('gap', 'pause') and e.place between 2 and jsonb_array_length(l.segments) - 1
    order by t - f desc, f limit 1) s on true
  where l._to_time is not null and l.confidence < app.review_below()
  union all
  select g.id, f.name || ' to ' || t.name, null, null, g.reason, array['keep', 'delete'], null, null,
    g.from_time, g.to_time, f.name, t.name, g.cause, g.distance
  from app.gaps g
  -- It began where a stay or a log ended, and ended where the next began.
  left join lateral (
    select name from (
      select 1 as place, s.name from api.stays s where s.vessel_id = g.vessel_id and s.departed = g.from_time
      union all
      select 2, l._to from api.logbook l where l.vessel_id = g.vessel_id and l._to_time = g.from_time) o
    order by place limit 1) f on true
  left join lateral (
    select name from (
      select 1 as place, s.name from api.stays s where s.vessel_id = g.vessel_id and s.arrived = g.to_time
      union all
      select 2, l._from from api.logbook l where l.vessel_id = g.vessel_id and l._from_time = g.to_time) o
    order by place limit 1) t on true
  where not g.dismissed
  order by started desc;

-- Who said it: a name, for people of the same vessel.
create or replace function app.author(account text) returns text
language sql stable security definer set search_path = pg_catalog as $$
  select a.first || ' ' || a.last from app.accounts a join app.memberships m using (account_id)
  where a.account_id = account and m.vessel_id = app.current_vessel()
$$;

alter table app.edits enable row level security, force row level security;
create policy own_vessel on app.edits for select to user_role, vessel_role, wakelog_viewer
  using (vessel_id = (select app.current_vessel()));
create policy operator on app.edits for select to admin_role using (true);
create policy operators_view on app.edits for select to wakelog_viewer
  using ((select current_setting('role')) = 'admin_role');
create policy service on app.edits to wakelog_worker using (true) with check (true);

create or replace view api.edits_view as
  select id, kind, from_time as started, to_time as ended, facts - 'identities' as facts, made_at,
    app.author(account_id) as made_by, undone_at is not null as undone, undone_at
  from app.edits
  order by made_at desc, id desc;

grant execute on function app.review_joins_within()
  to user_role, vessel_role, admin_role, wakelog_viewer;
grant execute on function app.author(text) to user_role, vessel_role, admin_role, wakelog_viewer;
grant select (id, vessel_id, kind, from_time, to_time, facts, made_at, account_id, undone_at) on app.edits
  to user_role, vessel_role, admin_role, wakelog_viewer;
grant select on app.gaps to user_role, vessel_role, admin_role, wakelog_viewer;
grant select on api.voyages_view, api.review_view, api.edits_view to user_role, vessel_role, admin_role;
