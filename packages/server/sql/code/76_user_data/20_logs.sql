-- Logs: tags and observations are members of `user_data` and of `extra`, whichever of the two is written.

create or replace function app.shared_members(document jsonb) returns jsonb
language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(key, value), '{}')
  from jsonb_each(case jsonb_typeof(document) when 'object' then document end)
  where key in ('tags', 'observations')
$$;

-- If both were written, extra counts, and what it lacks comes from user_data.
create or replace function app.join_log_data() returns trigger
language plpgsql as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  said constant jsonb := app.shared_members(new.user_data);
  shown jsonb := app.shared_members(new.extra);
begin
  if is_new or new.user_data is distinct from old.user_data then
    if is_new or new.extra is distinct from old.extra then
      shown := said || shown;
    else
      shown := said;
    end if;
    if shown <> app.shared_members(new.extra) then
      new.extra := coalesce(new.extra, '{}') - array['tags', 'observations'] || shown;
    end if;
  end if;
  new.user_data := coalesce(new.user_data, '{}') - array['tags', 'observations'] || shown;
  return new;
end
$$;
create trigger join_log_data before insert on api.logbook for each row
  when (coalesce(new.user_data, '{}') <> '{}' or new.extra is not null) execute function app.join_log_data();
create trigger join_log_data_again before update on api.logbook for each row
  when (new.user_data is distinct from old.user_data or new.extra is distinct from old.extra)
  execute function app.join_log_data();

-- Members of `extra` that are none of user_data: what finishing computes, and the crew.
create or replace function app.is_of_extra(member text) returns boolean
language sql immutable parallel safe as $$
  select member in ('crew', 'metrics', 'avg_wind_speed', 'polar', 'polar_updated_at', 'best_24h_nm', 'countries',
    'seas', 'not_recorded', 'trip_id', 'trip_ids')
$$;

-- Runs as the caller, so that hidden logs do not exist.
create or replace function api.update_logbook_observations_fn(_id integer, observations text) returns boolean
language plpgsql volatile as $$
declare
  changes jsonb := app.sent_object(observations, 'observations');
  figures jsonb;
begin
  -- One name means a list of one.
  if jsonb_typeof(changes -> 'tags') = 'string' then
    changes := changes || jsonb_build_object('tags', jsonb_build_array(changes -> 'tags'));
  end if;
  select jsonb_object_agg(key, value) into figures from jsonb_each(changes) where app.is_of_extra(key);
  update api.logbook l
  set user_data = app.merge_json(l.user_data, changes - array(select key from jsonb_each(figures))),
    extra = case when figures is null then l.extra else app.merge_json(coalesce(l.extra, '{}'), figures) end
  where l.id = _id;
  return found;
end
$$;
comment on function api.update_logbook_observations_fn is
  'Merges observations, a JSON object or its text, into user_data of a log, and crew and figures into extra; true if '
  'the log exists. One name as tags means a list of one.';

grant execute on function app.shared_members(jsonb), app.is_of_extra(text),
    api.update_logbook_observations_fn(integer, text) to user_role, admin_role;
grant execute on function app.shared_members(jsonb) to vessel_role;
