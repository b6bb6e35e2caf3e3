-- Stored responses: a retry with the same Idempotency-Key gets the response of the first write.

-- Retention in days, and most responses per owner; beyond that the oldest are deleted.
create or replace function app.answers_kept(out days integer, out most integer)
language sql immutable as 'select 30, 5000';

-- The owner of the caller's responses; null if there is none.
create or replace function app.answer_owner() returns text
language sql stable as $$
  select case current_setting('role')
    when 'user_role' then 'account ' || app.current_account()
    when 'vessel_role' then 'boat ' || app.current_vessel()
    when 'admin_role' then 'operator ' || app.current_vessel() end
$$;

-- Claims a key until the transaction ends. Null: proceed. Otherwise an object with `state`: unowned (nothing is stored
-- for this caller), busy (in progress), other (the key was used for another request), or kept, with the response.
create or replace function app.claim_answer(key text, request text) returns json
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  whose constant text := app.answer_owner();
  kept app.kept_answers;
begin
  if whose is null then
    return '{"state": "unowned"}';
  elsif not pg_try_advisory_xact_lock(hashtextextended('kept answer ' || whose || ' ' || key, 0)) then
    return '{"state": "busy"}';
  end if;
  select * into kept from app.kept_answers k
  where k.owner = whose and k.key = claim_answer.key
    and k.kept_at > now() - make_interval(days => (app.answers_kept()).days);
  if not found then
    return null;
  elsif kept.request <> request or kept.vessel_id is distinct from app.current_vessel() then
    return '{"state": "other"}';
  end if;
  return json_build_object('state', 'kept', 'status', kept.status, 'headers', kept.headers,
    'body', encode(kept.body, 'base64'));
end
$$;

-- Stores the response in the transaction of the write. The key must be claimed.
create or replace function app.keep_answer(key text, request text, status integer, headers json, body text)
returns void language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  whose constant text := app.answer_owner();
  number constant bigint := 1 + coalesce((
    select k.n from app.kept_answers k where k.owner = whose order by k.n desc limit 1), 0);
begin
  delete from app.kept_answers k
  where k.owner = whose and (k.n <= number - (app.answers_kept()).most or k.key = keep_answer.key
    and k.kept_at <= now() - make_interval(days => (app.answers_kept()).days));
  insert into app.kept_answers (owner, key, n, account_id, vessel_id, request, status, headers, body)
  values (whose, key, number, case when current_setting('role') = 'user_role' then app.current_account() end,
    app.current_vessel(), request, status, headers, decode(body, 'base64'));
end
$$;

-- Deletes expired responses; returns how many.
create or replace function app.forget_answers() returns bigint
language sql volatile as $$
  with gone as (
    delete from app.kept_answers k where k.kept_at <= now() - make_interval(days => (app.answers_kept()).days)
    returning 1)
  select count(*) from gone
$$;

grant execute on function app.claim_answer(text, text), app.keep_answer(text, text, integer, json, text)
  to anonymous, user_role, vessel_role, admin_role, messenger_role;
