-- Sessions of an account end all together when its version is raised. A token without a version is of the first one;
-- where a password was changed, such a token may be older than the change.
alter table app.accounts add column session_version integer not null default 1;
update app.accounts set session_version = 2 where password_changed_at is not null;
alter table app.accounts drop column password_changed_at;

-- Networks from which an account's owner has signed in, each as a hash: guesses from elsewhere never hold them up.
create table app.known_networks (
  account_id text not null references app.accounts on delete cascade,
  network text not null,
  seen_at timestamptz not null default now(),
  primary key (account_id, network)
);
create index known_networks_seen on app.known_networks (seen_at);

-- A radio identity proves nothing, so nobody keeps one from its owner by registering it first.
alter table app.vessels drop constraint vessels_mmsi_key;

-- One chat belongs to one account. Where several had the same one, its messages may have gone to the wrong person: it is
-- nobody's until one of them links it again.
update app.accounts a set preferences = a.preferences - 'messenger'
where exists (
  select from app.accounts o
  where o.account_id <> a.account_id
    and (o.preferences #>> '{messenger,from,id}' = a.preferences #>> '{messenger,from,id}'
      or o.preferences #>> '{messenger,chat,id}' = a.preferences #>> '{messenger,chat,id}'));
create unique index accounts_messenger_person on app.accounts ((preferences #>> '{messenger,from,id}'));
create unique index accounts_messenger_chat on app.accounts ((preferences #>> '{messenger,chat,id}'));

-- Names of public pages are compared by how they look, which app.public_name_key tells; a trigger keeps the key. Of
-- accounts whose names look alike, the oldest keeps its own.
drop index app.accounts_public_vessel;
alter table app.accounts add column public_name_key text;
update app.accounts a set public_name_key = k.key
from (
  select account_id, row_number() over (partition by key order by created_at, account_id) as place, key
  from (
    select account_id, created_at,
      replace(replace(translate(replace(lower(normalize(preferences ->> 'public_vessel', NFKC)), 'ß', 'ss'),
        'i1|0ıавекмнорстухѕіјԁһԛԝьӏαβεηικνορςστυχωγ', 'lllolabekmhopctyxsljdhqwblabenlkvopootuxwy'),
        'rn', 'm'), 'vv', 'w') as key
    from app.accounts where preferences ->> 'public_vessel' <> '') named) k
where k.account_id = a.account_id and k.place = 1;
update app.accounts set preferences = preferences - 'public_vessel'
where preferences ->> 'public_vessel' <> '' and public_name_key is null;
create unique index accounts_public_vessel on app.accounts (public_name_key);
