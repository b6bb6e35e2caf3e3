/** PUT: one row at the address of its key, inserted or replaced. */
import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const EXTRA = `
create table observatory.berths (quay text, place integer, ship text, since date default '2020-01-01', primary key (quay, place));
insert into observatory.berths values ('north', 1, 'Alba', '2021-05-05');
create table observatory.keyless (id integer, text text);
grant all on observatory.berths, observatory.keyless to fixture_anonymous;
`;

const o = observatoryForTests({ extra: EXTRA, config: { txEnd: "commit-allow-override" } });

/** Leaves the rows as they were. */
const tried = (prefer: string) => ({ headers: { Prefer: `${prefer},tx=rollback` } });
const FULL = tried("return=representation");
const BERTH = { quay: "north", place: 2, ship: "Bora" };

describe("PUT", () => {
  it("inserts the row of an address where none is, with defaults for what it leaves out", async () => {
    const { status, json } = await o.put("/berths?quay=eq.north&place=eq.2", BERTH, FULL);
    expect([status, json]).toEqual([200, [{ ...BERTH, since: "2020-01-01" }]]);
  });

  it("changes the row that is there, but for what it leaves out", async () => {
    const { status, json } = await o.put(
      "/berths?quay=eq.north&place=eq.1",
      { quay: "north", place: 1, ship: "Cora" },
      FULL,
    );
    expect([status, json]).toEqual([200, [{ quay: "north", place: 1, ship: "Cora", since: "2021-05-05" }]]);
  });

  it("answers 204 with nothing, or 200 with the row, whether it inserted or changed", async () => {
    for (const place of [1, 2]) {
      const path = `/berths?quay=eq.north&place=eq.${place}`;
      const minimal = await o.put(path, { ...BERTH, place }, tried("return=minimal"));
      expect([minimal.status, minimal.body]).toEqual([204, null]);
      expect((await o.put(path, { ...BERTH, place }, tried("return=headers-only"))).status).toBe(204);
      expect((await o.put(path, { ...BERTH, place }, FULL)).status).toBe(200);
    }
  });

  it("is kept", async () => {
    const path = "/berths?quay=eq.south&place=eq.1";
    expect((await o.put(path, { quay: "south", place: 1, ship: "Dora" })).status).toBe(204);
    expect((await o.get(`${path}&select=ship`)).json).toEqual([{ ship: "Dora" }]);
    expect((await o.put(path, { quay: "south", place: 1, ship: "Esk" })).status).toBe(204);
    expect((await o.get(`${path}&select=ship`)).json).toEqual([{ ship: "Esk" }]);
  });

  it.each([
    ["the row as a list of one", [BERTH]],
    ["the row", BERTH],
  ])("takes %s", async (_what, body) => {
    expect((await o.put("/berths?quay=eq.north&place=eq.2&select=ship", body, FULL)).json).toEqual([
      { ship: "Bora" },
    ]);
  });

  it("may name the key's columns in any order", async () => {
    expect((await o.put("/berths?place=eq.2&quay=eq.north", BERTH, FULL)).status).toBe(200);
  });

  it("replaces a row that is nothing but its key", async () => {
    const row = { follower: 2, followed: 1 };
    const { status, json } = await o.put("/follows?follower=eq.2&followed=eq.1", row, FULL);
    expect([status, json]).toEqual([200, [row]]);
  });

  it("does not need a limit that is none: offset=0 and order are let through", async () => {
    const { status } = await o.put("/berths?quay=eq.north&place=eq.2&offset=0&order=place", BERTH, FULL);
    expect(status).toBe(200);
  });

  it("writes the whole row, whatever columns are named", async () => {
    const body = { quay: "north", place: 1, ship: "Cora", since: "2022-02-02" };
    const path = "/berths?quay=eq.north&place=eq.1&columns=quay,place,since";
    expect((await o.put(path, body, FULL)).json).toEqual([body]);
  });
});

describe("filters that are not all and only the key by eq are refused with 405 PGRST105", () => {
  const MESSAGE = "Filters must include all and only primary key columns with 'eq' operators";
  it.each([
    ["no filter", "/berths"],
    ["a part of the key", "/berths?quay=eq.north"],
    ["another column", "/berths?quay=eq.north&ship=eq.Bora"],
    ["another column besides", "/berths?quay=eq.north&place=eq.2&ship=eq.Bora"],
    ["another operator", "/berths?quay=eq.north&place=gte.2"],
    ["a list", "/berths?quay=eq.north&place=in.(2)"],
    ["a negation", "/berths?quay=eq.north&place=not.eq.2"],
    ["a quantifier", "/berths?quay=eq.north&place=eq(any).{2}"],
    ["a logic tree", "/berths?and=(quay.eq.north,place.eq.2)"],
    ["a relation without a key", "/keyless?id=eq.1"],
  ])("%s: %s", async (_what, path) => {
    const body = path.startsWith("/keyless") ? { id: 1 } : BERTH;
    const { status, json } = await o.put(path, body);
    expect([status, json]).toEqual([405, { code: "PGRST105", message: MESSAGE, details: null, hint: null }]);
  });
});

describe("a range is refused with 400 PGRST114", () => {
  it.each(["limit=1", "offset=1", "limit=10&offset=0"])("%s", async (range) => {
    const { status, json } = await o.put(`/berths?quay=eq.north&place=eq.2&${range}`, BERTH);
    expect([status, json]).toEqual([
      400,
      {
        code: "PGRST114",
        message: "limit/offset querystring parameters are not allowed for PUT",
        details: null,
        hint: null,
      },
    ]);
  });

  it("but not one in a header, which is not looked at", async () => {
    const headers = { ...FULL.headers, Range: "0-0" };
    expect((await o.put("/berths?quay=eq.north&place=eq.2", BERTH, { headers })).status).toBe(200);
  });
});

describe("a payload that is not the one row of the address is refused with 400 PGRST115", () => {
  it.each([
    ["another key", { ...BERTH, place: 3 }],
    ["another part of the key", { ...BERTH, quay: "south" }],
    ["a key of null", { ...BERTH, quay: null }],
    ["no row", []],
    [
      "rows of other keys",
      [
        { ...BERTH, place: 3 },
        { ...BERTH, place: 4 },
      ],
    ],
  ])("%s", async (_what, body) => {
    const { status, json } = await o.put("/berths?quay=eq.north&place=eq.2", body);
    expect([status, json]).toEqual([
      400,
      {
        code: "PGRST115",
        message: "Payload values do not match URL in primary key column(s)",
        details: null,
        hint: null,
      },
    ]);
    expect((await o.get("/berths?place=gt.1")).json).toEqual([]);
  });

  it.each([
    ["the row twice", [BERTH, BERTH]],
    ["no key", { ship: "Bora" }],
  ])("%s is refused by PostgreSQL", async (_what, body) => {
    expect((await o.put("/berths?quay=eq.north&place=eq.2", body)).status).toBe(400);
    expect((await o.get("/berths?place=gt.1")).json).toEqual([]);
  });
});

describe("what is not known", () => {
  it("has no key, when it is a relation", async () => {
    const { status, json } = await o.put("/nowhere?id=eq.1", { id: 1 });
    expect([status, json.code]).toEqual([405, "PGRST105"]);
  });

  it("is refused, when it is a column", async () => {
    const { status, json } = await o.put("/berths?quay=eq.north&place=eq.2", { ...BERTH, sails: 3 });
    expect([status, json.code]).toEqual([400, "PGRST204"]);
  });
});
