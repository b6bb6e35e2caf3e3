-- Search of logs by text, time, place, distance, propulsion and tags.

-- Nautical miles of a log made one way, from its segments; null if there are none.
create or replace function app.made_nm(segments jsonb, way text) returns numeric
language sql immutable parallel safe as $$
  select round(sum((stretch ->> 'distanceNm')::numeric), 2)
  from jsonb_array_elements(case jsonb_typeof(segments) when 'array' then segments end) stretch
  where stretch ->> 'kind' = way and jsonb_typeof(stretch -> 'distanceNm') = 'number'
$$;

-- Arguments are combined with AND; null or empty ones do not filter. A log counts by its departure.
create or replace function app.chosen_logs(
  words text, since text, until text, tag text, place text, min_nm numeric, max_nm numeric, way text,
  from_moorage integer, to_moorage integer)
returns setof api.logbook
language sql stable as $$
  select l.* from api.logbook l
  where l.vessel_id = app.current_vessel() and l._to_time is not null
    and l._from_time >= (select app.day_bound(since, false)) and l._from_time <= (select app.day_bound(until, true))
    and (coalesce(tag, '') = '' or l.extra -> 'tags' ? tag)
    and (coalesce(place, '') = '' or strpos(lower(concat_ws(' ', l._from, l._to)), lower(trim(place))) > 0)
    and (from_moorage is null or l._from_moorage_id = from_moorage)
    and (to_moorage is null or l._to_moorage_id = to_moorage)
    and (min_nm is null or l.distance >= min_nm) and (max_nm is null or l.distance <= max_nm)
    and (coalesce(way, '') = '' or case
      when coalesce(app.made_nm(l.segments, 'motoring'), 0) > coalesce(app.made_nm(l.segments, 'sailing'), 0)
        then way = 'motor'
      else way = 'sail' and app.made_nm(l.segments, 'sailing') > 0 end)
    and not exists (
      select from regexp_split_to_table(lower(trim(left(words, 200))), '\s+') word
      where strpos(lower(concat_ws(' ', l.name, l._from, l._to, l.notes, l.extra ->> 'tags')), word) = 0)
$$;

create or replace function api.find_logs_fn(
  words text default '', since text default '', until text default '', tag text default '', place text default '',
  min_nm numeric default null, max_nm numeric default null, way text default '',
  from_moorage integer default null, to_moorage integer default null, sort text default '')
returns table (
  id integer, name text, "from" text, started timestamptz, "to" text, ended timestamptz, distance numeric,
  duration interval, avg_speed double precision, max_wind_speed double precision, sailing numeric, motoring numeric,
  not_recorded numeric, doubtful boolean, tags jsonb, voyage_id integer, named boolean)
language sql stable as $$
  select l.id, l.name, l._from, l._from_time, l._to, l._to_time, l.distance, l.duration, l.avg_speed,
    l.max_wind_speed, app.made_nm(l.segments, 'sailing'), app.made_nm(l.segments, 'motoring'),
    app.not_recorded_nm(l.extra), coalesce(l.confidence < app.review_below(), false), l.extra -> 'tags',
    l.voyage_id, app.is_named(l.vessel_id, l.id)
  from app.chosen_logs(words, since, until, tag, place, min_nm, max_nm, way, from_moorage, to_moorage) l
  order by nullif(case sort when 'distance' then l.distance::double precision
      when 'duration' then extract(epoch from l.duration)::double precision when 'speed' then l.avg_speed
      when 'wind' then l.max_wind_speed end, 'NaN') desc nulls last,
    l._from_time desc, l.id desc
$$;
comment on function api.find_logs_fn is
  'Finished logs, newest first, with the columns of a list. words: all of them occur in name, places, notes or '
  'tags. since, until: dates of departure, by the preference time_zone. tag: a tag of the log. place: part of the '
  'name of its start or end. min_nm, max_nm: distance. way: sail or motor, whichever made more of the distance. '
  'from_moorage, to_moorage: ids of the moorages of departure and arrival. sort: distance, duration, speed (avg_speed) '
  'or wind (max_wind_speed), greatest first, unknown last; otherwise by departure. sailing and motoring are nautical '
  'miles made that way.';

create or replace function api.find_logs_totals_fn(
  words text default '', since text default '', until text default '', tag text default '', place text default '',
  min_nm numeric default null, max_nm numeric default null, way text default '',
  from_moorage integer default null, to_moorage integer default null)
returns table (
  logs integer, distance numeric, not_recorded numeric, duration interval, sailing numeric, motoring numeric,
  first timestamptz, last timestamptz)
language sql stable as $$
  select count(*)::integer, sum(l.distance), sum(app.not_recorded_nm(l.extra)), justify_hours(sum(l.duration)),
    sum(app.made_nm(l.segments, 'sailing')), sum(app.made_nm(l.segments, 'motoring')),
    min(l._from_time), max(l._from_time)
  from app.chosen_logs(words, since, until, tag, place, min_nm, max_nm, way, from_moorage, to_moorage) l
$$;
comment on function api.find_logs_totals_fn is
  'Totals of the logs found by find_logs_fn: their number, nautical miles, time under way (ISO 8601), first and '
  'last departure.';

grant execute on function app.made_nm(jsonb, text) to anonymous, user_role, vessel_role, admin_role, wakelog_viewer;
grant execute on function
    app.chosen_logs(text, text, text, text, text, numeric, numeric, text, integer, integer),
    api.find_logs_fn(text, text, text, text, text, numeric, numeric, text, integer, integer, text),
    api.find_logs_totals_fn(text, text, text, text, text, numeric, numeric, text, integer, integer)
  to user_role, admin_role;
