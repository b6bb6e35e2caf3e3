-- A boat whose first word is a row is described like any other, by the name under which it was registered.
insert into api.metadata (vessel_id, name, "time", active, created_at)
select v.vessel_id, v.name, v.contact_at, v.contact_at > now() - interval '70 minutes', v.contact_at
from app.vessels v
where v.contact_at is not null and not exists (select from api.metadata d where d.vessel_id = v.vessel_id);
alter table app.vessels drop column contact_at;
