/** Which function a call means, and which arguments it gets. */
import { describe, expect, it } from "vitest";
import { type Asked, observatoryForTests } from "../observatory.ts";
import { OVERLOADED_FUNCTIONS } from "./overloaded-functions.ts";

const o = observatoryForTests({ extra: OVERLOADED_FUNCTIONS });

const FORM = "application/x-www-form-urlencoded";
const typed = (type: string): Asked => ({ headers: { "Content-Type": type } });

describe("a function", () => {
  it.each([
    ["its required parameters alone", "label=a", "a1"],
    ["its required and its optional parameters", "label=a&at=2", "a2"],
    ["parameters in any order", "at=3&label=b", "b3"],
  ])("is found by %s", async (_title, query, expected) => {
    expect((await o.get(`/rpc/pick?${query}`)).json).toBe(expected);
  });

  it.each([
    ["a required parameter is missing", "at=1"],
    ["a parameter is not one of its arguments", "label=a&x=1"],
    ["nothing is given", ""],
  ])("is not found where %s", async (_title, query) => {
    const { status, json } = await o.get(`/rpc/pick?${query}`);
    expect([status, json.code]).toEqual([404, "PGRST202"]);
  });

  it.each([
    ["find_star?name=Vega&select=number", [{ number: 7001 }]],
    ["find_star?catalog=HR&number=7001&select=name", [{ name: "Vega" }]],
    ["optional?a=1&b=2", "long"],
  ])("is chosen among those of its name by the names of arguments: %s", async (call, expected) => {
    expect((await o.get(`/rpc/${call}`)).json).toEqual(expected);
  });
});

describe("arguments by name", () => {
  it.each([
    ["parameters of the query", "GET", "/rpc/pick?label=a&at=2", undefined, undefined, "a2"],
    ["keys of a JSON object", "POST", "/rpc/pick", { label: "a", at: 2 }, undefined, "a2"],
    ["fields of a form", "POST", "/rpc/pick", "label=a+b&at=2", FORM, "a b2"],
    ["columns of CSV, of its first row", "POST", "/rpc/pick", "label,at\na,2\nb,3", "text/csv", "a2"],
    ["the last of several values", "GET", "/rpc/pick?label=a&label=b", undefined, undefined, "b1"],
    ["an array literal in the query", "GET", "/rpc/sum_of?numbers={1,2,3}", undefined, undefined, 6],
    ["an array literal in a form", "POST", "/rpc/sum_of", "numbers={1,2}", FORM, 3],
    ["an array literal in JSON", "POST", "/rpc/sum_of", { numbers: "{1,2}" }, undefined, 3],
    ["a JSON array in JSON", "POST", "/rpc/sum_of", { numbers: [1, 2] }, undefined, 3],
    [
      "the first object of several",
      "POST",
      "/rpc/add",
      [
        { a: 1, b: 1 },
        { a: 9, b: 9 },
      ],
      undefined,
      2,
    ],
    ["only the keys that columns names", "POST", "/rpc/add?columns=a", { a: 1, b: 1, c: 3 }, undefined, 11],
    [
      "the first object's keys that columns names",
      "POST",
      "/rpc/add?columns=a",
      [{ a: 1, c: 3 }, { b: 9 }],
      undefined,
      11,
    ],
  ])("are %s", async (_title, method, target, body, type, expected) => {
    const { status, json } = await o.ask(method, target, {
      body,
      ...(type === undefined ? {} : typed(type)),
    });
    expect([status, json]).toEqual([200, expected]);
  });

  it("are no JSON array in the query", async () => {
    const { status, json } = await o.get("/rpc/sum_of?numbers=[1,2]");
    expect([status, json.code]).toEqual([400, "22P02"]);
  });

  it("are the same in every object of an array, unless columns names them", async () => {
    const { status, json } = await o.post("/rpc/add", [{ a: 1, b: 1 }, { a: 9 }]);
    expect([status, json.code]).toEqual([400, "PGRST102"]);
  });
});

describe("a variadic parameter", () => {
  it.each([
    [
      "parameters of its name in the query",
      "GET",
      "/rpc/total?amounts=1&amounts=2&amounts=3",
      undefined,
      undefined,
      6,
    ],
    ["the only parameter of its name", "GET", "/rpc/total?amounts=4", undefined, undefined, 4],
    ["fields of its name in a form", "POST", "/rpc/total", "amounts=1&amounts=5", FORM, 6],
    ["the elements of a JSON array", "POST", "/rpc/total", { amounts: [4, 5] }, undefined, 9],
    ["no elements of an empty array", "POST", "/rpc/total", { amounts: [] }, undefined, 0],
    [
      "texts after other arguments",
      "GET",
      "/rpc/labelled?label=x&words=a&words=b",
      undefined,
      undefined,
      "x:a+b",
    ],
    ["nothing where it has a default", "GET", "/rpc/labelled?label=x", undefined, undefined, "x:"],
  ])("takes %s", async (_title, method, target, body, type, expected) => {
    const { status, json } = await o.ask(method, target, {
      body,
      ...(type === undefined ? {} : typed(type)),
    });
    expect([status, json]).toEqual([200, expected]);
  });
});

