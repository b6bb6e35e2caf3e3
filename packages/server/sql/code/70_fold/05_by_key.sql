-- Looks up rows of the caller's vessel by key, for joins: without statistics, the planner would read all of the
-- vessel's rows.
create or replace function app.identity_row(row_kind text, row_id integer) returns setof app.interval_identities
language sql stable rows 1 as $$
  select * from app.interval_identities i
  where i.vessel_id = app.current_vessel() and i.kind = row_kind and i.id = row_id limit 1
$$;

create or replace function app.stay_row(row_id integer) returns setof api.stays
language sql stable rows 1 as $$
  select * from api.stays s where s.vessel_id = app.current_vessel() and s.id = row_id limit 1
$$;

create or replace function app.written_row(resource text, row_id integer) returns setof app.written_by_people
language sql stable rows 1 as $$
  select * from app.written_by_people w
  where w.vessel_id = app.current_vessel() and w.resource = written_row.resource and w.id = row_id limit 1
$$;

create or replace function app.log_row(row_id integer) returns setof api.logbook
language sql stable rows 1 as $$
  select * from api.logbook l where l.vessel_id = app.current_vessel() and l.id = row_id limit 1
$$;

create or replace function app.gap_row(row_id integer) returns setof app.gaps
language sql stable rows 1 as $$
  select * from app.gaps g where g.vessel_id = app.current_vessel() and g.id = row_id limit 1
$$;
