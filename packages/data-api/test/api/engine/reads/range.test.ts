import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Observatory, observatoryForTests, openObservatory } from "../observatory.ts";

const o = observatoryForTests();

/** Keys of the rows returned, with the response's status and range. */
async function page(target: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const { status, json, headers: told } = await o.get(target, { headers });
  return [
    status,
    status < 300 ? json.map((row: { id: number }) => row.id) : json.details,
    told["content-range"],
  ];
}

const BELOW_ZERO = "Limit should be greater than or equal to zero.";

describe("limit and offset", () => {
  it.each<[string, readonly number[], string]>([
    ["limit=2", [1, 2], "0-1/*"],
    ["offset=1", [2, 3, 4], "1-3/*"],
    ["limit=2&offset=1", [2, 3], "1-2/*"],
    ["limit=9", [1, 2, 3, 4], "0-3/*"],
    ["limit=1&limit=3", [1, 2, 3], "0-2/*"],
    ["limit=0", [], "*/*"],
    ["limit=0&offset=0", [], "*/*"],
    ["offset=4", [], "*/*"],
    ["offset=50", [], "*/*"],
    ["offset=-3", [1, 2, 3, 4], "0-3/*"],
    ["limit=3&offset=-1", [1, 2], "0-1/*"],
    ["limit=99999999999999999999", [1, 2, 3, 4], "0-3/*"],
    ["limit=x", [1, 2, 3, 4], "0-3/*"],
    ["limit=1.5", [1, 2, 3, 4], "0-3/*"],
    ["limit=", [1, 2, 3, 4], "0-3/*"],
    ["offset=x", [1, 2, 3, 4], "0-3/*"],
    ["limit=2&offset=x", [1, 2], "0-1/*"],
  ])("%s", async (query, ids, range) => {
    expect(await page(`/sites?select=id&order=id&${query}`)).toEqual([200, ids, range]);
  });

  it.each(["limit=-1", "limit=-1&offset=2", "limit=0&offset=2", "limit=1&offset=-2"])(
    "%s is refused with 416 PGRST103",
    async (query) => {
      const { status, json } = await o.get(`/sites?${query}`);
      expect([status, json]).toEqual([
        416,
        {
          code: "PGRST103",
          message: "Requested range not satisfiable",
          details: BELOW_ZERO,
          hint: null,
        },
      ]);
    },
  );

  it("cut the rows of an embedded resource", async () => {
    const telescopes = async (query: string) => {
      const { json } = await o.get(`/sites?select=telescopes(id)&telescopes.order=id&id=eq.1&${query}`);
      return json[0].telescopes.map((row: { id: number }) => row.id);
    };
    expect(await telescopes("telescopes.limit=1")).toEqual([1]);
    expect(await telescopes("telescopes.offset=1")).toEqual([2]);
    expect(await telescopes("telescopes.limit=0")).toEqual([]);
    expect(await telescopes("telescopes.limit=5&telescopes.offset=9")).toEqual([]);
  });

  it("cut the rows of a resource within an embedded one, and not its parents", async () => {
    const { json } = await o.get(
      "/sites?select=t:telescopes(id,nights(id))&t.nights.limit=1&t.nights.order=id&t.order=id&id=eq.1&limit=5",
    );
    expect(json).toEqual([
      {
        t: [
          { id: 1, nights: [{ id: 1 }] },
          { id: 2, nights: [{ id: 3 }] },
        ],
      },
    ]);
  });

  it("cut the rows of a procedure", async () => {
    expect(await page("/rpc/all_telescopes?select=id&limit=2&offset=1")).toEqual([200, [2, 3], "1-2/*"]);
    expect((await o.get("/rpc/countdown?start=5&limit=2&offset=1")).json).toEqual([4, 3]);
    const { json, headers } = await o.post("/rpc/all_telescopes?select=id&limit=1", {});
    expect([json, headers["content-range"]]).toEqual([[{ id: 1 }], "0-0/*"]);
  });
});

