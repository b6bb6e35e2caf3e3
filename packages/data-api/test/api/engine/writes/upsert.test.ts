import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const o = observatoryForTests({ config: { txEnd: "commit-allow-override" } });
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
        { site_id: 1, keeper: "Unknown" },
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

  it("merges by a key of several columns, named or not", async () => {
    for (const path of ["/skills", "/skills?on_conflict=observer_id,telescope_id"]) {
      const { status, json } = await o.post(
        path,
        [
          { observer_id: 1, telescope_id: 1, level: 9 },
          { observer_id: 4, telescope_id: 1, level: 1 },
        ],
        tried("return=representation,resolution=merge-duplicates"),
      );
      expect([status, json.map(({ level }: { level: number }) => level)]).toEqual([201, [9, 1]]);
    }
  });

  it("leaves what a row does not say as it was", async () => {
    const { json } = await o.post(
      "/telescopes?select=name,aperture_m",
      { id: 1, name: "Renamed" },
      tried("return=representation,resolution=merge-duplicates"),
    );
    expect(json).toEqual([{ name: "Renamed", aperture_m: 8.2 }]);
  });

  it("answers 201 although it only changed rows, or none", async () => {
    const row = { site_id: 1, keeper: "Rosa" };
    for (const resolution of ["merge-duplicates", "ignore-duplicates"]) {
      const { status, headers } = await o.post(
        "/site_contacts",
        row,
        tried(`count=exact,resolution=${resolution}`),
      );
      expect([status, headers["content-range"]]).toEqual([
        201,
        resolution.startsWith("merge") ? "*/1" : "*/0",
      ]);
    }
  });

  it.each([
    ["a column without a constraint", "/sites?on_conflict=country", [400, "42P10"]],
    ["a column that is not there", "/sites?on_conflict=nope", [400, "42703"]],
  ])("refuses on_conflict of %s", async (_what, path, expected) => {
    const { status, json } = await o.post(path, { name: "Cerro Alto" }, tried("resolution=merge-duplicates"));
    expect([status, json.code]).toEqual(expected);
  });

  it("refuses the same row twice in one body", async () => {
    const twice = [
      { site_id: 1, keeper: "a" },
      { site_id: 1, keeper: "b" },
    ];
    const merged = await o.post("/site_contacts", twice, tried("resolution=merge-duplicates"));
    expect([merged.status, merged.json.code]).toEqual([400, "21000"]);
  });

  it("inserts without a resolution, or without a key", async () => {
    const row = { site_id: 1, keeper: "again" };
    const plain = await o.post("/site_contacts?on_conflict=site_id", row);
    expect([plain.status, plain.json.code]).toEqual([409, "23505"]);
    const keyless = await o.post(
      "/weather_log",
      { at: "2024-05-01T00:00:00Z" },
      tried("resolution=merge-duplicates"),
    );
    expect([keyless.status, keyless.headers["preference-applied"]]).toEqual([201, "tx=rollback"]);
  });
});
