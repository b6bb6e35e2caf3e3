import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const HUTS = `
create table observatory.huts (id integer primary key, altitude integer default 3, roof text);
grant select, insert on observatory.huts to fixture_anonymous;
`;

const o = observatoryForTests({ extra: HUTS, config: { txEnd: "commit-allow-override" } });

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
    expect(headers.location).toBe("/stars?catalog=eq.A%20B&number=eq.7");
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

  it("inserts defaults for an empty object in a list", async () => {
    const { status, json } = await o.post("/badges?select=code", [{}], FULL);
    expect([status, json.code]).toEqual([400, "23502"]);
    const numbers = await o.post("/numbers?select=small", [{}], tried("return=representation"));
    expect([numbers.status, numbers.json]).toEqual([201, [{ small: null }]]);
  });

  it.each([
    ["without a wish", "", [{ altitude: null }, { altitude: 7 }]],
    ["with missing=null", "missing=null,", [{ altitude: null }, { altitude: 7 }]],
    ["with missing=default", "missing=default,", [{ altitude: 3 }, { altitude: 7 }]],
  ])(
    "gives rows of differing keys what is missing %s, once columns are named",
    async (_how, missing, expected) => {
      const { json } = await o.post(
        "/huts?columns=id,altitude&select=altitude",
        [{ id: 1 }, { id: 2, altitude: 7, roof: "red" }],
        tried(`${missing}return=representation`),
      );
      expect(json).toEqual(expected);
    },
  );

  it("takes columns beside the key of a row, and no more, from those that are named", async () => {
    const { json } = await o.post(
      "/huts?columns=id&select=id,altitude,roof",
      { id: 1, altitude: 7, roof: "red" },
      tried("return=representation"),
    );
    expect(json).toEqual([{ id: 1, altitude: 3, roof: null }]);
  });

  it.each([
    ["in the body", "/huts", { id: 1, colour: "red" }],
    [
      "of one row of many",
      "/huts",
      [
        { id: 1, colour: "red" },
        { id: 2, colour: "blue" },
      ],
    ],
    ["that is named", "/huts?columns=id,colour", { id: 1 }],
  ])("refuses a column that is not there with PGRST204: one %s", async (_where, path, body) => {
    const { status, json } = await o.post(path, body);
    expect([status, json]).toEqual([
      400,
      {
        code: "PGRST204",
        message: "Column 'colour' of relation 'huts' does not exist",
        details: null,
        hint: null,
      },
    ]);
  });

  it("answers what PostgreSQL says of an unknown relation where no column is written", async () => {
    for (const body of [{}, []]) {
      const { status, json } = await o.post("/nowhere", body);
      expect([status, json.code]).toEqual([404, "42P01"]);
    }
  });

  it("does not look at a range", async () => {
    const { json } = await o.post("/huts?select=id", [{ id: 1 }, { id: 2 }], {
      headers: { Prefer: "return=representation,tx=rollback", Range: "0-0" },
    });
    expect(json).toEqual([{ id: 1 }, { id: 2 }]);
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
