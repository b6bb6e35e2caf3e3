-- The event log: a queue, and its part that users see.

-- Stores an event and wakes the worker when the transaction commits.
create or replace function app.enqueue(channel text, payload text, ref_id text, facts jsonb default null) returns void
language sql volatile as $$
  insert into app.events (channel, payload, ref_id, facts) values (channel, payload, ref_id, facts);
  select app.wake_worker(channel);
$$;

-- A note belongs to the caller's vessel unless it names another, and needs no work.
create or replace function app.stamp_note() returns trigger
language plpgsql as $$
begin
  new.ref_id := coalesce(new.ref_id, app.current_vessel(), app.current_account());
  new.stored := coalesce(new.stored, now());
  new.processed := coalesce(new.processed, now());
  return new;
end
$$;
create trigger stamp_note before insert on app.events for each row
  when (new.channel = 'note') execute function app.stamp_note();

-- Limits notes per account or vessel. Serialises writers, so that the count is right.
create or replace function app.refuse_more_notes() returns trigger
language plpgsql as $$
declare
  most constant integer := 1000;
  owner text;
begin
  for owner in select distinct f.ref_id from fresh f where f.channel = 'note' order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('notes ' || owner, 0));
    if (select count(*) from (
        select from app.events e where e.channel = 'note' and e.ref_id = owner limit most + 1) _) > most then
      raise exception 'A person or a vessel keeps at most % notes.', most using errcode = '22023',
        hint = 'Delete some that are no longer needed.';
    end if;
  end loop;
  return null;
end
$$;
create trigger refuse_more_notes after insert on app.events referencing new table as fresh for each statement
  when (current_user in ('user_role', 'admin_role')) execute function app.refuse_more_notes();

create or replace view api.eventlogs_view as
  select id, channel, payload, ref_id, stored, processed from app.events order by id;
comment on view api.eventlogs_view is
  'Events of the account and the vessel, and whether they were processed. Users may write notes.';
select app.describe('eventlogs_view', $json${
  "id": "Id of the event.",
  "payload": "What it is about: a number of a log or stay, an e-mail address, or the note's text.",
  "ref_id": "Whose it is: an account or a vessel.",
  "stored": "When it happened, UTC.",
  "processed": "When it was worked off, UTC; null while it waits."
}$json$);
comment on column api.eventlogs_view.channel is
  'Kind of event. new_stay is raised when a stay begins, new_moorage when a stay ends, new_logbook when a log ends. '
  'Users write only note.';

grant select on api.eventlogs_view to user_role, vessel_role, admin_role;
grant insert (channel, payload, ref_id, stored, processed), update (payload, processed), delete on api.eventlogs_view
  to user_role;
grant insert, update, delete on api.eventlogs_view to admin_role;
