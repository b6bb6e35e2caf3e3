/** The API's description of itself, against the fixture. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type OpenApiOptions, openApi } from "../../src/engine/openapi/openapi.ts";
import { loadPrivileges, privilegesOf } from "../../src/engine/openapi/privileges.ts";
import { loadSchema } from "../../src/engine/schema/load.ts";
import type { SchemaCache } from "../../src/engine/schema/schema-cache.ts";
import { FIXTURE_SCHEMAS, FIXTURE_SEARCH_PATH, loadFixture } from "../cases/fixture.ts";
import { emptyDatabase, type TestDatabase } from "../support/database.ts";

const OPTIONS: OpenApiOptions = {
  schema: "observatory",
  version: "11.2.1 (test)",
  host: "127.0.0.1",
  port: 3000,
  securityActive: false,
  mode: "follow-privileges",
  mediaFamily: "vnd.pgrst",
};

const parameter = z.union([
  z.strictObject({ $ref: z.string() }),
  z.strictObject({
    name: z.string(),
    in: z.enum(["query", "header"]),
    required: z.boolean(),
    type: z.enum(["string", "number", "integer", "boolean", "array"]),
    description: z.string().optional(),
    format: z.string().optional(),
    default: z.string().optional(),
    enum: z.array(z.string()).optional(),
    items: z.strictObject({ type: z.string().optional(), format: z.string().optional() }).optional(),
    collectionFormat: z.literal("multi").optional(),
  }),
  z.strictObject({
    name: z.string(),
    in: z.literal("body"),
    required: z.boolean(),
    description: z.string().optional(),
    schema: z.looseObject({}),
  }),
]);

const operation = z.strictObject({
  tags: z.array(z.string()),
  summary: z.string().optional(),
  description: z.string().optional(),
  produces: z.array(z.string()).optional(),
  parameters: z.array(parameter).optional(),
  responses: z.record(
    z.string().regex(/^\d{3}$/),
    z.strictObject({ description: z.string(), schema: z.looseObject({}).optional() }),
  ),
});

const property = z.strictObject({
  type: z.enum(["string", "number", "integer", "boolean", "array"]).optional(),
  format: z.string(),
  description: z.string().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  enum: z.array(z.string()).optional(),
  maxLength: z.number().optional(),
  items: z.strictObject({ type: z.string().optional(), format: z.string().optional() }).optional(),
});

/** OpenAPI 2.0 as far as such a document uses it; nothing else may be in it. */
const swagger = z.strictObject({
  swagger: z.literal("2.0"),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  host: z.string().regex(/^[^/]+:\d+$/),
  basePath: z.string().startsWith("/"),
  schemes: z.array(z.enum(["http", "https"])),
  consumes: z.array(z.string()),
  produces: z.array(z.string()),
  paths: z.record(
    z.string().startsWith("/"),
    z.partialRecord(z.enum(["get", "post", "patch", "delete"]), operation),
  ),
  definitions: z.record(
    z.string(),
    z.strictObject({
      type: z.literal("object"),
      description: z.string().optional(),
      required: z.array(z.string()).min(1).optional(),
      properties: z.record(z.string(), property),
    }),
  ),
  parameters: z.record(z.string(), parameter),
  securityDefinitions: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  externalDocs: z.strictObject({ description: z.string(), url: z.string() }),
});

let database: TestDatabase;
let cache: SchemaCache;

beforeAll(async () => {
  database = await emptyDatabase();
  await loadFixture(database.url);
  cache = await database.owner.transaction((tx) =>
    loadSchema(tx, { schemas: FIXTURE_SCHEMAS, extraSearchPath: FIXTURE_SEARCH_PATH }),
  );
});

afterAll(async () => {
  await database?.drop();
});

async function document(role = "fixture_user", options: Partial<OpenApiOptions> = {}) {
  const privileges = await database.owner.transaction((tx) => loadPrivileges(tx, FIXTURE_SCHEMAS), { role });
  const made = openApi(cache, privileges, { ...OPTIONS, ...options });
  return swagger.parse(JSON.parse(JSON.stringify(made)));
}

/** Names of the parameters that an operation refers to. */
function references(parameters: readonly z.infer<typeof parameter>[] | undefined): string[] {
  return (parameters ?? []).map((one) => ("$ref" in one ? one.$ref.replace("#/parameters/", "") : one.name));
}

