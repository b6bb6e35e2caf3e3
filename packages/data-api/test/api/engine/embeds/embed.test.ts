import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const o = observatoryForTests();

const ANTEROS = { name: "Anteros" };
const BELLONA = { name: "Bellona" };
const USER = { as: "ada@example.org" };

describe("embedding", () => {
  it("puts the one row of a many-to-one relation in as an object, or null", async () => {
    const { json } = await o.get("/telescopes?select=id,sites(name)&order=id.desc&limit=2");
    expect(json).toEqual([
      { id: 4, sites: null },
      { id: 3, sites: { name: "Mount Grey" } },
    ]);
  });

  it("puts the rows of a one-to-many relation in as an array", async () => {
    const { json } = await o.get("/sites?select=id,telescopes(name)&order=id&id=in.(2,3)");
    expect(json).toEqual([
      { id: 2, telescopes: [{ name: "Carmenta" }] },
      { id: 3, telescopes: [] },
    ]);
  });

  it("puts a one-to-one relation in as an object from both sides", async () => {
    expect((await o.get("/badges?select=observers(full_name)&observer_id=eq.1")).json).toEqual([
      { observers: { full_name: "Ada Byrne" } },
    ]);
    expect((await o.get("/observers?select=id,badges(code)&order=id.desc&limit=1", USER)).json).toEqual([
      { id: 4, badges: null },
    ]);
  });

  it("goes through a junction, chosen by a hint where there are several", async () => {
    const ambiguous = await o.get("/observers?select=telescopes(name)", USER);
    expect([ambiguous.status, ambiguous.json.code]).toEqual([300, "PGRST201"]);
    expect(ambiguous.json.details.length).toBeGreaterThan(1);
    const { json } = await o.get("/observers?select=telescopes!favourites(name)&id=eq.2", USER);
    expect(json[0].telescopes.map((one: { name: string }) => one.name).sort()).toEqual([
      "Anteros",
      "Bellona",
    ]);
  });

  it("tells the sides of a self relation apart", async () => {
    const { json } = await o.get(
      "/observers?select=full_name,mentor:mentor_id(full_name),pupils:observers!mentor_id(full_name)&id=eq.2",
      USER,
    );
    expect(json).toEqual([
      { full_name: "Ben Castro", mentor: { full_name: "Ada Byrne" }, pupils: [{ full_name: "Dee O'Neil" }] },
    ]);
  });

  it("takes a column or a constraint for the name of the target", async () => {
    const { json } = await o.get(
      "/nights?select=observer:observer_id(full_name),nights_assistant_fkey(full_name)&id=eq.1",
      USER,
    );
    expect(json).toEqual([
      { observer: { full_name: "Ada Byrne" }, nights_assistant_fkey: { full_name: "Ben Castro" } },
    ]);
  });

  it("joins by composite keys", async () => {
    const { json } = await o.get("/exposures?select=seconds,stars(name)&night_id=eq.1&order=seconds");
    expect(json.map((row: { stars: { name: string } }) => row.stars.name)).toEqual([
      "Sirius",
      "Vega",
      "Proxima",
    ]);
  });

  it("nests as deep as relations lead", async () => {
    const { json } = await o.get(
      "/sites?select=name,telescopes(name,nights(id,exposures(seconds,stars(name))))&id=eq.2",
    );
    expect(json[0].telescopes[0].nights[1].exposures).toEqual([
      { seconds: 600, stars: { name: "Barnard's Star" } },
    ]);
  });

  it("inherits relations through views over views", async () => {
    const { json } = await o.get("/best_nights?select=night,telescopes(name)&order=night", USER);
    expect(json).toEqual([
      { night: 1, telescopes: { name: "Anteros" } },
      { night: 3, telescopes: { name: "Bellona" } },
    ]);
  });

  it("follows computed relationships, to one and to many", async () => {
    const { json } = await o.get("/stars?select=name,same_class(name)&name=eq.Vega");
    expect(json).toEqual([{ name: "Vega", same_class: [{ name: "Sirius" }] }]);
    const one = await o.get("/sites?select=name,site_contacts(keeper)&order=id&limit=1");
    expect(one.json).toEqual([{ name: "Cerro Alto", site_contacts: { keeper: "Rosa" } }]);
  });

  it("filters, sorts and pages the embedded rows by name or alias", async () => {
    const { json } = await o.get(
      "/telescopes?select=id,log:nights(id)&nights.rating=gte.3&log.order=id.desc&nights.limit=1&id=eq.1",
    );
    expect(json).toEqual([{ id: 1, log: [{ id: 2 }] }]);
    const logic = await o.get(
      "/telescopes?select=id,nights(id)&nights.or=(id.eq.1,id.eq.3)&id=in.(1,2)&order=id",
    );
    expect(logic.json).toEqual([
      { id: 1, nights: [{ id: 1 }] },
      { id: 2, nights: [{ id: 3 }] },
    ]);
  });

  it.each([
    ["filtered by its name", "telescopes(name)&telescopes.name=like.B*", { telescopes: [BELLONA] }],
    ["filtered by its alias", "tubes:telescopes(name)&tubes.name=like.B*", { tubes: [BELLONA] }],
    [
      "filtered by its name although it has an alias",
      "tubes:telescopes(name)&telescopes.name=like.B*",
      { tubes: [BELLONA] },
    ],
    [
      "filtered by a negated logic tree",
      "telescopes(name)&telescopes.not.or=(id.eq.1,id.gt.2)",
      { telescopes: [BELLONA] },
    ],
    ["sorted by its name", "telescopes(name)&telescopes.order=name.desc", { telescopes: [BELLONA, ANTEROS] }],
    ["sorted by its alias", "tubes:telescopes(name)&tubes.order=name.desc", { tubes: [BELLONA, ANTEROS] }],
    [
      "limited by its name",
      "telescopes(name)&telescopes.order=name&telescopes.limit=1",
      { telescopes: [ANTEROS] },
    ],
    ["limited by its alias", "tubes:telescopes(name)&tubes.order=name&tubes.limit=1", { tubes: [ANTEROS] }],
    [
      "shifted by its name",
      "telescopes(name)&telescopes.order=name&telescopes.offset=1",
      { telescopes: [BELLONA] },
    ],
    ["shifted by its alias", "tubes:telescopes(name)&tubes.order=name&tubes.offset=1", { tubes: [BELLONA] }],
    ["limited to none", "telescopes(name)&telescopes.limit=0", { telescopes: [] }],
  ])("may be %s", async (_title, select, expected) => {
    expect((await o.get(`/sites?id=eq.1&select=${select}`)).json).toEqual([expected]);
  });

  it.each([
    [
      "names",
      "telescopes(id,nights(id))&telescopes.nights.order=id.desc&telescopes.nights.limit=1&telescopes.order=id",
    ],
    [
      "aliases",
      "telescopes:telescopes(id,nights:nights(id))&telescopes.nights.id=in.(2,3)&telescopes.order=id",
    ],
    ["one of each", "t:telescopes(id,n:nights(id))&t.nights.order=id.desc&telescopes.n.limit=1&t.order=id"],
  ])("may be reached by a path of %s", async (_title, select) => {
    const { json } = await o.get(`/sites?id=eq.1&select=${select}`);
    expect(JSON.stringify(Object.values(json[0])[0]).replace(/"(n|nights)"/g, '"nights"')).toBe(
      '[{"id":1,"nights":[{"id":2}]},{"id":2,"nights":[{"id":3}]}]',
    );
  });

  it.each([
    ["as selected, after all columns", "sites(id),id,skills(level),nights(id)", "id sites skills nights"],
    ["first where it is filtered", "id,sites(id),skills(level)&skills.level=gt.0", "id skills sites"],
    [
      "in the order of the filters",
      "id,sites(id),nights(id),skills(level)&skills.level=gt.0&nights.id=gt.0",
      "id skills nights sites",
    ],
    [
      "before filtered ones where it is sorted",
      "id,nights(id),skills(level)&nights.id=gt.0&skills.order=level",
      "id skills nights",
    ],
    [
      "before sorted ones where it is limited",
      "id,nights(id),skills(level)&nights.order=id&skills.limit=1",
      "id skills nights",
    ],
    [
      "before limited ones where it has a logic tree",
      "id,nights(id),skills(level)&nights.limit=9&skills.or=(level.gt.0)",
      "id skills nights",
    ],
    [
      "first where something is said of what it holds",
      "id,sites(id),nights(id,stars(name))&nights.stars.name=eq.Vega",
      "id nights sites",
    ],
  ])("is shown %s", async (_title, select, expected) => {
    const { json } = await o.get(`/telescopes?id=eq.1&select=${select}`);
    expect(Object.keys(json[0]).join(" ")).toBe(expected);
  });

  it.each([
    [
      "to the one, with a filter",
      "/telescopes?select=id,sites!inner()&sites.country=eq.CL&order=id",
      [1, 2],
      "0-1/2",
    ],
    ["to the one", "/telescopes?select=id,sites!inner()&order=id", [1, 2, 3], "0-2/3"],
    ["through a junction", "/nights?select=id,stars!inner()&stars.class=eq.M&order=id", [1, 3, 5], "0-2/3"],
    [
      "by a computed relationship",
      "/stars?select=id:number,same_class!inner()&order=number",
      [551, 699, 2061, 2491, 7001],
      "0-4/5",
    ],
    ["with a page of the parents", "/telescopes?select=id,sites!inner()&order=id&limit=1", [1], "0-0/3"],
    [
      "that is left",
      "/telescopes?select=id,sites!left()&sites.country=eq.CL&order=id",
      [1, 2, 3, 4],
      "0-3/4",
    ],
    ["of no said kind", "/telescopes?select=id,sites()&sites.country=eq.CL&order=id", [1, 2, 3, 4], "0-3/4"],
  ])("decides which parents are shown and counted: a join %s", async (_title, target, ids, range) => {
    const { json, headers } = await o.get(target, { headers: { Prefer: "count=exact" } });
    expect(json.map((row: { id: number }) => row.id)).toEqual(ids);
    expect(headers["content-range"]).toBe(range);
  });

  it("keeps parents without children, unless the join is inner", async () => {
    const path = "/sites?select=id,telescopes!inner(id)&telescopes.is_open=is.true&order=id";
    const { json, headers } = await o.get(path, { headers: { Prefer: "count=exact" } });
    expect(json).toEqual([
      { id: 1, telescopes: [{ id: 1 }] },
      { id: 2, telescopes: [{ id: 3 }] },
    ]);
    expect(headers["content-range"]).toBe("0-1/2");
    const toOne = await o.get("/telescopes?select=id,sites!inner(name)&sites.country=eq.US");
    expect(toOne.json).toEqual([{ id: 3, sites: { name: "Mount Grey" } }]);
  });

  it("restricts by an inner join within an inner join", async () => {
    const { json } = await o.get(
      "/sites?select=id,telescopes!inner(id,nights!inner(id))&telescopes.nights.rating=eq.5",
    );
    expect(json).toEqual([{ id: 1, telescopes: [{ id: 1, nights: [{ id: 1 }] }] }]);
  });

  it("asks whether there is anything embedded", async () => {
    const none = await o.get("/sites?select=id,telescopes()&telescopes=is.null&order=id");
    expect(none.json).toEqual([{ id: 3 }, { id: 4 }]);
    const some = await o.get("/sites?select=id,telescopes()&telescopes=not.is.null&order=id");
    expect(some.json).toEqual([{ id: 1 }, { id: 2 }]);
    const either = await o.get(
      "/sites?select=id,telescopes(),site_contacts()&or=(telescopes.is.null,site_contacts.not.is.null)&order=id",
    );
    expect(either.json).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]);
  });

  it("refuses other filters on an embed", async () => {
    const { status, json } = await o.get("/sites?select=id,telescopes(id)&telescopes=eq.1");
    expect([status, json.code]).toEqual([400, "PGRST120"]);
  });

  it("sorts parents by a column of a to-one relation", async () => {
    const { json } = await o.get("/telescopes?select=id,sites(country)&order=sites(name).desc.nullslast,id");
    expect(json).toEqual([
      { id: 3, sites: { country: "US" } },
      { id: 1, sites: { country: "CL" } },
      { id: 2, sites: { country: "CL" } },
      { id: 4, sites: null },
    ]);
    const many = await o.get("/sites?select=id,telescopes(id)&order=telescopes(id)");
    expect([many.status, many.json.code]).toEqual([400, "PGRST118"]);
    const missing = await o.get("/telescopes?select=id&order=sites(name)");
    expect([missing.status, missing.json.code]).toEqual([400, "PGRST108"]);
  });

  it("explains what is not related and what is not embedded", async () => {
    const unrelated = await o.get("/sites?select=id,stars(name)");
    expect([unrelated.status, unrelated.json]).toEqual([
      400,
      expect.objectContaining({
        code: "PGRST200",
        message: "Could not find a relationship between 'sites' and 'stars' in the schema cache",
      }),
    ]);
    const absent = await o.get("/sites?select=id&telescopes.id=eq.1");
    expect(absent.json).toMatchObject({
      code: "PGRST108",
      message: "'telescopes' is not an embedded resource in this request",
      hint: "Verify that 'telescopes' is included in the 'select' query parameter.",
    });
  });
});
