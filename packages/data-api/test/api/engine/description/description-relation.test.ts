/** Relations in the OpenAPI document: paths, parameters and definitions. */
import { beforeAll, describe, expect, it } from "vitest";
import { HARBOUR } from "../harbour.ts";
import { type Answered, observatoryForTests } from "../observatory.ts";

const o = observatoryForTests({ extra: HARBOUR, config: { schemas: ["harbour"] } });
let all: Answered["json"];
beforeAll(async () => {
  all = (await o.get("/")).json;
});

const parameter = (name: string): object => ({ $ref: `#/parameters/${name}` });

describe("a relation's path", () => {
  const FILTERS = [
    "id",
    "quay_id",
    "tender_of",
    "name",
    "kind",
    "small",
    "big",
    "exact",
    "single",
    "twice",
    "afloat",
    "papers",
    "log",
    "codes",
    "names",
    "logs",
    "built",
    "seen",
    "uid",
    "raw",
  ].map((one) => parameter(`rowFilter.ships.${one}`));
  const COMMON = { tags: ["ships"], summary: "Ships", description: "That come and go,\nand stay." };

  it("is read by filters, select, order, ranges and a count", () => {
    expect(all.paths["/ships"].get).toEqual({
      ...COMMON,
      parameters: [
        ...FILTERS,
        ...["select", "order", "range", "rangeUnit", "offset", "limit", "preferCount"].map(parameter),
      ],
      responses: {
        "200": { description: "OK", schema: { type: "array", items: { $ref: "#/definitions/ships" } } },
        "206": { description: "Partial Content" },
      },
    });
  });

  it("is written by a body, filters and preferences", () => {
    const { post, patch, delete: remove } = all.paths["/ships"];
    expect(post).toEqual({
      ...COMMON,
      parameters: ["body.ships", "select", "preferPost"].map(parameter),
      responses: { "201": { description: "Created" } },
    });
    expect(patch).toEqual({
      ...COMMON,
      parameters: [...FILTERS, parameter("body.ships"), parameter("preferReturn")],
      responses: { "204": { description: "No Content" } },
    });
    expect(remove).toEqual({
      ...COMMON,
      parameters: [...FILTERS, parameter("preferReturn")],
      responses: { "204": { description: "No Content" } },
    });
  });

  it.each([
    ["/ships", ["delete", "get", "patch", "post"]],
    ["/afloat", ["delete", "get", "patch", "post"]],
    ["/anchorages", ["delete", "get", "patch", "post"]],
    ["/ships_by_quay", ["get"]],
    ["/names", ["get"]],
  ])("%s has the methods that the relation takes: %j", (path, methods) => {
    expect(Object.keys(all.paths[path]).sort()).toEqual(methods);
  });

  it("has neither summary nor description without a comment", () => {
    expect(all.paths["/quays"].get).not.toHaveProperty("summary");
    expect(all.paths["/quays"].get).not.toHaveProperty("description");
  });
});

describe("the parameters", () => {
  const header = (values: readonly string[]) => ({
    name: "Prefer",
    description: "Preference",
    in: "header",
    required: false,
    type: "string",
    enum: values,
  });
  const query = (name: string, description: string) => ({
    name,
    description,
    in: "query",
    required: false,
    type: "string",
  });

  it.each([
    ["preferParams", header(["params=single-object"])],
    ["preferReturn", header(["return=representation", "return=minimal", "return=none"])],
    ["preferCount", header(["count=none"])],
    [
      "preferPost",
      header([
        "return=representation",
        "return=minimal",
        "return=none",
        "resolution=ignore-duplicates",
        "resolution=merge-duplicates",
      ]),
    ],
    ["select", query("select", "Filtering Columns")],
    ["on_conflict", query("on_conflict", "On Conflict")],
    ["order", query("order", "Ordering")],
    ["range", { ...query("Range", "Limiting and Pagination"), in: "header" }],
    ["rangeUnit", { ...query("Range-Unit", "Limiting and Pagination"), in: "header", default: "items" }],
    ["offset", query("offset", "Limiting and Pagination")],
    ["limit", query("limit", "Limiting and Pagination")],
  ])("that every relation shares: %s", (name, expected) => {
    expect(all.parameters[name]).toEqual(expected);
  });

  it("that are a relation's own: its body, and a filter by each column", () => {
    expect(all.parameters["body.ships"]).toEqual({
      name: "ships",
      description: "ships",
      in: "body",
      required: false,
      schema: { $ref: "#/definitions/ships" },
    });
    expect(all.parameters["rowFilter.ships.name"]).toEqual({
      name: "name",
      description: "As painted on it",
      in: "query",
      required: false,
      type: "string",
      format: "character varying",
    });
    expect(all.parameters["rowFilter.ships.codes"]).toEqual({
      name: "codes",
      in: "query",
      required: false,
      type: "string",
      format: "integer[]",
    });
  });
});

describe("a relation's definition", () => {
  it("has its comment, its columns that may not be null, and a property for each column", () => {
    const { description, type, required, properties } = all.definitions.ships;
    expect([description, type, required]).toEqual([
      "Ships\n\nThat come and go,\nand stay.",
      "object",
      ["id", "name"],
    ]);
    expect(Object.keys(properties)).toHaveLength(20);
    expect(all.definitions.afloat).not.toHaveProperty("required");
    expect(all.definitions.afloat).not.toHaveProperty("description");
  });

  it.each([
    ["small", { type: "integer", format: "smallint", default: 3 }],
    ["big", { type: "integer", format: "bigint" }],
    ["exact", { type: "number", format: "numeric", default: 1.5 }],
    ["single", { type: "number", format: "real" }],
    ["twice", { type: "number", format: "double precision" }],
    ["afloat", { type: "boolean", format: "boolean", default: true }],
    ["papers", { format: "json" }],
    ["log", { format: "jsonb" }],
    ["codes", { type: "array", format: "integer[]", items: { type: "integer" } }],
    ["names", { type: "array", format: "text[]", items: { type: "string" } }],
    ["logs", { type: "array", format: "jsonb[]", items: {} }],
    ["built", { type: "string", format: "date", default: "CURRENT_DATE" }],
    ["seen", { type: "string", format: "timestamp with time zone" }],
    ["uid", { type: "string", format: "uuid" }],
    ["raw", { type: "string", format: "bytea" }],
    ["kind", { type: "string", format: "harbour.kind", enum: ["sail", "motor"], default: "sail" }],
    [
      "name",
      {
        type: "string",
        format: "character varying",
        maxLength: 20,
        default: "Nameless",
        description: "As painted on it",
      },
    ],
  ])("shows type, format, default, labels, length and comment of a column: %s", (column, expected) => {
    expect(all.definitions.ships.properties[column]).toEqual(expected);
  });

  it("marks primary and foreign keys, a blank line after the column's comment", () => {
    const { id, quay_id, tender_of } = all.definitions.ships.properties;
    expect(id.description).toBe("Note:\nThis is a Primary Key.<pk/>");
    expect(quay_id.description).toBe(
      "Where it lies\n\nNote:\nThis is a Foreign Key to `quays.id`.<fk table='quays' column='id'/>",
    );
    expect(tender_of.description).toBe(
      "Note:\nThis is a Foreign Key to `ships.id`.<fk table='ships' column='id'/>",
    );
  });

  it("marks the keys that a view has of its table", () => {
    expect(all.definitions.afloat.properties.id.description).toBe("Note:\nThis is a Primary Key.<pk/>");
  });
});
