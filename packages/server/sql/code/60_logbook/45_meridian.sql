-- Lines across the 180° meridian, which GeoJSON readers would draw around the world.

-- Whether a line [[longitude, latitude], …] crosses the meridian, by a step or by longitudes beyond 180°.
create or replace function app.crosses_180(coordinates jsonb) returns boolean
language sql immutable parallel safe as $$
  select coalesce(bool_or(abs(longitude) > 180 or abs(longitude - before) > 180), false)
  from (
    select app.reading(place -> 0) as longitude, lag(app.reading(place -> 0)) over (order by n) as before
    from jsonb_array_elements(case jsonb_typeof(coordinates) when 'array' then coordinates end)
      with ordinality e (place, n)) steps
$$;

-- Cuts a line at the meridian into parts, in order (RFC 7946, section 3.1.9).
create or replace function app.cut_at_180(coordinates jsonb) returns jsonb
language sql immutable parallel safe as $$
  with place as (
    select n, x - case when abs(x) > 180 then 360 * round(x / 360) else 0 end as x, y
    from (
      select n, app.reading(place -> 0) as x, app.reading(place -> 1) as y
      from jsonb_array_elements(coordinates) with ordinality e (place, n)) given
    where x is not null and y is not null
  ), step as (
    select n, x, y, lag(x) over w as from_x, lag(y) over w as from_y from place window w as (order by n)
  ), counted as (
    select *, abs(x - from_x) > 180 as crosses, count(*) filter (where abs(x - from_x) > 180) over (order by n) as part,
      from_y + (y - from_y) * coalesce((180 - abs(from_x)) / nullif(360 - abs(from_x) - abs(x), 0), 0) as crossing
    from step
  ), cut as (
    select part, n, 1 as rank, x, y from counted
    union all
    select part, n, 0, 180 * sign(x), crossing from counted where crosses
    union all
    select part - 1, n, 0, 180 * sign(from_x), crossing from counted where crosses
  )
  select jsonb_agg(line order by part)
  from (select part, jsonb_agg(jsonb_build_array(x, y) order by n, rank) as line from cut group by part) parts
$$;

-- A feature with its line cut if necessary.
create or replace function app.cut_feature(feature jsonb) returns jsonb
language sql immutable parallel safe as $$
  select case
    when feature #>> '{geometry,type}' = 'LineString' and app.crosses_180(feature #> '{geometry,coordinates}')
    then feature || jsonb_build_object('geometry', jsonb_build_object('type', 'MultiLineString',
      'coordinates', app.cut_at_180(feature #> '{geometry,coordinates}')))
    else feature end
$$;

-- A collection with its lines cut if necessary. Reads thousands of points only once if there is no crossing.
create or replace function app.cut_collection(collection jsonb) returns jsonb
language sql immutable parallel safe as $$
  select case
    when exists (
      select from jsonb_path_query(collection,
        'lax $.features[*].geometry ? (@.type == "LineString").coordinates') l (line)
      where app.crosses_180(line))
    then jsonb_set(collection, '{features}', (
      select jsonb_agg(app.cut_feature(feature) order by n)
      from jsonb_array_elements(collection -> 'features') with ordinality f (feature, n)))
    else collection end
$$;

grant execute on function app.crosses_180(jsonb), app.cut_at_180(jsonb), app.cut_feature(jsonb),
    app.cut_collection(jsonb) to user_role, vessel_role, admin_role;
