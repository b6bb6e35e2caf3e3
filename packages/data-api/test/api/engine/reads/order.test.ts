import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const o = observatoryForTests();

/** Keys of the rows in the order that they come. */
async function ids(target: string): Promise<unknown> {
  const { status, json } = await o.get(target);
  return status === 200 ? json.map((row: { id: number }) => row.id) : json;
}

describe("order", () => {
  it.each<[string, readonly number[]]>([
    ["country", [1, 3, 2, 4]],
    ["country.asc", [1, 3, 2, 4]],
    ["country.desc", [4, 2, 3, 1]],
    ["country.nullsfirst", [4, 1, 3, 2]],
    ["country.nullslast", [1, 3, 2, 4]],
    ["country.asc.nullsfirst", [4, 1, 3, 2]],
    ["country.asc.nullslast", [1, 3, 2, 4]],
    ["country.desc.nullsfirst", [4, 2, 3, 1]],
    ["country.desc.nullslast", [2, 3, 1, 4]],
  ])("sorts by %s", async (order, expected) => {
    expect(await ids(`/sites?select=id&order=${order}`)).toEqual(expected);
  });

  it("sorts by several columns, each in its direction", async () => {
    const { json } = await o.get("/exposures?select=night_id,seconds&order=night_id.desc,seconds.asc");
    expect(json.map((row: { seconds: number }) => row.seconds)).toEqual([600, 5, 15, 10, 20, 900]);
  });

  it.each<[string, readonly number[]]>([
    ["weather->wind->>kn.desc.nullslast,id", [1, 2, 3, 4, 5]],
    ["weather->wind->kn.desc.nullslast,id", [2, 1, 3, 4, 5]],
    ["weather->list->0.nullslast,id.desc", [4, 5, 3, 2, 1]],
    ["weather->>seeing.asc.nullsfirst,id", [3, 4, 1, 5, 2]],
  ])("sorts by a place inside of a JSON column: %s", async (order, expected) => {
    expect(await ids(`/nights?select=id&order=${order}`)).toEqual(expected);
  });

  it("sorts by a place inside of a composite or an array", async () => {
    const names = async (order: string) =>
      (await o.get(`/stars?select=name&order=${order}&limit=1`)).json[0].name;
    expect(await names("position->ra.desc.nullslast")).toBe("Vega");
    expect(await names("aliases->>0.desc.nullslast")).toBe("Barnard's Star");
  });

  it("sorts by columns that are not selected, and not by an alias", async () => {
    expect(await ids("/sites?select=id&order=altitude.desc")).toEqual([1, 2, 4, 3]);
    expect(await ids("/sites?select=id,height:altitude&order=height")).toMatchObject({ code: "42703" });
  });

  it("sorts the rows of a procedure", async () => {
    expect(await ids("/rpc/all_telescopes?select=id&order=name.desc")).toEqual([4, 3, 2, 1]);
  });
});

describe("order of embedded resources", () => {
  const telescopes = async (query: string) =>
    (await o.get(`/sites?id=eq.1&${query}`)).json[0].telescopes.map((row: { id: number }) => row.id);

  it("sorts the rows of the resource named in the key", async () => {
    expect(await telescopes("select=telescopes(id)&telescopes.order=id.desc")).toEqual([2, 1]);
    expect(await telescopes("select=telescopes(id)&telescopes.order=id")).toEqual([1, 2]);
    expect(await telescopes("select=telescopes(id)&telescopes.order=spec->mount->>kind.desc")).toEqual([
      2, 1,
    ]);
  });

  it("takes the alias for the name, and names of resources within", async () => {
    expect(await telescopes("select=telescopes:telescopes(id)&telescopes.order=id.desc")).toEqual([2, 1]);
    const { json } = await o.get(
      "/sites?select=t:telescopes(n:nights(id))&t.id=eq.1&t.n.order=id.desc&id=eq.1",
    );
    expect(json).toEqual([{ t: [{ n: [{ id: 2 }, { id: 1 }] }] }]);
  });

  it("leaves the order of the parents alone", async () => {
    expect(await ids("/sites?select=id,telescopes(id)&telescopes.order=id.desc&order=id")).toEqual([
      1, 2, 3, 4,
    ]);
  });
});

