/** Tables that are related in more than one way, to themselves, in a ring, and through views. */
export const RELATED_TABLES = `
set search_path = observatory, tools;
create table loans (
  id integer primary key, lender_id bigint references observers (id),
  borrower_id bigint constraint loans_to references observers (id)
);
insert into loans values (1, 1, 2);
create table parts (
  id integer primary key, name text,
  whole_id integer references parts (id), twin_id integer unique references parts (id)
);
insert into parts values (1, 'dome', null, null), (2, 'shutter', 1, null), (3, 'motor', 1, 2);
create table twins (id integer primary key, name text, twin_id integer unique references twins (id));
insert into twins values (1, 'east', null), (2, 'west', 1);
create table keys (id integer primary key, gate_id integer);
create table gates (
  id integer primary key, z integer constraint z_key references keys (id),
  a integer constraint a_key references keys (id), m integer unique constraint m_key references keys (id)
);
alter table keys add constraint back foreign key (gate_id) references gates (id);
create table locks (gate integer references gates (id), key integer references keys (id), primary key (gate, key));
create view skill_list as select observer_id, telescope_id, level from skills;
create view telescope_names as select id, site_id as place, name from telescopes;
create view site_labels as select id as site, name as label from sites;
grant select on all tables in schema observatory to fixture_user;
`;
