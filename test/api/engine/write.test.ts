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

describe("inserting", () => {
  it("answers 201 with nothing unless something is asked for", async () => {
    const { status, headers, body } = await o.post("/sites", { name: "Plain" });
    expect([status, body]).toEqual([201, null]);
    expect(headers["content-type"]).toBeUndefined();
    expect(headers["content-range"]).toBe("*/*");
    expect((await o.get("/sites?select=altitude&name=eq.Plain")).json).toEqual([{ altitude: 0 }]);
  });

  it("answers the rows as they were stored, shaped by select and with embeds", async () => {
    const { status, json, headers } = await o.post(
      "/telescopes?select=label:name,tags,sites(name)",
      { id: 50, site_id: 2, name: "Fifty" },
      FULL,
    );
    expect([status, json]).toEqual([201, [{ label: "Fifty", tags: [], sites: { name: "Mount Grey" } }]]);
    expect(headers["preference-applied"]).toBe("return=representation");
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  it("shows a computed column once, beside all the others", async () => {
    const { text } = await o.post(
      "/telescopes?select=*,is_giant",
      { id: 60, name: "Sixty", aperture_m: 9 },
      tried("return=representation"),
    );
    expect(text.match(/is_giant/g)).toHaveLength(1);
    expect(JSON.parse(text)[0]).toMatchObject({ id: 60, is_giant: true });
  });

  it("embeds computed relationships of what was written", async () => {
    const { json } = await o.post(
      "/stars?select=name,same_class(name)",
      { catalog: "T", number: 2, name: "New", class: "K" },
      tried("return=representation"),
    );
    expect(json).toEqual([{ name: "New", same_class: [{ name: "Arcturus" }] }]);
  });

  it("tells where the row is with headers-only", async () => {
    const { headers, body } = await o.post(
      "/stars",
      { catalog: "A B", number: 7 },
      {
        headers: { Prefer: "return=headers-only" },
      },
    );
    expect(body).toBeNull();
    expect(headers.location).toBe("/stars?catalog=eq.A+B&number=eq.7");
    const several = await o.post("/sites", [{ name: "p" }, { name: "q" }], tried("return=headers-only"));
    expect(several.headers.location).toBeUndefined();
  });

  it("inserts many rows in order and counts them", async () => {
    const rows = Array.from({ length: 500 }, (_, i) => ({ id: 1000 + i, title: `t${i}` }));
    const { json, headers } = await o.post(
      "/measurements?select=id",
      rows.map(({ id }) => ({ taken: "2024-03-01", id, value: id / 2 })),
      { headers: { Prefer: "return=representation,count=exact,tx=rollback" } },
    );
    expect(json.map((row: { id: number }) => row.id)).toEqual(rows.map(({ id }) => id));
    expect(headers["content-range"]).toBe("*/500");
  });

  it("inserts defaults for empty objects, and nothing for an empty array", async () => {
    const one = await o.post("/numbers?select=small,doubled", {}, FULL);
    expect([one.status, one.json.length]).toEqual([201, 1]);
    const two = await o.post("/numbers?select=small", [{}, {}], tried("return=representation"));
    expect(two.json).toEqual([{ small: null }, { small: null }]);
    const none = await o.post("/numbers", [], tried("return=representation,count=exact"));
    expect([none.status, none.json, none.headers["content-range"]]).toEqual([201, [], "*/0"]);
  });

  it("keeps only the columns named, with null or the default for what is missing", async () => {
    const rows = [{ name: "with", altitude: 5, extra: true }, { name: "without" }];
    const filled = await o.post(
      "/sites?columns=name,altitude&select=altitude",
      rows,
      tried("return=representation,missing=default"),
    );
    expect(filled.json).toEqual([{ altitude: 5 }, { altitude: 0 }]);
    expect(filled.headers["preference-applied"]).toBe("missing=default, return=representation, tx=rollback");
    const nulls = await o.post("/sites?columns=name,country", rows, tried("return=representation"));
    expect(nulls.json.map((row: { country: unknown }) => row.country)).toEqual([null, null]);
    const refused = await o.post("/sites?columns=name,altitude", rows, tried("return=minimal"));
    expect([refused.status, refused.json.code]).toEqual([400, "23502"]);
  });

  it("keeps an explicit null although missing ones take the default", async () => {
    const { json } = await o.post(
      "/stars?columns=catalog,number,notes&select=notes",
      [
        { catalog: "ZZ", number: 1, notes: null },
        { catalog: "ZZ", number: 2 },
      ],
      tried("return=representation,missing=default"),
    );
    expect(json).toEqual([{ notes: null }, { notes: "none yet" }]);
  });

  it("refuses unknown columns, differing keys and unknown relations", async () => {
    const column = await o.post("/sites", { nope: 1 });
    expect([column.status, column.json]).toEqual([
      400,
      expect.objectContaining({
        code: "PGRST204",
        message: "Column 'nope' of relation 'sites' does not exist",
      }),
    ]);
    const keys = await o.post("/sites", [{ name: "a" }, { altitude: 1 }]);
    expect([keys.status, keys.json.message]).toEqual([400, "All object keys must match"]);
    const relation = await o.post("/nowhere", { a: 1 });
    expect([relation.status, relation.text]).toEqual([404, "{}"]);
  });

  it("takes CSV and forms", async () => {
    const csv = await o.post("/sites?select=name,country", "name,country\nFrom csv,NULL\n", {
      headers: { "Content-Type": "text/csv", Prefer: "return=representation,tx=rollback" },
    });
    expect(csv.json).toEqual([{ name: "From csv", country: null }]);
    const form = await o.post("/sites?select=name,altitude", "name=From+form&altitude=9", {
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Prefer: "return=representation,tx=rollback",
      },
    });
    expect(form.json).toEqual([{ name: "From form", altitude: 9 }]);
  });

  it("writes JSON, arrays, composites and enums by the types of the columns", async () => {
    const { json } = await o.post(
      "/stars?select=class,position,aliases",
      { catalog: "T", number: 1, class: "K", position: { ra: 1, dec: -2 }, aliases: ["a,b", 'c"d'] },
      tried("return=representation"),
    );
    expect(json).toEqual([{ class: "K", position: { ra: 1, dec: -2 }, aliases: ["a,b", 'c"d'] }]);
  });

  it("tells a violated constraint with its status", async () => {
    const twice = await o.post("/sites", { id: 1, name: "again" });
    expect([twice.status, twice.json.code]).toEqual([409, "23505"]);
    const reference = await o.post("/telescopes", { id: 90, name: "x", site_id: 999 });
    expect([reference.status, reference.json.code]).toEqual([409, "23503"]);
    const check = await o.post("/stars", { catalog: "N", number: -1 });
    expect([check.status, check.json.code]).toEqual([400, "23514"]);
  });

  it("goes through views that can be inserted into", async () => {
    const { status } = await o.post("/site_inbox", { id: 900, name: "Through a trigger" });
    expect(status).toBe(201);
    expect((await o.get("/sites?select=name&id=eq.900")).json).toEqual([{ name: "Through a trigger" }]);
  });
});

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
    expect(json.map((row: { id: number }) => row.id).sort()).toEqual([3, 4]);
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

describe("limits on what is affected", () => {
  it("undoes a write that affects more rows than allowed", async () => {
    const headers = { Prefer: "handling=strict,max-affected=1" };
    const many = await o.patch("/telescopes?id=gt.0", { is_open: true }, { headers });
    expect([many.status, many.json.code, many.json.details]).toEqual([
      400,
      "PGRST124",
      expect.stringMatching(/^The query affects \d+ rows$/),
    ]);
    expect((await o.get("/telescopes?id=eq.2&select=is_open")).json).toEqual([{ is_open: false }]);
    const one = await o.patch("/telescopes?id=eq.1", { is_open: true }, { headers });
    expect([one.status, one.headers["preference-applied"]]).toEqual([204, "handling=strict, max-affected=1"]);
  });

  it("does not ask for the right to read what is not shown", async () => {
    const { status } = await o.post("/observers", { email: "new@example.org", full_name: "New" });
    expect(status).toBe(201);
    const shown = await o.post("/observers", { email: "n2@example.org", full_name: "N" }, FULL);
    expect([shown.status, shown.json.code]).toEqual([401, "42501"]);
    const some = await o.post("/observers?select=email", { email: "n3@example.org", full_name: "N" }, FULL);
    expect([some.status, some.json]).toEqual([201, [{ email: "n3@example.org" }]]);
  });

  it("is refused for want of a right, also where nobody could write", async () => {
    const anonymous = await o.delete("/best_nights");
    expect([anonymous.status, anonymous.json.code]).toEqual([401, "42501"]);
    expect((await o.patch("/best_nights", { rating: 1 }, { as: "a@b.c" })).status).toBe(403);
    expect((await o.post("/secrets", { id: 2 }, { as: "a@b.c" })).status).toBe(403);
  });
});
