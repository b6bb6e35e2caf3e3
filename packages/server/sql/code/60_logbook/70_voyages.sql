-- Voyages: consecutive logs with short stops between them.

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
comment on view api.voyages_view is 'Voyages: consecutive finished logs with short stops between them, newest first.';
select app.describe('voyages_view', $json${
  "id": "Id of the voyage: that of its first log.",
  "name": "Name of the only log, or first and last place of several.",
  "from": "Place of the first departure.",
  "to": "Place of the last arrival.",
  "started": "First departure, UTC.",
  "ended": "Last arrival, UTC.",
  "distance": "Distance of all logs, in nautical miles.",
  "duration": "From the first departure to the last arrival, stops included (ISO 8601).",
  "legs": "Number of logs.",
  "stops": "Number of stops on the way: between the logs, and pauses within them."
}$json$);

grant select on api.voyages_view to user_role, vessel_role, admin_role;
