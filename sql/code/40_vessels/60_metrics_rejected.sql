-- Metric rows that ingest refused.

-- Stores refused rows: [{reason, row}, …].
create or replace function app.reject_metrics(refused jsonb) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  insert into app.metrics_rejected (vessel_id, reason, metric)
  select app.current_vessel(), r ->> 'reason', r -> 'row'
  from jsonb_array_elements(refused) r
$$;

-- Rows of metrics that ingest refused, each with the reason, for the sender to read.
create or replace view api.metrics_rejected_view as
  select rejected_at, reason, metric, vessel_id from app.metrics_rejected order by rejected_at desc;
comment on view api.metrics_rejected_view is
  'Rows of metrics that were refused, newest first, each with the reason. Nothing that a vessel sent is thrown away.';
select app.describe('metrics_rejected_view', $json${
  "rejected_at": "When the row came, UTC.",
  "reason": "Why it was refused, as a sentence.",
  "metric": "The row as it was understood.",
  "vessel_id": "Whose row it is."
}$json$);

grant select on app.metrics_rejected to user_role, vessel_role, admin_role, wakelog_viewer;
grant select on api.metrics_rejected_view to user_role, vessel_role, admin_role;
grant execute on function app.reject_metrics(jsonb) to user_role, vessel_role, admin_role;
