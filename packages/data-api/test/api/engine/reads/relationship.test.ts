/** The relationships of the fixture, and the rows they embed. */
import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const MORE = `
set search_path = observatory, tools;
create table site_codes (site_id integer primary key references sites (id), code text not null);
create table star_portraits (
  id integer primary key, catalog varchar(12), number integer, file text, unique (number, catalog),
  constraint star_portraits_star_fkey foreign key (catalog, number) references stars (catalog, number)
);
create table visits (
  observer_id bigint references observers (id), site_id integer references sites (id), day date,
  primary key (observer_id, site_id, day)
);
insert into site_codes values (1, 'CA');
insert into star_portraits values (1, 'HR', 7001, 'vega.png');
insert into visits values (1, 2, '2024-01-01'), (1, 3, '2024-01-02');
create view skill_list as select observer_id, telescope_id, level from skills;
create view telescope_names as select id, site_id as place, name from telescopes;
create view site_names as select id, name as label from sites;
create view site_labels as select id as site, label from site_names;
create materialized view site_summary as select id, name from sites;
create view site_summary_names as select id as key, name from site_summary;
create function leading_telescope(sites) returns setof telescopes rows 1 language sql stable as $$
  select * from observatory.telescopes t where t.site_id = $1.id order by id limit 1
$$;
create function big_telescopes(sites) returns setof telescopes language sql stable as $$
  select * from observatory.telescopes t where t.site_id = $1.id and t.aperture_m > 4
$$;
create function visits(observers) returns setof visits language sql stable as $$
  select * from observatory.visits v where v.observer_id = $1.id and v.day > '2024-01-01'
$$;
grant select, insert, update on all tables in schema observatory to fixture_user;
`;

const o = observatoryForTests({ extra: MORE, config: { txEnd: "commit-allow-override" } });

const ADA = { as: "ada@example.org" };
const rows = async (target: string): Promise<unknown> => (await o.get(target, ADA)).json;
const A = { name: "Anteros" };
const B = { name: "Bellona" };

describe("a relationship by foreign key", () => {
  it.each([
    [
      "to the one gives an object",
      "/telescopes?select=sites(name)&id=eq.3",
      [{ sites: { name: "Mount Grey" } }],
    ],
    [
      "to the one gives null where there is none",
      "/telescopes?select=sites(name)&id=eq.4",
      [{ sites: null }],
    ],
    ["to the many gives an array", "/sites?select=telescopes(name)&id=eq.1", [{ telescopes: [A, B] }]],
    [
      "to the many gives an empty array where there are none",
      "/sites?select=telescopes(name)&id=eq.3",
      [{ telescopes: [] }],
    ],
    [
      "that is a primary key gives an object",
      "/sites?select=site_codes(code)&id=eq.1",
      [{ site_codes: { code: "CA" } }],
    ],
    [
      "that is a primary key gives null where there is none",
      "/sites?select=site_codes(code)&id=eq.2",
      [{ site_codes: null }],
    ],
    [
      "that is a primary key gives an object from its own side",
      "/site_codes?select=sites(name)",
      [{ sites: { name: "Cerro Alto" } }],
    ],
    [
      "that is unique gives an object",
      "/observers?select=badges(issued)&id=eq.1",
      [{ badges: { issued: "2020-05-05T10:00:00+00:00" } }],
    ],
    [
      "that is unique gives null where there is none",
      "/observers?select=badges(code)&id=eq.3",
      [{ badges: null }],
    ],
    [
      "of several unique columns gives an object",
      "/stars?select=star_portraits(file)&number=eq.7001",
      [{ star_portraits: { file: "vega.png" } }],
    ],
    [
      "of some columns of a primary key gives an array",
      "/nights?select=exposures(seconds)&id=eq.2",
      [{ exposures: [{ seconds: 15 }] }],
    ],
  ])("%s", async (_title, target, expected) => {
    expect(await rows(target)).toEqual(expected);
  });
});

