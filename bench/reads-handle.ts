/**
 * The engine's cost per request: from its text to its response, with a database that responds at once. Prints least and
 * median processor time per request, in microseconds, for requests with different values and for an identical one.
 *
 *   npx tsx bench/reads-handle.ts [--times 20000] [--rounds 9] [--only insert]
 *
 * Without WAKELOG_TEST_DATABASE_URL, starts an embedded server, only for its catalogue.
 */
import { parseArgs } from "node:util";
import type { Database, Result } from "@wakelog/data-api/db/database.ts";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { createEngine, type EngineInput } from "@wakelog/data-api/engine/engine.ts";
import { withDatabase } from "./support/database.ts";

const { values } = parseArgs({
  options: {
    times: { type: "string", default: "20000" },
    rounds: { type: "string", default: "9" },
    only: { type: "string", default: "" },
  },
});
const [times, rounds] = [Number(values.times), Number(values.rounds)];

const SCHEMA = `
create schema bench;
create table bench.boats (id integer primary key, name text not null);
create table bench.positions (
  id integer primary key, boat_id integer references bench.boats, time timestamptz, lat double precision, status text
);
create function bench.double(n integer) returns integer language sql immutable as $$ select n * 2 $$;
`;

const HEADERS = {
  host: "127.0.0.1:3000",
  "user-agent": "bench",
  accept: "*/*",
  "accept-language": "*",
  "accept-encoding": "gzip, deflate",
  connection: "keep-alive",
};
const nothing = Buffer.alloc(0);
const read = (path: string, query: string): EngineInput => ({
  method: "GET",
  path,
  query,
  headers: HEADERS,
  body: nothing,
});
const write = (method: string, path: string, query: string, body: object): EngineInput => ({
  method,
  path,
  query,
  headers: { ...HEADERS, "content-type": "application/json", prefer: "return=minimal" },
  body: Buffer.from(JSON.stringify(body)),
});

const CASES: Readonly<Record<string, (n: number) => EngineInput>> = {
  "one row, the same id": () => read("/positions", "id=eq.4711"),
  "one row, another id": (n) => read("/positions", `id=eq.${n}`),
  "one row, another id in a list": (n) => read("/positions", `id=in.(${n},${n + 1})`),
  "a span of time": (n) =>
    read("/positions", `select=id,lat&time=gte.${n}T00%3A00Z&time=lt.${n + 1}T00%3A00Z&order=time&limit=100`),
  "rows with others embedded": (n) =>
    read("/boats", `select=id,name,positions(id,time)&id=eq.${n}&positions.status=eq.at%20anchor`),
  "a procedure by GET": (n) => read("/rpc/double", `n=${n}`),
  "a procedure by POST": (n) => write("POST", "/rpc/double", "", { n }),
  "an insert": (n) => write("POST", "/positions", "", { id: n, boat_id: 1, lat: 54.5, status: "sailing" }),
  "an update": (n) => write("PATCH", "/positions", `id=eq.${n}`, { status: `at ${n}` }),
  "a delete": (n) => ({ ...read("/positions", `id=eq.${n}`), method: "DELETE" }),
};

const ROW = [null, "1", '[{"id":1}]', null, null, null, null, "f"];
const RESULT: Result = { columns: [], rows: [ROW], affected: 1 };

/** Microseconds of this process's own processor time. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

async function bench(url: string): Promise<void> {
  const owner = connectPostgres({ url, max: 2 });
  await owner.transaction((tx) => tx.script(SCHEMA));
  const database: Database = { ...owner, pipeline: async (all) => all.map(() => RESULT) };
  const engine = await createEngine({
    database,
    authenticate: async () => ({ role: "boat", claims: {}, claimsJson: '{"role":"boat"}' }),
    handlers: { procedures: new Map(), inserts: new Map() },
    config: {
      schemas: ["bench"],
      anonymousRole: null,
      openApi: { mode: "disabled", version: "0" },
    },
  });
  const cases = Object.entries(CASES).filter(([name]) => name.includes(values.only));
  const measured = new Map(cases.map(([name]): [string, number[]] => [name, []]));
  let n = 0;
  for (let round = -2; round < rounds; round++) {
    for (const [name, request] of cases) {
      const inputs = Array.from({ length: times }, () => request(n++));
      const before = used();
      for (const input of inputs) {
        const { status } = await engine.handle(input);
        if (status >= 300) throw new Error(`${name} was answered with ${status}`);
      }
      if (round >= 0) measured.get(name)?.push((used() - before) / times);
    }
  }
  for (const [name, took] of measured) {
    const sorted = took.toSorted((a, b) => a - b);
    const [least = 0, median = 0] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
    console.log(`${name.padEnd(32)} ${least.toFixed(1).padStart(6)} / ${median.toFixed(1).padStart(6)} µs`);
  }
  await engine.close();
  await owner.close();
}

await withDatabase("handle", bench);
