/**
 * The benefit of our own driver (docs/adr/0008-our-own-driver.md): the two statements of a request, sent as `pg` allows
 * and in one flush as ours; responses of some size by either; and the cost of each with many concurrent requests.
 *
 *   npx tsx bench/driver.ts [--times 3000]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import pg from "pg";
import { startEmbedded } from "../packages/server/src/database/postgres-server/embedded.ts";

const { values } = parseArgs({ options: { times: { type: "string", default: "3000" } } });

const PREAMBLE = sql`select set_config('search_path', ${"pg_catalog"}, true)`;
const STATEMENT = sql`
  select coalesce(json_agg(r), '[]')::text from (select relname, relkind from pg_class limit ${20}::int) r`;
const SIZES = [0.1, 1, 16];

/** Prints the median of each way. Ways alternate, so that other load affects all of them. */
async function compare(ways: ReadonlyMap<string, () => Promise<unknown>>, rounds: number): Promise<void> {
  const measured = new Map([...ways.keys()].map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of ways) {
      const began = performance.now();
      await run();
      measured.get(name)?.push(performance.now() - began);
    }
  }
  for (const [name, took] of measured) {
    const sorted = took.toSorted((a, b) => a - b);
    console.log(`  ${name.padEnd(48)} ${sorted[Math.floor(sorted.length / 2)]?.toFixed(3)} ms`);
  }
}

const AT_ONCE = [1, 10, 32];
const ROUNDS = 5;

/** Prints this process's processor time per request, and requests per second. Ways alternate. */
async function compareAtOnce(
  ways: ReadonlyMap<string, () => Promise<unknown>>,
  times: number,
): Promise<void> {
  for (const atOnce of AT_ONCE) {
    const measured = new Map([...ways.keys()].map((name): [string, [number, number][]] => [name, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, run] of ways) {
        const before = process.cpuUsage();
        const began = performance.now();
        let left = times;
        const asking = async (): Promise<void> => {
          while (left-- > 0) await run();
        };
        await Promise.all(Array.from({ length: atOnce }, asking));
        const { user, system } = process.cpuUsage(before);
        measured.get(name)?.push([(user + system) / times, (1000 * times) / (performance.now() - began)]);
      }
    }
    const median = (values: readonly number[]): number =>
      values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    for (const [name, all] of measured) {
      // The first round warms up.
      const [cost, rate] = ([0, 1] as const).map((at) => median(all.slice(1).map((one) => one[at])));
      console.log(
        `  ${String(atOnce).padStart(2)} at once, ${name.padEnd(36)} ${cost?.toFixed(1).padStart(6)} µs ${rate?.toFixed(0).padStart(7)}/s`,
      );
    }
  }
}

const dataDir = await mkdtemp(join(tmpdir(), "wakelog-bench-"));
const server = await startEmbedded({ dataDir, port: "auto", durable: false });
const ours = connectPostgres({ url: server.url, max: 1 });
const many = connectPostgres({ url: server.url, max: 4 });
const theirs = new pg.Pool({ connectionString: server.url, max: 4 });
const [inTurn, pipelined] = [false, true].map(
  (pipeline) => new pg.Client({ connectionString: server.url, ...{ pipeline } }),
) as [pg.Client, pg.Client];

/** A request as `pg` sends it: each statement has its own Sync, so a block holds them together. */
function asDriverSends(client: pg.ClientBase): readonly (() => Promise<unknown>)[] {
  const prepared = (name: string, { text, values }: Sql) => ({ name, text, values: [...values] });
  return [
    () => client.query("begin"),
    () => client.query(prepared("preamble", PREAMBLE)),
    () => client.query(prepared("statement", STATEMENT)),
    () => client.query("commit"),
  ];
}

try {
  await Promise.all([inTurn.connect(), pipelined.connect()]);
  console.log("two statements of one request, median");
  const two = [{ statement: PREAMBLE }, { statement: STATEMENT }];
  await compare(
    new Map<string, () => Promise<unknown>>([
      [
        "pg, one after the other",
        async () => {
          for (const send of asDriverSends(inTurn)) await send();
        },
      ],
      ["pg, its pipeline mode", () => Promise.all(asDriverSends(pipelined).map((send) => send()))],
      ["ours, not prepared", () => ours.pipeline(two)],
      ["ours, prepared", () => ours.pipeline(two.map((one) => ({ ...one, scope: "bench" })))],
    ]),
    Number(values.times),
  );
  for (const megabytes of SIZES) {
    console.log(`an answer of ${megabytes} MB, median`);
    const large = sql`select repeat('x', (${megabytes}::float8 * 1048576)::int)`;
    await compare(
      new Map<string, () => Promise<unknown>>([
        ["pg", () => inTurn.query(large.text, [...large.values])],
        ["ours", () => ours.pipeline([{ statement: large }])],
      ]),
      Math.ceil(Number(values.times) / (20 + 100 * megabytes)),
    );
  }
  console.log("the two statements on four connections: processor time of this process each, medians");
  const prepared = two.map((one) => ({ ...one, scope: "bench" }));
  await compareAtOnce(
    new Map<string, () => Promise<unknown>>([
      [
        "pg, one after the other",
        async () => {
          const client = await theirs.connect();
          for (const send of asDriverSends(client)) await send();
          client.release();
        },
      ],
      ["ours, each on a connection alone", () => many.pipeline(prepared)],
      ["ours, as reads", () => many.pipeline(prepared, undefined, { readOnly: true })],
    ]),
    Number(values.times),
  );
} finally {
  await Promise.all([inTurn.end(), pipelined.end(), ours.close(), many.close(), theirs.end()]);
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
