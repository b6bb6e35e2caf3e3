-- Shapes that the fixture lacks, for the comparison: run after it, by its owner.
set search_path = observatory, tools;
set client_min_messages = error;

-- One-to-one with itself.
create table partners (id integer primary key, partner_id integer unique references partners);
insert into partners values (1, null), (2, 1);

-- Records whose columns are not declared.
create function any_rows(rows integer default 2) returns setof record language sql stable as $$
  select n as a, repeat('x', n) as b from generate_series(1, rows) n
$$;
create function any_rows_of_plpgsql() returns setof record language plpgsql stable as $$
begin return query select 1 as a; end
$$;
create function any_row() returns record language sql stable as $$ select 1 as a, 'x'::text as b $$;

-- Relationships that functions of one row compute, to rows of other schemas too.
create function host(telescopes) returns sites language sql stable as $$
  select * from observatory.sites s where s.id = $1.site_id
$$;
create function first_night(telescopes) returns nights language sql stable as $$
  select * from observatory.nights n where n.telescope_id = $1.id order by n.id limit 1
$$;
create function best_plate(telescopes) returns archive.plates language sql stable as $$
  select * from archive.plates p where p.telescope_id = $1.id order by p.id limit 1
$$;
create function archived_sites(telescopes) returns setof archive.sites language sql stable as $$
  select * from archive.sites
$$;
create function grants_seen(telescopes) returns setof hidden.grants_for_sites language sql stable as $$
  select * from hidden.grants_for_sites
$$;
create function aim(stars) returns coordinates language sql stable as $$ select $1.position $$;
create function tools.sites_by_tool(telescopes) returns setof sites language sql stable as $$
  select * from observatory.sites
$$;
create function archive.sites_by_archive(telescopes) returns setof sites language sql stable as $$
  select * from observatory.sites
$$;
create function archive.telescopes_of(archive.plates) returns setof telescopes language sql stable as $$
  select * from observatory.telescopes t where t.id = $1.telescope_id
$$;

-- Junctions of other schemas.
create table archive.visits (
  site_id integer references sites, paper_id integer references papers, primary key (site_id, paper_id)
);
create table hidden.quotes (
  paper_id integer references papers, badge_of bigint references badges (observer_id), primary key (paper_id, badge_of)
);

-- Representations of domains that have no equality, or no form in one direction.
create domain reading as json;
create domain spot as point;
create domain shout as text;
create function tools.reading_of(text) returns reading language sql immutable as $$ select to_json($1)::observatory.reading $$;
create function tools.spot_of(text) returns spot language sql immutable as $$ select $1::point::observatory.spot $$;
create function tools.spot_of(json) returns spot language sql immutable as $$
  select ($1 #>> '{}')::point::observatory.spot
$$;
create function tools.json_of(spot) returns json language sql immutable as $$ select to_json($1::point::text) $$;
create function tools.json_of_shout(shout) returns json language sql immutable as $$ select to_json(upper($1)) $$;
create cast (text as reading) with function tools.reading_of(text) as implicit;
create cast (text as spot) with function tools.spot_of(text) as implicit;
create cast (json as spot) with function tools.spot_of(json) as implicit;
create cast (spot as json) with function tools.json_of(spot) as implicit;
create cast (shout as json) with function tools.json_of_shout(shout) as implicit;
create table forms (id integer primary key, reading reading, spot spot, shout shout, color tint);
insert into forms values (1, '"a"', '(1,2)', 'hey', 255), (2, null, null, null, null);
create view forms_seen as select id, spot, shout, color from forms;
create function all_forms() returns setof forms language sql stable as $$ select * from observatory.forms $$;

-- XML, and what is not XML.
create domain sheet as xml;
create function xml_declared() returns xml language sql immutable as $$ select '<?xml version="1.0"?><a/>'::xml $$;
create function xml_alone() returns xml language sql immutable as $$
  select '<?xml version="1.0" standalone="yes"?><a/>'::xml
$$;
create function xml_rows() returns setof xml language sql immutable as $$
  values ('<a/>'::xml), ('<?xml version="1.0"?><b>x</b>'), (null)
$$;
create function xml_sheet() returns sheet language sql immutable as $$ select '<a/>'::xml::observatory.sheet $$;
create function xml_nothing() returns xml language sql immutable as $$ select null::xml $$;
create function xml_table() returns table (body xml, title text) language sql immutable as $$ select '<a/>'::xml, 'b' $$;

-- Bodies that are taken whole, and their overloads.
create function takes(size integer default 1) returns text language sql immutable as $$ select 'defaults' $$;
create function takes(text) returns text language sql immutable as $$ select 'text ' || $1 $$;
create function takes(bytea) returns text language sql immutable as $$ select 'bytes' $$;
create function takes_raw(text) returns text language sql immutable as $$ select 'text ' || $1 $$;
create function takes_raw(json) returns text language sql immutable as $$ select 'json ' || $1::text $$;
create function takes_default(text default 'the default') returns text language sql immutable as $$ select $1 $$;
create function takes_json_default(json default '{"d":1}') returns json language sql immutable as $$ select $1 $$;
create function takes_named(value json default '5') returns text language sql immutable as $$ select $1::text $$;

grant select on partners, archive.visits, hidden.quotes to fixture_anonymous, fixture_user;
grant select, insert, update, delete on forms, forms_seen to fixture_anonymous, fixture_user;
