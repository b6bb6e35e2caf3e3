import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Observatory, openObservatory } from "../observatory.ts";

let off: Observatory;
let on: Observatory;
beforeAll(async () => {
  off = await openObservatory();
  on = await openObservatory({ config: { aggregates: true } });
});
afterAll(() => Promise.all([off.close(), on.close()]));

describe("without the setting", () => {
  it.each([
    "/exposures?select=seconds.sum()",
    "/exposures?select=count()",
    "/exposures?select=night_id,n:seconds.count()",
    "/nights?select=id,exposures(seconds.max())",
    "/telescopes?select=id,...sites(altitude.min())",
    "/rpc/all_telescopes?select=aperture_m.avg()",
  ])("%s is refused with PGRST123", async (target) => {
    const { status, json } = await off.get(target);
    expect([status, json]).toEqual([
      400,
      {
        code: "PGRST123",
        message: "Use of aggregate functions is not allowed",
        details: null,
        hint: null,
      },
    ]);
  });
});

describe("with the setting", () => {
  it.each<[string, unknown]>([
    ["seconds.sum()", { sum: 1550 }],
    ["seconds.max()", { max: 900 }],
    ["seconds.min()", { min: 5 }],
    ["filter_name.count()", { count: 5 }],
    ["seconds.avg()::int", { avg: 258 }],
    ["count()", { count: 6 }],
    ["count()::text", { count: "6" }],
    ["seconds.sum()::text", { sum: "1550" }],
    ["seconds::text.max()", { max: "900" }],
    ["seconds::numeric.avg()::int", { avg: 258 }],
    ["total:seconds.sum()", { total: 1550 }],
    ["n:count()", { n: 6 }],
    ["total:seconds::numeric.sum()::text", { total: "1550" }],
    ["seconds.sum(),seconds.max(),count()", { sum: 1550, max: 900, count: 6 }],
  ])("%s is computed of all rows", async (select, row) => {
    expect((await on.get(`/exposures?select=${select}`)).json).toEqual([row]);
  });

  it("computes of the rows that filters leave", async () => {
    expect((await on.get("/exposures?select=seconds.sum()&seconds=gt.10")).json).toEqual([{ sum: 1535 }]);
    expect(
      (await on.get("/exposures?select=count()&or=(filter_name.eq.V,filter_name.is.null)")).json,
    ).toEqual([{ count: 3 }]);
  });

  it("computes of places inside of JSON columns", async () => {
    expect((await on.get("/nights?select=kn:weather->wind->>kn::int.sum()")).json).toEqual([{ kn: 20 }]);
    expect((await on.get("/nights?select=weather->>seeing.max()")).json).toEqual([{ max: "1.2" }]);
  });

  it("groups by every other column selected", async () => {
    expect(
      (await on.get("/exposures?select=filter_name,seconds.sum()&order=filter_name.nullsfirst")).json,
    ).toEqual([
      { filter_name: null, sum: 900 },
      { filter_name: "B", sum: 20 },
      { filter_name: "I", sum: 600 },
      { filter_name: "R", sum: 5 },
      { filter_name: "V", sum: 25 },
    ]);
    const two = await on.get(
      "/exposures?select=catalog,filter_name,count()&catalog=eq.HR&order=catalog,filter_name",
    );
    expect(two.json).toEqual([
      { catalog: "HR", filter_name: "B", count: 1 },
      { catalog: "HR", filter_name: "R", count: 1 },
      { catalog: "HR", filter_name: "V", count: 2 },
    ]);
    expect((await on.get("/exposures?select=*,count()&limit=1&order=seconds")).json[0]).toMatchObject({
      seconds: 5,
      count: 1,
    });
  });

  it("groups by to-one resources, embedded or spread", async () => {
    expect((await on.get("/telescopes?select=count(),sites(name)&site_id=eq.1")).json).toEqual([
      { count: 2, sites: { name: "Cerro Alto" } },
    ]);
    const spread = await on.get("/telescopes?select=aperture_m.max(),...sites(site:name)&site_id=eq.1");
    expect(spread.json).toEqual([{ max: 8.2, site: "Cerro Alto" }]);
  });

  it.each<[string, readonly number[]]>([
    ["id.count(),name)", [3, 1, 2, 4]],
    ["count())", [3, 1, 2, 4]],
    ["altitude.sum())", [3, 1, 2, 4]],
    ["n:count(),...site_contacts(keeper))", [3, 1, 2, 4]],
    ["name,n:altitude.max())&sites.order=name", [3, 1, 2, 4]],
    ["n:count())&sites.name=neq.Mount Grey", [1, 2, 3, 4]],
    ["id.count())&sites=not.is.null", [3, 1, 2]],
  ])("answers the same rows of sites(%s, whatever the parent's order", async (rest, ids) => {
    const asked = `/telescopes?select=id,sites(${rest}&order=`;
    const { status, json } = await on.get(`${asked}id`);
    expect(status).toBe(200);
    const ordered = await on.get(`${asked}sites(name).desc.nullslast,id`);
    expect(ordered.json).toEqual(ids.map((id) => json.find((row: { id: number }) => row.id === id)));
    expect(json).toHaveLength(ids.length);
  });

  it("computes within embedded resources", async () => {
    expect(
      (await on.get("/nights?select=id,exposures(seconds.sum(),n:count())&id=lte.2&order=id")).json,
    ).toEqual([
      { id: 1, exposures: [{ sum: 930, n: 3 }] },
      { id: 2, exposures: [{ sum: 15, n: 1 }] },
    ]);
    const grouped = await on.get("/nights?select=exposures(catalog,count())&exposures.order=catalog&id=eq.1");
    expect(grouped.json).toEqual([
      {
        exposures: [
          { catalog: "GJ", count: 1 },
          { catalog: "HR", count: 2 },
        ],
      },
    ]);
  });

  it("computes of what a to-one resource spreads, grouped by the parent's columns", async () => {
    const { json } = await on.get("/telescopes?select=is_open,...sites(altitude.sum())&order=is_open");
    expect(json).toEqual([
      { is_open: false, sum: 2600 },
      { is_open: true, sum: 4300 },
    ]);
  });

  it("refuses them in what a to-many resource would spread, with PGRST119", async () => {
    const { status, json } = await on.get("/telescopes?select=id,...nights(rating.sum())");
    expect([status, json]).toEqual([
      400,
      {
        code: "PGRST119",
        message: "A spread operation on 'nights' is not possible",
        details: "'telescopes' and 'nights' do not form a many-to-one or one-to-one relationship",
        hint: null,
      },
    ]);
  });

  it("computes of the rows that a procedure returns", async () => {
    expect((await on.get("/rpc/all_telescopes?select=site_id,count()&order=site_id")).json).toEqual([
      { site_id: 1, count: 2 },
      { site_id: 2, count: 1 },
      { site_id: null, count: 1 },
    ]);
  });

  it("pages and counts the groups", async () => {
    const { headers, json } = await on.get(
      "/exposures?select=night_id,seconds.sum()&order=night_id&limit=2",
      {
        headers: { Prefer: "count=exact" },
      },
    );
    expect(headers["content-range"]).toBe("0-1/4");
    expect(json).toEqual([
      { night_id: 1, sum: 930 },
      { night_id: 2, sum: 15 },
    ]);
  });

  it.each(["seconds.median()", "seconds.sum", "seconds.sum(", "count().sum()"])(
    "does not know %s",
    async (select) => {
      const { status, json } = await on.get(`/exposures?select=${select}`);
      expect([status, json.code]).toEqual([400, "PGRST100"]);
    },
  );
});
