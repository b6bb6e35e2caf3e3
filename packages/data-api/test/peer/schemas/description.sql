-- Types, defaults, comments and functions of all kinds, for the API's description of itself.
create schema types;
grant usage on schema types to fixture_anonymous, fixture_user;
set search_path = types, tools;
create type types.mood as enum ('sad', 'ok');
create type types.pair as (a integer, b text);
create domain types.code as varchar(5) default 'x' check (length(value) > 0);
create domain types.codes as types.code;
create domain types.moods as types.mood;
create domain types.many as integer[];
create domain types.required as text not null;
create table everything (
  id bigint generated always as identity primary key,
  c1 char default 'a', c2 char(3) default 'abc', c3 varchar, c4 varchar(7) default 'v', c5 text default 'it''s', c6 name,
  b1 bit, b2 bit(3) default B'101', b3 varbit, b4 bit varying(5), b5 boolean default true, b6 bool default false not null,
  n1 smallint default 1, n2 int default -5, n3 bigint default 9007199254740993, n4 numeric default 1.5, n5 numeric(10,2) default 0, n6 real default 1e10, n7 double precision default 'NaN', n8 money default 5, n9 decimal, n10 oid, n11 int default 1 + 1, n12 float(3),
  t1 timestamp default now(), t2 timestamptz default current_timestamp, t3 timestamp(3), t4 timestamptz(0), t5 date default current_date, t6 time, t7 timetz, t8 interval default '1 day', t9 interval day to second, t10 time(2) with time zone, t11 date default '2020-01-01',
  j1 json default '{}', j2 jsonb default '{"a": [1]}', j3 jsonb default '[]'::jsonb, x1 xml,
  u1 uuid default gen_random_uuid(), i1 inet, i2 cidr, m1 macaddr, g1 point, g2 box, ts tsvector, tq tsquery, by bytea default '\x00',
  a1 int[] default '{}', a2 text[] default array['a','b'], a3 int[][] , a4 mood[] default '{sad}', a5 varchar(3)[], a6 pair[], a7 jsonb[], a8 timestamptz[], a9 "char"[],
  r1 int4range, r2 tstzrange, r3 int4multirange,
  e1 mood default 'ok', e2 moods, p1 pair, d1 code, d2 codes, d3 many, d4 required, d5 required default 'q',
  q1 "char", o1 regclass, o2 regtype, gen int generated always as (n1 * 2) stored, s1 serial, "wéird ""col""" text default 'a"b',
  nd text default null, nn int not null default 7, fn text default lower('X'), cast1 text default 'x'::varchar, big text default repeat('a', 3)
);
comment on column everything.c1 is 'one character';
comment on column everything.id is 'The key' ;
create table multi (a int, b int, c text, primary key (a, b));
create table refs (id int primary key, e bigint references everything (id), a int, b int, foreign key (a, b) references multi (a, b), self int references refs (id), other int references observatory.sites (id));
create unique index on refs (e);
comment on table multi is E'Title line\n\n\nThird';
comment on table refs is E'\nStarts empty';
create view view_of as select id as key, c1, c4, n2, e1, d1, a2 from everything;
create view upd as select * from multi with local check option;
create materialized view mat as select a, b from multi;
create view joined as select r.id, m.c from refs r join multi m using (a, b);
create table part (id int, at date not null, primary key (id, at)) partition by range (at);
create table part_1 partition of part for values from ('2020-01-01') to ('2021-01-01');
create table "Mixed Case" ("Id" int primary key, "a b" text);
create table nothing ();
create function f_types(c char, c2 char(3), v varchar, v2 varchar(4), b bit, b2 bit(3), vb varbit, n numeric(5,2), m mood, p pair, j json, jb jsonb, t timestamptz, t3 timestamp(3), ia int[], ta text[], ma mood[], d code, d2 codes, dm many, q "char", r int4range, x xml, u uuid, i interval, bo bool, f float, by bytea, nm name, rc regclass, e everything, ea everything[]) returns void language sql as $$ $$;
create function f_defaults(a int, b int default 5, c text default 'x', d jsonb default '{}', variadic e int[] default '{}') returns int language sql stable as $$ select 1 $$;
create function f_variadic(variadic names text[]) returns int language sql immutable as $$ select 1 $$;
create function f_none() returns trigger language plpgsql as $$ begin return new; end $$;
create function f_over(a int) returns int language sql as $$ select 1 $$;
create function f_over(a text, b int default 1) returns int language sql as $$ select 1 $$;
create function f_table() returns table (a int, b text) language sql as $$ select 1, 'x' $$;
create function f_set() returns setof multi language sql as $$ select * from types.multi $$;
create function f_out(in a int, out b int, out c text) language sql as $$ select 1, 'x' $$;
create function f_inout(inout a int) language sql as $$ select 1 $$;
create function f_unnamed(int, text) returns int language sql as $$ select 1 $$;
create function f_json(json) returns json language sql as $$ select $1 $$;
create function f_mixed(a int, text) returns int language sql as $$ select 1 $$;
create function f_any(a anyelement) returns anyelement language sql as $$ select a $$;
create function f_row(multi) returns int language sql as $$ select 1 $$;
create function "f Quoted"("Größe" int) returns int language sql as $$ select 1 $$;
create function f_secret() returns int language sql as $$ select 1 $$;
revoke execute on function f_secret() from public;
create procedure p_proc(a int) language sql as $$ select 1 $$;
create aggregate f_agg(int) (sfunc = int4pl, stype = int, initcond = '0');
comment on function f_table() is E'Summary here\nDescription\nmore';
comment on function f_set() is 'Only summary';
comment on function f_over(int) is 'first';
comment on function f_over(text, int) is 'second';
create function tools.f_over(z int) returns int language sql as $$ select 1 $$;
create function tools.f_tool(z int) returns int language sql as $$ select 1 $$;
comment on schema types is E'Types of all kinds';
grant all on all tables in schema types to fixture_user;
grant select on multi, refs, view_of to fixture_anonymous;
grant insert (a) on multi to fixture_anonymous;
grant update on refs to fixture_anonymous;
grant delete on "Mixed Case" to fixture_anonymous;
