-- Names of users, boats and public pages.

-- A pattern of invisible characters: most of Unicode's default ignorables, and interlinear annotation marks. Excludes
-- the variation selectors FE00 to FE0F, which emoji need.
create or replace function app.invisible() returns text
language sql immutable parallel safe as $$
  select U&'[\00AD\034F\061C\115F\1160\17B4\17B5\180B-\180F\200B-\200F\2060-\206F'
    || U&'\3164\FEFF\FFA0\FFF0-\FFFB\+0E0000-\+0E0FFF]'
$$;

-- The text without joiners that its script needs: between letters from Arabic to Sinhala, and within emoji.
create or replace function app.without_joiners(value text) returns text
language sql immutable parallel safe as $$
  select regexp_replace(value, U&'(?<=[\0600-\0DFF\2600-\27BF\FE0F\+01F000-\+01FAFF])[\200C\200D]'
    || U&'(?=[\0600-\0DFF\2600-\27BF\+01F000-\+01FAFF])', '', 'g')
$$;

-- The text as readers see it: compatibility forms replaced (Unicode TR 15), ideographic full stops turned into dots,
-- invisible characters removed.
create or replace function app.visible_text(value text) returns text
language sql immutable parallel safe as $$
  select replace(regexp_replace(normalize(value, NFKC), app.invisible() || U&'|[\FE00-\FE0F]', '', 'g'), U&'\3002', '.')
$$;

-- What is wrong with a name for mail and public pages, as a sentence about `what`; null if nothing.
create or replace function app.name_fault(what text, name text, at_least integer) returns text
language sql immutable parallel safe as $$
  select case
    when name is null then null
    when length(name) not between at_least and 60 then format('%s has %s to 60 characters.', what, at_least)
    when name ~ U&'[[:cntrl:]\2028-\202E\2066-\2069]' then format('%s must be one line of text.', what)
    when app.visible_text(name) ~* '://|\mwww\.|[[:alnum:]-]{2}\.[[:alpha:]]{2,}|\.[[:alpha:]]{2,}/' then
      format('%s must not contain a link: leave out addresses, and put a space after a full stop.', what)
    when length(trim(app.visible_text(name))) < at_least then format('%s has %s to 60 characters.', what, at_least)
    when app.without_joiners(name) ~ app.invisible() then
      format('%s contains an invisible character: type it again without it.', what)
  end
$$;

-- Users can also name the boat through its metadata.
create or replace function app.refuse_name() returns trigger
language plpgsql as $$
declare
  fault text := app.name_fault('The name of a boat', new.name, 1);
begin
  if fault is not null then
    raise exception '%', fault using errcode = '22023', hint = 'Choose a different name.';
  end if;
  return new;
end
$$;
create trigger refuse_name before update of name on api.metadata for each row
  when (current_user in ('user_role', 'admin_role') and new.name is distinct from old.name)
  execute function app.refuse_name();

-- Comparison key of public page names: equal for names that readers would confuse. Ignores case, accents, spaces, ASCII
-- punctuation and compatibility forms. Digits and letters that look like a Latin letter (a selection from Unicode TS
-- 39) count as that letter; so do `i` as `l`, `rn` as `m` and `vv` as `w`. The name itself if nothing remains; null
-- without a name.
create or replace function app.public_name_key(name text) returns text
language sql immutable parallel safe as $$
  select coalesce(nullif(replace(replace(regexp_replace(translate(replace(lower(normalize(name, NFKD)), 'ß', 'ss'),
    'i1|05ıłøđħŧавекмнорстухѕіјԁһԛԝьӏαβεηικνορςστυχωγ', 'lllosllodhtabekmhopctyxsljdhqwblabenlkvopootuxwy'),
    U&'[\0001-\002F\003A-\0060\007B-\00BF\0300-\036F\1AB0-\1AFF\1DC0-\1DFF\2000-\206F\20D0-\20FF\FE00-\FE0F]', '', 'g'),
    'rn', 'm'), 'vv', 'w'), ''), nullif(name, ''))
$$;

create or replace function app.stamp_public_name() returns trigger
language plpgsql as $$
begin
  new.public_name_key := app.public_name_key(new.preferences ->> 'public_vessel');
  return new;
end
$$;
create trigger stamp_public_name before insert or update of preferences on app.accounts for each row
  execute function app.stamp_public_name();

-- The name, with the first free number appended if another account's public name looks like it.
create or replace function app.free_public_name(wanted text) returns text
language plpgsql volatile as $$
declare
  free_name text := wanted;
  number integer := 1;
begin
  perform app.choose_public_name();
  while exists (select from app.accounts a where a.public_name_key = app.public_name_key(free_name))
  loop
    number := number + 1;
    free_name := wanted || number;
  end loop;
  return free_name;
end
$$;

-- Serialises the choice of public page names until the transaction ends.
create or replace function app.choose_public_name() returns void
language sql volatile as $$ select pg_advisory_xact_lock(hashtextextended('public_vessel', 0)) $$;

grant execute on function app.invisible(), app.visible_text(text), app.without_joiners(text),
    app.name_fault(text, text, integer)
  to user_role, admin_role;
