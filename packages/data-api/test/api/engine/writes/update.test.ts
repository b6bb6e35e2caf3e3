import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const o = observatoryForTests({ config: { txEnd: "commit-allow-override" } });

const FULL = { headers: { Prefer: "return=representation" } };
/** Leaves the rows as they were. */
const tried = (prefer: string) => ({ headers: { Prefer: `${prefer},tx=rollback` } });

describe("updating", () => {
  it("changes the rows that a filter lets through", async () => {
    const { status, headers, body } = await o.patch(
      "/telescopes?id=lt.3",
      { is_open: true },
      tried("count=exact"),
    );
    expect([status, body, headers["content-range"]]).toEqual([204, null, "0-1/2"]);
    const full = await o.patch(
      "/telescopes?select=id&id=lt.3",
      { is_open: true },
      tried("return=representation"),
    );
    expect([full.status, full.headers["content-range"]]).toEqual([200, "0-1/*"]);
    expect(full.json).toHaveLength(2);
  });

  it("answers an empty list when nothing matched", async () => {
    const { status, json, headers } = await o.patch("/telescopes?id=eq.-1", { is_open: true }, FULL);
    expect([status, json, headers["content-range"]]).toEqual([200, [], "*/*"]);
  });

  it.each([
    ["an empty object", {}],
    ["an empty list", []],
    ["a list of an empty object", [{}]],
  ])("does nothing for %s", async (_what, body) => {
    const minimal = await o.patch("/telescopes", body, tried("return=minimal"));
    expect([minimal.status, minimal.body, minimal.headers["content-range"]]).toEqual([204, null, "*/*"]);
    const full = await o.patch("/telescopes", body, tried("return=representation,count=exact"));
    expect([full.status, full.json, full.headers["content-range"]]).toEqual([200, [], "*/0"]);
  });

  it("changes every row without a filter", async () => {
    const { headers } = await o.patch("/telescopes", { is_open: true }, tried("count=exact"));
    expect(headers["content-range"]).toBe("0-3/4");
  });

  it("takes the first object of a list", async () => {
    const { json } = await o.patch(
      "/telescopes?id=eq.1&select=name",
      [{ name: "One" }, { name: "Two" }],
      tried("return=representation"),
    );
    expect(json).toEqual([{ name: "One" }]);
  });

  it("sets a missing column to null once columns are named, with missing=null as well", async () => {
    for (const prefer of ["return=representation", "return=representation,missing=null"]) {
      const { json } = await o.patch(
        "/telescopes?id=eq.1&columns=name,installed&select=installed",
        { name: "Renamed" },
        tried(prefer),
      );
      expect(json).toEqual([{ installed: null }]);
    }
  });

  it.each([
    ["in the body", "/telescopes?id=eq.1", { colour: "red" }],
    ["that is named", "/telescopes?id=eq.1&columns=colour", { name: "x" }],
  ])("refuses a column that is not there with PGRST204: one %s", async (_where, path, body) => {
    const { status, json } = await o.patch(path, body);
    expect([status, json.code, json.message]).toEqual([
      400,
      "PGRST204",
      "Column 'colour' of relation 'telescopes' does not exist",
    ]);
  });

  it("answers 404 and {} for columns of an unknown relation", async () => {
    const { status, text } = await o.patch("/nowhere?id=eq.1", { a: 1 });
    expect([status, text]).toEqual([404, "{}"]);
  });

  it("changes the named columns only", async () => {
    const { json } = await o.patch(
      "/telescopes?id=eq.1&columns=name&select=name,is_open",
      { name: "Renamed", is_open: false },
      tried("return=representation"),
    );
    expect(json).toEqual([{ name: "Renamed", is_open: true }]);
  });

  it("sets a missing column to its default when asked", async () => {
    const { json } = await o.patch(
      "/telescopes?id=eq.1&columns=name,installed&select=installed",
      { name: "Renamed" },
      tried("return=representation,missing=default"),
    );
    expect(json).toEqual([{ installed: "2000-01-01" }]);
  });
});

describe("deleting", () => {
  it("removes the rows that a filter lets through", async () => {
    const { status, headers, body } = await o.delete("/exposures?seconds=lt.20", tried("count=exact"));
    expect([status, body, headers["content-range"]]).toEqual([204, null, "*/3"]);
    const full = await o.delete(
      "/exposures?seconds=lt.10&select=seconds,stars(name)",
      tried("return=representation"),
    );
    expect([full.status, full.json]).toEqual([200, [{ seconds: 5, stars: { name: "Betelgeuse" } }]]);
  });

  it("answers an empty list when nothing matched", async () => {
    const { status, json, headers } = await o.delete("/exposures?night_id=eq.-1", FULL);
    expect([status, json, headers["content-range"]]).toEqual([200, [], "*/*"]);
  });

  it("removes every row without a filter", async () => {
    const { status, headers } = await o.delete("/exposures", tried("count=exact"));
    expect([status, headers["content-range"]]).toEqual([204, "*/6"]);
    expect((await o.get("/exposures?select=seconds")).json).toHaveLength(6);
  });

  it("is kept", async () => {
    expect((await o.delete("/bookings?id=eq.3")).status).toBe(204);
    expect((await o.get("/bookings?select=id&order=id")).json).toEqual([{ id: 1 }, { id: 2 }]);
    expect((await o.delete("/bookings")).status).toBe(204);
    expect((await o.get("/bookings")).json).toEqual([]);
  });

  it("does not read its body", async () => {
    const { status } = await o.ask("DELETE", "/exposures?seconds=eq.5", {
      ...tried("count=exact"),
      body: "{",
    });
    expect(status).toBe(204);
  });

  it("answers what PostgreSQL says of an unknown relation", async () => {
    const { status, json } = await o.delete("/nowhere");
    expect([status, json.code]).toEqual([404, "42P01"]);
  });
});
