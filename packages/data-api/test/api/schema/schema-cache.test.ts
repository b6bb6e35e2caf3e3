/** The schema cache of a real database. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestDatabase } from "../../../../../test/support/database.ts";
import { connectPostgres } from "../../../src/db/postgres.ts";
import { findRelationship } from "../../../src/engine/schema/find-relationship.ts";
import { loadSchema } from "../../../src/engine/schema/load.ts";
import { qualified, type Relationship, type SchemaCache } from "../../../src/engine/schema/schema-cache.ts";
import {
  FIXTURE_AUTHENTICATOR,
  FIXTURE_SCHEMAS,
  FIXTURE_SEARCH_PATH,
  fixtureDatabase,
} from "../../cases/fixture.ts";

let database: TestDatabase;
let cache: SchemaCache;

async function load(): Promise<SchemaCache> {
  return await database.owner.transaction((tx) =>
    loadSchema(tx, { schemas: FIXTURE_SCHEMAS, extraSearchPath: FIXTURE_SEARCH_PATH }),
  );
}

beforeAll(async () => {
  database = await fixtureDatabase();
  cache = await load();
});

afterAll(async () => {
  await database?.drop();
});

function relation(name: string, schema = "observatory") {
  const found = cache.relations.get(qualified(schema, name));
  if (found === undefined) throw new Error(`no relation ${name}`);
  return found;
}

function column(table: string, name: string) {
  return relation(table).columns.get(name);
}

function ways(from: string, to: string): string[] {
  const describe = (one: Relationship): string => {
    if (one.kind === "computed") return `${one.cardinality} by ${one.functionName}`;
    if (one.kind === "junction") return `${one.cardinality} by ${one.junction}`;
    return `${one.cardinality} by ${one.columns.map((pair) => pair.join("=")).join()}`;
  };
  return cache.relationships
    .from("observatory", from)
    .filter((one) => one.foreignRelation === to)
    .map(describe);
}

describe("relations", () => {
  test("every kind is known, partitions only as their parent", () => {
    expect(relation("stars").kind).toBe("table");
    expect(relation("bright_stars").kind).toBe("view");
    expect(relation("telescope_totals").kind).toBe("materialized view");
    expect(relation("measurements").kind).toBe("partitioned table");
    expect(cache.relations.has(qualified("observatory", "measurements_2023"))).toBe(false);
  });

  test("only exposed schemas are known, and what their functions return", () => {
    expect(cache.relations.has(qualified("archive", "plates"))).toBe(true);
    expect(cache.relations.has(qualified("hidden", "grants_for_sites"))).toBe(false);
    expect(cache.relations.has(qualified("hidden", "funding"))).toBe(true);
  });

  test("what can be written follows from the view's query and its triggers", () => {
    const writable = (name: string) => {
      const { insertable, updatable, deletable } = relation(name);
      return [insertable, updatable, deletable];
    };
    expect(writable("people")).toEqual([true, true, true]);
    expect(writable("nights_overview")).toEqual([false, false, false]);
    expect(writable("telescope_totals")).toEqual([false, false, false]);
    expect(writable("site_inbox")).toEqual([true, true, true]);
  });

  test("primary keys come in their order, to views from the tables they show", () => {
    expect(relation("exposures").primaryKey).toEqual(["night_id", "catalog", "number"]);
    expect(relation("best_nights").primaryKey).toEqual(["night"]);
    expect(relation("totals_by_name").primaryKey).toEqual(["id"]);
    expect(relation("open_telescopes").primaryKey).toEqual(["id"]);
    expect(relation("weather_log").primaryKey).toEqual([]);
    expect(relation("sums").primaryKey).toEqual([]);
  });

  test("names are kept as they are", () => {
    expect([...relation("Émission lines").columns.keys()]).toEqual([
      "Wave length",
      "élément",
      'it"s',
      "a.b",
      "MixedCase",
    ]);
  });
});

describe("columns", () => {
  test("domains are resolved to their base, and kept as the type to cast to", () => {
    expect(column("stars", "peak")).toMatchObject({
      type: "numeric(5,2)",
      nominalType: "observatory.bright_magnitude",
    });
    expect(column("stars", "catalog")).toMatchObject({
      type: "character varying(12)",
      nullable: false,
      default: "'NEW'::character varying",
      maxLength: 12,
    });
  });

  test("enumerations bring their labels", () => {
    expect(column("stars", "class")?.enum).toEqual(["O", "B", "A", "F", "G", "K", "M"]);
  });

  test("an identity that may be given has the default that its sequence gives", () => {
    expect(column("sites", "id")?.default).toBe("nextval('observatory.sites_id_seq')");
    expect(column("observers", "id")?.default).toBeNull();
    expect(column("numbers", "doubled")?.default).toBeNull();
  });

  test("comments are descriptions", () => {
    expect(column("telescopes", "site_id")?.description).toBe("The site it stands on");
    expect(relation("stars").description).toBe("Stars");
    expect(cache.schemaDescriptions.get("observatory")).toMatch(/^Observatory\n/);
  });
});

describe("relationships", () => {
  test("a foreign key gives one in each direction", () => {
    expect(ways("telescopes", "sites")).toEqual(["many-to-one by site_id=id"]);
    expect(ways("sites", "telescopes")).toEqual(["one-to-many by id=site_id"]);
  });

  test("each one of a foreign key or a junction has its opposite", () => {
    const turned = (pairs: readonly (readonly [string, string])[]) =>
      pairs.map(([here, there]) => [there, here]);
    for (const one of [...cache.relations.values()].flatMap(({ schema, name }) =>
      cache.relationships.from(schema, name),
    )) {
      const back = cache.relationships.from(one.foreignSchema, one.foreignRelation);
      const opposite = {
        schema: one.foreignSchema,
        relation: one.foreignRelation,
        foreignSchema: one.schema,
        foreignRelation: one.relation,
      };
      if (one.kind === "foreign-key") {
        const { constraint, columns, isParent } = one;
        expect(back).toContainEqual(
          expect.objectContaining({ ...opposite, constraint, columns: turned(columns), isParent: !isParent }),
        );
      } else if (one.kind === "junction") {
        expect(back).toContainEqual(
          expect.objectContaining({
            ...opposite,
            junction: one.junction,
            columns1: turned(one.columns2),
            columns2: turned(one.columns1),
          }),
        );
      }
    }
  });

  test("a key that is unique or primary gives one-to-one", () => {
    expect(ways("badges", "observers")).toEqual(["one-to-one by observer_id=id"]);
    expect(ways("observers", "badges")).toEqual(["one-to-one by id=observer_id"]);
    expect(ways("companions", "stars")).toEqual([
      "many-to-one by of_catalog=catalog,of_number=number",
      "one-to-one by catalog=catalog,number=number",
    ]);
  });

  test("a junction whose keys are its primary key gives many-to-many, in both directions", () => {
    expect(ways("nights", "stars")).toEqual(["many-to-many by exposures"]);
    expect(ways("stars", "nights")).toEqual(["many-to-many by exposures"]);
    expect(ways("observers", "telescopes")).toEqual(["many-to-many by favourites", "many-to-many by skills"]);
  });

  test("a table that has its own key or is not exposed is not a junction", () => {
    expect(ways("observers", "sites")).toEqual([]);
  });

  test("views inherit through other views, renamed, materialized, and with a query in front", () => {
    expect(ways("best_nights", "telescopes")).toEqual(["many-to-one by instrument=id"]);
    expect(ways("exposures", "best_nights")).toEqual(["many-to-one by night_id=night"]);
    expect(ways("totals_by_name", "sites")).toEqual(["many-to-one by site_id=id"]);
    expect(ways("telescope_totals", "nights")).toEqual(["one-to-many by id=telescope_id"]);
    expect(ways("open_telescopes", "nights")).toEqual(["one-to-many by id=telescope_id"]);
    expect(ways("best_nights", "open_telescopes")).toEqual(["many-to-one by instrument=id"]);
    expect(ways("funding", "people")).toEqual(["many-to-one by observer_id=id"]);
  });

  test("a view of two selects inherits nothing", () => {
    expect(cache.relationships.from("observatory", "everyone")).toEqual([]);
  });

  test("partitioned tables have those of the whole", () => {
    expect(ways("measurements", "telescopes")).toEqual(["many-to-one by telescope_id=id"]);
    expect(ways("telescopes", "measurements")).toEqual(["one-to-many by id=telescope_id"]);
  });

  test("functions of a row compute them, and take the place of a key's", () => {
    expect(ways("stars", "stars")).toEqual(["many-to-one by brightest", "one-to-many by same_class"]);
    const origin = { schema: "observatory", name: "sites" };
    const found = findRelationship(cache, { schemas: ["observatory"], origin, target: "site_contacts" });
    expect(found).toMatchObject({ relationship: { kind: "computed", functionName: "site_contacts" } });
  });
});

test("casts of a domain are its representations", () => {
  const cast = (from: string, to: string, functionName: string) => ({
    from,
    to,
    functionSchema: "tools",
    functionName,
  });
  expect(cache.representations).toEqual([
    cast("json", "observatory.tint", "tint_of"),
    cast("observatory.tint", "json", "json_of"),
    cast("text", "observatory.tint", "tint_of"),
  ]);
});

test("media types, roles' settings and time zones are known", () => {
  expect(cache.mediaHandlers).toEqual([
    {
      mediaType: "application/vnd.observatory.chart",
      relation: { schema: "observatory", name: "stars" },
      functionSchema: "tools",
      functionName: "chart",
    },
  ]);
  expect(cache.roleSettings.get("fixture_user")).toEqual([["statement_timeout", "20s"]]);
  expect(cache.timezones.has("Europe/Paris")).toBe(true);
  expect(cache.serverVersion).toBeGreaterThanOrEqual(140000);
});

test("a login role without any rights sees the same", async () => {
  const requests = connectPostgres({ url: database.url, ...FIXTURE_AUTHENTICATOR, max: 1 });
  try {
    const seen = await requests.transaction((tx) =>
      loadSchema(tx, { schemas: FIXTURE_SCHEMAS, extraSearchPath: FIXTURE_SEARCH_PATH }),
    );
    const plain = ({ relationships, ...rest }: SchemaCache): unknown => ({
      ...rest,
      relationships: [...rest.relations.values()].map(({ schema, name }) => relationships.from(schema, name)),
    });
    expect(plain(seen)).toEqual(plain(cache));
  } finally {
    await requests.close();
  }
});

test("views redefined to be built on themselves, or on each other in a circle, inherit nothing", async () => {
  await database.owner.transaction((tx) =>
    tx.script(`
      create view observatory.mirror as select id, name from observatory.sites;
      create or replace view observatory.mirror as select id, name from observatory.mirror;
      create view observatory.hen as select id, site_id from observatory.telescopes;
      create view observatory.egg as select id, site_id from observatory.hen;
      create or replace view observatory.hen as select id, site_id from observatory.egg;
      create view observatory.chick as select e.id, t.site_id from observatory.egg e, observatory.telescopes t;`),
  );
  const seen = await load();
  const at = (name: string) => seen.relations.get(qualified("observatory", name));
  expect(["mirror", "hen", "egg", "chick"].map((name) => at(name)?.primaryKey)).toEqual([[], [], [], []]);
  expect([...(at("mirror")?.columns.keys() ?? [])]).toEqual(["id", "name"]);
  expect(seen.relationships.from("observatory", "egg")).toEqual([]);
  expect(seen.relationships.from("observatory", "chick").length).toBeGreaterThan(0);
  await database.owner.transaction((tx) =>
    tx.script("drop view observatory.mirror, observatory.hen, observatory.egg, observatory.chick cascade"),
  );
});

test("a new relation is there when the schema is loaded again", async () => {
  await database.owner.transaction((tx) =>
    tx.script("create table observatory.comets (id integer primary key, star text)"),
  );
  expect((await load()).relations.has(qualified("observatory", "comets"))).toBe(true);
  await database.owner.transaction((tx) => tx.script("drop table observatory.comets"));
});
