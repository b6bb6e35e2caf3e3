/** Functions of one name, with optional, positional and unnamed parameters. */
export const OVERLOADED_FUNCTIONS = `
set search_path = observatory, tools;
create function pick(label text, at integer default 1) returns text language sql immutable as $$ select label || at $$;
create function sum_of(numbers integer[]) returns bigint language sql immutable as $$
  select sum(n) from unnest(numbers) n
$$;
create function kind_of(json) returns text language sql immutable as $$ select 'json' $$;
create function kind_of(text) returns text language sql immutable as $$ select 'text' $$;
create function kind_of(xml) returns text language sql immutable as $$ select 'xml' $$;
create function kind_of(bytea) returns text language sql immutable as $$ select 'bytea' $$;
create function kind_of(value integer) returns text language sql immutable as $$ select 'named' $$;
create function two_raw(json) returns text language sql immutable as $$ select 'json' $$;
create function two_raw(jsonb) returns text language sql immutable as $$ select 'jsonb' $$;
create function optional(a integer) returns text language sql immutable as $$ select 'short' $$;
create function optional(a integer, b integer default 1) returns text language sql immutable as $$ select 'long' $$;
create function above(id integer default 0) returns setof sites language sql stable as $$
  select * from observatory.sites where sites.id > above.id order by sites.id
$$;
`;
