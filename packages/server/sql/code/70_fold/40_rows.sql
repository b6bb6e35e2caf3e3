-- Writes the result of a fold: rows of logbook, stays and gaps.

-- Removes derived rows that are gone from the window. An open row lasted up to the newest row: anything that begins
-- later is different and inherits neither id nor text. Does nothing if none is gone: without statistics, the planner
-- would search all of the vessel's rows.
create or replace function app.fold_remove(
  change jsonb, gone_logs integer[], gone_stays integer[], gone_gaps integer[]) returns void
language sql volatile as $$
  update app.interval_identities set to_time = greatest(from_time, (change ->> 'cursor')::timestamptz)
  where cardinality(gone_logs) > 0
    and vessel_id = app.current_vessel() and to_time is null and kind = 'log' and id = any(gone_logs);
  update app.interval_identities set to_time = greatest(from_time, (change ->> 'cursor')::timestamptz)
  where cardinality(gone_stays) > 0
    and vessel_id = app.current_vessel() and to_time is null and kind = 'stay' and id = any(gone_stays);
  delete from api.logbook
  where cardinality(gone_logs) > 0 and vessel_id = app.current_vessel() and id = any(gone_logs);
  delete from api.stays
  where cardinality(gone_stays) > 0 and vessel_id = app.current_vessel() and id = any(gone_stays);
  delete from app.gaps
  where cardinality(gone_gaps) > 0 and vessel_id = app.current_vessel() and id = any(gone_gaps);
$$;

-- In time order: the open stay is written last, after the previous one has ended. A restored row gets its users' text
-- back. The stay's own type is separate from the displayed type, which may come from its moorage: a guess from the
-- moorage must not return to it as a fact.
create or replace function app.fold_put_stays(change jsonb) returns void
language sql volatile as $$
  insert into api.stays as s (id, vessel_id, active, latitude, longitude, geog, arrived, departed, duration, stay_code,
    reasons, radius_m, name, notes, user_data)
  select g.id, app.current_vessel(), g.departed is null, g.latitude, g.longitude,
    app.make_point(g.latitude, g.longitude), g.arrived, g.departed, g.departed - g.arrived,
    -- Users' text is kept; finishing fills in unknown types.
    case when 'stay_code' = any(w.columns) then coalesce(o.stay_code, (i.written ->> 'stay_code')::integer, 1)
      else g.stay_code end,
    g.reasons, g.radius_m, i.written ->> 'name', i.written ->> 'notes', coalesce(i.written -> 'user_data', '{}')
  from app.fold_stays(change) g
  left join lateral app.identity_row('stay', g.id) i on true
  left join lateral app.stay_row(g.id) o on true
  left join lateral app.written_row('stays', g.id) w on true
  order by g.arrived
  on conflict (vessel_id, id) do update set active = excluded.active, latitude = excluded.latitude,
    longitude = excluded.longitude, geog = excluded.geog, arrived = excluded.arrived, departed = excluded.departed,
    duration = excluded.duration, stay_code = excluded.stay_code, reasons = excluded.reasons,
    radius_m = excluded.radius_m;
  insert into app.interval_identities as i (vessel_id, kind, id, from_time, to_time, stay_code, moored)
  select app.current_vessel(), 'stay', g.id, g.arrived, g.departed, g.stay_code, g.moored from app.fold_stays(change) g
  on conflict (vessel_id, kind, id) do update set stay_code = excluded.stay_code, moored = excluded.moored
    where (i.stay_code, i.moored) is distinct from (excluded.stay_code, excluded.moored)
$$;

