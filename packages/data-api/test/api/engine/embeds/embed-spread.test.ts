/** Spreading embeds into their parent, and aggregates over embeds. */
import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const o = observatoryForTests();

describe("spreading", () => {
  it("spreads a to-one relation's columns into the parent, deeply too", async () => {
    const { json } = await o.get("/telescopes?select=id,...sites(site:name,country)&order=id.desc&limit=2");
    expect(json).toEqual([
      { id: 4, site: null, country: null },
      { id: 3, site: "Mount Grey", country: "US" },
    ]);
    const deep = await o.get("/nights?select=id,...telescopes(name,...sites(country))&id=eq.1");
    expect(deep.json).toEqual([{ id: 1, name: "Anteros", country: "CL" }]);
    const sorted = await o.get(
      "/telescopes?select=id,...sites(*)&order=sites(altitude).desc.nullslast,id&limit=1",
    );
    expect(sorted.json[0]).toMatchObject({ name: "Cerro Alto", altitude: 2600 });
  });

  it.each([
    "/sites?select=...telescopes(name)",
    "/nights?select=...stars(name)",
    "/stars?select=...same_class(name)",
  ])("does not spread what may be many: %s", async (target) => {
    const { status, json } = await o.get(target);
    const [, origin = "", spread = ""] = /^.(\w+)\?select=\.\.\.(\w+)/.exec(target) ?? [];
    expect([status, json]).toEqual([
      400,
      {
        code: "PGRST119",
        message: `A spread operation on '${spread}' is not possible`,
        details: `'${origin}' and '${spread}' do not form a many-to-one or one-to-one relationship`,
        hint: null,
      },
    ]);
  });
});

describe("aggregates", () => {
  const summing = observatoryForTests({ config: { aggregates: true } });

  it("are refused unless switched on", async () => {
    const { status, json } = await o.get("/exposures?select=seconds.sum()");
    expect([status, json.code]).toEqual([400, "PGRST123"]);
  });

  it("sum up all rows, or by the other columns", async () => {
    expect((await summing.get("/exposures?select=seconds.sum(),count()")).json).toEqual([
      { sum: 1550, count: 6 },
    ]);
    const grouped = await summing.get(
      "/exposures?select=night_id,total:seconds.sum(),mean:seconds.avg()::int&order=night_id&limit=2",
      { headers: { Prefer: "count=exact" } },
    );
    expect(grouped.json).toEqual([
      { night_id: 1, total: 930, mean: 310 },
      { night_id: 2, total: 15, mean: 15 },
    ]);
    expect(grouped.headers["content-range"]).toBe("0-1/4");
  });

  it("group by embedded objects and by spread columns", async () => {
    const object = await summing.get("/telescopes?select=count(),sites(name)&site_id=eq.1");
    expect(object.json).toEqual([{ count: 2, sites: { name: "Cerro Alto" } }]);
    const spread = await summing.get("/telescopes?select=aperture_m.max(),...sites(name)&site_id=eq.1");
    expect(spread.json).toEqual([{ max: 8.2, name: "Cerro Alto" }]);
  });

  it("reach into embedded rows and into what is spread", async () => {
    const within = await summing.get("/nights?select=id,exposures(seconds.sum())&id=eq.1");
    expect(within.json).toEqual([{ id: 1, exposures: [{ sum: 930 }] }]);
    const spread = await summing.get("/telescopes?select=is_open,...sites(altitude.max())&order=is_open");
    expect(spread.json).toEqual([
      { is_open: false, max: 2600 },
      { is_open: true, max: 2600 },
    ]);
  });

  it("group by places in JSON columns", async () => {
    const { json } = await summing.get(
      "/telescopes?select=kind:spec->mount->>kind,count()&spec->mount=not.is.null&order=spec->mount->>kind.nullsfirst",
    );
    expect(json).toContainEqual({ kind: "alt-az", count: 1 });
  });
});
