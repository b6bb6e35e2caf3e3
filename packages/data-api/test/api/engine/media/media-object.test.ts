/** One object instead of a list, and answers without their nulls. */
import { describe, expect, it } from "vitest";
import { type Answered, observatoryForTests, openObservatory } from "../observatory.ts";

const o = observatoryForTests({ config: { txEnd: "commit-allow-override" } });

const FAMILIES = ["vnd.pgrst", "vnd.backend"] as const;
const OBJECT = "application/vnd.pgrst.object+json";
const one = (prefer?: string) => ({
  headers: { Accept: OBJECT, ...(prefer === undefined ? {} : { Prefer: prefer }) },
});
const refused = ({ status, json }: Answered, rows: number): void => {
  expect([status, json]).toEqual([
    406,
    {
      code: "PGRST116",
      message: "JSON object requested, multiple (or no) rows returned",
      details: `The result contains ${rows} rows`,
      hint: null,
    },
  ]);
};

describe("one object", () => {
  it.each(["/sites?id=eq.1&select=id", "/sites?select=id&order=id&limit=1"])(
    "is the only row: %s",
    async (path) => {
      const { status, text } = await o.get(path, one());
      expect([status, text]).toEqual([200, '{"id":1}']);
    },
  );

  it.each([
    ["/sites?id=eq.0", 0],
    ["/sites?select=id&limit=0", 0],
    ["/sites?select=id&limit=2", 2],
    ["/sites", 4],
    ["/rpc/all_telescopes", 4],
    ["/rpc/countdown?start=2", 2],
  ])("is refused with 406 PGRST116 for no row or several: %s", async (path, rows) => {
    refused(await o.get(path, one()), rows);
    const head = await o.ask("HEAD", path, one());
    expect([head.status, head.body]).toEqual([406, null]);
  });

  it.each(FAMILIES)("is refused with an error of the type that was asked for: %s", async (family) => {
    for (const suffix of ["", ";nulls=stripped"]) {
      const type = `application/${family}.object+json${suffix}`;
      const { status, headers } = await o.get("/sites", { headers: { Accept: type } });
      const told = `application/${family}.object+json; charset=utf-8`;
      expect([status, headers["content-type"]]).toEqual([406, told]);
    }
  });

  it.each([
    ["/rpc/one_star?select=name", '{"name":"Proxima"}'],
    ["/rpc/all_telescopes?id=eq.1&select=id", '{"id":1}'],
    ["/rpc/answer", "42"],
    ["/rpc/countdown?start=1", '{"pgrst_scalar":1}'],
  ])("is what a function gives: %s", async (path, expected) => {
    const { status, text } = await o.get(path, one());
    expect([status, text]).toEqual([200, expected]);
  });

  it("is what was written, and undoes a write of none or several rows", async () => {
    const full = one("return=representation");
    const two = [{ name: "p" }, { name: "q" }];
    refused(await o.post("/sites", two, full), 2);
    refused(await o.post("/sites", two, one()), 2);
    refused(await o.post("/sites", [], full), 0);
    refused(await o.patch("/sites?id=lt.3", { altitude: 1 }, full), 2);
    refused(await o.patch("/sites?id=lt.3", { altitude: 1 }, one()), 2);
    refused(await o.patch("/sites?id=eq.0", { altitude: 1 }, full), 0);
    refused(await o.delete("/exposures?night_id=eq.1", full), 3);
    refused(await o.delete("/exposures?night_id=eq.1", one()), 3);
    expect((await o.get("/sites?or=(name.in.(p,q),altitude.eq.1)")).json).toEqual([]);
    expect((await o.get("/exposures?night_id=eq.1")).json).toHaveLength(3);
  });

  it.each(["POST", "PATCH", "PUT", "DELETE"])("is answered to %s of one row", async (method) => {
    const path = {
      POST: "/site_contacts?select=keeper",
      PATCH: "/site_contacts?site_id=eq.1&select=keeper",
      PUT: "/site_contacts?site_id=eq.4&select=keeper",
      DELETE: "/site_contacts?site_id=eq.1&select=keeper",
    }[method];
    const body = method === "DELETE" ? undefined : { site_id: method === "PATCH" ? 1 : 4, keeper: "K" };
    const answered = await o.ask(method, path ?? "", { ...one("return=representation,tx=rollback"), body });
    expect([answered.status, answered.json]).toEqual([
      method === "POST" ? 201 : 200,
      { keeper: method === "DELETE" ? "Rosa" : "K" },
    ]);
  });

  it("undoes what a function wrote for no row or several", async () => {
    const writing = await openObservatory({
      extra: `create function observatory.found(n integer) returns setof observatory.sites language sql volatile as
        $$ insert into observatory.sites (name) select 'found ' || i from generate_series(1, n) i returning * $$`,
    });
    refused(await writing.post("/rpc/found", { n: 2 }, one()), 2);
    expect((await writing.get("/sites?name=like.found*")).json).toEqual([]);
    expect((await writing.post("/rpc/found?select=name", { n: 1 }, one())).json).toEqual({ name: "found 1" });
    await writing.close();
  });
});

describe("without nulls", () => {
  const asked = (type: string) => ({ headers: { Accept: type } });

  it.each(FAMILIES)("are rows of a list: %s", async (family) => {
    const { json } = await o.get(
      "/sites?select=id,country,location&order=id&id=gt.2",
      asked(`application/${family}.array+json;nulls=stripped`),
    );
    expect(json).toEqual([
      { id: 3, country: "FR" },
      { id: 4, location: {} },
    ]);
  });

  it.each(FAMILIES)("is one object: %s", async (family) => {
    const { json } = await o.get(
      "/sites?select=id,country,name&id=eq.4",
      asked(`application/${family}.object+json;nulls=stripped`),
    );
    expect(json).toEqual({ id: 4, name: "Empty Hill" });
  });

  it("are embedded resources as well", async () => {
    const { json } = await o.get(
      "/telescopes?select=id,aperture_m,sites(country,location)&id=gt.3",
      asked("application/vnd.pgrst.array+json;nulls=stripped"),
    );
    expect(json).toEqual([{ id: 4 }]);
  });

  it("is what was written", async () => {
    const { json } = await o.post(
      "/telescopes?select=id,site_id",
      { id: 9, name: "Ninth" },
      {
        headers: {
          Accept: "application/vnd.pgrst.object+json;nulls=stripped",
          Prefer: "return=representation,tx=rollback",
        },
      },
    );
    expect(json).toEqual({ id: 9 });
  });

  it("is what a function gives", async () => {
    const { json } = await o.get(
      "/rpc/one_star?select=name,peak",
      asked("application/vnd.pgrst.object+json;nulls=stripped"),
    );
    expect(json).toEqual({ name: "Proxima" });
  });

  it("is not what another value of the parameter asks for", async () => {
    const { json, headers } = await o.get(
      "/sites?select=country&id=eq.4",
      asked("application/vnd.pgrst.object+json;nulls=kept"),
    );
    expect([json, headers["content-type"]]).toEqual([
      { country: null },
      "application/vnd.pgrst.object+json; charset=utf-8",
    ]);
  });
});
