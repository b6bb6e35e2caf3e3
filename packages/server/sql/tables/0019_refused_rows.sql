-- A refused row is kept once, however often it is sent.
alter table app.metrics_rejected no force row level security;
delete from app.metrics_rejected r
using (
  select ctid, row_number() over (partition by vessel_id, reason, metric order by rejected_at desc) as place
  from app.metrics_rejected) same
where r.ctid = same.ctid and same.place > 1;
alter table app.metrics_rejected force row level security;
alter table app.metrics_rejected
  add column digest text not null generated always as (md5(reason || ' ' || metric::text)) stored;
create unique index metrics_rejected_once on app.metrics_rejected (vessel_id, digest);
create index metrics_rejected_at on app.metrics_rejected (rejected_at);
