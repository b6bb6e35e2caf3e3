/** Embedding in rows of a write or a procedure instead of a relation. */
import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

/** Names of computed columns and relationships that several tables share. */
const MORE = `
set search_path = observatory, tools;
create function loud(sites) returns text language sql stable as $$ select upper($1.name) $$;
create function loud(telescopes) returns text language sql stable as $$ select upper($1.name) $$;
create function near(sites) returns setof sites language sql stable as $$
  select * from observatory.sites s where s.id = $1.id + 1
$$;
create function near(telescopes) returns setof sites rows 1 language sql stable as $$
  select * from observatory.sites s where s.id = $1.site_id
$$;
-- A row type with a hole in it.
alter table sites add column gone text, add column height real;
alter table sites drop column gone;
`;

const o = observatoryForTests({ extra: MORE, config: { txEnd: "commit-allow-override" } });

/** Leaves the rows as they were. */
const FULL = { headers: { Prefer: "return=representation,tx=rollback" } };

describe("the rows of a write", () => {
  it("of POST embed to the one and to the many", async () => {
    const { status, json } = await o.post(
      "/sites?select=id,telescopes(name)",
      { id: 90, name: "Ninety" },
      FULL,
    );
    expect([status, json]).toEqual([201, [{ id: 90, telescopes: [] }]]);
    const one = await o.post("/telescopes?select=id,sites(name)", { id: 90, name: "t", site_id: 2 }, FULL);
    expect(one.json).toEqual([{ id: 90, sites: { name: "Mount Grey" } }]);
  });

  it("of PATCH embed by the values written", async () => {
    const { status, json } = await o.patch("/telescopes?id=eq.1&select=id,sites(name)", { site_id: 2 }, FULL);
    expect([status, json]).toEqual([200, [{ id: 1, sites: { name: "Mount Grey" } }]]);
  });

  it("of PUT embed", async () => {
    const target = "/site_contacts?site_id=eq.3&select=keeper,sites(name)";
    const { status, json } = await o.put(target, { site_id: 3, keeper: "Yves" }, FULL);
    expect([status, json]).toEqual([200, [{ keeper: "Yves", sites: { name: "Île Brume" } }]]);
  });

  it("of DELETE embed, as deep as relations lead", async () => {
    const target = "/exposures?night_id=eq.1&seconds=eq.900&select=stars(name),nights(telescopes(name))";
    const { status, json } = await o.delete(target, FULL);
    expect([status, json]).toEqual([
      200,
      [{ stars: { name: "Proxima" }, nights: { telescopes: { name: "Anteros" } } }],
    ]);
  });

  it("embed through a junction", async () => {
    const { json } = await o.patch("/nights?id=eq.2&select=stars(name)", { rating: 1 }, FULL);
    expect(json).toEqual([{ stars: [{ name: "Sirius" }] }]);
  });

  it("spread the columns of the one", async () => {
    const { json } = await o.patch("/telescopes?id=eq.1&select=id,...sites(site:name)", { site_id: 2 }, FULL);
    expect(json).toEqual([{ id: 1, site: "Mount Grey" }]);
  });

  it("are filtered at the embed by its name or alias", async () => {
    const target =
      "/telescopes?id=eq.1&select=id,nights(id),log:nights(rating)&nights.id=eq.2&log.rating=eq.5";
    const { json } = await o.patch(target, { is_open: true }, FULL);
    expect(json).toEqual([{ id: 1, nights: [{ id: 2 }], log: [{ rating: 5 }] }]);
  });

  it("are left out of the answer, though written, where an inner embed finds nothing", async () => {
    const { json } = await o.patch(
      "/telescopes?id=in.(1,4)&select=id,sites!inner()",
      { is_open: true },
      FULL,
    );
    expect(json).toEqual([{ id: 1 }]);
  });
});

