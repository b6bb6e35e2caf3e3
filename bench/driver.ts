/**
 * What reaching under the driver is worth (docs/adr/0008-under-the-driver.md): the two statements of a request, sent as
 * the driver offers and in one flush as ours; and answers of some size through the driver's socket and through ours.
 *
 *   npx tsx bench/driver.ts [--times 3000]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { connectPostgres } from "../src/db/postgres.ts";
import { type Sql, sql } from "../src/db/sql.ts";
import { startEmbedded } from "../src/postgres-server/embedded.ts";

const { values } = parseArgs({ options: { times: { type: "string", default: "3000" } } });

const PREAMBLE = sql`select set_config('search_path', ${"pg_catalog"}, true)`;
const STATEMENT = sql`
  select coalesce(json_agg(r), '[]')::text from (select relname, relkind from pg_class limit ${20}::int) r`;
const SIZES = [0.1, 1, 16];

/** Prints the median of each way. Ways take turns, so that a busy moment of the machine counts for all of them. */
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

const dataDir = await mkdtemp(join(tmpdir(), "wakelog-bench-"));
const server = await startEmbedded({ dataDir, port: "auto", durable: false });
const ours = connectPostgres({ url: server.url, max: 1 });
const [inTurn, pipelined] = [false, true].map(
  (pipeline) => new pg.Client({ connectionString: server.url, ...{ pipeline } }),
) as [pg.Client, pg.Client];

/** A request as the driver offers to send it: each statement has a Sync of its own, so a block holds them together. */
function asDriverSends(client: pg.Client): readonly (() => Promise<unknown>)[] {
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
        "the driver, one after the other",
        async () => {
          for (const send of asDriverSends(inTurn)) await send();
        },
      ],
      ["the driver, its pipeline mode", () => Promise.all(asDriverSends(pipelined).map((send) => send()))],
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
        ["the driver's own socket", () => inTurn.query(large.text, [...large.values])],
        ["ours", () => ours.pipeline([{ statement: large }])],
      ]),
      Math.ceil(Number(values.times) / (20 + 100 * megabytes)),
    );
  }
} finally {
  await Promise.all([inTurn.end(), pipelined.end(), ours.close()]);
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
