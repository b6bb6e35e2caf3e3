-- Countries and seas of the logs found.

create or replace function app.counted_names(named jsonb[]) returns json
language sql immutable as $$
  select coalesce(json_agg(json_build_object('name', name, 'logs', logs) order by logs desc, name), '[]')
  from (
    select name, count(*)::integer as logs
    from unnest(named) one, jsonb_array_elements_text(case jsonb_typeof(one) when 'array' then one end) name
    group by name) counted
$$;

create or replace function api.waters_fn(
  words text default '', since text default '', until text default '', tag text default '', place text default '',
  min_nm numeric default null, max_nm numeric default null, way text default '',
  from_moorage integer default null, to_moorage integer default null)
returns json language sql stable as $$
  select json_build_object('countries', app.counted_names(array_agg(l.extra -> 'countries')),
    'seas', app.counted_names(array_agg(l.extra -> 'seas')))
  from app.chosen_logs(words, since, until, tag, place, min_nm, max_nm, way, from_moorage, to_moorage) l
$$;
comment on function api.waters_fn is
  'Countries (ISO 3166-1 alpha-2, lower case) and seas of the finished logs found by find_logs_fn with the same '
  'arguments, each with the number of logs, most first: {"countries": [{"name", "logs"}], "seas": [{"name", '
  '"logs"}]}.';

grant execute on function
    app.counted_names(jsonb[]),
    api.waters_fn(text, text, text, text, text, numeric, numeric, text, integer, integer)
  to user_role, admin_role;
