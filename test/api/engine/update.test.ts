import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Observatory, openObservatory } from "./observatory.ts";

let o: Observatory;
beforeAll(async () => {
  o = await openObservatory({ config: { txEnd: "commit-allow-override" } });
});
afterAll(() => o.close());

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

  it("does nothing for an empty object", async () => {
    expect((await o.patch("/telescopes", {})).status).toBe(204);
    const full = await o.patch("/telescopes", {}, FULL);
    expect([full.status, full.json]).toEqual([200, []]);
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

  it("changes only the first rows of an order", async () => {
    const { json } = await o.patch(
      "/telescopes?select=id&order=id.desc&limit=2&offset=1",
      { is_open: true },
      tried("return=representation"),
    );
    expect(json.map((row: { id: number }) => row.id).sort()).toEqual([2, 3]);
    const unordered = await o.patch("/telescopes?limit=1", { is_open: true });
    expect([unordered.status, unordered.json.code]).toEqual([400, "PGRST109"]);
  });

  it("undoes a limited update that would hit more rows than its limit", async () => {
    const { status, json } = await o.patch("/exposures?order=night_id&limit=1", { filter_name: "X" });
    expect([status, json.code]).toEqual([400, "PGRST110"]);
    expect((await o.get("/exposures?filter_name=eq.X")).json).toEqual([]);
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

  it("removes only the first rows of an order", async () => {
    const { json } = await o.delete(
      "/exposures?order=seconds&limit=1&select=seconds",
      tried("return=representation"),
    );
    expect(json).toEqual([{ seconds: 5 }]);
  });
});
