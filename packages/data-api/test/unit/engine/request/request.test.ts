import { ApiError } from "@wakelog/kit/errors.ts";
import { describe, expect, it } from "vitest";
import type { ApiRequest } from "../../../../src/engine/request/api-request.ts";
import { parseRequest, type RequestConfig } from "../../../../src/engine/request/request.ts";

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

function parse(sent: Sent, config: Partial<RequestConfig> = {}): ApiRequest {
  const { method = "GET", path = "/t", query = "", headers = {}, body = "" } = sent;
  return parseRequest(
    { method, path, query, headers, body: Buffer.from(body) },
    { schemas: ["api"], ...config },
  );
}

function refused(sent: Sent, config: Partial<RequestConfig> = {}): ApiError {
  try {
    parse(sent, config);
  } catch (fault) {
    if (fault instanceof ApiError) return fault;
    throw fault;
  }
  throw new Error("the request was not refused");
}

const rowsOf = (body: string, query = "", headers = {}) =>
  parse({ method: "POST", query, headers, body }).payload;

describe("target and action", () => {
  it.each([
    ["GET", "/", { kind: "inspect" }, { kind: "root" }],
    ["GET", "/a%20b", { kind: "read" }, { kind: "relation", name: "a b" }],
    ["HEAD", "/rpc/f", { kind: "call", by: "get" }, { kind: "routine", name: "f" }],
    ["POST", "/rpc/f", { kind: "call", by: "post" }, { kind: "routine", name: "f" }],
    ["DELETE", "/t", { kind: "delete" }, { kind: "relation", name: "t" }],
    ["OPTIONS", "/t", { kind: "info" }, { kind: "relation", name: "t" }],
  ])("reads %s %s", (method, path, action, target) => {
    expect(parse({ method, path })).toMatchObject({ action, target, headersOnly: method === "HEAD" });
  });

  it.each([
    ["GET", "/a/b", 404, ""],
    ["GET", "/t/", 404, ""],
    ["GET", "/rpc/f/g", 404, ""],
    ["TRACE", "/t", 405, "PGRST117"],
    ["POST", "/", 404, ""],
    ["PUT", "/rpc/f", 405, "PGRST101"],
  ])("refuses %s %s", (method, path, status, code) => {
    expect(refused({ method, path })).toMatchObject({ status, code });
  });
});

describe("profile", () => {
  const schemas = ["api", "other"];
  it("takes Accept-Profile for reads and Content-Profile for writes", () => {
    const headers = { "accept-profile": "other", "content-profile": "api" };
    expect(parse({ headers }, { schemas })).toMatchObject({ schema: "other", profiled: true });
    expect(parse({ method: "DELETE", headers }, { schemas }).schema).toBe("api");
  });
  it("refuses a schema that is not exposed, naming those that are", () => {
    expect(refused({ headers: { "accept-profile": "x" } }, { schemas })).toMatchObject({
      status: 406,
      code: "PGRST106",
      message: "The schema must be one of the following: api, other",
    });
  });
});

describe("parameters of a procedure called by GET", () => {
  it("tells arguments from filters by their values", () => {
    const { query } = parse({ path: "/rpc/f", query: "id=5&name=eq.x&a=eq.1&a=2&b.c=not.in.(1)&x.d=eqx.1" });
    expect(query.arguments).toEqual([
      ["id", "5"],
      ["a", "2"],
      ["d", "eqx.1"],
    ]);
    expect(query.conditions).toHaveLength(3);
  });
  it.each(["a=is.x", "a=not.x", "a=in.1", "a.=1"])(
    "refuses what begins as a filter and is none: %s",
    (query) => {
      expect(refused({ path: "/rpc/f", query })).toMatchObject({ status: 400, code: "PGRST100" });
    },
  );
  it("refuses what is no filter by POST", () => {
    const sent = { method: "POST", path: "/rpc/f", query: "a=1", body: "{}" };
    expect(refused(sent)).toMatchObject({ status: 400, code: "PGRST100" });
  });
  it("refuses the same parameters of a relation", () => {
    expect(refused({ query: "id=5" })).toMatchObject({ status: 400, code: "PGRST100" });
  });
});