describe("Range", () => {
  it.each<[string, string, readonly number[], string]>([
    ["both ends", "0-1", [1, 2], "0-1/*"],
    ["one row", "0-0", [1], "0-0/*"],
    ["later rows", "1-2", [2, 3], "1-2/*"],
    ["an end past the last row", "2-99", [3, 4], "2-3/*"],
    ["no end", "3-", [4], "3-3/*"],
    ["a start past the last row", "10-20", [], "*/*"],
    ["a unit, which is not its place", "items=0-1", [1, 2, 3, 4], "0-3/*"],
    ["bytes", "bytes=0-1", [1, 2, 3, 4], "0-3/*"],
    ["no start", "-1", [1, 2, 3, 4], "0-3/*"],
    ["several ranges", "0-1,2-3", [1, 2, 3, 4], "0-3/*"],
    ["nonsense", "some", [1, 2, 3, 4], "0-3/*"],
  ])("with %s", async (_, Range, ids, range) => {
    expect(await page("/sites?select=id&order=id", { Range, "Range-Unit": "items" })).toEqual([
      200,
      ids,
      range,
    ]);
    expect(await page("/sites?select=id&order=id", { Range })).toEqual([200, ids, range]);
  });

  it.each<[string, string, readonly number[], string]>([
    ["limit=2", "0-9", [1, 2], "0-1/*"],
    ["limit=2", "1-9", [2], "1-1/*"],
    ["offset=1", "0-1", [2], "1-1/*"],
    ["limit=3&offset=1", "2-9", [3, 4], "2-3/*"],
    ["limit=0", "0-9", [], "*/*"],
    ["limit=0", "2-9", [], "*/*"],
  ])("is intersected with %s: %s", async (query, Range, ids, range) => {
    expect(await page(`/sites?select=id&order=id&${query}`, { Range })).toEqual([200, ids, range]);
  });

  it("that does not meet limit and offset is refused", async () => {
    expect(await page("/sites?limit=2", { Range: "3-" })).toEqual([416, BELOW_ZERO, undefined]);
    expect(await page("/sites?offset=3", { Range: "0-1" })).toEqual([416, BELOW_ZERO, undefined]);
  });

  it("whose ends are reversed is refused", async () => {
    expect(await page("/sites", { Range: "3-1" })).toEqual([
      416,
      "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
      undefined,
    ]);
  });

  it("counts for procedures called by GET", async () => {
    expect(await page("/rpc/all_telescopes?select=id", { Range: "1-2" })).toEqual([200, [2, 3], "1-2/*"]);
  });

  it("is looked at for GET only", async () => {
    const headers = { Range: "3-1" };
    expect((await o.ask("HEAD", "/sites", { headers })).headers["content-range"]).toBe("0-3/*");
    expect((await o.post("/rpc/all_telescopes", {}, { headers })).json).toHaveLength(4);
    const Prefer = "return=representation";
    const patched = await o.patch("/sites?id=gt.0", { altitude: 7 }, { headers: { Range: "0-0", Prefer } });
    expect(patched.json).toHaveLength(4);
    const deleted = await o.delete("/exposures?night_id=eq.1", { headers: { Range: "0-0", Prefer } });
    expect(deleted.json).toHaveLength(3);
  });
});

const count = (how: string) => ({ headers: { Prefer: `count=${how}` } });

