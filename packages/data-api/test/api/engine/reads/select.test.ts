import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const o = observatoryForTests();

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

  it("shows every column without select and for a star", async () => {
    const all = (await o.get("/sites?id=eq.1")).text;
    expect(Object.keys(JSON.parse(all)[0])).toEqual(["id", "name", "country", "altitude", "location"]);
    expect((await o.get("/sites?select=*&id=eq.1")).text).toBe(all);
  });

  it("shows only the columns selected, in their order", async () => {
    expect((await o.get("/sites?select=name,id&id=eq.1")).text).toBe('[{"name":"Cerro Alto","id":1}]');
    expect((await o.get("/sites?select=id,altitude,id&id=eq.1")).text).toBe(
      '[{"id":1,"altitude":2600,"id":1}]',
    );
    expect((await o.get("/site_contacts?select=*,keeper&site_id=eq.2")).text).toBe(
      '[{"site_id":2,"phone":null,"keeper":"Walt","keeper":"Walt"}]',
    );
  });

  it("shows what is embedded after the columns, in its order", async () => {
    const { text } = await o.get("/telescopes?select=nights(id),id,sites(country),name&id=eq.2");
    expect(text).toBe('[{"id":2,"name":"Bellona","nights":[{"id":3}],"sites":{"country":"CL"}}]');
    const { text: csv } = await o.get("/telescopes?select=...sites(country),id&id=eq.2", {
      headers: { Accept: "text/csv" },
    });
    expect(csv).toBe("id,country\n2,CL");
  });

  it.each<[string, string, string]>([
    ["a column", "label:name", '{"label":"Cerro Alto"}'],
    ["a cast column", "label:altitude::text", '{"label":"2600"}'],
    ["a place inside of a column", "label:location->>type", '{"label":"Point"}'],
    ["a place that is cast", "label:location->coordinates->0::text", '{"label":"-70.4"}'],
    ["a resource", "label:telescopes(id)", '{"label":[{"id":1}, \n {"id":2}]}'],
    ["a column by a quoted alias", '"a: b":id', '{"a: b":1}'],
    ["two columns by one alias", "x:id,x:country", '{"x":1,"x":"CL"}'],
  ])("renames %s", async (_, select, row) => {
    const { text } = await o.get(
      `/sites?select=${encodeURIComponent(select)}&id=eq.1&${select.includes("telescopes") ? "label.order=id" : ""}`,
    );
    expect(text).toBe(`[${row}]`);
  });

  it.each<[string, string, string, unknown]>([
    ["sites", "altitude", "text", "2600"],
    ["sites", "altitude", "double precision", 2600],
    ["sites", "altitude", "Double  Precision", 2600],
    ["sites", "altitude", "TEXT", "2600"],
    ["sites", "name", "char", "C"],
    ["sites", "name", "character varying", "Cerro Alto"],
    ["sites", "name", "national character varying", "Cerro Alto"],
    ["sites", "id", "numeric", 1],
    ["sites", "id", "dec", 1],
    ["sites", "id", "magnitude", 1],
    ["sites", "id", "bit", "1"],
    ["sites", "id", "boolean", true],
    ["nights", "started", "date", "2024-01-01"],
    ["nights", "started", "timestamp with time zone", "2024-01-01T20:00:00+00:00"],
    ["nights", "started", "time without time zone", "20:00:00"],
    ["telescopes", "tags", "_varchar", ["optical", "adaptive optics"]],
    ["telescopes", "tags", "text", '{optical,"adaptive optics"}'],
  ])("casts %s.%s to %s", async (table, column, type, value) => {
    const { json } = await o.get(`/${table}?select=${column}::${encodeURIComponent(type)}&id=eq.1`);
    expect(json).toEqual([{ [column]: value }]);
  });

  it.each([
    ["a type that does not exist", "id::nonsense", "42704"],
    ["a type that has the name of something of the language", "id::constructor", "42704"],
    ["a type that there is no way to", "id::interval", "42846"],
    ["an array by brackets", "id::int[]", "PGRST100"],
    ["a type with a length", "id::numeric(10,2)", "PGRST100"],
    ["a type of a named schema", "id::pg_catalog.text", "PGRST100"],
  ])("refuses a cast to %s", async (_, select, code) => {
    const { status, json } = await o.get(`/sites?select=${select}`);
    expect([status, json.code]).toEqual([400, code]);
  });

  it.each<[string, unknown]>([
    ["spec->mount->>kind", { kind: "alt-az" }],
    ["spec->mount->kind", { kind: "alt-az" }],
    ["spec->mirrors->0", { mirrors: { n: 1, coat: "Al" } }],
    ["spec->mirrors->0->>n", { n: "1" }],
    ["spec->mirrors->-1->n", { n: 2 }],
    ["spec->mirrors->-1", { mirrors: { n: 2 } }],
    ["spec->0", { spec: null }],
    ["spec->>0", { spec: null }],
    ["spec->nothing->here", { here: null }],
    ["spec->mirrors->0->n::text", { n: "1" }],
    ['spec->"mount"->>"kind"', { kind: "alt-az" }],
    ["spec -> mount ->> kind", { kind: "alt-az" }],
    ["tags->1", { tags: "adaptive optics" }],
    ["name->0", { name: "Anteros" }],
    ["id->>x", { x: null }],
  ])("names the value of a JSON path by its last key: %s", async (select, row) => {
    const { json } = await o.get(`/telescopes?select=${encodeURIComponent(select)}&id=eq.1`);
    expect(json).toEqual([row]);
  });

  it("follows paths into composite types, arrays and keys with blanks", async () => {
    const { json } = await o.get("/stars?select=position->ra,aliases->0&name=eq.Sirius");
    expect(json).toEqual([{ ra: 101.29, aliases: "Dog Star" }]);
    expect((await o.get("/telescopes?select=spec->a b&id=eq.4")).json).toEqual([{ "a b": 1 }]);
  });

  it("shows, filters and sorts by computed columns, which a star does not show", async () => {
    expect((await o.get("/telescopes?select=name,is_giant&is_giant=is.true")).json).toEqual([
      { name: "Anteros", is_giant: true },
    ]);
    expect((await o.get("/telescopes?select=big:is_giant::text&id=eq.2")).json).toEqual([{ big: "false" }]);
    expect((await o.get("/telescopes?select=id&order=is_giant.desc.nullslast&limit=1")).json).toEqual([
      { id: 1 },
    ]);
    expect((await o.get("/sites?select=telescopes(is_giant)&id=eq.2")).json).toEqual([
      { telescopes: [{ is_giant: false }] },
    ]);
    expect(Object.keys((await o.get("/telescopes?limit=1")).json[0])).not.toContain("is_giant");
  });

  it("counts rows by the name count, as PostgreSQL reads it", async () => {
    expect((await o.get("/sites?select=count")).json).toEqual([{ count: 4 }]);
    expect((await o.get("/sites?select=n:count&id=gt.1")).json).toEqual([{ n: 3 }]);
  });

  it("joins a resource without columns and shows nothing of it", async () => {
    expect((await o.get("/sites?select=id,telescopes()&id=eq.1")).json).toEqual([{ id: 1 }]);
    expect((await o.get("/sites?select=telescopes()&id=eq.1")).json).toEqual([{}]);
    expect((await o.get("/sites?select=id,telescopes!inner()&order=id")).json).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });

  it.each([
    ["a hint, then a join", "sites!site_id!inner(name)", [1, 2, 3]],
    ["a join, then a hint", "sites!inner!site_id(name)", [1, 2, 3]],
    ["an inner join", "sites!inner(name)", [1, 2, 3]],
    ["a left join", "sites!left(name)", [1, 2, 3, 4]],
    ["a left join with a hint", "sites!left!telescopes_site_id_fkey(name)", [1, 2, 3, 4]],
    ["no join", "sites!site_id(name)", [1, 2, 3, 4]],
    ["the first of two joins", "sites!inner!left(name)", [1, 2, 3]],
    ["an alias before all", "dome:sites!site_id!inner(name)", [1, 2, 3]],
    ["a spread", "...sites!inner!site_id(site:name)", [1, 2, 3]],
  ])("takes %s with a resource", async (_, embed, ids) => {
    const { json } = await o.get(`/telescopes?select=id,${embed}&order=id`);
    expect(json.map((row: { id: number }) => row.id)).toEqual(ids);
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
