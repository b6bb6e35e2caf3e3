/** Bodies of writes: media types, contents, and refusals. */
import { describe, expect, it } from "vitest";
import { type Answered, observatoryForTests } from "../observatory.ts";

const EXTRA = `
create table observatory.parcels (id integer primary key, label text, weight numeric default 1);
grant select, insert, update on observatory.parcels to fixture_anonymous;
`;

const o = observatoryForTests({ extra: EXTRA, config: { txEnd: "commit-allow-override" } });

/** Inserts parcels and takes them back. */
const insert = (body: string, type: string | null = null, query = ""): Promise<Answered> => {
  const headers: Record<string, string> = { Prefer: "return=representation,tx=rollback" };
  if (type !== null) headers["Content-Type"] = type;
  return o.post(`/parcels?select=id,label${query}`, body, { headers });
};

const told = ({ status, json }: Answered): unknown => [status, json.code, json.message];
const REFUSED = (message: unknown) => [400, "PGRST102", message];

describe("a body's media type", () => {
  it("is JSON when none is named", async () => {
    const output = await o.engine.handle({
      method: "POST",
      path: "/parcels",
      query: "select=id",
      headers: { prefer: "return=representation,tx=rollback" },
      body: Buffer.from('{"id": 1}'),
    });
    expect([output.status, String(output.body)]).toEqual([201, '[{"id":1}]']);
  });

  it.each([
    ["application/json", '{"id": 1, "label": "a b"}'],
    ["application/json; charset=utf-8", '[{"id": 1, "label": "a b"}]'],
    ["text/csv", "id,label\n1,a b\n"],
    ["text/csv; charset=utf-8", "id,label\r\n1,a b\r\n"],
    ["application/x-www-form-urlencoded", "id=1&label=a+b"],
    ["application/x-www-form-urlencoded", "id=1&label=a%20b"],
  ])("may be %s: %j", async (type, body) => {
    const { status, json } = await insert(body, type);
    expect([status, json]).toEqual([201, [{ id: 1, label: "a b" }]]);
  });

  it.each(["image/png", "text/html", "text/plain", "text/xml", "application/octet-stream"])(
    "that no write takes is refused with PGRST102: %s",
    async (type) => {
      expect(told(await insert("x", type))).toEqual(REFUSED(`Content-Type not acceptable: ${type}`));
      const patch = await o.patch("/parcels", "x", { headers: { "Content-Type": type } });
      expect(told(patch)).toEqual(REFUSED(`Content-Type not acceptable: ${type}`));
    },
  );

  it("is named without its parameters when it is refused", async () => {
    expect(told(await insert("x", "text/html; charset=utf-8"))).toEqual(
      REFUSED("Content-Type not acceptable: text/html"),
    );
  });

  it.each([
    ["text/plain", "/rpc/echo_text", "so it is", '"so it is"'],
    ["text/xml", "/rpc/echo_xml", "<a/>", '"<a/>"'],
    ["application/octet-stream", "/rpc/echo_bytes", "so", '"\\\\x736f"'],
  ])("may be %s for a function with one unnamed parameter", async (type, path, body, text) => {
    const answered = await o.post(path, body, { headers: { "Content-Type": type } });
    expect([answered.status, answered.text]).toEqual([200, text]);
  });

  it("is JSON, CSV or a form in an update and a PUT as well", async () => {
    const headers = (type: string) => ({
      headers: { "Content-Type": type, Prefer: "return=representation,tx=rollback" },
    });
    for (const [type, body] of [
      ["text/csv", "id,keeper\n1,Changed"],
      ["application/x-www-form-urlencoded", "site_id=1&keeper=Changed"],
    ] as const) {
      const csv = body.replace("id,", "site_id,");
      const patch = await o.patch("/site_contacts?site_id=eq.1&select=keeper", csv, headers(type));
      expect([type, patch.json]).toEqual([type, [{ keeper: "Changed" }]]);
      const put = await o.put("/site_contacts?site_id=eq.1&select=keeper", csv, headers(type));
      expect([type, put.json]).toEqual([type, [{ keeper: "Changed" }]]);
    }
  });
});

