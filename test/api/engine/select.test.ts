import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Observatory, openObservatory } from "./observatory.ts";

let o: Observatory;
beforeAll(async () => {
  o = await openObservatory();
});
afterAll(() => o.close());

describe("reading a relation", () => {
  it("answers every row and column as JSON", async () => {
    const { status, headers, json } = await o.get("/site_contacts");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(headers["content-range"]).toBe("0-1/*");
    expect(json).toEqual([
      { site_id: 1, phone: "+56 1", keeper: "Rosa" },
      { site_id: 2, phone: null, keeper: "Walt" },
    ]);
  });

  it("reads views, materialized views and partitioned tables", async () => {
    expect((await o.get("/bright_stars?select=name&name=eq.Vega")).json).toEqual([{ name: "Vega" }]);
    expect((await o.get("/telescope_totals?select=id,night_count&id=eq.1")).json).toEqual([
      { id: 1, night_count: 2 },
    ]);
    expect((await o.get("/measurements?select=id&order=taken&limit=1")).json).toEqual([{ id: 1 }]);
  });

  it("shows only the columns selected, renamed and cast", async () => {
    expect((await o.get("/sites?select=label:name,altitude::text&id=eq.1")).json).toEqual([
      { label: "Cerro Alto", altitude: "2600" },
    ]);
  });

  it("casts to types whose names are several words", async () => {
    const { json } = await o.get(
      "/sites?select=a:altitude::double precision,b:id::character varying,c:id::numeric&id=eq.1",
    );
    expect(json).toEqual([{ a: 2600, b: "1", c: 1 }]);
  });

  it("refuses a cast to a type that does not exist", async () => {
    const { status, json } = await o.get("/sites?select=id::nonsense");
    expect([status, json.code]).toEqual([400, "42704"]);
  });

  it("follows JSON paths and names the value by the last key", async () => {
    const { json } = await o.get(
      "/telescopes?select=id,spec->mount->>kind,spec->mirrors->0,first:spec->mirrors->0->>n,spec->mirrors->-1->n&id=eq.1",
    );
    expect(json).toEqual([{ id: 1, kind: "alt-az", mirrors: { n: 1, coat: "Al" }, first: "1", n: 2 }]);
  });

  it("follows paths into composite types and arrays", async () => {
    const { json } = await o.get("/stars?select=position->ra,aliases->0&name=eq.Sirius");
    expect(json).toEqual([{ ra: 101.29, aliases: "Dog Star" }]);
  });

  it("shows computed columns when they are asked for", async () => {
    expect((await o.get("/telescopes?select=name,is_giant&is_giant=is.true")).json).toEqual([
      { name: "Anteros", is_giant: true },
    ]);
    expect(Object.keys((await o.get("/telescopes?limit=1")).json[0])).not.toContain("is_giant");
  });

  it("takes quoted and unicode names", async () => {
    const path = `/${encodeURIComponent("Émission lines")}`;
    const select = encodeURIComponent('élément,"it\\"s","a.b",MixedCase,Wave length');
    expect((await o.get(`${path}?select=${select}&${encodeURIComponent('"a.b"')}=eq.1`)).json).toEqual([
      { élément: "H-α", 'it"s': "red", "a.b": 1, MixedCase: true, "Wave length": 6563 },
    ]);
  });

  it("tells an unknown relation and an unknown column as PostgreSQL does", async () => {
    const relation = await o.get("/nowhere");
    expect(relation.status).toBe(404);
    expect(relation.json).toEqual({
      code: "42P01",
      details: null,
      hint: null,
      message: 'relation "observatory.nowhere" does not exist',
    });
    const column = await o.get("/sites?select=nope");
    expect(column.status).toBe(400);
    expect(column.json).toMatchObject({ code: "42703", message: "column sites.nope does not exist" });
  });

  it("says where the rows are, with sorted and encoded parameters", async () => {
    const { headers } = await o.get("/sites?select=id&id=eq.1");
    expect(headers["content-location"]).toBe("/sites?id=eq.1&select=id");
  });

  it("answers HEAD with the status and headers of GET and without a body", async () => {
    const get = await o.get("/sites?select=id");
    const head = await o.ask("HEAD", "/sites?select=id");
    expect(head.body).toBeNull();
    expect([head.status, head.headers]).toEqual([get.status, get.headers]);
  });

  it("reads another schema when its profile is asked for, and names it", async () => {
    const { json, headers } = await o.get("/plates?select=label&order=id", {
      headers: { "Accept-Profile": "archive" },
    });
    expect(json).toEqual([{ label: "plate one" }, { label: "plate two" }]);
    expect(headers["content-profile"]).toBe("archive");
    const refused = await o.get("/plates", { headers: { "Accept-Profile": "hidden" } });
    expect([refused.status, refused.json.code]).toEqual([406, "PGRST106"]);
  });

  it("passes numbers and special values through as PostgreSQL writes them", async () => {
    const { text } = await o.get("/numbers?select=big,exact&id=eq.1");
    expect(text).toBe('[{"big":9007199254740993,"exact":1.5000}]');
  });
});
