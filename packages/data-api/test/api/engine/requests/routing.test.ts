import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const FOREIGN = `
create extension file_fdw;
create server files foreign data wrapper file_fdw;
create foreign table observatory.rumours (id integer, text text) server files
  options (program 'printf "1,a comet\\n2,a nova\\n"', format 'csv');
grant select on observatory.rumours to fixture_anonymous;
`;

const o = observatoryForTests({ extra: FOREIGN });

describe("a path", () => {
  it.each([
    ["a table", "/sites?select=id&id=eq.1", [{ id: 1 }]],
    ["a view", "/bright_stars?select=name&number=eq.7001", [{ name: "Vega" }]],
    ["a materialized view", "/telescope_totals?select=name&id=eq.1", [{ name: "Anteros" }]],
    ["a foreign table", "/rumours?select=text&id=eq.2", [{ text: "a nova" }]],
    ["a partitioned table", "/measurements?select=value&taken=eq.2023-06-01", [{ value: 1.5 }]],
    [
      "a relation whose name is encoded",
      "/%C3%89mission%20lines?select=MixedCase&%C3%A9l%C3%A9ment=eq.H-%CE%B1",
      [{ MixedCase: true }],
    ],
    ["a function", "/rpc/answer", 42],
    ["a function whose name is encoded", "/rpc/na%C3%AFve%20name?Gr%C3%B6%C3%9Fe=3", 3],
  ])("names %s", async (_kind, path, rows) => {
    const { status, json } = await o.get(path);
    expect([status, json]).toEqual([200, rows]);
  });

  describe.each(["/a/b", "/a/b/c", "/sites/", "/sites/1", "/rpc/answer/x", "//", "//sites"])(
    "of another depth, %s,",
    (path) => {
      it.each(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "TRACE"])(
        "is not found by %s: 404 and an empty object",
        async (method) => {
          const { status, text, headers } = await o.ask(method, path);
          expect([status, text]).toEqual([404, method === "HEAD" ? "" : "{}"]);
          expect(headers["content-type"]).toBe("application/json; charset=utf-8");
        },
      );
    },
  );

  it("of `rpc` alone is that of a relation", async () => {
    expect((await o.get("/rpc")).json).toMatchObject({
      code: "42P01",
      message: 'relation "observatory.rpc" does not exist',
    });
  });
});

describe("a method that is none", () => {
  it.each(["TRACE", "CONNECT", "FOO", "PROPFIND", "get"])(
    "is refused with 405 PGRST117: %s",
    async (method) => {
      for (const path of ["/sites", "/nowhere", "/"]) {
        const { status, json } = await o.ask(method, path);
        expect([path, status, json]).toEqual([
          path,
          405,
          { code: "PGRST117", details: null, hint: null, message: `Unsupported HTTP method: ${method}` },
        ]);
      }
    },
  );
});

describe("a function", () => {
  it.each(["PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "FOO"])(
    "is not called by %s: 405 PGRST101",
    async (method) => {
      for (const path of ["/rpc/answer", "/rpc/nowhere"]) {
        const { status, json } = await o.ask(method, path, { body: {} });
        expect([status, json]).toEqual([
          405,
          { code: "PGRST101", details: null, hint: null, message: `Cannot use the ${method} method on RPC` },
        ]);
      }
    },
  );

  it.each(["GET", "HEAD", "POST", "OPTIONS"])("takes %s", async (method) => {
    expect((await o.ask(method, "/rpc/answer")).status).toBe(200);
  });
});

describe("HEAD", () => {
  it.each([
    ["rows", "/sites?order=id", {}, 200],
    ["a counted page", "/sites?limit=1", { Prefer: "count=exact" }, 206],
    ["a page past the end", "/sites?offset=9", { Prefer: "count=exact" }, 416],
    ["CSV", "/sites", { Accept: "text/csv" }, 200],
    ["a function", "/rpc/answer", {}, 200],
    ["headers that SQL sets", "/rpc/with_headers", {}, 200],
    ["the root", "/", {}, 200],
    ["an unknown table", "/nowhere", {}, 404],
    ["an unknown path", "/a/b/c", {}, 404],
    ["a query that does not parse", "/sites?select=(", {}, 400],
    ["a schema that is not exposed", "/sites", { "Accept-Profile": "hidden" }, 406],
    ["a media type that cannot be made", "/sites", { Accept: "image/png" }, 415],
    ["what anonymous callers may not see", "/secrets", {}, 401],
  ])("has the status and headers of GET, and no body: %s", async (_what, path, headers, status) => {
    const get = await o.get(path, { headers });
    const head = await o.ask("HEAD", path, { headers });
    expect(head).toMatchObject({ status, headers: get.headers, body: null });
    expect([get.status, get.text]).toEqual([status, expect.stringMatching(/./)]);
  });
});

describe("an unknown table", () => {
  const missing = {
    code: "42P01",
    details: null,
    hint: null,
    message: 'relation "observatory.nowhere" does not exist',
  };
  it.each([
    ["GET", "/nowhere", undefined],
    ["GET", "/nowhere?select=a&a=eq.1&order=a", undefined],
    ["DELETE", "/nowhere", undefined],
    ["DELETE", "/nowhere?a=eq.1", undefined],
    ["POST", "/nowhere", {}],
    ["POST", "/nowhere", []],
    ["PATCH", "/nowhere", {}],
  ])("is what PostgreSQL says of it, 42P01, with 404: %s %s %j", async (method, path, body) => {
    const { status, json } = await o.ask(method, path, body === undefined ? {} : { body });
    expect([status, json]).toEqual([404, missing]);
  });

  it.each([
    ["POST", "/nowhere", { a: 1 }, "application/json"],
    ["POST", "/nowhere", [{ a: 1 }, { a: 2 }], "application/json"],
    ["POST", "/nowhere?columns=a", { a: 1 }, "application/json"],
    ["POST", "/nowhere", "a\n1", "text/csv"],
    ["POST", "/nowhere", "a=1", "application/x-www-form-urlencoded"],
    ["PATCH", "/nowhere?a=eq.1", { a: 1 }, "application/json"],
  ])("is 404 and an empty object to a write with columns: %s %s %j", async (method, path, body, type) => {
    const { status, text } = await o.ask(method, path, { body, headers: { "Content-Type": type } });
    expect([status, text]).toEqual([404, "{}"]);
  });

  it("is not put: PUT looks for the key first", async () => {
    const { status, json } = await o.put("/nowhere?id=eq.1", { id: 1 });
    expect([status, json.code]).toEqual([405, "PGRST105"]);
  });
});
