-- Last: events that migrations stored get their turns, and workers that run already learn of them.
select app.note_waiting();
select app.wake_worker('migrated');
