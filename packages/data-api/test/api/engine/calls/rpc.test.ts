/** Results of calls, and what a procedure may do. */
import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const MORE = `
set search_path = observatory, tools;
create function no_rows() returns setof void language sql volatile as $$ select where false $$;
create function mode_volatile() returns text language sql volatile as $$ select current_setting('transaction_read_only') $$;
create function mode_stable() returns text language sql stable as $$ select current_setting('transaction_read_only') $$;
create function mode_immutable() returns text language sql immutable as $$ select current_setting('transaction_read_only') $$;
create function tools.note_star() returns void language sql volatile as $$
  insert into observatory.stars (catalog, number) values ('RPC', 6)
$$;
create function sneaky() returns void language plpgsql stable as $$ begin perform tools.note_star(); end $$;
`;

const o = observatoryForTests({ extra: MORE });

const EXACT = { headers: { Prefer: "count=exact" } };

describe("calling a procedure", () => {
  it.each([
    ["a scalar is a bare value", "answer", "42"],
    ["null is null", "nothing", "null"],
    ["JSON is itself", "as_json", '{"a": [1, 2]}'],
    ["an array is an array", "as_array", "[1,2,3]"],
    ["a range is a text", "as_range", '"[1,5)"'],
    ["a composite type is an object", "as_point", '{"ra":1.5,"dec":2.5}'],
    ["a row is an object", "one_star?select=name,class", '{"name":"Proxima","class":"M"}'],
    ["a row of nulls is an object of nulls", "no_star?select=name,class", '{"name":null,"class":null}'],
    ["output parameters are an object", "divide?a=7&b=2", '{"quotient":3,"remainder":1}'],
    ["a single output parameter is an object", "half?a=8", '{"result":4}'],
    ["a set of scalars is an array", "countdown?start=3", "[3, 2, 1]"],
    ["a set of texts is an array", "words", '["alpha", "beta"]'],
    ["an empty set of scalars is an empty array", "countdown?start=0", "[]"],
    [
      "a set of rows is an array of objects",
      "bright?than=-1&select=name,mag",
      '[{"name":"Sirius","mag":-1.46}]',
    ],
    ["an empty set of void is an empty array", "no_rows", "[]"],
    ["a table is an array of objects", "site_report?minimum=2", '[{"site":"Cerro Alto","telescopes":2}]'],
    ["an empty table is an empty array", "site_report?minimum=9", "[]"],
    ["names of every script are called", "na%C3%AFve%20name?Gr%C3%B6%C3%9Fe=5", "5"],
  ])("answers 200 by GET, where %s", async (_title, call, expected) => {
    const { status, text } = await o.get(`/rpc/${call}`);
    expect([status, text]).toEqual([200, expected]);
  });

  it.each([
    ["a scalar is a bare value", "add", { a: 1 }, 11],
    ["null is null", "add", { a: null }, null],
    ["a row is an object", "one_star?select=name", {}, { name: "Proxima" }],
    ["a set of scalars is an array", "countdown", { start: 2 }, [2, 1]],
    [
      "a table is an array of objects",
      "site_report",
      { minimum: 2 },
      [{ site: "Cerro Alto", telescopes: 2 }],
    ],
  ])("answers 200 by POST, where %s", async (_title, call, body, expected) => {
    const { status, json } = await o.post(`/rpc/${call}`, body);
    expect([status, json]).toEqual([200, expected]);
  });

  it("needs no body by POST", async () => {
    expect((await o.ask("POST", "/rpc/answer")).json).toBe(42);
  });

  it.each(["GET", "POST"])("answers 204 with nothing by %s where the result is void", async (method) => {
    const { status, body, headers } = await o.ask(method, "/rpc/touch");
    expect([status, body, headers["content-type"]]).toEqual([204, null, undefined]);
  });

  it.each([
    ["limit", "all_telescopes?select=id&limit=2", {}, 200, "0-1/*", [{ id: 1 }, { id: 2 }]],
    ["limit of scalars", "countdown?start=5&limit=2&offset=1", {}, 200, "1-2/*", [4, 3]],
    [
      "limit and a count",
      "all_telescopes?select=id&limit=1&offset=3",
      { Prefer: "count=exact" },
      206,
      "3-3/4",
      [{ id: 4 }],
    ],
    ["Range", "all_telescopes?select=id", { Range: "1-2" }, 200, "1-2/*", [{ id: 2 }, { id: 3 }]],
    ["Range and a count", "countdown?start=5", { Range: "1-2", Prefer: "count=exact" }, 206, "1-2/5", [4, 3]],
    [
      "a planned count, which is not told",
      "countdown?start=2",
      { Prefer: "count=planned" },
      200,
      "0-1/*",
      [2, 1],
    ],
    ["limit and a count of a bare value", "answer?limit=0", { Prefer: "count=exact" }, 206, "*/1", null],
    ["offset and a count of a row", "one_star?offset=1", { Prefer: "count=exact" }, 206, "*/1", null],
    ["a count alone", "countdown?start=2", { Prefer: "count=exact" }, 200, "0-1/2", [2, 1]],
  ])("pages by %s", async (_title, call, headers, status, range, expected) => {
    const answered = await o.get(`/rpc/${call}`, { headers });
    expect([answered.status, answered.headers["content-range"], answered.json]).toEqual([
      status,
      range,
      expected,
    ]);
  });

  it("answers 416 to a page past the end of what was counted", async () => {
    const { status, json, headers } = await o.get("/rpc/countdown?start=5&offset=9", EXACT);
    expect([status, json.code, headers["content-range"]]).toEqual([416, "PGRST103", "*/5"]);
    const bare = await o.get("/rpc/answer?offset=5", EXACT);
    expect([bare.status, bare.headers["content-range"]]).toEqual([416, "*/1"]);
    const nothing = await o.get("/rpc/touch?offset=5", EXACT);
    expect([nothing.status, nothing.headers["content-range"]]).toEqual([204, "*/1"]);
  });

  it.each(["answer?select=id", "touch?select=id", "countdown?start=2&order=id", "countdown?start=2&id=eq.1"])(
    "looks for columns in vain where the result has none: %s",
    async (call) => {
      const { status, json } = await o.get(`/rpc/${call}`);
      expect([status, json.code]).toEqual([400, "42703"]);
    },
  );

  it("hands the whole body to the only parameter with params=single-object", async () => {
    const { json, headers } = await o.post(
      "/rpc/echo_named",
      { a: 1 },
      { headers: { Prefer: "params=single-object" } },
    );
    expect(json).toEqual({ a: 1 });
    expect(headers["preference-applied"]).toBe("params=single-object");
  });

  it("shapes, filters, sorts, pages and counts the rows of a set", async () => {
    const { json, headers, status } = await o.get(
      "/rpc/all_telescopes?select=name,sites(name)&site_id=eq.1&order=name.desc&limit=1",
      EXACT,
    );
    expect(json).toEqual([{ name: "Bellona", sites: { name: "Cerro Alto" } }]);
    expect([status, headers["content-range"]]).toEqual([206, "0-0/2"]);
    const table = await o.get("/rpc/site_report?minimum=1&telescopes=gt.1");
    expect(table.json).toEqual([{ site: "Cerro Alto", telescopes: 2 }]);
    const posted = await o.post("/rpc/all_telescopes?select=id&id=gt.2&or=(id.eq.3,id.eq.4)", {}, EXACT);
    expect([posted.json, posted.headers["content-range"]]).toEqual([[{ id: 3 }, { id: 4 }], "0-1/2"]);
    expect((await o.get("/rpc/countdown?start=5&limit=2&offset=1")).json).toEqual([4, 3]);
  });

  it("shows and filters by computed columns of the rows", async () => {
    const { text } = await o.get("/rpc/all_telescopes?select=*,is_giant&is_giant=is.true&order=is_giant");
    expect(JSON.parse(text)).toEqual([expect.objectContaining({ name: "Anteros", is_giant: true })]);
    expect(text.match(/is_giant/g)).toHaveLength(1);
    expect((await o.get("/rpc/all_telescopes?is_giant=is.true&select=id")).json).toEqual([{ id: 1 }]);
    expect((await o.get("/rpc/all_telescopes?select=nope")).json.message).toBe(
      "column pgrst_call.nope does not exist",
    );
  });

  it("embeds in the rows of views that a procedure returns", async () => {
    const { json } = await o.get("/rpc/bright?than=0&select=name,exposures(seconds)&exposures.order=seconds");
    expect(json).toEqual([
      { name: "Sirius", exposures: [{ seconds: 10 }, { seconds: 15 }] },
      { name: "Arcturus", exposures: [] },
    ]);
  });

  it("answers HEAD like GET, without the body", async () => {
    const { status, body, headers } = await o.ask("HEAD", "/rpc/countdown?start=3", EXACT);
    expect([status, body, headers["content-range"]]).toEqual([200, null, "0-2/3"]);
  });
});

