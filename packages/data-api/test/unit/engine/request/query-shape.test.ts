import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { queryOf, queryShape } from "../../../../src/engine/request/query-shape.ts";
import { parseHead } from "../../../../src/engine/request/request.ts";

describe("the shape of a query", () => {
  it.each([
    ["id=eq.1", "id=eq.&", ["1"]],
    ["id=not.gte.a.b", "id=not.gte.&", ["a.b"]],
    ["a=like(any).{x,y}&b=fts(english).w", "a=like(any).&;b=fts(english).&", ["{x,y}", "w"]],
    ["id=in.(1,%22a,b%22)", "id=in.(&)", [{ text: '1,"a,b"', elements: ["1", "a,b"] }]],
    ["n=21&name=a+b%20c", "n=&;name=&", ["21", "a b c"]],
    ["n=eq%2E5", "n=eq.&", ["5"]],
    ["data->>a=eq.1", "data->>a=eq.&", ["1"]],
    ["n=", "n=&", [""]],
  ])("leaves out the values of %s", (query, text, values) => {
    expect(queryShape(query)).toEqual({ text, values });
  });

  it.each([
    "select=id,eq.1",
    "order=eq.desc",
    "places.limit=5",
    "offset=1",
    "columns=a",
    "on_conflict=a",
    "and=(a.eq.1)",
    "a.not.or=(a.eq.1)",
    "id=is.null",
    "id=in.()",
    'id=in.("")',
    "id=in.(1",
    "id=not.x",
    "%73elect=eq.1",
    "a+b=eq.1",
    "only",
  ])("contains %s unchanged", (query) => {
    expect(queryShape(query)).toEqual({ text: query, values: [] });
  });

  it("differs from every query that means something else", () => {
    const piece = fc.constantFrom(
      ..."=&;%+.,()",
      "eq.",
      "id",
      "select",
      "in.(",
      "not.",
      "is.null",
      "1",
      "%3D",
      "%26",
    );
    const query = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(""));
    const meaning = (text: string, path: string): unknown => {
      try {
        return parseHead(
          { method: "GET", path, query: text, headers: {}, body: Buffer.alloc(0) },
          { schemas: ["a"] },
        );
      } catch (fault) {
        return String(fault);
      }
    };
    fc.assert(
      fc.property(query, fc.constantFrom("/t", "/rpc/f"), (text, path) => {
        const { text: shape, values } = queryShape(text);
        expect(meaning(queryOf(shape, values), path)).toEqual(meaning(text, path));
      }),
      { numRuns: 3000 },
    );
  });
});
