-- Logins that read the boats of one account from SQL, for its Grafana.
-- wakelog_grafana: what such logins may do. Each is a member, so that rights outlive what they are about: sql/code is
--   replaced as a whole.
-- wakelog_grafana_owner: the owner of the functions that read for them. Row security binds it, by who is logged in.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['wakelog_grafana', 'wakelog_grafana_owner']
  loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin', wanted);
    end if;
  end loop;
  execute format('grant wakelog_grafana_owner to %I', current_user);
end
$$;

grant usage on schema grafana to wakelog_grafana;
grant usage on schema api, app, grafana to wakelog_grafana_owner;
-- An owner of functions must be allowed to make them. Nobody logs in as it.
grant create on schema grafana to wakelog_grafana_owner;

-- Whose login it is. One whose account is gone belongs to nobody until it is dropped.
create table app.grafana_logins (
  login name primary key,
  account_id text unique references app.accounts on delete set null,
  created_at timestamptz not null default now()
);

-- Whoever can log in can listen and speak on any channel whose name is known, so these names are not.
create table app.channels (
  name text primary key,
  channel text not null
);
insert into app.channels values ('live', 'wakelog_live_' || replace(gen_random_uuid()::text, '-', ''));
