-- Row security: whose rows a role sees and writes. Forced, so that it holds for the tables' owner too.
-- One rule for everybody who acts for a vessel: its rows, all of them for a person or the boat, the published log
-- for a visitor, who reads as wakelog_viewer. Which verbs and columns a role has at all is granted in 20_grants.sql.
do $$
declare
  tenant regclass;
begin
  foreach tenant in array array['api.metadata', 'api.metrics', 'api.moorages', 'api.stays', 'api.logbook']::regclass[]
  loop
    execute format('alter table %s enable row level security, force row level security', tenant);
    execute format('create policy own_vessel on %s to user_role, vessel_role, wakelog_viewer
      using (vessel_id = (select app.current_vessel()))
      with check (vessel_id = (select app.current_vessel()))', tenant);
    execute format('create policy operator on %s to admin_role using (true) with check (true)', tenant);
    execute format('create policy service on %s to wakelog_worker using (true) with check (true)', tenant);
    -- The views' owner of PostgreSQL 14 sees for an operator exactly what the operator sees.
    execute format('create policy operators_view on %s to wakelog_viewer
      using ((select current_setting(''role'')) = ''admin_role'')', tenant);
  end loop;
end
$$;

-- A visitor of one published log sees that log; of any published page, finished logs only.
create policy published on api.logbook as restrictive to wakelog_viewer
  using ((select current_setting('role')) <> 'anonymous'
    or (_to_time is not null and (id = (select app.published_log()) or (select app.published_log()) is null)));

alter table api.stays_at enable row level security, force row level security;
create policy everybody on api.stays_at for select using (true);
create policy operator on api.stays_at to admin_role using (true) with check (true);

-- The vessel itself: its name and registration, for whoever acts for it.
alter table app.vessels enable row level security, force row level security;
create policy own_vessel on app.vessels for select to user_role, vessel_role, wakelog_viewer
  using (vessel_id = (select app.current_vessel()));
create policy operator on app.vessels for select to admin_role using (true);
create policy operators_view on app.vessels for select to wakelog_viewer
  using ((select current_setting('role')) = 'admin_role');
create policy service on app.vessels to wakelog_worker using (true) with check (true);

-- Metric rows that ingest refused. A function of the worker stores them; the vessel's people read them.
alter table app.metrics_rejected enable row level security, force row level security;
create policy own_vessel on app.metrics_rejected for select to user_role, vessel_role, wakelog_viewer
  using (vessel_id = (select app.current_vessel()));
create policy operator on app.metrics_rejected for select to admin_role using (true);
create policy operators_view on app.metrics_rejected for select to wakelog_viewer
  using ((select current_setting('role')) = 'admin_role');
create policy service on app.metrics_rejected to wakelog_worker using (true) with check (true);

-- Events of the account and of its vessel; the only events that people may write are notes.
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

-- Gaps: silences that no log and no stay covers, derived by the fold. People see those that wait for a decision.
alter table app.gaps enable row level security, force row level security;
create policy own_vessel on app.gaps for select to user_role, vessel_role, wakelog_viewer
  using (vessel_id = (select app.current_vessel()));
create policy operator on app.gaps for select to admin_role using (true);
create policy operators_view on app.gaps for select to wakelog_viewer
  using ((select current_setting('role')) = 'admin_role');
create policy service on app.gaps to wakelog_worker using (true) with check (true);

alter table app.edits enable row level security, force row level security;
create policy own_vessel on app.edits for select to user_role, vessel_role, wakelog_viewer
  using (vessel_id = (select app.current_vessel()));
create policy operator on app.edits for select to admin_role using (true);
create policy operators_view on app.edits for select to wakelog_viewer
  using ((select current_setting('role')) = 'admin_role');
create policy service on app.edits to wakelog_worker using (true) with check (true);
