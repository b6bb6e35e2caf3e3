-- Refolding, and detector thresholds.

create or replace function api.refold_fn(from_time timestamptz default null) returns boolean
language sql volatile as $$ select app.implemented_in_service('refold_fn') is not null $$;
comment on function api.refold_fn is
  'Derives the vessel''s logs and stays again from its measurements since from_time, or since the first one. True '
  'when done.';

create or replace function api.detector_settings_fn() returns json
language sql stable as $$ select to_json(app.implemented_in_service('detector_settings_fn')) $$;
comment on function api.detector_settings_fn is
  'The detector''s thresholds. Returns {settings, thresholds}: the vessel''s own settings, and each threshold''s '
  'name, value, default, minimum, maximum and reason.';

create or replace function api.update_detector_settings_fn(settings jsonb) returns json
language sql volatile as $$ select to_json(app.implemented_in_service('update_detector_settings_fn')) $$;
comment on function api.update_detector_settings_fn is
  'Changes thresholds and derives the logs again: settings is an object of values, null for the default; others '
  'stay unchanged. Returns the same as detector_settings_fn; 400 names each unknown name and each value out of '
  'range.';

create or replace function api.preview_fold_fn(settings jsonb, from_time timestamptz default null) returns json
language sql volatile as $$ select to_json(app.implemented_in_service('preview_fold_fn')) $$;
comment on function api.preview_fold_fn is
  'Previews update_detector_settings_fn without writing. Returns {added, removed, changed, unchanged}: logs with '
  '{id, name, started, ended, before}, where before has the old times of a changed one, and the number of unchanged '
  'logs. With from_time only logs beginning about then or later are compared.';

-- Thresholds set for the caller's vessel.
create or replace function app.detector_settings() returns jsonb
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce((select settings from app.fold_states where vessel_id = app.current_vessel()), '{}')
$$;

-- Sets the thresholds of the caller's vessel, which need not have sent anything.
create or replace function app.set_detector_settings(requested jsonb) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  insert into app.fold_states as f (vessel_id, state, detector_version, settings)
  values (app.current_vessel(), 'null', 0, requested)
  on conflict (vessel_id) do update set settings = excluded.settings, revision = gen_random_uuid()
$$;

-- Derived logs of the caller's vessel that begin at or after an instant; times in milliseconds since 1970.
create or replace function app.derived_logs(since timestamptz)
returns table (id integer, name text, from_millis double precision, to_millis double precision)
language sql stable security definer set search_path = pg_catalog as $$
  select l.id, l.name, (extract(epoch from l._from_time) * 1000)::double precision,
    (extract(epoch from l._to_time) * 1000)::double precision
  from api.logbook l
  where l.vessel_id = app.current_vessel() and l._from_time >= since and app.is_derived(l.vessel_id, 'log', l.id)
  order by l._from_time
$$;

grant execute on function app.detector_settings(), app.derived_logs(timestamptz), app.set_detector_settings(jsonb),
    api.refold_fn(timestamptz), api.detector_settings_fn(), api.update_detector_settings_fn(jsonb),
    api.preview_fold_fn(jsonb, timestamptz) to user_role, admin_role;
