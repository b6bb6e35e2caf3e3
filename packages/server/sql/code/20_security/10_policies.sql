-- Row security: which rows a role reads and writes. Forced, to bind the tables' owner too. Callers who act for a vessel
-- get its rows: users and the boat all of them, visitors (as wakelog_viewer) the published log. Verbs and columns are
-- granted in 20_grants.sql.
do $$
declare
  tenant regclass;
begin
  foreach tenant in array array['api.metadata', 'app.metrics', 'api.moorages', 'api.stays', 'api.logbook',
    'api.log_entries', 'api.log_photos']::regclass[]
  loop
    execute format('alter table %s enable row level security, force row level security', tenant);
    execute format('create policy own_vessel on %s to user_role, vessel_role, wakelog_viewer
      using (vessel_id = (select app.current_vessel()))
      with check (vessel_id = (select app.current_vessel()))', tenant);
    execute format('create policy operator on %s to admin_role using (true) with check (true)', tenant);
    execute format('create policy service on %s to wakelog_worker using (true) with check (true)', tenant);
    -- On PostgreSQL 14, the views' owner sees for an operator what the operator sees.
    execute format('create policy operators_view on %s to wakelog_viewer
      using ((select current_setting(''role'')) = ''admin_role'')', tenant);
  end loop;
end
$$;

-- A visitor of a published log sees that log; a visitor of any published page only finished logs.
create policy published on api.logbook as restrictive to wakelog_viewer
  using ((select current_setting('role')) <> 'anonymous'
    or (_to_time is not null and (id = (select app.published_log()) or (select app.published_log()) is null)));

alter table api.stays_at enable row level security, force row level security;
create policy everybody on api.stays_at for select using (true);
create policy operator on api.stays_at to admin_role using (true) with check (true);

-- Written by the service alone and read by the vessel's users: the vessel, refused rows, gaps (silences without log or
-- stay; users see those that need a decision), edits, alerts, roll-ups, measurement names, log lines, log winds,
-- imports, and the links of the plugin on board.
do $$
declare
  tenant regclass;
begin
  foreach tenant in array array['app.vessels', 'app.metrics_rejected', 'app.gaps', 'app.edits', 'app.alerts',
    'app.metric_days', 'app.metric_days_due', 'app.metric_keys', 'app.metric_shapes', 'app.log_lines', 'app.log_winds',
    'app.imports', 'app.imported_rows', 'app.boat_links', 'app.boat_codes', 'app.boat_streams', 'app.boat_settings',
    'app.boat_commands']::regclass[]
  loop
    execute format('alter table %s enable row level security, force row level security', tenant);
    execute format('create policy own_vessel on %s for select to user_role, vessel_role, wakelog_viewer
      using (vessel_id = (select app.current_vessel()))', tenant);
    execute format('create policy operator on %s for select to admin_role using (true)', tenant);
    execute format('create policy service on %s to wakelog_worker using (true) with check (true)', tenant);
    execute format('create policy operators_view on %s for select to wakelog_viewer
      using ((select current_setting(''role'')) = ''admin_role'')', tenant);
  end loop;
end
$$;

-- Events of the account and its vessel; users may write only notes.
alter table app.events enable row level security, force row level security;
create policy own_events on app.events for select to user_role, vessel_role, wakelog_viewer
  using (ref_id in ((select app.current_account()), (select app.current_vessel())));
create policy own_notes on app.events to user_role, wakelog_viewer
  using (channel = 'note' and ref_id in ((select app.current_account()), (select app.current_vessel())))
  with check (channel = 'note' and ref_id in ((select app.current_account()), (select app.current_vessel())));
create policy operator on app.events to admin_role using (true) with check (true);
create policy operators_view on app.events to wakelog_viewer
  using ((select current_setting('role')) = 'admin_role') with check ((select current_setting('role')) = 'admin_role');
create policy service on app.events to wakelog_worker using (true) with check (true);