describe("counting", () => {
  it.each<[string, number, string]>([
    ["/sites", 200, "0-3/4"],
    ["/sites?limit=9", 200, "0-3/4"],
    ["/sites?limit=2", 206, "0-1/4"],
    ["/sites?limit=2&offset=2", 206, "2-3/4"],
    ["/sites?limit=9&offset=3", 206, "3-3/4"],
    ["/sites?limit=0", 206, "*/4"],
    ["/sites?offset=4", 206, "*/4"],
    ["/sites?id=gt.1", 200, "0-2/3"],
    ["/sites?id=gt.1&limit=1", 206, "0-0/3"],
    ["/sites?id=eq.0", 200, "*/0"],
    ["/sites?id=eq.0&limit=0", 200, "*/0"],
    ["/site_inbox", 200, "*/0"],
    ["/sites?or=(id.eq.1,id.eq.2)&limit=1", 206, "0-0/2"],
    ["/sites?select=id,telescopes!inner(id)&limit=1", 206, "0-0/2"],
    ["/sites?select=id,telescopes(id)&telescopes.limit=1", 200, "0-3/4"],
    ["/rpc/all_telescopes?limit=1", 206, "0-0/4"],
    ["/rpc/all_telescopes?id=gt.1", 200, "0-2/3"],
    ["/rpc/all_telescopes?offset=4", 206, "*/4"],
    ["/rpc/countdown?start=5&limit=2", 206, "0-1/5"],
  ])("GET and HEAD %s: %i, %s", async (target, status, range) => {
    const get = await o.get(target, count("exact"));
    expect([get.status, get.headers["content-range"]]).toEqual([status, range]);
    expect(get.headers["preference-applied"]).toBe("count=exact");
    const head = await o.ask("HEAD", target, count("exact"));
    expect([head.status, head.headers["content-range"], head.text]).toEqual([status, range, ""]);
  });

  it("is not done unless it is asked for", async () => {
    const { status, headers } = await o.get("/sites?limit=2");
    expect([status, headers["content-range"], headers["preference-applied"]]).toEqual([
      200,
      "0-1/*",
      undefined,
    ]);
  });

  it.each([
    ["/sites?offset=5", 5, 4],
    ["/sites?id=eq.0&offset=1", 1, 0],
    ["/rpc/all_telescopes?offset=9", 9, 4],
  ])("refuses %s with 416, past the end", async (target, offset, total) => {
    const { status, json, headers } = await o.get(target, count("exact"));
    expect([status, headers["content-range"], json]).toEqual([
      416,
      `*/${total}`,
      {
        code: "PGRST103",
        message: "Requested range not satisfiable",
        details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
        hint: null,
      },
    ]);
  });

  it("answers a Range that begins at the end with 206, and one past it with 416", async () => {
    const at = await o.get("/sites?id=eq.1", { headers: { Prefer: "count=exact", Range: "1-2" } });
    expect([at.status, at.json, at.headers["content-range"]]).toEqual([206, [], "*/1"]);
    const past = await o.get("/sites?id=eq.1", { headers: { Prefer: "count=exact", Range: "2-3" } });
    expect([past.status, past.headers["content-range"]]).toEqual([416, "*/1"]);
    const nothing = await o.get("/site_inbox", { headers: { Prefer: "count=exact", Range: "0-9" } });
    expect([nothing.status, nothing.headers["content-range"]]).toEqual([200, "*/0"]);
  });

  it("takes the planner's word when it is enough, for all statuses", async () => {
    await o.owner.transaction((tx) => tx.script("analyze observatory.sites; analyze observatory.nights"));
    const planned = async (target: string) => {
      const { status, headers } = await o.get(target, count("planned"));
      return [status, headers["content-range"], headers["preference-applied"]];
    };
    expect(await planned("/sites")).toEqual([200, "0-3/4", "count=planned"]);
    expect(await planned("/sites?limit=1")).toEqual([206, "0-0/4", "count=planned"]);
    expect(await planned("/sites?offset=4")).toEqual([206, "*/4", "count=planned"]);
    expect((await planned("/sites?offset=400"))[0]).toBe(416);
    expect((await planned("/nights?weather->>seeing=eq.none"))[1]).toMatch(/^\*\/[1-9]/);
  });

  it("estimates by the planner without a maximum of rows, but never less than there are", async () => {
    await o.owner.transaction((tx) => tx.script("analyze observatory.sites; analyze observatory.nights"));
    const estimated = async (target: string) => {
      const { status, headers } = await o.get(target, count("estimated"));
      return [status, headers["content-range"]];
    };
    expect(await estimated("/sites?limit=1")).toEqual([206, "0-0/4"]);
    expect(await estimated("/nights?id=gt.0&rating=is.null&observer_id=is.null")).toEqual([200, "0-0/1"]);
    expect((await estimated("/sites?offset=400"))[0]).toBe(416);
    expect((await estimated("/nights?weather->>seeing=eq.none"))[1]).toMatch(/^\*\/[1-9]/);
  });
});

describe("a maximum of rows", () => {
  let capped: Observatory;
  beforeAll(async () => {
    capped = await openObservatory({ config: { maxRows: 2 } });
  });
  afterAll(() => capped.close());

  it("caps every level of a read", async () => {
    const { json, headers } = await capped.get(
      "/sites?select=id,telescopes(id)&order=id&limit=9",
      count("exact"),
    );
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
