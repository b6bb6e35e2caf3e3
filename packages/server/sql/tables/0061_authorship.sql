-- Which account wrote a log entry or sent a photo, apart from the row itself, which shows the name that the person had
-- then. An edit keeps that name beside the account it has.
create table app.authorship (
  vessel_id text not null references app.vessels on delete cascade,
  kind text not null check (kind in ('entry', 'photo')),
  id integer not null,
  account_id text not null references app.accounts on delete cascade,
  primary key (vessel_id, kind, id)
);
create index authorship_account on app.authorship (account_id);

alter table app.edits add column author text;

-- Of what was written before, the name tells the account where one member of the boat has it.
alter table app.edits no force row level security;
alter table api.log_entries no force row level security;
alter table api.log_photos no force row level security;
update app.edits e set author = a.first || ' ' || a.last from app.accounts a where a.account_id = e.account_id;
insert into app.authorship (vessel_id, kind, id, account_id)
select w.vessel_id, w.kind, w.id, min(a.account_id)
from (
  select vessel_id, 'entry' as kind, id, author from api.log_entries
  union all
  select vessel_id, 'photo', id, author from api.log_photos) w
join app.memberships m using (vessel_id)
join app.accounts a on a.account_id = m.account_id and a.first || ' ' || a.last = w.author
group by w.vessel_id, w.kind, w.id
having count(*) = 1;
alter table api.log_photos force row level security;
alter table api.log_entries force row level security;
alter table app.edits force row level security;
