/**
 * The cost of spreading rows beside embedding the same ones: PostgreSQL's time for one statement, in milliseconds, least
 * and median of several, in turns.
 *
 *   npx tsx bench/spread.ts [--rounds 30]
 *
 * Without WAKELOG_TEST_DATABASE_URL, starts an embedded server.
 */
import { parseArgs } from "node:util";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { createEngine } from "@wakelog/data-api/engine/engine.ts";
import { releaseOf } from "@wakelog/data-api/engine/release/release.ts";
import { withDatabase } from "./support/database.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "30" } } });
const rounds = Number(values.rounds);

const SCHEMA = `
create schema bench;
create table bench.boats (id integer primary key, name text not null);
create table bench.positions (id integer primary key, boat_id integer references bench.boats, lat double precision, status text);
insert into bench.boats select n, 'boat ' || n from generate_series(1, 500) n;
insert into bench.positions select n, 1 + n % 500, n / 1000.0, 'sailing' from generate_series(1, 50000) n;
create index on bench.positions (boat_id);
analyze bench.boats, bench.positions;
`;

const COLUMNS = "id,lat,status";
const CASES: Readonly<Record<string, string>> = {
  "all rows embedded": `select=name,positions(${COLUMNS})&order=id`,
  "all rows spread": `select=name,...positions(${COLUMNS})&order=id`,
  "a page of twenty, embedded": `select=name,positions(${COLUMNS})&order=name&limit=20`,
  "a page of twenty, spread": `select=name,...positions(${COLUMNS})&order=name&limit=20`,
};

async function bench(url: string): Promise<void> {
  const owner = connectPostgres({ url, max: 2 });
  await owner.transaction((tx) => tx.script(SCHEMA));
  const engine = await createEngine({
    database: owner,
    authenticate: async () => ({ role: "bench", claims: {} }),
    handlers: { procedures: new Map(), inserts: new Map() },
    config: {
      release: releaseOf("16"),
      schemas: ["bench"],
      anonymousRole: null,
      plan: true,
      openApi: { mode: "disabled", version: "0" },
    },
  });
  await owner.transaction((tx) =>
    tx.script(`
      do $$ begin create role bench; exception when duplicate_object then null; end $$;
      grant usage on schema bench to bench; grant select on all tables in schema bench to bench;`),
  );
  const took = new Map(Object.keys(CASES).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, query] of Object.entries(CASES)) {
      const { status, body } = await engine.handle({
        method: "GET",
        path: "/boats",
        query,
        headers: { accept: "application/vnd.pgrst.plan+text; options=analyze" },
        body: Buffer.alloc(0),
      });
      const time = /Execution Time: ([\d.]+) ms/.exec(String(body))?.[1];
      if (status !== 200 || time === undefined)
        throw new Error(`${name} was answered with ${status}: ${body}`);
      took.get(name)?.push(Number(time));
    }
  }
  for (const [name, all] of took) {
    const sorted = all.toSorted((a, b) => a - b);
    const [least = 0, median = 0] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
    console.log(`${name.padEnd(28)} ${least.toFixed(1).padStart(7)} / ${median.toFixed(1).padStart(7)} ms`);
  }
  await engine.close();
  await owner.close();
}

await withDatabase("spread", bench);
