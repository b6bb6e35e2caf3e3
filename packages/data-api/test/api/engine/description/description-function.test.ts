/** Functions in the OpenAPI document. */
import { beforeAll, describe, expect, it } from "vitest";
import { HARBOUR } from "../harbour.ts";
import { type Answered, observatoryForTests } from "../observatory.ts";

const o = observatoryForTests({ extra: HARBOUR, config: { schemas: ["harbour"] } });
let all: Answered["json"];
beforeAll(async () => {
  all = (await o.get("/")).json;
});

const parameter = (name: string): object => ({ $ref: `#/parameters/${name}` });

describe("a function's path", () => {
  const PRODUCES = [
    "application/json",
    "application/vnd.pgrst.object+json;nulls=stripped",
    "application/vnd.pgrst.object+json",
  ];
  const OK = { "200": { description: "OK" } };

  it("is read with parameters of the query, the ones with defaults not required", () => {
    expect(all.paths["/rpc/arrive"].get).toEqual({
      tags: ["(rpc) arrive"],
      summary: "A ship comes",
      description: "and lies at a quay.",
      produces: PRODUCES,
      parameters: [
        { name: "ship", in: "query", required: true, format: "integer", type: "integer" },
        { name: "quay", in: "query", required: false, format: "text", type: "string" },
        { name: "since", in: "query", required: false, format: "date", type: "string" },
      ],
      responses: OK,
    });
  });

  it("is called with one object as the body", () => {
    expect(all.paths["/rpc/arrive"].post).toEqual({
      tags: ["(rpc) arrive"],
      summary: "A ship comes",
      description: "and lies at a quay.",
      produces: PRODUCES,
      parameters: [
        {
          name: "args",
          in: "body",
          required: true,
          schema: {
            type: "object",
            description: "A ship comes\nand lies at a quay.",
            required: ["ship"],
            properties: {
              ship: { format: "integer", type: "integer" },
              quay: { format: "text", type: "string" },
              since: { format: "date", type: "string" },
            },
          },
        },
        parameter("preferParams"),
      ],
      responses: OK,
    });
  });

  it("has parameters of every type: arrays and JSON are strings in a query, and what they are in a body", () => {
    const { get, post } = all.paths["/rpc/typed"];
    const types = (list: { name: string; type?: string; format: string }[]) =>
      Object.fromEntries(list.map(({ name, type, format }) => [name, [type, format]]));
    expect(types(get.parameters)).toEqual({
      a: ["integer", "bigint"],
      b: ["number", "numeric"],
      c: ["boolean", "boolean"],
      d: ["string", "json"],
      e: ["string", "text[]"],
      f: ["string", "kind"],
    });
    expect(post.parameters[0].schema.properties).toMatchObject({
      a: { type: "integer", format: "bigint" },
      d: { format: "json" },
      e: { type: "array", format: "text[]", items: { type: "string" } },
      f: { type: "string", format: "kind" },
    });
    expect(post.parameters[0].schema.properties.d).not.toHaveProperty("type");
  });

  it("repeats a variadic parameter in the query", () => {
    expect(all.paths["/rpc/loaded"].get.parameters[1]).toEqual({
      name: "goods",
      in: "query",
      required: true,
      type: "array",
      items: { format: "text", type: "string" },
      collectionFormat: "multi",
    });
  });

  it("has get for volatile functions too, as 11.2 does", () => {
    expect(Object.keys(all.paths["/rpc/arrive"]).sort()).toEqual(["get", "post"]);
    expect(Object.keys(all.paths["/rpc/bell"]).sort()).toEqual(["get", "post"]);
  });

  it("without parameters has none in the query, and an empty object as the body", () => {
    expect(all.paths["/rpc/bell"].get).not.toHaveProperty("parameters");
    expect(all.paths["/rpc/bell"].post.parameters[0].schema).toEqual({ type: "object" });
  });
});
