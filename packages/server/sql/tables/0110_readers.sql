-- Roles that read for a user: the chat bot of a linked chat, and an assistant that the user gave a token.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['bot_role', 'mcp_role'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin', wanted);
    end if;
  end loop;
end
$$;
grant bot_role, mcp_role to wakelog_authenticator;

-- When each account's newest token for an assistant was issued, seconds since 1970-01-01 UTC; earlier ones have ended.
create table app.assistant_tokens (
  account_id text primary key references app.accounts on delete cascade,
  issued_at bigint not null
);
