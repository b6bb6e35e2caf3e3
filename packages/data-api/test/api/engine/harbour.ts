/** A schema to describe: relations of all kinds, columns of all types, functions of all parameters. */

/** Its SQL, run after the fixture; `bare` is a schema with nothing in it. */
export const HARBOUR = `
create schema harbour;
create schema bare;
comment on schema harbour is E'Harbour\\nBerths and ships.\\nNothing else.';
grant usage on schema harbour, bare to fixture_anonymous, fixture_user;
set search_path = harbour;
create type kind as enum ('sail', 'motor');
create table quays (id integer primary key, name text not null);
create table ships (
  id integer primary key,
  quay_id integer references quays (id),
  tender_of integer,
  name varchar(20) not null default 'Nameless',
  kind kind default 'sail',
  small smallint default 3,
  big bigint,
  exact numeric(8, 2) default 1.5,
  single real,
  twice double precision,
  afloat boolean default true,
  papers json,
  log jsonb,
  codes integer[],
  names text[],
  logs jsonb[],
  built date default current_date,
  seen timestamptz,
  uid uuid,
  raw bytea
);
alter table ships add constraint ships_tender_fkey foreign key (tender_of) references ships (id);
comment on table ships is E'Ships\\n\\nThat come and go,\\nand stay.';
comment on column ships.name is 'As painted on it';
comment on column ships.quay_id is 'Where it lies';
create view afloat as select id, name from ships where afloat;
create view ships_by_quay as select quay_id, count(*) as ships from ships group by quay_id;
create materialized view names as select name from ships;
create table anchorages (id integer, place text) partition by list (id);
create table anchorages_1 partition of anchorages for values in (1);
create table chests (id integer);
create table secret (id integer);
create table truncated (id integer);
create table referred (id integer);
create table triggered (id integer);
create function arrive(ship integer, quay text default 'north', since date default null) returns void
  language sql volatile as $$ $$;
comment on function arrive is E'A ship comes\\nand lies at a quay.';
create function typed(a bigint, b numeric, c boolean, d json, e text[], f kind) returns text
  language sql stable as $$ select '' $$;
create function loaded(weight integer, variadic goods text[]) returns bigint language sql immutable as $$ select 1::bigint $$;
create function bell() returns text language sql stable as $$ select 'ding' $$;
create function closed() returns text language sql stable as $$ select '' $$;
create function on_change() returns trigger language plpgsql as $$ begin return new; end $$;
revoke execute on function closed() from public;
grant select on quays, ships, afloat, ships_by_quay, names, anchorages to fixture_anonymous;
grant insert on chests to fixture_anonymous;
grant truncate on truncated to fixture_anonymous;
grant references (id) on referred to fixture_anonymous;
grant trigger on triggered to fixture_anonymous;
grant select (id) on secret to fixture_user;
`;
