/** Filters on places within JSON columns, and on embedded resources. */
import { describe, expect, it } from "vitest";
import { filteredForTests, type Row } from "./filtered.ts";

const { o, stars, nights } = filteredForTests();

describe("JSON paths", () => {
  it.each<[string, readonly number[]]>([
    ["weather->wind->>kn=eq.15", [2]],
    ["weather->wind->kn=gt.5", [2]],
    ["weather->wind=eq.{%22kn%22: 5}", [1]],
    ["weather->>seeing=is.null", [3, 4]],
    ["weather->seeing=is.null", [3]],
    ["weather->list->0=eq.3", [4]],
    ["weather->list->>-1=eq.2", [4]],
    ["weather->%22list%22->>1=eq.1", [4]],
    ["weather->list=cs.[1,3]", [4]],
    ["weather->>seeing=in.(0.6,0.9)", [1, 5]],
    ["weather->>seeing=like.0*", [1, 5]],
  ])("%s", async (filter, ids) => {
    expect(await nights(filter)).toEqual(ids);
  });

  it.each<[string, readonly string[]]>([
    ["position->>ra=eq.217.43", ["Proxima"]],
    ["position->ra=gt.200", ["Proxima", "Vega"]],
    ["aliases->>0=eq.Alpha Ori", ["Betelgeuse"]],
    ["aliases->>-1=eq.Alpha CMa", ["Sirius"]],
  ])("read composites and arrays as JSON: %s", async (filter, names) => {
    expect(await stars(filter)).toEqual(names);
  });

  it("read every other column as JSON too, in which there is nothing to find", async () => {
    expect(await stars("name->>x=eq.Vega")).toEqual([]);
    expect(await stars("number->0=not.is.null")).toHaveLength(6);
  });
});

describe("filters on embedded resources", () => {
  it.each<[string, string, readonly number[]]>([
    ["is.null keeps parents without children", "telescopes(id)&telescopes=is.null", [3, 4]],
    ["not.is.null keeps parents with children", "telescopes(id)&telescopes=not.is.null", [1, 2]],
    ["is.not_null does so too", "telescopes(id)&telescopes=is.not_null", [1, 2]],
    ["resources that show nothing are asked too", "telescopes()&telescopes=is.null", [3, 4]],
    ["an alias names the resource", "t:telescopes()&t=not.is.null", [1, 2]],
    ["filters of the resource count", "telescopes(id)&telescopes.id=eq.3&telescopes=not.is.null", [2]],
    ["to-one resources are asked alike", "site_contacts(phone)&site_contacts=is.null", [3, 4]],
    ["trees may ask", "telescopes()&or=(telescopes.is.null,id.eq.1)", [1, 3, 4]],
    ["negated trees may ask", "telescopes()&not.and=(telescopes.not.is.null,id.eq.1)", [2, 3, 4]],
  ])("%s", async (_, query, ids) => {
    const { json } = await o.get(`/sites?order=id&select=id,${query}`);
    expect(json.map((row: Row) => row.id)).toEqual(ids);
  });

  it("counts the parents that are kept", async () => {
    const { headers } = await o.get("/sites?select=id,telescopes()&telescopes=is.null", {
      headers: { Prefer: "count=exact" },
    });
    expect(headers["content-range"]).toBe("0-1/2");
  });

  it.each(["eq.1", "is.true", "in.(1)", "not.is.unknown"])("refuses %s with PGRST120", async (operation) => {
    const { status, json } = await o.get(`/sites?select=id,telescopes(id)&telescopes=${operation}`);
    expect([status, json]).toEqual([
      400,
      {
        code: "PGRST120",
        message: "Bad operator on the 'telescopes' embedded resource",
        details: "Only is null or not is null filters are allowed on embedded resources",
        hint: null,
      },
    ]);
  });

  it.each(["telescopes.id=eq.1", "telescopes.or=(id.eq.1)", "telescopes.order=id", "telescopes.limit=1"])(
    "refuses %s of a resource that is not embedded with PGRST108",
    async (parameter) => {
      const { status, json } = await o.get(`/sites?select=id&${parameter}`);
      expect([status, json]).toEqual([
        400,
        {
          code: "PGRST108",
          message: "'telescopes' is not an embedded resource in this request",
          details: null,
          hint: "Verify that 'telescopes' is included in the 'select' query parameter.",
        },
      ]);
    },
  );
});
