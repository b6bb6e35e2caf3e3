-- Stamps a vessel's rows with an id and the vessel. In trigger conditions, here and elsewhere, `current_user` is the
-- writing role: the request's, or wakelog_worker for jobs and their functions.

-- The installation assigns ids. A row with the id of a row visible to the writer is an upsert and needs only the
-- changed columns. Any other id is replaced, so that a writer can neither probe other vessels' ids nor reserve future
-- ones.
create or replace function app.stamp_id() returns trigger
language plpgsql as $$
declare
  vessel text;
  since timestamptz;
begin
  if new.id is not null then
    execute format('select vessel_id, %s from api.%I where id = $1',
      case tg_table_name when 'logbook' then '_from_time' when 'stays' then 'arrived' else 'null::timestamptz' end,
      tg_table_name) into vessel, since using new.id;
  end if;
  if vessel is null then
    new.id := nextval(format('app.%I', tg_table_name || '_id')::regclass);
    return new;
  end if;
  new.vessel_id := coalesce(new.vessel_id, vessel);
  if tg_table_name = 'logbook' then
    new._from_time := coalesce(new._from_time, since);
  elsif tg_table_name = 'stays' then
    new.arrived := coalesce(new.arrived, since);
  end if;
  return new;
end
$$;
create trigger stamp_id before insert on api.logbook for each row
  when (new.id is null or current_user in ('user_role', 'vessel_role', 'admin_role')) execute function app.stamp_id();
create trigger stamp_id before insert on api.stays for each row
  when (new.id is null or current_user in ('user_role', 'vessel_role', 'admin_role')) execute function app.stamp_id();
create trigger stamp_id before insert on api.moorages for each row
  when (new.id is null or current_user in ('user_role', 'vessel_role', 'admin_role')) execute function app.stamp_id();

-- Upserts write the id, so that is granted; but the id never changes.
create or replace function app.keep_id() returns trigger
language plpgsql as $$
begin
  raise exception 'The id of a row never changes.' using errcode = '42501', hint = 'Leave the id out.';
end
$$;
create trigger keep_id before update on api.logbook for each row
  when (new.id <> old.id) execute function app.keep_id();
create trigger keep_id before update on api.stays for each row
  when (new.id <> old.id) execute function app.keep_id();
create trigger keep_id before update on api.moorages for each row
  when (new.id <> old.id) execute function app.keep_id();
create trigger keep_id before update on api.metadata for each row
  when (new.id <> old.id) execute function app.keep_id();

-- A null vessel_id means the caller's vessel. Operators have none and must name one.
create or replace function app.stamp_vessel() returns trigger
language plpgsql as $$
begin
  new.vessel_id := app.current_vessel();
  if new.vessel_id is null then
    raise exception 'Vessel Required' using errcode = 'PT551', detail = 'Invalid vessel',
      hint = 'Name the vessel: in vessel_id of each row, or in the header X-Vessel-Id.';
  end if;
  return new;
end
$$;
create trigger stamp_vessel before insert on api.logbook for each row
  when (new.vessel_id is null) execute function app.stamp_vessel();
create trigger stamp_vessel before insert on api.stays for each row
  when (new.vessel_id is null) execute function app.stamp_vessel();
create trigger stamp_vessel before insert on api.moorages for each row
  when (new.vessel_id is null) execute function app.stamp_vessel();
create trigger stamp_vessel before insert on app.metrics for each row
  when (new.vessel_id is null) execute function app.stamp_vessel();
create trigger stamp_vessel before insert on api.metadata for each row
  when (new.vessel_id is null) execute function app.stamp_vessel();
