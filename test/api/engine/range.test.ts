import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Observatory, openObservatory } from "./observatory.ts";

let o: Observatory;
beforeAll(async () => {
  o = await openObservatory();
});
afterAll(() => o.close());

const EXACT = { headers: { Prefer: "count=exact" } };

describe("order", () => {
  it("sorts by several columns, each in its direction", async () => {
    const { json } = await o.get("/exposures?select=night_id,seconds&order=night_id.desc,seconds.asc");
    expect(json.map((row: { seconds: number }) => row.seconds)).toEqual([600, 5, 15, 10, 20, 900]);
  });

  it("puts nulls where it is told", async () => {
    const ids = async (order: string) =>
      (await o.get(`/nights?select=id&order=${order}`)).json.map((row: { id: number }) => row.id);
    expect(await ids("rating.nullsfirst,id")).toEqual([4, 5, 2, 3, 1]);
    expect(await ids("rating.desc.nullslast,id")).toEqual([1, 3, 2, 5, 4]);
  });

  it("sorts by a place inside a JSON column", async () => {
    const { json } = await o.get("/nights?select=id&order=weather->wind->>kn.desc.nullslast,id&limit=2");
    expect(json).toEqual([{ id: 1 }, { id: 2 }]);
  });
});

describe("limit, offset and Range", () => {
  it("cuts a page out", async () => {
    const { json, headers, status } = await o.get("/sites?select=id&order=id&limit=2&offset=1");
    expect(json).toEqual([{ id: 2 }, { id: 3 }]);
    expect([status, headers["content-range"]]).toEqual([200, "1-2/*"]);
  });

  it("takes the Range header like limit and offset", async () => {
    const ranged = await o.get("/sites?select=id&order=id", { headers: { Range: "1-2" } });
    expect([ranged.status, ranged.headers["content-range"]]).toEqual([200, "1-2/*"]);
    expect(ranged.json).toEqual([{ id: 2 }, { id: 3 }]);
    const open = await o.get("/sites?select=id&order=id", { headers: { Range: "3-" } });
    expect(open.json).toEqual([{ id: 4 }]);
  });

  it("answers limit=0 with no rows", async () => {
    const { status, json, headers } = await o.get("/sites?limit=0");
    expect([status, json, headers["content-range"]]).toEqual([200, [], "*/*"]);
  });

  it("answers an offset past the end with no rows while nobody counts", async () => {
    const { status, json, headers } = await o.get("/sites?offset=50");
    expect([status, json, headers["content-range"]]).toEqual([200, [], "*/*"]);
  });

  it("refuses a negative limit and a reversed range", async () => {
    const negative = await o.get("/sites?limit=-1");
    expect([negative.status, negative.json.code, negative.json.details]).toEqual([
      416,
      "PGRST103",
      "Limit should be greater than or equal to zero.",
    ]);
    const reversed = await o.get("/sites", { headers: { Range: "3-1" } });
    expect([reversed.status, reversed.json.code]).toEqual([416, "PGRST103"]);
  });
});

describe("counting", () => {
  it("tells the exact total: 200 when the page is all, 206 when it is a part", async () => {
    const all = await o.get("/sites?select=id", EXACT);
    expect([all.status, all.headers["content-range"]]).toEqual([200, "0-3/4"]);
    expect(all.headers["preference-applied"]).toBe("count=exact");
    const part = await o.get("/sites?select=id&limit=2", EXACT);
    expect([part.status, part.headers["content-range"]]).toEqual([206, "0-1/4"]);
    const last = await o.get("/sites?select=id&order=id&limit=3&offset=2", EXACT);
    expect([last.status, last.headers["content-range"]]).toEqual([206, "2-3/4"]);
  });

  it("counts filtered rows beyond the page", async () => {
    const { headers } = await o.get("/exposures?seconds=gt.9&limit=1", EXACT);
    expect(headers["content-range"]).toBe("0-0/5");
  });

  it("refuses an offset past the counted end, and not one at the end", async () => {
    const past = await o.get("/sites?offset=5", EXACT);
    expect([past.status, past.headers["content-range"]]).toEqual([416, "*/4"]);
    expect(past.json.details).toBe("An offset of 5 was requested, but there are only 4 rows.");
    const at = await o.get("/sites?offset=4", EXACT);
    expect([at.status, at.json, at.headers["content-range"]]).toEqual([206, [], "*/4"]);
  });

  it("answers 200 for nothing of nothing", async () => {
    const { status, headers } = await o.get("/sites?id=eq.0", EXACT);
    expect([status, headers["content-range"]]).toEqual([200, "*/0"]);
  });

  it("guesses a total from the plan when that is enough", async () => {
    const { headers, status } = await o.get("/sites?id=eq.1", { headers: { Prefer: "count=planned" } });
    expect(headers["content-range"]).toMatch(/^0-0\/\d+$/);
    expect([200, 206]).toContain(status);
    expect(headers["preference-applied"]).toBe("count=planned");
  });

  it("takes the planner's word without a maximum of rows, but never less than there are", async () => {
    await o.owner.transaction((tx) => tx.script("analyze observatory.sites; analyze observatory.nights"));
    const estimated = async (target: string) =>
      (await o.get(target, { headers: { Prefer: "count=estimated" } })).headers["content-range"];
    expect(await estimated("/sites?limit=1")).toBe("0-0/4");
    expect(await estimated("/nights?id=gt.0&rating=is.null&observer_id=is.null")).toBe("0-0/1");
    expect(await estimated("/nights?weather->>seeing=eq.none")).toMatch(/^\*\/[1-9]/);
  });

  it("counts the rows of a HEAD", async () => {
    const { headers, status } = await o.ask("HEAD", "/sites?limit=2", EXACT);
    expect([status, headers["content-range"]]).toEqual([206, "0-1/4"]);
  });
});

describe("a maximum of rows", () => {
  let capped: Observatory;
  beforeAll(async () => {
    capped = await openObservatory({ config: { maxRows: 2 } });
  });
  afterAll(() => capped.close());

  it("caps every level of a read", async () => {
    const { json, headers } = await capped.get("/sites?select=id,telescopes(id)&order=id&limit=9", EXACT);
    expect(headers["content-range"]).toBe("0-1/4");
    expect(json).toHaveLength(2);
    const nights = await capped.get("/telescopes?select=id,nights(id,exposures(number))&id=eq.1");
    expect(nights.json[0].nights[0].exposures).toHaveLength(2);
  });

  it("caps the rows of a procedure", async () => {
    expect((await capped.get("/rpc/countdown?start=5")).json).toEqual([5, 4]);
  });

  it("does not cap the rows of a write", async () => {
    const { json } = await capped.patch(
      "/telescopes?id=lt.9",
      { is_open: true },
      {
        headers: { Prefer: "return=representation,tx=rollback" },
      },
    );
    expect(json).toHaveLength(4);
  });

  it("estimates only above the maximum", async () => {
    const few = await capped.get("/site_contacts?site_id=eq.1", { headers: { Prefer: "count=estimated" } });
    expect(few.headers["content-range"]).toBe("0-0/1");
    const many = await capped.get("/sites", { headers: { Prefer: "count=estimated" } });
    expect(Number(many.headers["content-range"]?.split("/")[1])).toBeGreaterThanOrEqual(3);
  });
});
