-- Last: events stored by migrations get their turns, and running workers learn of them.
select app.note_waiting();
select app.wake_worker('migrated');
