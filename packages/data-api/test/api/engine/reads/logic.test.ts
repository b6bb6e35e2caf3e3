import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const o = observatoryForTests({
  extra: `
      create table observatory.texts (value text);
      insert into observatory.texts values
        ('a,b'), ('(x)'), ('x)'), ('say "x"'), ('a\\b'), ('a.b'), ('a b'), ('{a,b}'), (''), ('1'), (null);
      grant select on observatory.texts to fixture_anonymous;
    `,
});

const REPRESENTATION = { headers: { Prefer: "return=representation" } };

/** Names of the stars that a tree lets through, in order. */
async function stars(filter: string): Promise<unknown> {
  const { status, json } = await o.get(`/stars?select=name&order=name&name=not.is.null&${filter}`);
  return status === 200 ? json.map((row: { name: string }) => row.name) : json;
}

describe("logic", () => {
  it.each<[string, readonly string[]]>([
    ["or=(name.eq.Vega,name.eq.Sirius)", ["Sirius", "Vega"]],
    ["or=(name.eq.Vega)", ["Vega"]],
    ["and=(class.eq.M,number.lt.600)", ["Proxima"]],
    ["not.or=(class.eq.M,class.eq.A)", ["Arcturus"]],
    ["not.and=(class.eq.M,number.lt.600)&class=eq.M", ["Barnard's Star", "Betelgeuse"]],
    ["or=(name.eq.Vega,and(class.eq.M,number.gt.2000))", ["Betelgeuse", "Vega"]],
    ["and=(class.eq.M,or(number.gt.2000,number.lt.600))", ["Betelgeuse", "Proxima"]],
    ["and=(class.eq.M,not.or(number.gt.2000,number.lt.600))", ["Barnard's Star"]],
    ["or=(name.eq.Vega,not.and(class.neq.K,number.gt.0))", ["Arcturus", "Vega"]],
    [
      "and=(number.gt.600,or(class.eq.K,not.and(class.eq.M,or(name.eq.x,number.gt.0))))",
      ["Arcturus", "Sirius", "Vega"],
    ],
    ["or=(name.not.like.*a*,class.eq.K)", ["Arcturus", "Betelgeuse", "Sirius"]],
  ])("%s", async (filter, names) => {
    expect(await stars(filter)).toEqual(names);
  });

  it("stands beside filters and other trees, all of which must hold", async () => {
    expect(await stars("or=(class.eq.M,class.eq.A)&number=lt.3000&and=(number.gt.600)")).toEqual([
      "Barnard's Star",
      "Betelgeuse",
      "Sirius",
    ]);
  });

  it.each<[string, readonly string[]]>([
    ["name.eq.Vega", ["Vega"]],
    ["class.neq.M", ["Arcturus", "Sirius", "Vega"]],
    ["number.gt.5340", ["Vega"]],
    ["number.gte.7001", ["Vega"]],
    ["number.lt.600", ["Proxima"]],
    ["number.lte.551", ["Proxima"]],
    ["name.like.V*", ["Vega"]],
    ["name.ilike.v*", ["Vega"]],
    ["name.match.^V", ["Vega"]],
    ["name.imatch.^v", ["Vega"]],
    ["name.eq(any).{Vega,Sirius}", ["Sirius", "Vega"]],
    ["name.like(all).{V*,*a}", ["Vega"]],
    ["name.in.(Vega,Sirius),class.eq.K", ["Arcturus", "Sirius", "Vega"]],
    ['name.in.("Barnard\'s Star",Vega)', ["Barnard's Star", "Vega"]],
    [
      "name.not.in.(Vega,Sirius),name.eq.Vega",
      ["Arcturus", "Barnard's Star", "Betelgeuse", "Proxima", "Vega"],
    ],
    ["notes.is.null", ["Vega"]],
    ["notes.not.is.null", ["Arcturus", "Barnard's Star", "Betelgeuse", "Proxima", "Sirius"]],
    ["notes.isdistinct.none yet", ["Barnard's Star", "Betelgeuse", "Proxima", "Vega"]],
    ["aliases.cs.{Velox Barnardi}", ["Barnard's Star"]],
    ["aliases.cd.{Alpha Lyr,Alpha Ori}", ["Arcturus", "Betelgeuse", "Vega"]],
    ['aliases.ov.{"Alpha Lyr","Alpha Ori"},number.eq.551', ["Betelgeuse", "Proxima", "Vega"]],
    ["doc.fts(english).giant", ["Arcturus"]],
    ["doc.plfts.bright star", ["Vega"]],
    ["doc.phfts(english).summer triangle,number.eq.551", ["Proxima", "Vega"]],
    ["doc.wfts.orange or red", ["Arcturus", "Betelgeuse"]],
    ["position->>ra.eq.88.79", ["Betelgeuse"]],
    ["position->ra.gt.200,aliases->>0.eq.Alpha Ori", ["Betelgeuse", "Proxima", "Vega"]],
  ])("takes the same operators: %s", async (conditions, names) => {
    expect(await stars(`or=(${conditions})`)).toEqual(names);
  });

  it.each<[string, readonly number[]]>([
    ['temperatures.sl."[4,8)"', [1]],
    ['temperatures.sr."[-9,-6)"', [1, 2, 5]],
    ['temperatures.nxr."[0,5)"', [1]],
    ['temperatures.nxl."[0,5)"', [2, 5]],
    ['temperatures.adj."[3,5)"', [1, 5]],
    ['weather.cs."{\\"seeing\\":0.9}"', [5]],
  ])("takes ranges and JSON in quotes: %s", async (condition, ids) => {
    const { json } = await o.get(`/nights?select=id&order=id&or=(${encodeURIComponent(condition)})`);
    expect(json.map((row: { id: number }) => row.id)).toEqual(ids);
  });

  it.each<[string, string, readonly string[]]>([
    ["end at a comma", "value.eq.1,value.eq.a b", ["1", "a b"]],
    [
      "may hold commas and parentheses in quotes",
      'value.eq."a,b",value.eq."(x)",value.eq."x)"',
      ["(x)", "a,b", "x)"],
    ],
    [
      "may hold escaped quotes and backslashes in quotes",
      'value.eq."say \\"x\\"",value.eq."a\\\\b"',
      ["a\\b", 'say "x"'],
    ],
    ["may hold dots", "value.eq.a.b", ["a.b"]],
    ["may hold quotes inside", 'value.eq.say "x"', ['say "x"']],
    ["may be empty, bare or in quotes", 'value.eq.,value.eq.""', [""]],
    ["may be array literals, in which commas stand", "value.eq.{a,b},value.eq.1", ["1", "{a,b}"]],
    ["of in may stand in quotes", 'value.in.("a,b","x)"),value.eq.1', ["1", "a,b", "x)"]],
    ["of in may be none", "value.in.(),value.eq.1", ["1"]],
  ])("values %s", async (_, conditions, expected) => {
    const { json } = await o.get(`/texts?or=(${encodeURIComponent(conditions)})`);
    expect(json.map((row: { value: string }) => row.value).sort()).toEqual(expected);
  });

  it.each(["value.eq.x)", "value.eq.[a,b]"])("values without quotes end there: %s", async (condition) => {
    const { status, json } = await o.get(`/texts?or=(${condition})`);
    expect([status, json.code]).toEqual([400, "PGRST100"]);
  });

  it("filters embedded rows by their own tree", async () => {
    const telescopes = async (query: string) => {
      const { json } = await o.get(`/sites?select=telescopes(id)&id=eq.1&telescopes.order=id&${query}`);
      return json[0].telescopes.map((row: { id: number }) => row.id);
    };
    expect(await telescopes("telescopes.or=(id.eq.1,name.eq.x)")).toEqual([1]);
    expect(await telescopes("telescopes.and=(id.gt.0,is_open.is.false)")).toEqual([2]);
    expect(await telescopes("telescopes.not.and=(id.gt.0,is_open.is.true)")).toEqual([2]);
    expect(await telescopes("telescopes.not.or=(id.eq.2,name.eq.x)")).toEqual([1]);
  });

  it.each(["or=()", "and=()", "not.or=()", "or=(id.eq.1,and())"])(
    "refuses the empty tree of %s",
    async (query) => {
      const { status, json } = await o.get(`/stars?${query}`);
      expect([status, json.code]).toEqual([400, "PGRST100"]);
    },
  );

  it("refuses deeper nesting than allowed, and says how deep it may be", async () => {
    const { status, json } = await o.get(`/stars?or=(${"and(".repeat(40)}number.eq.1${")".repeat(40)})`);
    expect([status, json.message]).toEqual([400, "Logic operators can be nested at most 32 levels deep"]);
  });
});

