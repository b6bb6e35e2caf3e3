-- Descriptions document the API; GET / returns them. Each follows what it describes; every number has its unit.

comment on schema api is
  E'Vessel data API\n'
  'Positions and measurements of boats, the logbook that follows from them, stays, moorages and statistics. Times are '
  'UTC. Columns are in knots, degrees and nautical miles; what a boat measures (the metrics object) is in SI units. '
  'Durations are ISO 8601.';

-- Describes columns of one or more relations.
create or replace function app.describe(relations text, descriptions jsonb) returns void
language plpgsql volatile as $$
declare
  described record;
begin
  for described in
    select relation, key, value
    from unnest(string_to_array(relations, ' ')) relation, jsonb_each_text(descriptions)
  loop
    execute format('comment on column api.%I.%I is %L', described.relation, described.key, described.value);
  end loop;
end
$$;