describe("ranges", () => {
  const rangesOf = (query: string, headers = {}, method = "GET") =>
    Object.fromEntries(parse({ method, query, headers }).query.ranges);
  it.each([
    ["limit=3", {}, { "": { offset: 0, limit: 3 } }],
    ["offset=4&limit=2&c.d.limit=1", {}, { "": { offset: 4, limit: 2 }, "\0c\0d": { offset: 0, limit: 1 } }],
    ["offset=-4", {}, { "": { offset: 0, limit: null } }],
    ["limit=x", {}, { "": { offset: 0, limit: null } }],
    ["", { range: "5-9" }, { "": { offset: 5, limit: 5 } }],
    ["", { range: "5-" }, { "": { offset: 5, limit: null } }],
    ["", { range: "bytes=0-4" }, {}],
    ["limit=3&offset=1", { range: "2-9" }, { "": { offset: 2, limit: 2 } }],
    ["limit=0", { range: "0-9" }, { "": { offset: 0, limit: 0 } }],
  ])("reads %j with headers %j", (query, headers, ranges) => {
    expect(rangesOf(query, headers)).toEqual(ranges);
  });
  it("ignores Range for other methods", () => {
    expect(rangesOf("", { range: "0-1" }, "DELETE")).toEqual({});
  });
  it.each([
    ["limit=-1", {}, "Limit should be greater than or equal to zero."],
    [
      "",
      { range: "9-5" },
      "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
    ],
  ])("refuses %j with headers %j", (query, headers, details) => {
    expect(refused({ query, headers })).toMatchObject({ status: 416, code: "PGRST103", details });
  });
});

describe("preferences", () => {
  it("takes the first of a kind and keeps unknown ones apart", () => {
    const prefer =
      "return=minimal, count=exact,return=representation, foo=bar, max-affected=3, timezone=Asia/Tokyo";
    expect(parse({ headers: { prefer } }).preferences).toEqual({
      return: "minimal",
      count: "exact",
      maxAffected: 3,
      timezone: "Asia/Tokyo",
      invalid: ["foo=bar"],
    });
  });
  it("refuses unknown ones under strict handling", () => {
    expect(refused({ headers: { prefer: "handling=strict, foo, bar" } })).toMatchObject({
      code: "PGRST122",
      details: "Invalid preferences: foo, bar",
    });
  });
});

describe("accepted media types", () => {
  const accepted = (accept: string) => parse({ headers: { accept } }).accept;
  it("come by quality, then the more specific, then as written", () => {
    expect(
      accepted("*/*, text/csv;q=0.5, application/json;q=0.9, text/xml, image/*").map(({ type }) => type),
    ).toEqual(["text/xml", "image/*", "*/*", "application/json", "text/csv"]);
  });
  it("keep their parameters, quoted ones with commas and semicolons in them too", () => {
    expect(
      accepted(
        'application/vnd.pgrst.plan+text; for="application/json;nulls=stripped, x"; options=analyze|;',
      ),
    ).toEqual([
      {
        type: "application/vnd.pgrst.plan+text",
        parameters: { for: "application/json;nulls=stripped, x", options: "analyze|" },
      },
    ]);
  });
  it("hold the empty text of a header that names nothing, which no format can match", () => {
    expect(accepted("")).toEqual([{ type: "", parameters: {} }]);
  });
  it("put last what is not wanted", () => {
    expect(accepted("text/csv;q=0, application/json")).toEqual([
      { type: "application/json", parameters: {} },
      { type: "text/csv", parameters: {} },
    ]);
  });
});