describe("computed columns and computed relationships together", () => {
  const row = { name: "New", loud: "NEW", near: [] };
  it.each([
    ["POST", "/sites?select=name,loud,near(id)", { id: 9, name: "New" }, [row]],
    ["PATCH", "/sites?id=eq.4&select=name,loud,near(id)", { name: "New" }, [row]],
    ["DELETE", "/sites?id=eq.4&select=loud,near(id)", undefined, [{ loud: "EMPTY HILL", near: [] }]],
    [
      "PATCH",
      "/sites?id=eq.3&select=id,near(id,loud,near(id))",
      { name: "New" },
      [{ id: 3, near: [{ id: 4, loud: "EMPTY HILL", near: [] }] }],
    ],
    [
      "PATCH",
      "/telescopes?id=eq.1&select=loud,near(loud)",
      { name: "New" },
      [{ loud: "NEW", near: { loud: "CERRO ALTO" } }],
    ],
    [
      "PATCH",
      "/telescopes?id=eq.1&select=id,is_giant,...near(country)",
      { name: "New" },
      [{ id: 1, is_giant: true, country: "CL" }],
    ],
  ])("are shown of the rows of a %s: %s", async (method, target, body, expected) => {
    const { json } = await o.ask(method, target, { ...FULL, body });
    expect(json).toEqual(expected);
  });

  it("are shown beside all columns, each once", async () => {
    const { text } = await o.patch("/sites?id=eq.4&select=*,loud,near(id)", { name: "New" }, FULL);
    expect(text).toBe(
      '[{"id":4,"name":"New","country":null,"altitude":300,"location":{},"height":null,"loud":"NEW","near":[]}]',
    );
  });

  it("are shown of the rows of a procedure, filtered and sorted by", async () => {
    const target = "/rpc/all_telescopes?select=id,loud,near(loud)&loud=lt.C&order=loud.desc";
    expect((await o.get(target)).json).toEqual([
      { id: 2, loud: "BELLONA", near: { loud: "CERRO ALTO" } },
      { id: 1, loud: "ANTEROS", near: { loud: "CERRO ALTO" } },
    ]);
  });
});

describe("the rows of a procedure", () => {
  it("embed to the one and to the many, with what is said of each", async () => {
    const { json } = await o.get(
      "/rpc/all_telescopes?select=id,sites!inner(name),nights(id)&sites.country=eq.CL&nights.order=id.desc&order=id",
    );
    expect(json).toEqual([
      { id: 1, sites: { name: "Cerro Alto" }, nights: [{ id: 2 }, { id: 1 }] },
      { id: 2, sites: { name: "Cerro Alto" }, nights: [{ id: 3 }] },
    ]);
  });

  it("embed by POST as well", async () => {
    const { json } = await o.post("/rpc/all_telescopes?select=id,...sites(country)&id=eq.3", {});
    expect(json).toEqual([{ id: 3, country: "US" }]);
  });

  it("embed in the only row of one that gives no set", async () => {
    const { json } = await o.get("/rpc/one_star?select=name,exposures(seconds)");
    expect(json).toEqual({ name: "Proxima", exposures: [{ seconds: 900 }] });
  });

  it("embed where the table they are of is not exposed", async () => {
    const { json } = await o.get("/rpc/hidden_rows?select=id,observers(id)&order=id&limit=1");
    expect(json).toEqual([{ id: 1, observers: { id: 1 } }]);
  });

  it.each([
    ["a table of its own", "/rpc/site_report?select=site,sites(name)", "record"],
    ["a composite type", "/rpc/as_point?select=ra,sites(name)", "coordinates"],
    ["scalars", "/rpc/countdown?start=3&select=sites(name)", "countdown"],
  ])("cannot embed where they are %s", async (_title, target, origin) => {
    const { status, json } = await o.get(target);
    expect([status, json.code, json.message]).toEqual([
      400,
      "PGRST200",
      `Could not find a relationship between '${origin}' and 'sites' in the schema cache`,
    ]);
  });
});
