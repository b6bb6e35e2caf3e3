import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Observatory, openObservatory } from "./observatory.ts";

let o: Observatory;
beforeAll(async () => {
  o = await openObservatory();
});
afterAll(() => o.close());

const EXACT = { headers: { Prefer: "count=exact" } };
const raw = (type: string, accept?: string) => ({
  headers: { "Content-Type": type, ...(accept === undefined ? {} : { Accept: accept }) },
});

describe("calling a procedure", () => {
  it("answers a scalar as bare JSON, by GET and by POST", async () => {
    const get = await o.get("/rpc/answer");
    expect([get.status, get.text]).toEqual([200, "42"]);
    expect(get.headers["content-range"]).toBe("0-0/*");
    const post = await o.post("/rpc/answer", "");
    expect([post.status, post.text]).toEqual([200, "42"]);
  });

  it("takes arguments by name, and defaults for those not given", async () => {
    expect((await o.get("/rpc/add?a=1&b=2")).json).toBe(3);
    expect((await o.get("/rpc/add?a=1")).json).toBe(11);
    expect((await o.post("/rpc/add", { b: 5, a: 1 })).json).toBe(6);
    expect((await o.post("/rpc/greet", {})).json).toBe("Hello, world!");
    expect((await o.post("/rpc/add", { a: null })).json).toBeNull();
  });

  it("takes arguments of a form", async () => {
    const { json } = await o.post("/rpc/greet", "name=Anna+Maria", raw("application/x-www-form-urlencoded"));
    expect(json).toBe("Hello, Anna Maria!");
  });

  it("takes the first object of an array of arguments", async () => {
    expect(
      (
        await o.post("/rpc/add", [
          { a: 1, b: 1 },
          { a: 9, b: 9 },
        ])
      ).json,
    ).toBe(2);
  });

  it("takes only the arguments named by columns", async () => {
    expect((await o.post("/rpc/add?columns=a", { a: 1, b: 1, c: 3 })).json).toBe(11);
  });

  it("collects a variadic parameter's values", async () => {
    expect((await o.get("/rpc/total?amounts=1&amounts=2&amounts=3")).json).toBe(6);
    expect((await o.post("/rpc/total", { amounts: [4, 5] })).json).toBe(9);
    expect((await o.post("/rpc/labelled", { label: "x", words: ["a", "b"] })).json).toBe("x:a+b");
    expect((await o.get("/rpc/labelled?label=x")).json).toBe("x:");
  });

  it("tells overloads apart by the names of their arguments", async () => {
    expect((await o.get("/rpc/find_star?name=Vega&select=number")).json).toEqual([{ number: 7001 }]);
    expect((await o.get("/rpc/find_star?catalog=HR&number=7001&select=name")).json).toEqual([
      { name: "Vega" },
    ]);
    const twins = await o.get("/rpc/twin?value=1");
    expect([twins.status, twins.json.code]).toEqual([300, "PGRST203"]);
  });

  it("does not find what is not there", async () => {
    const { status, json } = await o.get("/rpc/add?x=1");
    expect([status, json.code]).toEqual([404, "PGRST202"]);
    expect((await o.get("/rpc/nowhere")).status).toBe(404);
  });

  it("hands a raw body to a single unnamed parameter", async () => {
    expect((await o.post("/rpc/echo_json", { a: [1] })).json).toEqual({ a: [1] });
    expect((await o.post("/rpc/echo_json", '[{"a": 1}, {"a": 2}]')).json).toEqual([{ a: 1 }, { a: 2 }]);
    expect((await o.post("/rpc/echo_text", "plain words", raw("text/plain"))).json).toBe("plain words");
    expect((await o.post("/rpc/echo_xml", "<a>b</a>", raw("text/xml", "text/xml"))).text).toBe("<a>b</a>");
    const bytes = Buffer.from([0, 255, 16]);
    const sent = raw("application/octet-stream", "application/octet-stream");
    expect((await o.post("/rpc/echo_bytes", bytes, sent)).body).toEqual(bytes);
    expect((await o.post("/rpc/measure", { other: 1 })).json).toBe("raw");
    expect((await o.post("/rpc/measure", { value: 1 })).json).toBe("named");
  });

  it("hands the whole body to the only parameter with params=single-object", async () => {
    const { json, headers } = await o.post(
      "/rpc/echo_named",
      { a: 1 },
      { headers: { Prefer: "params=single-object" } },
    );
    expect(json).toEqual({ a: 1 });
    expect(headers["preference-applied"]).toBe("params=single-object");
  });

  it("answers results of every shape", async () => {
    expect((await o.get("/rpc/nothing")).text).toBe("null");
    expect((await o.get("/rpc/as_json")).json).toEqual({ a: [1, 2] });
    expect((await o.get("/rpc/as_array")).json).toEqual([1, 2, 3]);
    expect((await o.get("/rpc/as_range")).json).toBe("[1,5)");
    expect((await o.get("/rpc/as_point")).json).toEqual({ ra: 1.5, dec: 2.5 });
    expect((await o.get("/rpc/divide?a=7&b=2")).json).toEqual({ quotient: 3, remainder: 1 });
    expect((await o.get("/rpc/half?a=8")).json).toEqual({ result: 4 });
    expect((await o.get("/rpc/one_star?select=name")).json).toEqual({ name: "Proxima" });
    expect((await o.get("/rpc/countdown?start=3")).json).toEqual([3, 2, 1]);
    expect((await o.get("/rpc/words")).json).toEqual(["alpha", "beta"]);
    const path = `/rpc/${encodeURIComponent("naïve name")}?${encodeURIComponent("Größe")}=5`;
    expect((await o.get(path)).json).toBe(5);
  });

  it("answers void with 204 and nothing", async () => {
    const { status, body, headers } = await o.post("/rpc/touch", {});
    expect([status, body, headers["content-type"]]).toEqual([204, null, undefined]);
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
      "column all_telescopes.nope does not exist",
    );
  });

  it("embeds in the rows of views that a procedure returns", async () => {
    const { json } = await o.get("/rpc/bright?than=0&select=name,exposures(seconds)&exposures.order=seconds");
    expect(json).toEqual([
      { name: "Sirius", exposures: [{ seconds: 10 }, { seconds: 15 }] },
      { name: "Arcturus", exposures: [] },
    ]);
  });

  it("takes a parameter that looks like a filter for an argument only when it must", async () => {
    expect((await o.get("/rpc/greet?name=eq.x")).json.code).toBe("42703");
    expect((await o.get("/rpc/echo_named?value=eq.x")).json.code).toBe("22P02");
  });

  it("answers HEAD like GET, without the body", async () => {
    const { status, body, headers } = await o.ask("HEAD", "/rpc/countdown?start=3", EXACT);
    expect([status, body, headers["content-range"]]).toEqual([200, null, "0-2/3"]);
  });
});

describe("what a procedure may do", () => {
  it("writes by POST when it is volatile", async () => {
    const made = await o.post("/rpc/add_star?select=catalog,number", { catalog: "RPC", number: 5 });
    expect([made.status, made.json]).toEqual([200, { catalog: "RPC", number: 5 }]);
    expect((await o.get("/stars?select=number&catalog=eq.RPC")).json).toEqual([{ number: 5 }]);
  });

  it("cannot write by GET", async () => {
    const { status, json } = await o.get("/rpc/add_star?catalog=RPC&number=6", { as: "a@b.c" });
    expect([status, json.code]).toEqual([405, "25006"]);
  });

  it("may be volatile and only read by GET", async () => {
    expect((await o.get("/rpc/count_stars")).status).toBe(200);
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