-- A log under way has no end, no figures, and no name unless typed, even if it was finished before. It begins at the
-- preceding stay's moorage.
create or replace function app.fold_put_logs(change jsonb) returns void
language sql volatile as $$
  insert into api.logbook as l (id, vessel_id, active, _from_lat, _from_lng, _to_lat, _to_lng, _from_time, _to_time,
    duration, voyage_id, confidence, reasons, segments, name, notes, _from, _to, extra, user_data, _from_moorage_id)
  select g.id, app.current_vessel(), g.ended is null, g.from_lat, g.from_lng, g.to_lat, g.to_lng, g.started, g.ended,
    g.ended - g.started, g.voyage_id, g.confidence, g.reasons, g.segments,
    i.written ->> 'name', i.written ->> 'notes', i.written ->> '_from', i.written ->> '_to',
    nullif(i.written -> 'extra', 'null'), coalesce(i.written -> 'user_data', '{}'), (
      -- Picks the latest without the index on arrivals, which would scan all stays if there is none.
      select (array_agg(s.moorage_id order by s.arrived desc))[1] from api.stays s
      where s.vessel_id = app.current_vessel() and s.departed = g.started)
  from app.fold_logs(change) g
  left join lateral app.identity_row('log', g.id) i on true
  order by g.started
  on conflict (vessel_id, id) do update set active = excluded.active,
    _from_lat = excluded._from_lat, _from_lng = excluded._from_lng,
    _to_lat = excluded._to_lat, _to_lng = excluded._to_lng,
    _from_time = excluded._from_time, _to_time = excluded._to_time, duration = excluded.duration,
    voyage_id = excluded.voyage_id, confidence = excluded.confidence, reasons = excluded.reasons,
    -- A finished log keeps its miles until it is finished again.
    segments = case when app.segment_spans(l.segments) is not distinct from app.segment_spans(excluded.segments)
        and exists (select from app.log_figures f where f.vessel_id = l.vessel_id and f.id = l.id)
      then l.segments else excluded.segments end,
    name = case when excluded._to_time is not null or app.is_typed('logbook', l.id, 'name') then l.name end,
    _from = case when excluded._to_time is not null or app.is_typed('logbook', l.id, '_from') then l._from end,
    _to = case when excluded._to_time is not null or app.is_typed('logbook', l.id, '_to') then l._to end,
    extra = case when excluded._to_time is not null then l.extra
      when app.is_typed('logbook', l.id, 'extra')
      then app.typed_extra(l.extra, app.counted_figures(l.vessel_id, l.id)) end,
    distance = case when excluded._to_time is not null then l.distance end,
    avg_speed = case when excluded._to_time is not null then l.avg_speed end,
    max_speed = case when excluded._to_time is not null then l.max_speed end,
    max_wind_speed = case when excluded._to_time is not null then l.max_wind_speed end,
    track_geom = case when excluded._to_time is not null then l.track_geom end,
    track_geog = case when excluded._to_time is not null then l.track_geog end,
    track_geojson = case when excluded._to_time is not null then l.track_geojson end,
    _from_moorage_id = case when excluded._to_time is not null then l._from_moorage_id
      else excluded._from_moorage_id end,
    _to_moorage_id = case when excluded._to_time is not null then l._to_moorage_id end
$$;

create or replace function app.fold_put_gaps(change jsonb) returns void
language sql volatile as $$
  insert into app.gaps as o (vessel_id, id, cause, from_time, to_time, from_lat, from_lng, to_lat, to_lng, distance,
    reason, dismissed)
  select app.current_vessel(), g.id, g.cause, g.from_time, g.to_time, g.from_lat, g.from_lng, g.to_lat, g.to_lng,
    g.distance, g.reason, g.dismissed
  from app.fold_gaps(change) g
  on conflict (vessel_id, id) do update set cause = excluded.cause, from_time = excluded.from_time,
    to_time = excluded.to_time, from_lat = excluded.from_lat, from_lng = excluded.from_lng, to_lat = excluded.to_lat,
    to_lng = excluded.to_lng, distance = excluded.distance, reason = excluded.reason, dismissed = excluded.dismissed
$$;

-- Replaces the derived rows that begin in the window.
create or replace function app.fold_apply(change jsonb) returns void
language plpgsql volatile as $$
declare
  gone_logs constant integer[] := app.fold_gone(change, 'log');
  gone_stays constant integer[] := app.fold_gone(change, 'stay');
  gone_gaps constant integer[] := app.fold_gone(change, 'gap');
begin
  perform app.fold_announce(change, gone_stays);
  perform app.fold_remove(change, gone_logs, gone_stays, gone_gaps);
  perform app.fold_put_stays(change);
  perform app.fold_put_logs(change);
  perform app.fold_put_gaps(change);
  insert into app.interval_identities as i (vessel_id, kind, id, from_time, to_time)
  select app.current_vessel(), 'stay', id, arrived, departed from app.fold_stays(change)
  union all
  select app.current_vessel(), 'log', id, started, ended from app.fold_logs(change)
  union all
  select app.current_vessel(), 'gap', id, from_time, to_time from app.fold_gaps(change)
  on conflict (vessel_id, kind, id) do update set from_time = excluded.from_time, to_time = excluded.to_time;
end
$$;

-- Writes all changes; see src/boat/voyages/logbook/commit.ts for `change`. Rows are looked up by key and planned
-- afresh, because a plan made or cached for nearly empty tables would scan the vessel's past for each row.
create or replace function app.fold_commit(change jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog set plan_cache_mode = force_custom_plan
set enable_seqscan = off set enable_bitmapscan = off
as $$
begin
  perform app.fold_save(change);
  if change ? 'window' then
    perform app.fold_apply(change);
  end if;
end
$$;

grant execute on function app.fold_commit(jsonb) to user_role, vessel_role, admin_role;
