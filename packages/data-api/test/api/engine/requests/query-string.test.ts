import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const o = observatoryForTests({
  extra: `
      create table observatory."odd names" (
        plain_1 integer, "pay$" integer, "with dash" integer, "with-dash" integer, "größe" integer, "名前" integer,
        "quo""te" integer, "back\\slash" integer, "a.b" integer, "x->y" integer, "p,q" integer, "r(s)" integer,
        "order" integer, "limit" integer, "select" integer, "2nd" integer
      );
      insert into observatory."odd names" values (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
      grant select on observatory."odd names" to fixture_anonymous;
    `,
});

async function ids(query: string, table = "sites"): Promise<unknown> {
  const { status, json } = await o.get(`/${table}?select=id&order=id&${query}`);
  return status === 200 ? json.map((row: { id: number }) => row.id) : json;
}

describe("decoding", () => {
  it.each([
    ["a plus in a value is a blank", "name=eq.Cerro+Alto", [1]],
    ["%20 in a value is a blank", "name=eq.Cerro%20Alto", [1]],
    ["%2B is a plus and no blank", "name=eq.Cerro%2BAlto", []],
    ["a key is decoded too", "n%61me=eq.Cerro+Alto", [1]],
    ["a plus in a key is a blank, which means nothing around a name", "+name+=eq.Cerro+Alto", [1]],
    ["UTF-8 is decoded", "name=eq.%C3%8Ele+Brume", [3]],
    ["an encoded ampersand separates nothing", "name=eq.Cerro+Alto%26id=eq.2", []],
    ["an encoded dot is a dot", "name=eq%2ECerro+Alto", [1]],
    ["the first equals sign ends the key", "name=eq.a=b", []],
    ["a semicolon separates parameters", "id=gt.1;id=lt.3", [2]],
    ["an encoded semicolon separates nothing", "name=eq.x%3Bid=eq.1", []],
    ["empty parts mean nothing", "&&id=eq.1&", [1]],
    ["a parameter without an equals sign is ignored", "name&id=eq.1&select&order&or&limit&x.y", [1]],
  ] as const)("%s", async (_, query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it("takes an empty select for everything", async () => {
    expect(Object.keys((await o.get("/site_contacts?select=&limit=1")).json[0])).toEqual([
      "site_id",
      "phone",
      "keeper",
    ]);
  });

  it.each(["name=", "order=", "or=", "columns=", "on_conflict="])(
    "refuses an empty %s",
    async (parameter) => {
      const { status, json } = await o.get(`/sites?${parameter}`);
      expect([status, json.code]).toEqual([400, "PGRST100"]);
    },
  );
});

describe("keys", () => {
  it("select, columns and on_conflict are no filters", async () => {
    const { json } = await o.get("/sites?select=id&columns=name&on_conflict=name&id=eq.1");
    expect(json).toEqual([{ id: 1 }]);
    expect((await o.get("/odd%20names?select=plain_1&select=%22pay$%22")).json).toEqual([{ plain_1: 1 }]);
  });

  it.each([
    ["order", "order=id.desc&limit=1", [{ id: 4 }]],
    ["limit", "order=id&limit=1", [{ id: 1 }]],
    ["offset", "order=id&offset=3", [{ id: 4 }]],
    ["and", "and=(id.gt.1,id.lt.3)", [{ id: 2 }]],
    ["or", "order=id&or=(id.eq.1,id.eq.3)", [{ id: 1 }, { id: 3 }]],
  ])("%s is a modifier", async (_, query, rows) => {
    expect((await o.get(`/sites?select=id&${query}`)).json).toEqual(rows);
  });

  it.each([
    ["order", "telescopes.order=id.desc", [2, 1]],
    ["limit", "telescopes.order=id&telescopes.limit=1", [1]],
    ["offset", "telescopes.order=id&telescopes.offset=1", [2]],
    ["and", "telescopes.and=(id.gt.1,id.lt.3)", [2]],
    ["or", "telescopes.or=(id.eq.1,id.eq.9)", [1]],
    ["a filter", "telescopes.id=eq.2", [2]],
  ])("%s belongs to the resource that its key starts with", async (_, query, expected) => {
    const { json } = await o.get(`/sites?select=id,telescopes(id)&id=eq.1&${query}`);
    expect(json).toEqual([{ id: 1, telescopes: expected.map((id) => ({ id })) }]);
  });

  it("may name resources within resources", async () => {
    const { json } = await o.get(
      "/sites?select=telescopes(nights(id))&id=eq.1&telescopes.id=eq.1&telescopes.nights.id=eq.2",
    );
    expect(json).toEqual([{ telescopes: [{ nights: [{ id: 2 }] }] }]);
  });

  it("that have no other meaning are filters, be it of a column that does not exist", async () => {
    expect(await ids("altitude=eq.12")).toEqual([3]);
    expect((await o.get("/sites?nope=eq.1")).json).toMatchObject({ code: "42703" });
    expect((await o.get("/sites?ordered=eq.1")).json).toMatchObject({ code: "42703" });
  });

  it("given several times must all hold", async () => {
    expect(await ids("id=gt.1&id=lt.4&id=neq.2")).toEqual([3]);
    expect(await ids("or=(id.eq.1,id.eq.2)&or=(id.eq.2,id.eq.3)")).toEqual([2]);
    expect((await o.get("/sites?select=id&order=country.nullsfirst&order=id.desc&limit=1")).json).toEqual([
      { id: 4 },
    ]);
  });

  it("of a procedure called by GET are arguments when the value is no operator expression", async () => {
    expect((await o.get("/rpc/greet?name=eq")).json).toBe("Hello, eq!");
    expect((await o.get("/rpc/find_star?name=Vega&class=A")).json).toMatchObject({ code: "PGRST202" });
  });

  it("of a procedure called by GET are filters of its rows when the value is one", async () => {
    expect((await o.get("/rpc/find_star?name=Vega&class=eq.A&select=name,class")).json).toEqual([
      { name: "Vega", class: "A" },
    ]);
    expect((await o.get("/rpc/find_star?name=Vega&class=eq.M")).json).toEqual([]);
  });
});

describe("names", () => {
  it.each([
    ["letters, digits and underscores", "plain_1", 1],
    ["a digit first", "2nd", 16],
    ["a dollar sign", "pay$", 2],
    ["a blank inside", "with dash", 3],
    ["a dash inside", "with-dash", 4],
    ["letters with accents", "größe", 5],
    ["letters of other scripts", "名前", 6],
    ["a reserved word in order and logic", "order", 13],
  ])("may be bare with %s", async (_, name, value) => {
    const bare = encodeURIComponent(name);
    const { json } = await o.get(`/odd%20names?select=${bare}&order=${bare}&and=(${bare}.eq.${value})`);
    expect(json).toEqual([{ [name]: value }]);
  });

  it.each([
    ["a dot", '"a.b"', "a.b", 9],
    ["an arrow", '"x->y"', "x->y", 10],
    ["a comma", '"p,q"', "p,q", 11],
    ["parentheses", '"r(s)"', "r(s)", 12],
    ["an escaped quote", '"quo\\"te"', 'quo"te', 7],
    ["an escaped backslash", '"back\\\\slash"', "back\\slash", 8],
    ["a reserved word", '"limit"', "limit", 14],
    ["nothing odd at all", '"plain_1"', "plain_1", 1],
  ])("may stand in quotes with %s", async (_, quoted, name, value) => {
    const text = encodeURIComponent(quoted);
    for (const query of [`${text}=eq.${value}`, `or=(${text}.eq.${value})`, `order=${text}.desc`]) {
      const { json } = await o.get(`/odd%20names?select=${text}&${query}`);
      expect(json).toEqual([{ [name]: value }]);
    }
  });

  it("may be written with blanks around a dash", async () => {
    expect((await o.get("/odd%20names?select=with%20-%20dash")).json).toEqual([{ "with-dash": 4 }]);
  });

  it("may not start or end with a dash, nor hold two in a row", async () => {
    for (const name of ["-id", "id-", "a--b"]) {
      const { status, json } = await o.get(`/sites?select=id&${name}=eq.1`);
      expect([status, json.code]).toEqual([400, "PGRST100"]);
    }
  });

  it("may have blanks around them in lists", async () => {
    const { json } = await o.get("/sites?select= id , name &order= altitude , id &id=in.( 1 , 3 )");
    expect(json).toEqual([
      { id: 3, name: "Île Brume" },
      { id: 1, name: "Cerro Alto" },
    ]);
    const tree = await o.get(
      "/sites?select=id,telescopes( id , name )&or=( id.eq.3 , and ( id.eq.4 , id.gt.1 ) )",
    );
    expect(tree.json.map((row: { id: number }) => row.id).sort()).toEqual([3, 4]);
  });

  it("of embedded resources, aliases and hints follow the same rules", async () => {
    const { json } = await o.get(
      `/telescopes?select=${encodeURIComponent('"the, site":"sites"!"site_id"("name")')}&id=eq.1&${encodeURIComponent('"the, site".id')}=eq.1`,
    );
    expect(json).toEqual([{ "the, site": { name: "Cerro Alto" } }]);
  });
});

describe("Content-Location", () => {
  it.each([
    ["/sites", "/sites"],
    ["/sites?select=id&id=eq.1", "/sites?id=eq.1&select=id"],
    ["/sites?name=eq.Cerro+Alto&id=in.(1,2)&select", "/sites?id=in.%281%2C2%29&name=eq.Cerro%20Alto&select="],
    ["/sites?id=gt.1&id=lt.3", "/sites?id=gt.1,lt.3"],
    ["/sites?name=eq.%26%3d%25", "/sites?name=eq.%26%3D%25"],
    [
      "/sites?telescopes.id=eq.1&select=id,telescopes(id)&limit=1",
      "/sites?limit=1&select=id%2Ctelescopes%28id%29&telescopes.id=eq.1",
    ],
  ])("of %s has the parameters sorted by key and encoded again", async (target, location) => {
    expect((await o.get(target)).headers["content-location"]).toBe(location);
    expect((await o.ask("HEAD", target)).headers["content-location"]).toBe(location);
  });

  it("is sent for reads of relations only", async () => {
    for (const answer of [
      await o.get("/"),
      await o.get("/rpc/greet?name=x"),
      await o.patch("/sites?id=eq.0", { altitude: 1 }),
      await o.get("/sites?id=eq.x"),
    ]) {
      expect(answer.headers["content-location"]).toBeUndefined();
    }
  });
});
