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

describe("upserting", () => {
  it("merges or ignores rows whose key is there already", async () => {
    const merged = await o.post(
      "/site_contacts",
      [
        { site_id: 1, keeper: "Rosalind" },
        { site_id: 3, keeper: "Iris" },
      ],
      tried("return=representation,resolution=merge-duplicates"),
    );
    expect(merged.status).toBe(201);
    expect(merged.json).toEqual([
      { site_id: 1, phone: "+56 1", keeper: "Rosalind" },
      { site_id: 3, phone: null, keeper: "Iris" },
    ]);
    expect(merged.headers["preference-applied"]).toBe(
      "resolution=merge-duplicates, return=representation, tx=rollback",
    );
    const ignored = await o.post(
      "/site_contacts",
      [
        { site_id: 1, keeper: "Nobody" },
        { site_id: 3, keeper: "Iris" },
      ],
      tried("return=representation,resolution=ignore-duplicates"),
    );
    expect(ignored.json).toEqual([{ site_id: 3, phone: null, keeper: "Iris" }]);
  });

  it("finds the row by the columns of on_conflict", async () => {
    const { json } = await o.post(
      "/sites?on_conflict=name&select=id,altitude",
      { name: "Cerro Alto", altitude: 2601 },
      tried("return=representation,resolution=merge-duplicates"),
    );
    expect(json).toEqual([{ id: 1, altitude: 2601 }]);
  });

  it("puts one row at the address of its key", async () => {
    const row = { site_id: 4, keeper: "Put", phone: null };
    const first = await o.put("/site_contacts?site_id=eq.4", row);
    expect([first.status, first.body]).toEqual([204, null]);
    const second = await o.put("/site_contacts?site_id=eq.4", { ...row, keeper: "Again" }, FULL);
    expect([second.status, second.json]).toEqual([200, [{ site_id: 4, phone: null, keeper: "Again" }]]);
  });

  it("refuses to put without the whole key, with a range, or another row", async () => {
    const code = async (path: string, body: unknown) => {
      const { status, json } = await o.put(path, body);
      return [status, json.code];
    };
    expect(await code("/site_contacts?keeper=eq.x", { site_id: 1, keeper: "x" })).toEqual([405, "PGRST105"]);
    expect(await code("/stars?catalog=eq.HR", { catalog: "HR", number: 1 })).toEqual([405, "PGRST105"]);
    expect(await code("/site_contacts?site_id=gt.1", { site_id: 1, keeper: "x" })).toEqual([405, "PGRST105"]);
    expect(await code("/site_contacts?site_id=eq.1&limit=1", { site_id: 1, keeper: "x" })).toEqual([
      400,
      "PGRST114",
    ]);
    expect(await code("/site_contacts?site_id=eq.1", { site_id: 2, keeper: "x" })).toEqual([400, "PGRST115"]);
    expect(await code("/site_contacts?site_id=eq.1", [])).toEqual([400, "PGRST115"]);
    expect((await o.get("/site_contacts?select=keeper&site_id=eq.2")).json).toEqual([{ keeper: "Walt" }]);
  });
});