describe("the whole document", () => {
  test("is OpenAPI 2.0, for every role and in every mode", async () => {
    const all = await document("fixture_anonymous", { mode: "ignore-privileges", securityActive: true });
    expect(Object.keys(all.paths).length).toBeGreaterThan(70);
    await document("fixture_anonymous", { schema: "archive" });
  });

  test("refers to nothing that is not in it", async () => {
    const made = await document();
    const text = JSON.stringify(made);
    const found = [...text.matchAll(/"\$ref":("(?:[^"\\]|\\.)*")/g)].map((match) =>
      JSON.parse(match[1] ?? ""),
    );
    expect(found.length).toBeGreaterThan(100);
    for (const reference of new Set(found)) {
      const [kind, name] = z
        .tuple([z.enum(["parameters", "definitions"]), z.string()])
        .parse(/^#\/([a-z]+)\/(.*)$/.exec(reference)?.slice(1));
      expect(made[kind][name], reference).toBeDefined();
    }
  });

  test("has title and description of the schema's comment, or those of every such API", async () => {
    expect((await document()).info).toEqual({
      title: "Observatory",
      description: "Stars, telescopes and the people who look through them.\nAll data is invented.",
      version: "11.2.1 (test)",
    });
    expect((await document("fixture_user", { schema: "archive" })).info).toMatchObject({
      title: "PostgREST API",
      description: "This is a dynamic API generated by PostgREST",
    });
    expect((await document("fixture_user", { schema: "archive", title: "Plates" })).info.title).toBe(
      "Plates",
    );
  });

  test("says where the service listens, or where a proxy does", async () => {
    expect(await document()).toMatchObject({ host: "127.0.0.1:3000", basePath: "/", schemes: ["http"] });
    expect(await document("fixture_user", { proxyUri: "https://example.org/data/v1" })).toMatchObject({
      host: "example.org:443",
      basePath: "/data/v1",
      schemes: ["https"],
    });
    expect(await document("fixture_user", { proxyUri: "http://example.org:8080" })).toMatchObject({
      host: "example.org:8080",
      basePath: "/",
    });
  });

  test("names the media types of the family that is asked for", async () => {
    const { consumes, produces } = await document("fixture_user", { mediaFamily: "vnd.backend" });
    expect(consumes).toEqual([
      "application/json",
      "application/vnd.backend.object+json;nulls=stripped",
      "application/vnd.backend.object+json",
      "text/csv",
    ]);
    expect(produces).toEqual(consumes);
  });

  test("asks for a token only where that is wanted", async () => {
    expect(await document()).not.toHaveProperty("security");
    const secure = await document("fixture_user", { securityActive: true });
    expect(secure.security).toEqual([{ JWT: [] }]);
    expect(secure.securityDefinitions?.JWT).toMatchObject({
      type: "apiKey",
      in: "header",
      name: "Authorization",
    });
  });

  test("shows a role only what it has any right to, unless privileges are ignored", async () => {
    const paths = async (...parameters: Parameters<typeof document>) =>
      Object.keys((await document(...parameters)).paths);
    const user = await paths("fixture_user");
    expect(user).toEqual(expect.arrayContaining(["/papers", "/rpc/restricted", "/observers"]));
    expect(user).not.toContain("/secrets");
    const anonymous = await paths("fixture_anonymous");
    expect(anonymous).toContain("/observers");
    expect(anonymous).not.toContain("/papers");
    expect(anonymous).not.toContain("/rpc/restricted");
    expect(await paths("fixture_anonymous", { mode: "ignore-privileges" })).toContain("/secrets");
  });
});

test("a role's rights are asked for once, until the schema is loaded anew", async () => {
  const ask = async (role: string, of: SchemaCache) =>
    await database.owner.transaction((tx) => privilegesOf(tx, of, role, FIXTURE_SCHEMAS), { role });
  const first = await ask("fixture_user", cache);
  expect(await ask("fixture_user", cache)).toBe(first);
  expect(await ask("fixture_anonymous", cache)).not.toEqual(first);
  const anew = await ask("fixture_user", { ...cache });
  expect(anew).not.toBe(first);
  expect(anew).toEqual(first);
});

describe("a relation", () => {
  test("can be read with a filter for each column and written where it is writable", async () => {
    const { paths } = await document();
    const stars = paths["/stars"];
    expect(Object.keys(stars ?? {})).toEqual(["get", "post", "delete", "patch"]);
    expect(references(stars?.get?.parameters).slice(-8)).toEqual([
      "rowFilter.stars.notes",
      "select",
      "order",
      "range",
      "rangeUnit",
      "offset",
      "limit",
      "preferCount",
    ]);
    expect(references(stars?.post?.parameters)).toEqual(["body.stars", "select", "preferPost"]);
    expect(references(stars?.patch?.parameters).slice(-2)).toEqual(["body.stars", "preferReturn"]);
    expect(stars?.get?.responses).toEqual({
      "200": { description: "OK", schema: { type: "array", items: { $ref: "#/definitions/stars" } } },
      "206": { description: "Partial Content" },
    });
    expect(Object.keys(paths["/nights_overview"] ?? {})).toEqual(["get"]);
  });

  test("is described by its comment", async () => {
    const { paths, definitions } = await document();
    expect(paths["/sites"]?.get).toMatchObject({
      tags: ["sites"],
      summary: "Observing sites",
      description: "Where the domes stand.",
    });
    expect(definitions.sites?.description).toBe("Observing sites\nWhere the domes stand.");
    expect(paths["/people"]?.get).not.toHaveProperty("summary");
  });

  test("has a definition with types, formats, defaults, lengths and labels", async () => {
    const { definitions } = await document();
    expect(definitions.telescopes?.required).toEqual(["id", "name", "is_open", "tags"]);
    expect(definitions.telescopes?.properties).toMatchObject({
      name: { type: "string", format: "character varying", maxLength: 40 },
      aperture_m: { type: "number", format: "real" },
      installed: { type: "string", format: "date", default: "2000-01-01" },
      is_open: { type: "boolean", default: false },
      tags: { type: "array", format: "text[]", items: { type: "string" } },
    });
    expect(definitions.telescopes?.properties.spec).toEqual({ format: "jsonb" });
    expect(definitions.stars?.properties.class).toMatchObject({
      type: "string",
      format: "observatory.spectral_class",
      enum: ["O", "B", "A", "F", "G", "K", "M"],
    });
    expect(definitions.sites?.properties.altitude).toMatchObject({ type: "integer", default: 0 });
    expect(definitions.best_nights).not.toHaveProperty("required");
  });

  test("marks primary and foreign keys for clients", async () => {
    const { definitions } = await document();
    expect(definitions.stars?.properties.number?.description).toBe("Note:\nThis is a Primary Key.<pk/>");
    expect(definitions.telescopes?.properties.site_id?.description).toBe(
      "The site it stands on\n\nNote:\nThis is a Foreign Key to `sites.id`.<fk table='sites' column='id'/>",
    );
    expect(definitions.exposures?.properties.night_id?.description).toBe(
      "Note:\nThis is a Primary Key.<pk/>\nThis is a Foreign Key to `nights.id`.<fk table='nights' column='id'/>",
    );
  });

  test("has parameters of its own, named after it", async () => {
    const { parameters } = await document();
    expect(parameters["rowFilter.sites.country"]).toEqual({
      name: "country",
      description: "ISO 3166 code of the country",
      required: false,
      format: "character",
      in: "query",
      type: "string",
    });
    expect(parameters["body.sites"]).toMatchObject({ in: "body", schema: { $ref: "#/definitions/sites" } });
    expect(parameters['rowFilter.Émission lines.it"s']).toMatchObject({ name: 'it"s' });
  });
});

describe("a function", () => {
  test("takes its arguments from the query or from a body", async () => {
    const { paths } = await document();
    const add = paths["/rpc/add"];
    expect(add?.get?.parameters).toEqual([
      { name: "a", in: "query", required: true, type: "integer", format: "integer" },
      { name: "b", in: "query", required: false, type: "integer", format: "integer" },
    ]);
    expect(add?.post?.parameters).toEqual([
      {
        name: "args",
        in: "body",
        required: true,
        schema: {
          type: "object",
          required: ["a"],
          properties: {
            a: { type: "integer", format: "integer" },
            b: { type: "integer", format: "integer" },
          },
        },
      },
      { $ref: "#/parameters/preferParams" },
    ]);
    expect(add?.post?.tags).toEqual(["(rpc) add"]);
    expect(add?.post?.responses).toEqual({ "200": { description: "OK" } });
  });

  test("repeats a variadic parameter, and takes an array as a literal", async () => {
    const { paths } = await document();
    expect(paths["/rpc/total"]?.get?.parameters).toEqual([
      {
        name: "amounts",
        in: "query",
        required: true,
        type: "array",
        items: { type: "integer", format: "integer" },
        collectionFormat: "multi",
      },
    ]);
    expect(paths["/rpc/total"]?.post?.parameters?.[0]).toMatchObject({
      schema: { properties: { amounts: { type: "array", format: "integer[]", items: { type: "integer" } } } },
    });
  });

  test("is described by its comment, and makes JSON", async () => {
    const { paths } = await document();
    expect(paths["/rpc/answer"]?.post).toMatchObject({
      summary: "The answer",
      description: "To everything.",
      produces: [
        "application/json",
        "application/vnd.pgrst.object+json;nulls=stripped",
        "application/vnd.pgrst.object+json",
      ],
    });
    expect(paths["/rpc/answer"]?.get).not.toHaveProperty("parameters");
  });

  test("names types of its own schema without it", async () => {
    const { paths } = await document();
    expect(paths["/rpc/as_class"]?.get?.parameters).toMatchObject([{ format: "spectral_class" }]);
  });
});
