-- Reads and writes of the evaluator (src/boat/monitoring), once per POST.

-- Milliseconds since 1970.
create or replace function app.millis(instant timestamptz) returns double precision
language sql immutable parallel safe as $$ select (extract(epoch from instant) * 1000)::double precision $$;
create or replace function app.of_millis(millis double precision) returns timestamptz
language sql immutable parallel safe as $$ select to_timestamp(millis / 1000) $$;

-- Usual interval between a vessel's positions at rest, milliseconds: the 90th percentile of the last two weeks. Null if
-- its newest 3 000 rows hold fewer than three. Boats that save power send every hour; more than 70 minutes count as an
-- outage.
create or replace function app.usual_wait_at_rest(vessel text) returns double precision
language sql stable security definer set search_path = pg_catalog as $$
  select case when count(*) >= 3 then percentile_cont(0.9) within group (order by wait) end
  from (
    select app.millis(m."time") - app.millis(lag(m."time") over earlier) as wait,
      greatest(m.speedoverground, lag(m.speedoverground) over earlier) as speed
    from (
      select "time", speedoverground from app.metrics
      where vessel_id = vessel and latitude is not null and longitude is not null
        and "time" between now() - interval '14 days' and now()
      order by "time" desc limit 3000) m
    window earlier as (order by m."time")) waits
  where wait <= 4200000 and coalesce(speed, 0) < 1
$$;

-- How much longer than usual a boat may be silent, because her link sends seldom.
create or replace function app.link_wait(vessel text) returns interval
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce((
    select case l.mode when 'metered' then interval '30 min' when 'satellite' then interval '1 hour' end
    from app.boat_links l where l.vessel_id = vessel and l.revoked_at is null
    order by l.last_seen desc nulls last limit 1), interval '0')
$$;

-- The rules of a vessel for the evaluator; durations in milliseconds.
create or replace function app.watched(vessel text) returns jsonb
language sql stable security definer set search_path = pg_catalog as $$
  select jsonb_build_object(
    'rules', coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'kind', r.kind, 'key', r.key, 'low', r.low,
        'high', r.high, 'hysteresis', r.hysteresis, 'after', extract(epoch from r.after
          + case when r.kind = 'silent' then app.link_wait(vessel) else interval '0' end) * 1000, 'area', r.area,
        'severity', r.severity, 'since', app.millis(r.created_at)) order by r.id)
      from api.alert_rules r where r.vessel_id = vessel and r.enabled), '[]'),
    'keys', coalesce(app.measurement_keys(vessel), '{}'),
    'armed', (
      select jsonb_build_object('since', app.millis(min(r.created_at)), 'lastFix', (
        select app.millis(m."time") from app.metrics m
        where m.vessel_id = vessel and m.latitude is not null and m.longitude is not null and m."time" <= now()
        order by m."time" desc limit 1), 'usualWait', (
          -- A position is missed after twice this.
          select case when extra = interval '0' then usual
            else greatest(coalesce(usual, 0), 60000) + extract(epoch from extra) * 500 end
          from (select app.usual_wait_at_rest(vessel) as usual, app.link_wait(vessel) as extra) w))
      from api.alert_rules r where r.vessel_id = vessel and r.enabled and r.kind = 'drag' having count(*) > 0),
    'lacksBilge', coalesce(app.lacks_bilge_rule(vessel), false),
    'dragWarning', coalesce((
      select a.preferences ->> 'anchor_drag_warning' from app.accounts a
      where a.account_id = app.owner_of(vessel)), 'true') <> 'false')
$$;

-- The watch states of vessels. `watched` only if the reader does not know that version; `raised`, as {rule, kind,
-- since}, only if the state is of another version. `stay` is the open stay, if at anchor and watched; `under_way` is
-- the start of the open log.
create or replace function app.watch_states_of(vessels text[], known double precision[])
returns table (vessel text, version double precision, state jsonb, watched jsonb, raised jsonb, stay jsonb,
  under_way double precision, found jsonb)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query select k.vessel, coalesce(w.version, 0)::double precision, coalesce(w.state, '{}'),
    case when coalesce(w.version, 0) is distinct from k.version then app.watched(k.vessel) end,
    case when coalesce(w.version, 0) <> coalesce((w.state ->> 'version')::double precision, 0) then (
      select coalesce(jsonb_agg(jsonb_build_object('rule', coalesce(a.rule_id, 0), 'kind', a.kind,
        'since', app.millis(a.raised_at))), '[]')
      from app.alerts a where a.vessel_id = k.vessel and a.state = 'raised' and a.kind <> 'boat') end,
    (select jsonb_build_object('id', s.id, 'latitude', s.latitude, 'longitude', s.longitude, 'radius', s.radius_m,
        'arrived', app.millis(s.arrived))
      from api.stays s where s.vessel_id = k.vessel and s.active and s.stay_code = 2
        and s.id is distinct from w.unwatched_stay),
    (select app.millis(l._from_time) from api.logbook l where l.vessel_id = k.vessel and l.active),
    coalesce(w.found_keys, '{}')
  from unnest(vessels, known) k (vessel, version)
  left join lateral (select * from app.watch_states o where o.vessel_id = k.vessel limit 1) w on true;
