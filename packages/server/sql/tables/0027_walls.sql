-- Notes of a person or a vessel are counted whenever one is written.
create index events_notes on app.events (ref_id) where channel = 'note';

-- Names of public pages that differ in accents, underscores or the digit 5 look alike, too: their keys are made again,
-- as app.public_name_key makes them. Of accounts whose names look alike, the oldest keeps its own.
drop index app.accounts_public_vessel;
update app.accounts a
set public_name_key = k.key,
  preferences = case when k.place = 1 then a.preferences else a.preferences - 'public_vessel' end
from (
  select account_id, key, row_number() over (partition by key order by created_at, account_id) as place
  from (
    select account_id, created_at,
      coalesce(nullif(replace(replace(regexp_replace(translate(
        replace(lower(normalize(preferences ->> 'public_vessel', NFKD)), 'ß', 'ss'),
        'i1|05ıłøđħŧавекмнорстухѕіјԁһԛԝьӏαβεηικνορςστυχωγ', 'lllosllodhtabekmhopctyxsljdhqwblabenlkvopootuxwy'),
        U&'[\0001-\002F\003A-\0060\007B-\00BF\0300-\036F\1AB0-\1AFF\1DC0-\1DFF\2000-\206F\20D0-\20FF\FE00-\FE0F]',
        '', 'g'),
        'rn', 'm'), 'vv', 'w'), ''),
        preferences ->> 'public_vessel') as key
    from app.accounts where preferences ->> 'public_vessel' <> '') named) k
where k.account_id = a.account_id;
update app.accounts set public_name_key = null where coalesce(preferences ->> 'public_vessel', '') = '';
create unique index accounts_public_vessel on app.accounts (public_name_key);