describe("a relationship through a junction", () => {
  it.each([
    [
      "whose keys are its primary key gives an array",
      "/nights?select=stars(name)&id=eq.2",
      [{ stars: [{ name: "Sirius" }] }],
    ],
    [
      "gives an array from the other side",
      "/stars?select=nights(id)&number=eq.2491",
      [{ nights: [{ id: 1 }, { id: 2 }] }],
    ],
    ["gives an empty array where there is none", "/nights?select=stars(name)&id=eq.4", [{ stars: [] }]],
    [
      "whose keys are part of its primary key gives an array",
      "/observers?select=sites(name)&id=eq.1",
      [{ sites: [{ name: "Mount Grey" }, { name: "Île Brume" }] }],
    ],
  ])("%s", async (_title, target, expected) => {
    expect(await rows(target)).toEqual(expected);
  });

  it("is none where the keys are no part of the junction's primary key", async () => {
    const { status, json } = await o.get("/observers?select=sites!bookings(name)", ADA);
    expect([status, json.code]).toEqual([400, "PGRST200"]);
  });
});

describe("a view", () => {
  it.each([
    [
      "has the foreign keys of its table",
      "/telescope_names?select=sites(name)&id=eq.3",
      [{ sites: { name: "Mount Grey" } }],
    ],
    [
      "is the target of its table's foreign keys",
      "/sites?select=telescope_names(name)&id=eq.1",
      [{ telescope_names: [A, B] }],
    ],
    [
      "is the target of foreign keys to its table",
      "/telescopes?select=site_names(label)&id=eq.3",
      [{ site_names: { label: "Mount Grey" } }],
    ],
    [
      "leads to another view",
      "/telescope_names?select=site_names(label)&id=eq.3",
      [{ site_names: { label: "Mount Grey" } }],
    ],
    ["over a view has them too", "/best_nights?select=telescopes(name)&night=eq.3", [{ telescopes: B }]],
    [
      "over a view is a target too",
      "/telescope_names?select=site_labels(label)&id=eq.3",
      [{ site_labels: { label: "Mount Grey" } }],
    ],
    [
      "of two views in a row leads to a view",
      "/site_labels?select=telescope_names(name)&site=eq.2",
      [{ telescope_names: [{ name: "Carmenta" }] }],
    ],
    [
      "that is materialized has them too",
      "/telescope_totals?select=sites(name)&id=eq.3",
      [{ sites: { name: "Mount Grey" } }],
    ],
    [
      "that is materialized is a target too",
      "/telescopes?select=site_summary(name)&id=eq.3",
      [{ site_summary: { name: "Mount Grey" } }],
    ],
    [
      "over a materialized view has them too",
      "/site_summary_names?select=telescopes(name)&key=eq.1",
      [{ telescopes: [A, B] }],
    ],
    [
      "that shows a unique foreign key gives one-to-one",
      "/people?select=badges(code)&id=eq.3",
      [{ badges: null }],
    ],
    [
      "of a junction is a junction, by its table's primary key",
      "/observers?select=telescopes!skill_list(name)&id=eq.1",
      [{ telescopes: [A, B] }],
    ],
  ])("%s", async (_title, target, expected) => {
    expect(await rows(target)).toEqual(expected);
  });

  it.each([
    ["has the primary key of its table", "/site_names?id=eq.950", { id: 950, label: "First" }],
    [
      "over a view has that primary key under the column's name",
      "/site_labels?site=eq.951",
      { site: 951, label: "Second" },
    ],
  ])("%s", async (_title, target, row) => {
    const { status, json } = await o.put(target, row, {
      ...ADA,
      headers: { Prefer: "return=representation,tx=rollback" },
    });
    expect([status, json]).toEqual([200, [row]]);
  });
});

describe("a computed relationship", () => {
  it.each([
    [
      "gives an array",
      "/sites?select=big_telescopes(name)&order=id&limit=2",
      [{ big_telescopes: [A] }, { big_telescopes: [] }],
    ],
    [
      "of one row gives an object, or null",
      "/sites?select=leading_telescope(name)&id=in.(1,3)&order=id",
      [{ leading_telescope: A }, { leading_telescope: null }],
    ],
    [
      "of one row may be spread",
      "/sites?select=id,...leading_telescope(name)&id=eq.1",
      [{ id: 1, name: "Anteros" }],
    ],
    [
      "restricts its parents when it is inner",
      "/sites?select=id,big_telescopes!inner()&order=id",
      [{ id: 1 }],
    ],
    [
      "takes the place of a detected one of its name",
      "/observers?select=visits(day)&id=eq.1",
      [{ visits: [{ day: "2024-01-02" }] }],
    ],
    [
      "of one row takes the place of a detected one of its name",
      "/sites?select=site_contacts(keeper)&id=eq.1",
      [{ site_contacts: { keeper: "Rosa" } }],
    ],
  ])("%s", async (_title, target, expected) => {
    expect(await rows(target)).toEqual(expected);
  });
});
