-- Limits per vessel.

-- Limits texts and documents from users and boats. Arguments: bytes, then columns.
create or replace function app.refuse_long_text() returns trigger
language plpgsql as $$
declare
  written jsonb := to_jsonb(new);
  most constant integer := tg_argv[0];
  field text;
begin
  foreach field in array tg_argv loop
    if octet_length(written ->> field) > most then
      raise exception '% takes more than % kB.', field, most / 1024 using errcode = '22001', hint = 'Shorten it.';
    end if;
  end loop;
  return new;
end
$$;
create trigger refuse_long_text before insert or update on api.logbook for each row
  when (current_user in ('user_role', 'vessel_role', 'admin_role') and greatest(octet_length(new.name),
    octet_length(new._from), octet_length(new._to), octet_length(new.notes), octet_length(new.extra::text)) > 65536)
  execute function app.refuse_long_text('65536', 'name', '_from', '_to', 'notes', 'extra');
create trigger refuse_long_text before insert or update on api.stays for each row
  when (current_user in ('user_role', 'vessel_role', 'admin_role')
    and greatest(octet_length(new.name), octet_length(new.notes)) > 65536)
  execute function app.refuse_long_text('65536', 'name', 'notes');
create trigger refuse_long_text before insert or update on api.moorages for each row
  when (current_user in ('user_role', 'vessel_role', 'admin_role')
    and greatest(octet_length(new.name), octet_length(new.country), octet_length(new.notes)) > 65536)
  execute function app.refuse_long_text('65536', 'name', 'country', 'notes');
create trigger refuse_long_text before insert or update on api.metadata for each row
  when (current_user in ('user_role', 'vessel_role', 'admin_role') and greatest(octet_length(new.name),
    octet_length(new.client_id), octet_length(new.plugin_version), octet_length(new.navdata_version),
    octet_length(new.platform), octet_length(new.configuration::text)) > 65536)
  execute function app.refuse_long_text('65536', 'name', 'client_id', 'plugin_version', 'navdata_version', 'platform',
    'configuration');
-- A plugin's own list is longer on a boat with many instruments.
create trigger refuse_long_list before insert or update on api.metadata for each row
  when (current_user in ('user_role', 'vessel_role', 'admin_role')
    and octet_length(new.available_keys::text) > 262144)
  execute function app.refuse_long_text('262144', 'available_keys');

-- Limits the moorages that users add. Moorages from the logbook count, but may exceed the limit: each needs a recorded
-- stay. Serialises writers, so that the count is right.
create or replace function app.refuse_more_moorages() returns trigger
language plpgsql as $$
declare
  most constant integer := 2000;
begin
  perform pg_advisory_xact_lock(hashtextextended('moorages ' || f.vessel_id, 0))
  from (select distinct vessel_id from fresh order by vessel_id) f;
  if exists (
    select from api.moorages m where m.vessel_id in (select f.vessel_id from fresh f)
    group by m.vessel_id having count(*) > most) then
    raise exception 'A vessel keeps at most % moorages.', most using errcode = '22023',
      hint = 'Delete some you no longer visit.';
  end if;
  return null;
end
$$;
create trigger refuse_more_moorages after insert on api.moorages referencing new table as fresh for each statement
  when (current_user in ('user_role', 'vessel_role', 'admin_role')) execute function app.refuse_more_moorages();
