-- Why an anchor watch ended is a word in the event's facts. Events that wait say it in their payload's sentence alone.
alter table app.events no force row level security;
update app.events e set facts = jsonb_build_object('ending', known.ending)
from (values
  ('The boat is under way: the anchor watch is over.', 'sailed_away'),
  ('Somebody switched the anchor watch off.', 'switched_off'),
  ('The anchor watch was set again.', 'set_again')) known (sentence, ending)
where e.channel = 'anchor_watch_off' and e.processed is null and e.payload = known.sentence;
alter table app.events force row level security;
