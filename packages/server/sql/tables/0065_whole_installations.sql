-- An installation is whole: what only accounts on their way between several needed goes.

-- Such an account is locked, and its messages are put aside: only the release that began the move can open it.
do $$
declare
  waiting text;
begin
  select a.email into waiting from app.arriving r join app.accounts a using (account_id) where r.opened_at is null;
  if found then
    raise exception 'the account % is still on its way to this installation: finish or undo the move with the release '
      'that began it, then upgrade', waiting;
  end if;
end
$$;

drop table app.arriving, app.moved;
drop index app.interval_identities_id, app.gaps_id;
delete from app.installation_facts where name = 'cell';
revoke update on all sequences in schema api, app from wakelog_worker;