describe("a parameter of the query", () => {
  const ids = async (query: string): Promise<number[]> =>
    (await o.get(`/rpc/above?${query}`)).json.map((row: { id: number }) => row.id);

  it("is an argument unless its value is an operator expression, which is a filter", async () => {
    expect(await ids("id=2")).toEqual([3, 4]);
    expect(await ids("id=eq.2")).toEqual([2]);
    expect(await ids("id=not.eq.2")).toEqual([1, 3, 4]);
    expect(await ids("id=in.(1,4)")).toEqual([1, 4]);
    expect(await ids("name=like.M*")).toEqual([2]);
    expect(await ids("id=1&name=like.*y*&altitude=gt.100")).toEqual([2, 4]);
    expect(await ids("id=1&id=lt.4")).toEqual([2, 3]);
    expect(await ids("id=lt.4&id=1")).toEqual([2, 3]);
  });

  it("is no argument with an operator expression, even where one is missing", async () => {
    const { status, json } = await o.get("/rpc/pick?label=eq.a");
    expect([status, json.message]).toEqual([
      404,
      "Could not find the function observatory.pick without parameters in the schema cache",
    ]);
  });

  it.each(["eqx.a", "eq(x).a", "eq", "foo.bar", " eq.a"])(
    "is an argument where its value only resembles an operator expression: %s",
    async (value) => {
      expect((await o.get(`/rpc/pick?label=${encodeURIComponent(value)}`)).json).toBe(`${value}1`);
    },
  );

  it.each(["is.a", "in.a", "not.a", "not.eq"])(
    "is refused where its value begins as an operator expression and is none: %s",
    async (value) => {
      const { status, json } = await o.get(`/rpc/pick?label=${value}`);
      expect([status, json.code]).toEqual([400, "PGRST100"]);
    },
  );

  it("is a filter by POST, and nothing else", async () => {
    const { json } = await o.post("/rpc/above?id=lt.4&select=id", { id: 2 });
    expect(json).toEqual([{ id: 3 }]);
    const argument = await o.post("/rpc/above?id=2", {});
    expect([argument.status, argument.json.code]).toEqual([400, "PGRST100"]);
  });
});

describe("a single unnamed parameter", () => {
  it.each([
    ["JSON", "application/json", '{"a":1}', "json"],
    ["text", "text/plain", "a", "text"],
    ["XML", "text/xml", "<a/>", "xml"],
    ["bytes", "application/octet-stream", "a", "bytea"],
  ])("is chosen by the type of the body: %s", async (_title, type, body, expected) => {
    expect((await o.post("/rpc/kind_of", body, typed(type))).json).toBe(expected);
  });

  it.each([
    ["json", "echo_json", "application/json", '{"b":[1],  "a":{"c":null}}', '{"b":[1],  "a":{"c":null}}'],
    ["jsonb", "echo_jsonb", "application/json", '{"b":[1],  "a":2}', '{"a": 2, "b": [1]}'],
    ["json of several objects", "echo_json", "application/json", '[{"a":1}, {"a":2}]', '[{"a":1}, {"a":2}]'],
    ["text", "echo_text", "text/plain", "plain é words", '"plain é words"'],
    ["xml", "echo_xml", "text/xml", "<a>b</a>", '"<a>b</a>"'],
  ])("of type %s gets the whole body", async (_title, name, type, body, expected) => {
    const { status, text } = await o.post(`/rpc/${name}`, body, typed(type));
    expect([status, text]).toEqual([200, expected]);
  });

  it("of type bytea gets every byte", async () => {
    const bytes = Buffer.from([0, 255, 16]);
    const headers = { "Content-Type": "application/octet-stream", Accept: "application/octet-stream" };
    expect((await o.post("/rpc/echo_bytes", bytes, { headers })).body).toEqual(bytes);
  });

  it("is taken only where no function has the names", async () => {
    expect((await o.post("/rpc/kind_of", { value: 1 })).json).toBe("named");
    expect((await o.post("/rpc/kind_of", { other: 1 })).json).toBe("json");
    expect((await o.post("/rpc/measure", { other: 1 })).json).toBe("raw");
  });

  it.each([
    ["by GET", "GET", "/rpc/kind_of?a=1", undefined, undefined],
    ["by a form", "POST", "/rpc/kind_of", "a=1", FORM],
  ])("is not given anything %s", async (_title, method, target, body, type) => {
    const { status, json } = await o.ask(method, target, {
      body,
      ...(type === undefined ? {} : typed(type)),
    });
    expect([status, json.code]).toEqual([404, "PGRST202"]);
  });
});
