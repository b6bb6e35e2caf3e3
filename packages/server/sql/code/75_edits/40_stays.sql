-- Edits of stays: facts, and deletion.

-- The end of a stay; for an open one, the newest fix.
create or replace function app.end_of_stay(stay api.stays) returns timestamptz
language sql stable as $$
  select coalesce(stay.departed, greatest(app.newest_fix(stay.vessel_id), stay.arrived + interval '1 ms'))
$$;

-- A deleted stay was not a stop: the legs around it become one.
create or replace function app.stay_deleted() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if app.is_derived(old.vessel_id, 'stay', old.id) then
    perform app.make_edit(old.vessel_id, 'join', old.arrived - interval '1 ms',
      app.end_of_stay(old) + interval '1 ms', '{}');
  end if;
  return null;
end
$$;
create trigger say_deletion after delete on api.stays for each row
  when (current_user in ('user_role', 'admin_role')) execute function app.stay_deleted();

-- A user changes a stay's type, arrival or departure.
create or replace function app.stay_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if app.is_derived(old.vessel_id, 'stay', old.id) then
    perform app.make_edit(old.vessel_id, 'stay', old.arrived, app.end_of_stay(old), jsonb_build_object(
      'stayCode', case when new.stay_code is distinct from old.stay_code then new.stay_code end,
      'arrived', case when new.arrived is distinct from old.arrived then extract(epoch from new.arrived) * 1000 end,
      'departed', case when new.departed is distinct from old.departed then extract(epoch from new.departed) * 1000 end,
      'stay', new.id));
  end if;
  return null;
end
$$;
create trigger say_facts after update on api.stays for each row
  when (current_user in ('user_role', 'admin_role')
    and (new.stay_code, new.arrived, new.departed) is distinct from (old.stay_code, old.arrived, old.departed))
  execute function app.stay_changed();
