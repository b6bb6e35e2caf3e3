/** Tables for preferences: rows to write, and rows that the planner miscounts. */
export const PREFERRED_TABLES = `
create table observatory.loose (id integer);
grant all on observatory.loose to fixture_anonymous;
create function observatory.bulk(n integer) returns setof integer language sql volatile as $$
  insert into observatory.loose select generate_series(1, n) returning id
$$;
create function observatory.json_rows(json) returns setof integer language sql stable as $$
  select json_array_length($1)
$$;
create table observatory.aged (id integer primary key);
insert into observatory.aged select generate_series(1, 100);
analyze observatory.aged;
insert into observatory.aged select generate_series(101, 103);
grant select on observatory.aged to fixture_anonymous;
`;