describe("bodies", () => {
  it("keep JSON untouched, so that no number loses digits", () => {
    const text = ' [ {"a": 12345678901234567890.10, "b":1}, {"b":2, "a":null} ]';
    expect(rowsOf(text)).toEqual({
      kind: "json",
      text,
      isArray: true,
      count: 2,
      keys: ["a", "b"],
      elements: null,
    });
    expect(rowsOf('{"x":1}')).toMatchObject({ isArray: false, count: 1, keys: ["x"] });
    expect(rowsOf("[]")).toMatchObject({ isArray: true, count: 0, keys: [] });
  });
  it("take a lone value for no rows, unless columns of it are wanted", () => {
    expect(rowsOf("3")).toMatchObject({ text: "[]", count: 0, keys: [] });
    expect(rowsOf("3", "columns=a")).toMatchObject({ text: "3", isArray: false, count: 1, keys: ["a"] });
  });
  it("need no uniform keys when the columns are given", () => {
    expect(rowsOf('[{"a":1},{"b":2}]', "columns=%22a%22,%22c%20d%22")).toMatchObject({
      count: 2,
      keys: ["a", "c d"],
    });
  });
  it.each([
    ['[{"a":1},{"b":1}]', "All object keys must match"],
    ['[{"a":1},{"a":1,"b":1}]', "All object keys must match"],
    ['[{"toString":1},{"a":1}]', "All object keys must match"],
    ["[1,2]", "All object keys must match"],
    ["[[]]", "All object keys must match"],
    ["", "Error in $: not enough input"],
    ["{", "Error in $: not enough input"],
  ])("refuse %j", (body, message) => {
    expect(refused({ method: "POST", body })).toMatchObject({ status: 400, code: "PGRST102", message });
  });
  it("refuse bytes that are no UTF-8 and media types that are not read", () => {
    expect(refused({ method: "POST", body: Buffer.from([0x22, 0xff, 0x22]) }).code).toBe("PGRST102");
    expect(refused({ method: "POST", headers: { "content-type": "text/plain" }, body: "x" }).message).toBe(
      "Content-Type not acceptable: text/plain",
    );
  });
  it("refuse more rows than allowed, naming the limit", () => {
    expect(refused({ method: "POST", body: "[{},{},{}]" }, { maxRows: 2 })).toMatchObject({
      status: 413,
      message: "A request can write at most 2 rows; this one has 3",
    });
  });
  it("read CSV with quotes, line ends and NULL", () => {
    const headers = { "content-type": "text/csv; charset=utf-8" };
    const body = 'a,"b ""x"""\r\n1,NULL\r\n"2, y","l1\nl2"\n,\n';
    const payload = rowsOf(body, "", headers);
    expect(payload).toMatchObject({ kind: "json", count: 3, isArray: true, keys: ["a", 'b "x"'] });
    expect(payload?.kind === "json" && JSON.parse(payload.text)).toEqual([
      { a: "1", 'b "x"': null },
      { a: "2, y", 'b "x"': "l1\nl2" },
      { a: "", 'b "x"': "" },
    ]);
  });
  it("of CSV have as many fields in each line, of which those without a name do not count", () => {
    const headers = { "content-type": "text/csv" };
    expect(rowsOf("a,b\n1", "", headers)).toMatchObject({ text: '[{"a":"1"}]', keys: ["a"] });
    expect(rowsOf("a\n1,2\n3", "columns=x", headers)).toMatchObject({
      text: '[{"a":"1"},{"a":"3"}]',
      keys: ["a"],
    });
    expect(rowsOf("a,b\n", "", headers)).toMatchObject({ text: "[]", count: 0, keys: [] });
    expect(refused({ method: "POST", headers, body: "a,b\n1,2\n3" }).message).toBe(
      "All lines must have same number of fields",
    );
  });
  it.each([
    ["", 'parse error (not enough input) at ""'],
    ["a,b", 'parse error (not enough input) at ""'],
    ['a,b\n1"x,2', 'parse error (Failed reading: satisfy) at "\\"x,2"'],
  ])("refuse %j as CSV", (body, message) => {
    const headers = { "content-type": "text/csv" };
    expect(refused({ method: "POST", headers, body })).toMatchObject({ code: "PGRST102", message });
  });
  it("read forms", () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect(rowsOf("a=1+2&b=%C3%A9&c=", "", headers)).toEqual({
      kind: "parameters",
      parameters: [
        ["a", "1 2"],
        ["b", "é"],
        ["c", ""],
      ],
    });
  });
  it("of procedures may be empty, or raw", () => {
    const path = "/rpc/f";
    expect(parse({ method: "POST", path }).payload).toMatchObject({ text: "", count: 1, keys: [] });
    const headers = { "content-type": "application/octet-stream" };
    expect(parse({ method: "POST", path, headers, body: "x" }).payload).toEqual({
      kind: "raw",
      mediaType: "application/octet-stream",
      bytes: Buffer.from("x"),
    });
  });
  it("of reads and deletions are not read", () => {
    expect(parse({ method: "DELETE", body: "{" }).payload).toBeNull();
  });
});

describe("headers and cookies", () => {
  it("are kept apart", () => {
    const { headers, cookies } = parse({ headers: { "x-a": "1", cookie: "a=b; c=d=e; f" } });
    expect(headers).toEqual({ "x-a": "1" });
    expect(cookies).toEqual({ a: "b", c: "d=e", f: "" });
  });
});

describe("the canonical query", () => {
  it("is sorted by key and encoded", () => {
    expect(parse({ query: "id=in.(1,2)&b=eq.x+y&a=eq.1&ignored" }).canonical).toBe(
      "a=eq.1&b=eq.x%20y&id=in.%281%2C2%29&ignored=",
    );
  });
});
