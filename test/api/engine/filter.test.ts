import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Observatory, openObservatory } from "./observatory.ts";

let o: Observatory;
beforeAll(async () => {
  o = await openObservatory();
});
afterAll(() => o.close());

/** Names of the stars that a filter lets through, in order. */
async function stars(filter: string): Promise<unknown> {
  const { status, json } = await o.get(`/stars?select=name&order=name&name=not.is.null&${filter}`);
  return status === 200 ? json.map((row: { name: string }) => row.name) : json;
}

describe("filters", () => {
  it.each<[string, readonly string[]]>([
    ["name=eq.Vega", ["Vega"]],
    ["class=neq.M", ["Arcturus", "Sirius", "Vega"]],
    ["number=gt.5340", ["Vega"]],
    ["number=gte.5340", ["Arcturus", "Vega"]],
    ["number=lt.699", ["Proxima"]],
    ["number=lte.699", ["Barnard's Star", "Proxima"]],
    ["name=like.*a", ["Proxima", "Vega"]],
    ["name=ilike.*A*", ["Arcturus", "Barnard's Star", "Proxima", "Vega"]],
    ["name=match.^A", ["Arcturus"]],
    ["name=imatch.^v", ["Vega"]],
    ["class=in.(K,A)", ["Arcturus", "Sirius", "Vega"]],
    ["name=in.(Vega,%22Barnard's Star%22)", ["Barnard's Star", "Vega"]],
    ["name=in.()", []],
    ["aliases=cs.{Alpha Ori}", ["Betelgeuse"]],
    ["aliases=cd.{Alpha Ori,Alpha Lyr}", ["Arcturus", "Betelgeuse", "Vega"]],
    ["aliases=ov.{Alpha Ori,Alpha Lyr}", ["Betelgeuse", "Vega"]],
    ["distance_ly=is.null", []],
    ["notes=is.null", ["Vega"]],
    ["notes=not.is.null&class=eq.A", ["Sirius"]],
    ["notes=isdistinct.none yet&class=eq.A", ["Vega"]],
    ["peak=eq.-1.5", ["Sirius"]],
    ["name=not.eq.Vega&class=eq.A", ["Sirius"]],
    ["name=like(any).{V*,S*}", ["Sirius", "Vega"]],
    ["name=like(all).{*a*,*e*}", ["Vega"]],
    ["name=eq(any).{Vega,Sirius}", ["Sirius", "Vega"]],
    ["number=gt(all).{1000,5340}", ["Vega"]],
    ["doc=fts.giants", ["Arcturus"]],
    ["doc=fts(english).giant", ["Arcturus"]],
    ["doc=plfts(english).bright star", ["Vega"]],
    ["doc=phfts(english).summer triangle", ["Vega"]],
    ["doc=wfts(english).orange or red", ["Arcturus", "Betelgeuse"]],
    ["doc=not.fts(english).star", ["Arcturus", "Barnard's Star", "Betelgeuse"]],
    ["position->>ra=eq.217.43", ["Proxima"]],
    ["aliases->>0=eq.Alpha Ori", ["Betelgeuse"]],
  ])("%s", async (filter, names) => {
    expect(await stars(filter)).toEqual(names);
  });

  it.each<[string, readonly number[]]>([
    ["temperatures=cs.[1,2]", [1, 2]],
    ["temperatures=sl.[4,8)", [1]],
    ["temperatures=sr.[-9,-6)", [1, 2, 5]],
    ["temperatures=nxr.[0,5)", [1]],
    ["temperatures=nxl.[0,5)", [2, 5]],
    ["temperatures=adj.[3,5)", [1, 5]],
    ["during=ov.[2024-01-02,2024-01-03)", [1, 2]],
    ["weather->wind->>kn=eq.15", [2]],
    ["weather->wind=eq.{%22kn%22: 5}", [1]],
    ["weather->>seeing=is.null", [3, 4]],
    ["weather=cs.{%22seeing%22:0.9}", [5]],
    ["duration=gt.PT8H45M", [1, 4]],
    ["rating=is.not_null", [1, 2, 3, 5]],
  ])("nights: %s", async (filter, ids) => {
    const { json } = await o.get(`/nights?select=id&order=id&${filter}`);
    expect(json.map((row: { id: number }) => row.id)).toEqual(ids);
  });

  it("compares booleans by is", async () => {
    const { json } = await o.get("/telescopes?select=id&is_open=is.TRUE&order=id");
    expect(json).toEqual([{ id: 1 }, { id: 3 }]);
    const lines = await o.get(
      `/${encodeURIComponent("Émission lines")}?select=MixedCase&MixedCase=is.unknown`,
    );
    expect(lines.json).toEqual([{ MixedCase: null }]);
  });

  it("combines several filters of one column", async () => {
    expect(await stars("number=gte.2000&number=lt.3000")).toEqual(["Betelgeuse", "Sirius"]);
  });

  it("refuses a value that the column's type does not have", async () => {
    const { status, json } = await o.get("/sites?id=eq.one");
    expect([status, json.code]).toEqual([400, "22P02"]);
  });

  it("refuses an operator that the types do not have", async () => {
    const { status, json } = await o.get("/sites?name=fts(klingon).x");
    expect([status, json.code]).toEqual([400, "42704"]);
  });

  it("takes values with quotes, backslashes and percent signs for what they are", async () => {
    expect(await stars(`name=eq.${encodeURIComponent("Barnard's Star")}`)).toEqual(["Barnard's Star"]);
    expect(await stars(`name=eq.${encodeURIComponent("'; drop table stars; --")}`)).toEqual([]);
    expect(await stars(`aliases=cs.${encodeURIComponent('{"Dog Star"}')}`)).toEqual(["Sirius"]);
  });
});

describe("logic", () => {
  it.each<[string, readonly string[]]>([
    ["or=(name.eq.Vega,name.eq.Sirius)", ["Sirius", "Vega"]],
    ["and=(class.eq.M,number.lt.600)", ["Proxima"]],
    ["or=(name.eq.Vega,and(class.eq.M,number.gt.2000))", ["Betelgeuse", "Vega"]],
    ["not.or=(class.eq.M,class.eq.A)", ["Arcturus"]],
    ["or=(name.in.(Vega,Sirius),class.eq.K)", ["Arcturus", "Sirius", "Vega"]],
    [
      "or=(name.not.like.*a*,not.and(class.eq.A,class.eq.A))&number=lt.3000",
      ["Barnard's Star", "Betelgeuse", "Proxima", "Sirius"],
    ],
    ["or=(aliases.cs.{Velox Barnardi},position->>ra.eq.88.79)", ["Barnard's Star", "Betelgeuse"]],
  ])("%s", async (filter, names) => {
    expect(await stars(filter)).toEqual(names);
  });

  it("refuses an empty tree", async () => {
    const { status, json } = await o.get("/stars?or=()");
    expect([status, json.code]).toEqual([400, "PGRST100"]);
  });
});
