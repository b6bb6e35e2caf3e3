-- Refused metric rows.

-- Stores refused rows: [{reason, row}, …]. Each once, with the time of its last arrival; the newest ten thousand per
-- vessel; of rows over 64 kB the beginning, as text. Nothing if the vessel was deleted meanwhile.
create or replace function app.reject_metrics(refused jsonb) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  with kept as (
    insert into app.metrics_rejected as k (vessel_id, reason, metric)
    select distinct app.current_vessel(), r ->> 'reason', case
      when octet_length((r -> 'row')::text) <= 65536 then r -> 'row' else to_jsonb(left((r -> 'row')::text, 16384)) end
    from jsonb_array_elements(refused) r
    where exists (select from app.vessels v where v.vessel_id = app.current_vessel())
    on conflict (vessel_id, digest) do update set rejected_at = now()
    -- Whether it existed before.
    returning k.xmax <> 0 as is_known, 200 + octet_length(k.reason) + pg_column_size(k.metric) as bytes)
  select app.count_bytes(app.current_vessel(), sum(bytes)) from kept where not is_known;
  delete from app.metrics_rejected where ctid = any (array(
    select ctid from app.metrics_rejected
    where vessel_id = app.current_vessel() order by rejected_at desc offset 10000));
$$;

-- Refused rows with their reasons, for the sender.
create or replace view api.metrics_rejected_view as
  select rejected_at, reason, metric, vessel_id from app.metrics_rejected order by rejected_at desc;
comment on view api.metrics_rejected_view is
  'Rejected rows of metrics, newest first, each with the reason. Nothing that a vessel sent is lost.';
select app.describe('metrics_rejected_view', $json${
  "rejected_at": "When the row arrived, UTC.",
  "reason": "Why it was refused, as a sentence.",
  "metric": "The row as parsed.",
  "vessel_id": "The vessel that the row belongs to."
}$json$);

grant select on app.metrics_rejected to user_role, vessel_role, admin_role, wakelog_viewer;
grant select on api.metrics_rejected_view to user_role, vessel_role, admin_role;
grant execute on function app.reject_metrics(jsonb) to user_role, vessel_role, admin_role;