describe("a JSON body", () => {
  it("that is empty is refused: there is not enough input", async () => {
    expect(told(await insert(""))).toEqual(REFUSED("Error in $: not enough input"));
    const patch = await o.patch("/parcels", "");
    expect(told(patch)).toEqual(REFUSED("Error in $: not enough input"));
  });

  it.each(["{", '{"id":', '{"id": 1,}', "{'id': 1}", "nope", '{"id": 1} x', "[1"])(
    "that is no JSON is refused, with the parser's words: %s",
    async (body) => {
      expect(told(await insert(body))).toEqual(REFUSED(expect.stringMatching(/^Error in \$: ./)));
    },
  );

  it.each([
    ["differing keys", '[{"id": 1}, {"id": 2, "label": "b"}]'],
    ["as many, but other keys", '[{"id": 1}, {"label": "b"}]'],
    ["a member that is a list", '[{"id": 1}, []]'],
    ["a member that is null", '[{"id": 1}, null]'],
    ["members that are numbers", "[1, 2]"],
    ["members that are texts", '["a"]'],
  ])("with %s is refused: all object keys must match", async (_what, body) => {
    expect(told(await insert(body))).toEqual(REFUSED("All object keys must match"));
  });

  it("may have its keys in another order from row to row", async () => {
    const { json } = await insert('[{"id": 1, "label": "a"}, {"label": "b", "id": 2}]');
    expect(json).toEqual([
      { id: 1, label: "a" },
      { id: 2, label: "b" },
    ]);
  });

  it.each(["5", '"text"', "null", "true"])("that is a lone value inserts nothing: %s", async (body) => {
    const { status, json, headers } = await insert(body);
    expect([status, json, headers["content-range"]]).toEqual([201, [], "*/*"]);
  });

  it("keeps every digit of a number", async () => {
    const { text } = await o.post("/numbers?select=big,exact", '{"big": 9007199254740993, "exact": 0.1000}', {
      headers: { Prefer: "return=representation,tx=rollback" },
    });
    expect(text).toBe('[{"big":9007199254740993,"exact":0.1000}]');
  });
});

describe("a CSV body", () => {
  it("takes the columns from its first line", async () => {
    const { json } = await insert("label,id\nfirst,1\nsecond,2", "text/csv");
    expect(json).toEqual([
      { id: 1, label: "first" },
      { id: 2, label: "second" },
    ]);
  });

  it("reads NULL as null and nothing else", async () => {
    const { json } = await insert('id,label\n1,NULL\n2,null\n3,\n4,"NULL"', "text/csv");
    expect(json.map(({ label }: { label: unknown }) => label)).toEqual([null, "null", "", null]);
  });

  it("may quote values, which hold commas, quotes and line breaks then", async () => {
    const { json } = await insert('id,label\n1,"a, ""b""\nc"', "text/csv");
    expect(json).toEqual([{ id: 1, label: 'a, "b"\nc' }]);
  });

  it.each(["id,label\n1,a\n2", "id,label\n1\n2,a"])(
    "with a line that is too short among others is refused: %j",
    async (body) => {
      expect(told(await insert(body, "text/csv"))).toEqual(
        REFUSED("All lines must have same number of fields"),
      );
    },
  );

  it("of a first line alone inserts nothing", async () => {
    const { status, json } = await insert("id,label\n", "text/csv");
    expect([status, json]).toEqual([201, []]);
  });

  it("that is empty is refused", async () => {
    expect(told(await insert("", "text/csv"))).toEqual(REFUSED(expect.stringContaining("not enough input")));
  });

  it("with a column that is not there is refused", async () => {
    expect(told(await insert("id,colour\n1,red", "text/csv"))).toEqual([
      400,
      "PGRST204",
      "Column 'colour' of relation 'parcels' does not exist",
    ]);
  });
});

describe("a form", () => {
  it("is one row", async () => {
    const { json } = await insert("id=1&label=%C3%A9", "application/x-www-form-urlencoded");
    expect(json).toEqual([{ id: 1, label: "é" }]);
  });
});
