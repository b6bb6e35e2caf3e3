-- Earned badges. They belong to the account, which its owner reads only through procedures.

create or replace function api.badges_fn()
returns table (name text, description text, earned_at text, logbook_id integer)
language sql stable security definer set search_path = pg_catalog as $$
  select b.key, coalesce(format(d.description, d.threshold), format('Sailed here: %s', b.key)), b.value ->> 'date',
    case when b.value ->> 'log' ~ '^[0-9]{1,9}$' then (b.value ->> 'log')::integer end
  from app.accounts a
  cross join lateral jsonb_each(case jsonb_typeof(a.preferences -> 'badges')
    when 'object' then a.preferences -> 'badges' end) b
  left join app.badges d on d.name = b.key
  where a.account_id = app.current_account()
  order by b.value ->> 'date', b.key
$$;
comment on function api.badges_fn is 'The badges that the account has earned, oldest first.';

create or replace view api.badges_view as
  select b.name, b.description, b.earned_at, b.logbook_id from api.badges_fn() b;
comment on view api.badges_view is 'The badges that the account has earned.';
select app.describe('badges_view', $json${
  "name": "Name of the badge.",
  "description": "What it was earned by.",
  "earned_at": "When it was earned, UTC.",
  "logbook_id": "Id of the log that earned it; null for what was earned ashore."
}$json$);

grant execute on function api.badges_fn() to user_role, admin_role;
-- Boats have no badges, but may read every view. On PostgreSQL 14, the views' owner calls it for the caller.
grant execute on function api.badges_fn() to vessel_role, wakelog_viewer;
grant select on api.badges_view to user_role, vessel_role, admin_role;
