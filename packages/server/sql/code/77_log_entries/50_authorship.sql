-- Authors: the row keeps the user's name at the time, app.authorship the account.

create or replace function app.record_author() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'DELETE' then
    delete from app.authorship a where a.vessel_id = old.vessel_id and a.kind = tg_argv[0] and a.id = old.id;
  elsif app.current_account() is not null then
    insert into app.authorship (vessel_id, kind, id, account_id)
    values (new.vessel_id, tg_argv[0], new.id, app.current_account()) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger record_author after insert or delete on api.log_entries for each row
  execute function app.record_author('entry');
create trigger record_author after insert or delete on api.log_photos for each row
  execute function app.record_author('photo');

-- What another wrote is changed and deleted by skippers and owners alone. A change to the same is none.
create or replace function app.refuse_others_words() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform app.require_role('skipper')
  where not exists (
    select from app.authorship a
    where a.vessel_id = old.vessel_id and a.kind = tg_argv[0] and a.id = old.id
      and a.account_id = app.current_account());
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger author_changes before update on api.log_entries for each row
  when (current_user = 'user_role'
    and (new."time", new.latitude, new.longitude, new.kind, new.text, new.extra)
      is distinct from (old."time", old.latitude, old.longitude, old.kind, old.text, old.extra))
  execute function app.refuse_others_words('entry');
create trigger author_deletes before delete on api.log_entries for each row
  when (current_user = 'user_role') execute function app.refuse_others_words('entry');
create trigger author_changes before update on api.log_photos for each row
  when (current_user = 'user_role' and (new."time", new.latitude, new.longitude, new.caption)
    is distinct from (old."time", old.latitude, old.longitude, old.caption))
  execute function app.refuse_others_words('photo');
create trigger author_deletes before delete on api.log_photos for each row
  when (current_user = 'user_role') execute function app.refuse_others_words('photo');

-- Removes a deleted account's name from what it wrote on others' boats, which is kept.
create or replace function app.forget_author(account text) returns void
language sql volatile as $$
  select app.forget_editor(account);
  update api.log_entries e set author = null from app.authorship a
  where a.account_id = account and a.kind = 'entry' and e.vessel_id = a.vessel_id and e.id = a.id;
  update api.log_photos p set author = null from app.authorship a
  where a.account_id = account and a.kind = 'photo' and p.vessel_id = a.vessel_id and p.id = a.id;
$$;
