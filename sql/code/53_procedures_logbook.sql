-- Procedures that change the caller's own log.

-- The two documents as one: members of objects are merged at every depth, everything else is replaced.
create or replace function app.merge_json(document jsonb, changes jsonb) returns jsonb
language plpgsql immutable as $$
begin
  if jsonb_typeof(document) is distinct from 'object' or jsonb_typeof(changes) <> 'object' then
    return changes;
  end if;
  return document || coalesce((
    select jsonb_object_agg(key, app.merge_json(document -> key, value)) from jsonb_each(changes)), '{}');
end
$$;

-- Runs as the caller: row security finds the log, or it does not exist.
create or replace function api.update_logbook_observations_fn(_id integer, observations text) returns boolean
language plpgsql volatile as $$
declare
  changes jsonb := observations::jsonb;
begin
  if jsonb_typeof(changes) is distinct from 'object' then
    raise exception 'observations must be a JSON object' using
      errcode = '22023', hint = 'Send {"observations": {"seaState": 2}}.';
  end if;
  update api.logbook l set extra = app.merge_json(coalesce(l.extra, '{}'), changes) where l.id = _id;
  return found;
end
$$;