describe("what a procedure may do", () => {
  it.each([
    ["GET", "volatile", "on"],
    ["GET", "stable", "on"],
    ["GET", "immutable", "on"],
    ["POST", "volatile", "off"],
    ["POST", "stable", "on"],
    ["POST", "immutable", "on"],
  ])("by %s when it is %s: the transaction's being read-only is %s", async (method, volatility, expected) => {
    const { status, json } = await o.ask(method, `/rpc/mode_${volatility}`);
    expect([status, json]).toEqual([200, expected]);
  });

  it.each([
    ["GET", "a volatile one", "add_star?catalog=RPC&number=6"],
    ["HEAD", "a volatile one", "add_star?catalog=RPC&number=6"],
    ["GET", "one that says it is stable", "sneaky"],
    ["POST", "one that says it is stable", "sneaky"],
  ])("is not to write by %s of %s: 405", async (method, _title, call) => {
    const { status, json, body } = await o.ask(method, `/rpc/${call}`, { as: "a@b.c" });
    expect([status, method === "HEAD" ? body : json.code]).toEqual([405, method === "HEAD" ? null : "25006"]);
    expect((await o.get("/stars?catalog=eq.RPC&number=eq.6")).json).toEqual([]);
  });

  it("writes by POST when it is volatile", async () => {
    const made = await o.post("/rpc/add_star?select=catalog,number", { catalog: "RPC", number: 5 });
    expect([made.status, made.json]).toEqual([200, { catalog: "RPC", number: 5 }]);
    expect((await o.get("/stars?select=number&catalog=eq.RPC")).json).toEqual([{ number: 5 }]);
  });

  it("is refused to those without the right", async () => {
    const anonymous = await o.get("/rpc/restricted");
    expect([anonymous.status, anonymous.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect((await o.get("/rpc/restricted", { as: "a@b.c" })).json).toBe(7);
  });

  it("chooses status, headers and errors of the answer", async () => {
    const status = await o.post("/rpc/with_status", { status: 202 });
    expect([status.status, status.json]).toEqual([202, "done"]);
    const bad = await o.post("/rpc/with_status", { status: 5 });
    expect([bad.status, bad.json.code]).toEqual([500, "PGRST112"]);
    const headers = await o.get("/rpc/with_headers");
    expect(headers.headers).toMatchObject({ "x-dome": "open", "cache-control": "no-store" });
    const wrong = await o.get("/rpc/with_bad_headers");
    expect([wrong.status, wrong.json.code]).toEqual([500, "PGRST111"]);
    const teapot = await o.get("/rpc/teapot");
    expect([teapot.status, teapot.reason, teapot.json]).toEqual([
      418,
      "I am a teapot",
      { code: "PT418", message: "I am a teapot", details: "short and stout", hint: null },
    ]);
    const raised = await o.post("/rpc/fail_with", { code: "P0001", message: "no" });
    expect([raised.status, raised.json]).toEqual([
      400,
      { code: "P0001", message: "no", details: "why", hint: "what now" },
    ]);
  });

  it("sees who asks, how and where", async () => {
    const { json } = await o.get("/rpc/whoami", { as: "ada@example.org" });
    expect(json).toEqual({
      role: "fixture_user",
      method: "GET",
      path: "/rpc/whoami",
      email: "ada@example.org",
    });
    expect((await o.get("/rpc/whoami")).json.role).toBe("fixture_anonymous");
  });

  it("affects no more rows than allowed", async () => {
    const headers = { Prefer: "handling=strict,max-affected=2" };
    const many = await o.post("/rpc/countdown", { start: 3 }, { headers });
    expect([many.status, many.json.code]).toEqual([400, "PGRST124"]);
    expect((await o.post("/rpc/countdown", { start: 2 }, { headers })).status).toBe(200);
    const scalar = await o.post("/rpc/answer", {}, { headers });
    expect([scalar.status, scalar.json.code]).toEqual([400, "PGRST128"]);
  });
});
