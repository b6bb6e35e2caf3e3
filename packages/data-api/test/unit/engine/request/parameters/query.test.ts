import { ApiError } from "@wakelog/kit/errors.ts";
import { describe, expect, it } from "vitest";
import { parseQuery } from "../../../../../src/engine/request/parameters/query.ts";
import { DEFAULT_DEPTHS } from "../../../../../src/engine/request/parameters/scanner.ts";

const context = { filtersOnly: true, depths: DEFAULT_DEPTHS };
const parse = (...parameters: readonly (readonly [string, string])[]) =>
  parseQuery(
    parameters.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join("&"),
    context,
  );

function refused(key: string, value: string): ApiError {
  try {
    parse([key, value]);
  } catch (fault) {
    if (fault instanceof ApiError) return fault;
    throw fault;
  }
  throw new Error("the query was not refused");
}

const filter = (key: string, value: string) => parse([key, value]).conditions[0];

describe("select", () => {
  it.each<[string, readonly unknown[]]>([
    ["*", [{ kind: "star" }]],
    ["a, b", [{ field: { name: "a" } }, { field: { name: "b" } }]],
    [
      "x:a->b->>c::text",
      [
        {
          alias: "x",
          cast: "text",
          field: {
            name: "a",
            path: [
              { as: "json", key: "b" },
              { as: "text", key: "c" },
            ],
          },
        },
      ],
    ],
    ["a->0->-1->>k-v", [{ field: { path: [{ key: 0 }, { key: -1 }, { as: "text", key: "k-v" }] } }]],
    ['"a.b,\\"c"', [{ field: { name: 'a.b,"c' } }]],
    ["størrelse,名前", [{ field: { name: "størrelse" } }, { field: { name: "名前" } }]],
    ["a-b", [{ field: { name: "a-b", path: [] } }]],
    [
      "x:rel!h!inner(a)",
      [{ kind: "embed", relation: "rel", alias: "x", hint: "h", join: "inner", spread: false }],
    ],
    ["rel!left!h()", [{ kind: "embed", hint: "h", join: "left", items: [] }]],
    ["...rel(a,deep(b))", [{ kind: "embed", spread: true, items: [{ kind: "column" }, { kind: "embed" }] }]],
    ["count()", [{ kind: "count" }]],
    ["n:count()::text", [{ kind: "count", alias: "n", cast: "text" }]],
    ["a::int.sum()::text", [{ cast: "int", aggregate: { name: "sum", cast: "text" } }]],
    ["a->b.max()", [{ field: { path: [{ key: "b" }] }, aggregate: { name: "max" } }]],
  ])("reads %s", (text, items) => {
    expect(parse(["select", text]).select).toMatchObject(items);
  });

  it("is everything when absent or empty", () => {
    expect(parseQuery("select=", context).select).toEqual([{ kind: "star" }]);
  });

  it.each([
    ["id,,name", 4, 'unexpected ","'],
    ["rel(a", 6, "unexpected end of input"],
    ["a)", 2, "unexpected ')'"],
    ["*x", 2, 'unexpected "x"'],
    ["a->", 4, "unexpected end of input"],
    ["é,é.foo()", 4, "unexpected '.'"],
  ])("refuses %s at column %i", (text, column, details) => {
    const error = refused("select", text);
    expect(error).toMatchObject({ status: 400, code: "PGRST100" });
    expect(error.message).toBe(`"failed to parse select parameter (${text})" (line 1, column ${column})`);
    expect(error.details).toContain(details);
  });

  it("refuses embedding without end, and says how deep it may go", () => {
    const text = `${"a(".repeat(5000)}${")".repeat(5000)}`;
    expect(refused("select", text)).toMatchObject({
      status: 400,
      message: "Embedded resources can be nested at most 32 levels deep",
    });
  });
});

