-- The object `user_data` of the vessel, logs, stays and moorages: what owners add.

-- Largest user_data of a row, bytes.
create or replace function app.room_for_user_data() returns integer
language sql immutable parallel safe as $$ select 262144 $$;

-- Sets the time beside a member if that has changed.
create or replace function app.stamp_member(document jsonb, before jsonb, member text, stamp text) returns jsonb
language sql stable as $$
  select case when document -> member is distinct from before -> member
    then document || jsonb_build_object(stamp, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    else document end
$$;

create or replace function app.check_user_data() returns trigger
language plpgsql as $$
declare
  before jsonb := '{}';
begin
  if tg_op = 'UPDATE' then
    before := old.user_data;
  end if;
  -- Rows of a batch and descriptions by boats may lack it.
  if tg_op = 'INSERT' or current_user = 'vessel_role' then
    new.user_data := coalesce(new.user_data, '{}');
  end if;
  if jsonb_typeof(new.user_data) is distinct from 'object' then
    raise exception 'user_data must be a JSON object' using errcode = '22023', hint = 'Send {} to empty it.';
  end if;
  new.user_data := app.stamp_member(new.user_data, before, 'images', 'image_updated_at');
  if tg_table_name = 'metadata' then
    new.user_data := app.stamp_member(new.user_data, before, 'polar', 'polar_updated_at');
  end if;
  if octet_length(new.user_data::text) > app.room_for_user_data() then
    raise exception 'user_data takes more than % KiB', app.room_for_user_data() / 1024
      using errcode = '22023', hint = 'Remove what you no longer need; of pictures store addresses only.';
  end if;
  return new;
end
$$;

do $$
declare
  tenant regclass;
begin
  foreach tenant in array array['api.metadata', 'api.logbook', 'api.stays', 'api.moorages']::regclass[]
  loop
    -- Before completing and refusing triggers.
    execute format('create trigger check_user_data before insert on %s for each row
      when (current_user in (''user_role'', ''vessel_role'', ''admin_role'')) execute function app.check_user_data()',
      tenant);
    execute format('create trigger check_user_data_again before update on %s for each row
      when (current_user in (''user_role'', ''vessel_role'', ''admin_role'')
        and new.user_data is distinct from old.user_data) execute function app.check_user_data()', tenant);
  end loop;
end
$$;

-- A JSON object sent as text, or refused.
create or replace function app.sent_object(sent text, what text) returns jsonb
language plpgsql immutable as $$
begin
  if jsonb_typeof(sent::jsonb) is distinct from 'object' then
    raise exception '% must be a JSON object', what using errcode = '22023', hint = 'Send {"images": []}, or as text.';
  end if;
  return sent::jsonb;
end
$$;

grant execute on function app.room_for_user_data(), app.stamp_member(jsonb, jsonb, text, text),
    app.sent_object(text, text) to user_role, vessel_role, admin_role;