describe("order by an embedded resource", () => {
  it.each<[string, string, readonly number[]]>([
    ["its name", "sites(name)&order=sites(name).desc.nullslast,id", [3, 1, 2, 4]],
    ["its name, upwards", "sites(name)&order=sites(name),id", [1, 2, 3, 4]],
    ["its name, nulls first", "sites(name)&order=sites(name).nullsfirst,id.desc", [4, 2, 1, 3]],
    ["its alias", "s:sites(name)&order=s(name).desc.nullslast,id", [3, 1, 2, 4]],
    ["its name beside an alias", "s:sites(name)&order=sites(name).desc.nullslast,id", [3, 1, 2, 4]],
    ["a column that it does not show", "sites(name)&order=sites(altitude),id", [3, 1, 2, 4]],
    ["a place inside of its column", "sites(name)&order=sites(location->>type).nullsfirst,id", [4, 1, 2, 3]],
    ["a resource that shows nothing", "sites()&order=sites(name).desc.nullslast,id", [3, 1, 2, 4]],
    ["a spread resource", "...sites(country)&order=sites(name).desc.nullslast,id", [3, 1, 2, 4]],
    ["a spread resource that shows nothing", "...sites()&order=sites(name).desc.nullslast,id", [3, 1, 2, 4]],
    ["blanks around its column", "sites(name)&order=sites( name ).desc.nullslast,id", [3, 1, 2, 4]],
  ])("sorts the parents by %s", async (_, query, expected) => {
    expect(await ids(`/telescopes?select=id,${query}`)).toEqual(expected);
  });

  it("sorts by a one-to-one resource", async () => {
    expect(
      await ids("/sites?select=id,site_contacts(keeper)&order=site_contacts(keeper).desc.nullslast,id"),
    ).toEqual([2, 1, 3, 4]);
  });

  it("sorts an embedded resource by one within", async () => {
    const { json } = await o.get(
      "/sites?select=telescopes(id,sites(name))&telescopes.order=sites(name).desc,id.desc&id=eq.1",
    );
    expect(json[0].telescopes.map((row: { id: number }) => row.id)).toEqual([2, 1]);
  });

  it("refuses a resource that is not embedded with PGRST108", async () => {
    expect((await o.get("/telescopes?select=id&order=sites(name)")).json).toEqual({
      code: "PGRST108",
      message: "'sites' is not an embedded resource in this request",
      details: null,
      hint: "Verify that 'sites' is included in the 'select' query parameter.",
    });
    const deeper = await o.get("/nights?select=id,telescopes(sites(name))&order=sites(name)");
    expect([deeper.status, deeper.json.code]).toEqual([400, "PGRST108"]);
  });

  it("refuses a to-many resource with PGRST118", async () => {
    const { status, json } = await o.get("/sites?select=id,telescopes(id)&order=telescopes(id)");
    expect([status, json]).toEqual([
      400,
      {
        code: "PGRST118",
        message: "A related order on 'telescopes' is not possible",
        details: "'sites' and 'telescopes' do not form a many-to-one or one-to-one relationship",
        hint: null,
      },
    ]);
  });
});

describe("order of what a write returns", () => {
  it("is that of the rows, not that of order", async () => {
    const { json } = await o.post(
      "/sites?select=name&order=name.desc",
      [{ name: "A" }, { name: "C" }, { name: "B" }],
      {
        headers: { Prefer: "return=representation" },
      },
    );
    expect(json).toEqual([{ name: "A" }, { name: "C" }, { name: "B" }]);
    const none = await o.patch(
      "/sites?select=name&name=eq.A&order=nope",
      { altitude: 1 },
      { headers: { Prefer: "return=representation" } },
    );
    expect([none.status, none.json]).toEqual([200, [{ name: "A" }]]);
  });
});