describe("logic chooses", () => {
  it("the rows of a procedure, called by GET and by POST", async () => {
    const ids = [{ id: 1 }, { id: 3 }];
    expect((await o.get("/rpc/all_telescopes?select=id&or=(id.eq.1,name.eq.Carmenta)")).json).toEqual(ids);
    const { json } = await o.post("/rpc/all_telescopes?select=id&not.or=(id.eq.2,name.like.Dome*)", {});
    expect(json).toEqual(ids);
  });

  it("the rows that an update changes", async () => {
    const { json } = await o.patch(
      "/exposures?select=seconds,filter_name&or=(seconds.eq.5,and(filter_name.is.null,seconds.gt.600))",
      { filter_name: "W" },
      REPRESENTATION,
    );
    expect(json).toHaveLength(2);
    expect(json).toEqual(
      expect.arrayContaining([
        { seconds: 5, filter_name: "W" },
        { seconds: 900, filter_name: "W" },
      ]),
    );
  });

  it("the rows that a deletion removes", async () => {
    const { json } = await o.delete(
      "/exposures?select=seconds&not.and=(seconds.gt.5,seconds.lt.700)",
      REPRESENTATION,
    );
    expect(json.map((row: { seconds: number }) => row.seconds).sort()).toEqual([5, 900]);
    expect((await o.get("/exposures?select=seconds&order=seconds")).json).toHaveLength(4);
  });
});
