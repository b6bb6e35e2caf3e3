-- Logs.

-- The run times of engines as ISO 8601 durations instead of seconds.
create or replace function app.with_run_times(extra jsonb) returns jsonb
language sql immutable set intervalstyle = 'iso_8601' as $$
  select case when jsonb_typeof(extra -> 'metrics') = 'object' then extra || jsonb_build_object('metrics', coalesce((
    select jsonb_object_agg(key, case
      when key like 'propulsion.%.runTime' and jsonb_typeof(value) = 'number' and abs((value ->> 0)::numeric) < 1e11
        then to_jsonb(make_interval(secs => (value ->> 0)::double precision)::text)
      else value end)
    from jsonb_each(extra -> 'metrics')), '{}')) else extra end
$$;

select app.stand_in('logbook', $json${ "extra": { "from": "app.with_run_times(extra)" } }$json$);
select app.stand_in('log_view', $json${ "extra": { "from": "app.with_run_times(extra) - 'polar'" } }$json$);

grant execute on function app.with_run_times(jsonb)
  to user_role, vessel_role, admin_role, wakelog_viewer;