describe("filters", () => {
  it.each([
    ["eq.", { kind: "quant", operator: "eq", value: "" }],
    ["eq.a.b,(c)", { kind: "quant", operator: "eq", value: "a.b,(c)" }],
    ["like(any).{O*,P*}", { kind: "quant", operator: "like", quantifier: "any", value: "{O*,P*}" }],
    ["isdistinct.3", { kind: "simple", operator: "isdistinct", value: "3" }],
    ["is.NULL", { kind: "is", value: "null" }],
    ["is.not_null", { kind: "is", value: "not_null" }],
    ['in.(a,"b,c","d\\"e", f)', { kind: "in", values: ["a", "b,c", 'd"e', " f"] }],
    ['in.("a"b,c)', { kind: "in", values: ['"a"b', "c"] }],
    ["in.()", { kind: "in", values: [] }],
    ['in.("")', { kind: "in", values: [] }],
    ["in.(,)", { kind: "in", values: ["", ""] }],
    ["wfts(english).a or b", { kind: "fts", operator: "wfts", language: "english", value: "a or b" }],
    ["fts.cat", { kind: "fts", operator: "fts", value: "cat" }],
  ])("read %s", (text, operation) => {
    expect(filter("c", text)?.value).toMatchObject({ filter: { negated: false, operation } });
    expect(filter("c", `not.${text}`)?.value).toMatchObject({ filter: { negated: true, operation } });
  });

  it("read keys with paths of embeds, into JSON, and quoted", () => {
    expect(filter("a.b.c->d->>e", "eq.1")).toMatchObject({
      path: ["a", "b"],
      value: {
        filter: {
          field: {
            name: "c",
            path: [
              { as: "json", key: "d" },
              { as: "text", key: "e" },
            ],
          },
        },
      },
    });
    expect(filter('"a.b"."c->d"', "eq.1")).toMatchObject({
      path: ["a.b"],
      value: { filter: { field: { name: "c->d" } } },
    });
  });

  it.each([
    ["c", "5", "filter (5)", 1, 'unexpected "5" expecting "not" or operator (eq, gt, ...)'],
    ["c", "not.5", "filter (not.5)", 5, 'unexpected "5" expecting operator (eq, gt, ...)'],
    ["c", "eq", "filter (eq)", 3, "unexpected end of input expecting operator (eq, gt, ...)"],
    ["c", "neq(any).1", "filter (neq(any).1)", 4, 'unexpected "(" expecting operator (eq, gt, ...)'],
    ["c", "in.(1", "filter (in.(1)", 6, 'unexpected end of input expecting "," or ")"'],
    ["c", "in.(1)x", "filter (in.(1)x)", 7, "unexpected 'x' expecting end of input"],
    ["c", "is.nulls", "filter (is.nulls)", 8, 'unexpected "s" expecting null or trilean value'],
    ["a..b", "eq.1", "tree path (a..b)", 3, 'unexpected "."'],
    ["order", "a.foo", "order (a.foo)", 3, 'expecting "asc", "desc", "nullsfirst" or "nullslast"'],
    ["columns", "a,", "columns parameter (a,)", 3, "unexpected end of input"],
    ["on_conflict", "a)", "on_conflict parameter (a))", 2, "unexpected ')'"],
    ["or", "()", "logic tree (())", 4, 'unexpected ")"'],
    ["not.and", "(a.eq.1", "logic tree ((a.eq.1)", 15, "unexpected end of input"],
    ["or", "(a.x.1)", "logic tree ((a.x.1))", 6, 'unexpected "x"'],
  ])("refuse %s=%s", (key, value, what, column, details) => {
    const error = refused(key, value);
    expect(error.message).toBe(`"failed to parse ${what}" (line 1, column ${column})`);
    expect(error.details).toContain(details);
  });
});

describe("logic trees", () => {
  it("read nested conditions with values of all kinds", () => {
    const [at] = parse([
      "x.not.or",
      '(a.eq.1, and(b.in.(1,"2,)"),not.or(c.is.null)),d->>e.cs.{1,2},f.not.eq."x,y)",and.eq.1)',
    ]).conditions;
    expect(at?.path).toEqual(["x"]);
    expect(at?.value).toMatchObject({
      kind: "or",
      negated: true,
      conditions: [
        { filter: { field: { name: "a" } } },
        {
          kind: "and",
          negated: false,
          conditions: [{ filter: { operation: { values: ["1", "2,)"] } } }, { kind: "or", negated: true }],
        },
        { filter: { field: { name: "d", path: [{ key: "e" }] }, operation: { value: "{1,2}" } } },
        { filter: { negated: true, operation: { value: "x,y)" } } },
        { filter: { field: { name: "and" } } },
      ],
    });
  });
  it("refuse nesting without end", () => {
    expect(refused("or", `(${"and(".repeat(5000)}`).message).toBe(
      "Logic operators can be nested at most 32 levels deep",
    );
  });
});

describe("order", () => {
  it("reads directions, nulls, JSON paths, related columns and embeds", () => {
    expect(
      parse(["order", "a, b.desc,c->>d.asc.nullsfirst,e.nullslast,rel(col).desc.nullslast"]).order,
    ).toEqual([
      {
        path: [],
        value: [
          { field: { name: "a", path: [] } },
          { field: { name: "b", path: [] }, direction: "desc" },
          { field: { name: "c", path: [{ as: "text", key: "d" }] }, direction: "asc", nulls: "first" },
          { field: { name: "e", path: [] }, nulls: "last" },
          { relation: "rel", field: { name: "col", path: [] }, direction: "desc", nulls: "last" },
        ],
      },
    ]);
    expect(parse(["a.b.order", "c"]).order[0]?.path).toEqual(["a", "b"]);
  });
});
