/** Random databases: the schema loads in reasonable time, and everything in it can be requested. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../test/support/database.ts";
import { sql } from "../../src/db/sql.ts";
import { loadSchema } from "../../src/engine/schema/load.ts";
import { qualified, type SchemaCache } from "../../src/engine/schema/schema-cache.ts";
import { build, type Plan, plans } from "../cases/catalogue/catalogue.ts";
import { requestsOf } from "../cases/catalogue/requests.ts";
import { fixtureDatabase } from "../cases/fixture.ts";
import { pairSettings, startOurs } from "../peer/pair.ts";
import { type PeerAnswer, type PeerRequest, peerClient, shown, undone } from "../peer/request.ts";

/** How many catalogues are drawn; `WAKELOG_TEST_CATALOGUES=200` looks further. */
const RUNS = Number(process.env.WAKELOG_TEST_CATALOGUES ?? 12);
/** More than enough for a schema to be read, on a slow machine too. */
const PATIENCE_MS = 10_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await fixtureDatabase();
});
afterAll(() => database.drop());

/** Reads a schema as the engine does. @throws Error where it takes too long */
async function loaded(schema: string): Promise<SchemaCache> {
  const started = performance.now();
  const cache = await database.owner.transaction((tx) =>
    loadSchema(tx, { schemas: [schema], extraSearchPath: [] }),
  );
  const took = performance.now() - started;
  if (took > PATIENCE_MS) throw new Error(`reading the schema took ${Math.round(took)} ms`);
  return cache;
}

/** A schema's requestable relations: without partitions, which are requested through their parent. */
async function relationsIn(schema: string): Promise<readonly string[]> {
  const { rows } = await database.owner.transaction((tx) =>
    tx.run(sql`select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${schema} and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition`),
  );
  return rows.map(([name]) => name ?? "");
}

/** The fault of a response, if any: an error with PostgreSQL's own code is correct. */
function fault({ method }: PeerRequest, { status, body }: PeerAnswer): string | null {
  const code = /"code":"(\w+)"/.exec(body)?.[1] ?? "";
  const isPostgres = /^(?!PGRST)[0-9A-Z]{5}$/.test(code);
  // Names used inside the engine's statements must not clash with the catalogue's.
  if (method === "PATCH" && code.startsWith("427")) return body;
  return status < 500 || isPostgres ? null : body;
}

async function faults(plan: Plan): Promise<readonly string[]> {
  const built = await build(database.owner, plan, "fixture_anonymous");
  try {
    const cache = await loaded(built.schema);
    const unknown = (await relationsIn(built.schema)).filter(
      (name) => !cache.relations.has(qualified(built.schema, name)),
    );
    if (unknown.length > 0) return [`not known: ${unknown.join(", ")}`, built.script];
    const api = await startOurs({
      ...pairSettings(database.url),
      "db-schemas": built.schema,
      "db-extra-search-path": "",
    });
    const client = peerClient(Number(new URL(api.where).port), new Map());
    try {
      const found: string[] = [];
      const root = { method: "GET", target: "/", headers: {} };
      for (const request of [root, ...requestsOf(cache, built.schema).map(undone)]) {
        const wrong = fault(request, await client.send(request));
        if (wrong !== null) found.push(`${shown(request)}\n  ${wrong}`);
      }
      return found.length === 0 ? [] : [...found, built.script];
    } finally {
      client.close();
      await api.stop();
    }
  } finally {
    await built.drop();
  }
}

describe("a random catalogue", () => {
  it(
    "is read in good time, and none of its relations and functions gets a 500",
    async () => {
      await fc.assert(
        fc.asyncProperty(plans(), async (plan) => {
          expect((await faults(plan)).join("\n")).toBe("");
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    30_000 + RUNS * PATIENCE_MS,
  );
});

/**
 * Many tables, each of which refers to others, with views on them and on each other; and one with many views that a
 * junction joins to itself, so that there are millions of ways from one to another.
 */
const LARGE = `
  create schema large;
  do $$
  begin
    for i in 0..299 loop
      execute format('create table large.t%s (id integer primary key, a integer references large.t%s, '
        'b integer references large.t%s, c text)', i, i * 7 / 11, i / 2);
      execute format('create view large.v%s as select id, a, b, c from large.%s', i,
        case when i % 5 = 0 then 't' || i else 'v' || (i - 1) end);
    end loop;
    -- Everybody's favourite table, and a junction between the two most looked at.
    create table large.hub (id integer primary key, a integer references large.t1);
    create table large.links (l integer references large.hub, r integer references large.hub, primary key (l, r));
    for i in 0..799 loop
      execute format('create view large.hub%s as select id, a from large.hub', i);
    end loop;
    for i in 0..99 loop
      execute format('create table large.spoke%s (id integer references large.hub primary key, h integer references large.hub)', i);
    end loop;
  end
  $$;
  grant usage on schema large to fixture_anonymous;
  grant select on all tables in schema large to fixture_anonymous;`;

describe("a catalogue of more than a thousand relations", () => {
  it("is read in good time, and asked for", async () => {
    await database.owner.transaction((tx) => tx.script(LARGE));
    const cache = await loaded("large");
    expect(cache.relations.size).toBe(2 * 300 + 2 + 800 + 100);
    // To every side of the table that its column names; from both columns of the junction and the spokes, and back
    // over the junction to every view in both directions.
    const sides = 1 + 800;
    const junctions = cache.relationships.from("large", "hub7").filter(({ kind }) => kind === "junction");
    expect(junctions).toHaveLength(2 * sides);
    const api = await startOurs({ ...pairSettings(database.url), "db-schemas": "large" });
    const client = peerClient(Number(new URL(api.where).port), new Map());
    try {
      const get = (target: string) => client.send({ method: "GET", target, headers: {} });
      expect((await get("/v299?select=id,c&limit=1")).status).toBe(200);
      expect((await get("/hub?select=id,spoke7!spoke7_h_fkey(id)")).status).toBe(200);
      expect((await get("/hub?select=id,nothing(id)")).status).toBe(400);
      expect((await get("/")).status).toBe(200);
    } finally {
      client.close();
      await api.stop();
    }
  }, 120_000);
});