end
$$;

-- The watch state of the caller's vessel. Its plan is generic: see app.store_together.
create or replace function app.watch_begin(known double precision)
returns table (version double precision, state jsonb, watched jsonb, raised jsonb, stay jsonb,
  under_way double precision, found jsonb)
language plpgsql stable security definer set search_path = pg_catalog set plan_cache_mode = force_generic_plan
as $$
begin
  return query select w.version, w.state, w.watched, w.raised, w.stay, w.under_way, w.found
  from app.watch_states_of(array[app.current_vessel()], array[known]) w;
end
$$;

-- Raises an alert; returns its id. Null if its rule was deleted or disabled meanwhile, or already has one.
create or replace function app.raise_alert(vessel text, alert jsonb) returns integer
language sql volatile security definer set search_path = pg_catalog as $$
  insert into app.alerts (vessel_id, rule_id, name, kind, key, severity, state, value, threshold, latitude, longitude,
    raised_at, message, channels, repeat, escalate_after)
  select vessel, r.id, c.name, c.kind, c.key, c.severity, 'raised', c.value, c.threshold, c.latitude, c.longitude,
    app.of_millis(c.since), c.message, r.channels, case when r.id is null then interval '6 hours' else r.repeat end,
    case when r.id is null then interval '10 min' else r.escalate_after end
  from jsonb_to_record(alert) as c (rule integer, name text, kind text, key text, severity text,
    value double precision, threshold double precision, latitude double precision, longitude double precision,
    since double precision, message text)
  left join api.alert_rules r on r.vessel_id = vessel and r.id = c.rule and r.enabled
  where r.id is not null or c.rule = 0
  on conflict (vessel_id, coalesce(rule_id, 0), kind, (case when kind = 'boat' then key else '' end))
    where state = 'raised' do nothing
  returning id
$$;

-- Clears a rule's alert; returns its id, or null if there is none.
create or replace function app.clear_alert(vessel text, cleared jsonb) returns integer
language sql volatile security definer set search_path = pg_catalog as $$
  update app.alerts a
  set state = 'cleared', cleared_at = greatest(a.raised_at, app.of_millis((cleared ->> 'at')::double precision))
  where a.vessel_id = vessel and coalesce(a.rule_id, 0) = (cleared ->> 'rule')::integer
    and a.kind = cleared ->> 'kind' and a.state = 'raised'
  returning a.id
$$;

-- Stores states: an array of {vessel, state, due}; only of vessels that the transaction acts for.
create or replace function app.save_watch_states(states jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog as $$
begin
  insert into app.watch_states as w (vessel_id, state, due)
  select c.vessel, c.state, app.of_millis(c.due)
  from jsonb_to_recordset(states) c (vessel text, state jsonb, due double precision)
  where c.vessel = app.current_vessel() or c.vessel = any (app.vessels_together())
  on conflict (vessel_id) do update set state = excluded.state, due = excluded.due;
end
$$;

-- Stores the result of an evaluation: {state, due, moves: [{raise: …} or {clear: …}, …], isOver, backlog, hasBilge}:
-- the moves in order, whether the anchor watch is over, the span of a complete backlog, and whether the bilge was
-- measured for the first time.
create or replace function app.watch_save(change jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  vessel text := app.current_vessel();
  move jsonb;
  alert integer;
begin
  perform app.save_watch_states(jsonb_build_array(change || jsonb_build_object('vessel', vessel)));
  for move in select value from jsonb_array_elements(change -> 'moves') loop
    if move ? 'raise' then
      alert := app.raise_alert(vessel, move -> 'raise');
      perform app.enqueue('alert_raised', alert::text, vessel) where alert is not null;
    else
      alert := app.clear_alert(vessel, move -> 'clear');
      perform app.enqueue('alert_cleared', alert::text, vessel) where alert is not null;
    end if;
  end loop;
  perform app.end_anchor_watch(vessel, 'sailed_away')
  where (change ->> 'isOver')::boolean;
  perform app.sync_built_in_rules(vessel) where (change ->> 'hasBilge')::boolean;
  perform app.enqueue('watch_backlog', change ->> 'backlog', vessel) where change ->> 'backlog' is not null;
end
$$;

grant execute on function app.watch_begin(double precision), app.watch_save(jsonb), app.save_watch_states(jsonb)
  to vessel_role, admin_role;
