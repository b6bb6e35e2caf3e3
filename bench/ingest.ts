/**
 * Rows per second through HTTP: `npx tsx bench/ingest.ts [--quick] [--vessels 200] [--profile FOLDER]`, on the embedded
 * server, and also on the empty database at DATABASE_URL if set. One vessel and many at once, in batches of 1, 31 and
 * 1000; then a boat with a year (`--quick`: a month) of history that posts row by row, and late rows in the middle of
 * the year; statements per POST and the service's memory. Prints tables and one JSON line. Each line of the table takes
 * half a minute at most.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { boats, bodies, type Queue, row, YEAR } from "./ingest-boats.ts";
import { countStatements, type StatementCount } from "./ingest-statements.ts";
import { runService } from "./support/running-service.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    vessels: { type: "string" },
    history: { type: "string" },
    profile: { type: "string" },
  },
});
const quick = values.quick;
const vessels = Number(values.vessels ?? (quick ? 40 : 200));
const history = Number(values.history ?? (quick ? 43_200 : YEAR));
const LINE_MS = quick ? 5000 : 30_000;
const LIVE_POSTS = quick ? 100 : 500;
const LATE_POSTS = quick ? 5 : 20;

interface Line {
  readonly what: string;
  readonly rowsPerSecond: number | null;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly posts: number;
  /** Processor milliseconds per POST: of the service's process, and of the embedded server. */
  readonly serviceCpuMs: number | null;
  readonly databaseCpuMs: number | null;
}

interface Result {
  readonly server: string;
  readonly lines: readonly Line[];
  readonly statements: readonly StatementCount[];
  readonly peakMemoryMb: number | null;
}

async function bench(server: string, databaseUrl: string | null): Promise<Result> {
  const service = await runService(databaseUrl, values.profile ?? null);
  const senders = boats(service.apiUrl);
  const lines: Line[] = [];
  const measure = async (what: string, batch: number | null, queues: readonly Queue[]): Promise<void> => {
    const before = await service.cpuTime();
    const start = performance.now();
    const took = (await senders.deal(queues, start + LINE_MS)).sort((a, b) => a - b);
    const seconds = (performance.now() - start) / 1000;
    const after = await service.cpuTime();
    const perPost = (of: "service" | "database"): number | null =>
      before === null || after === null
        ? null
        : Math.round(((after[of] - before[of]) * 10_000) / took.length) / 10;
    const quantile = (q: number): number =>
      Math.round((took[Math.min(took.length - 1, Math.floor(took.length * q))] ?? 0) * 100) / 100;
    const line = {
      what,
      rowsPerSecond: batch === null ? null : Math.round((took.length * batch) / seconds),
      medianMs: quantile(0.5),
      p99Ms: quantile(0.99),
      posts: took.length,
      serviceCpuMs: perPost("service"),
      databaseCpuMs: databaseUrl === null ? perPost("database") : null,
    };
    lines.push(line);
    process.stderr.write(`${server}: ${JSON.stringify(line)}\n`);
  };
  try {
    const fleet = await senders.fleet(vessels);
    const scale = quick ? 0.2 : 1;
    for (const [batch, rows] of [
      [1, 1000],
      [31, 31 * 500],
      [1000, 60_000],
    ] as const) {
      await measure(`1 vessel, batches of ${batch}`, batch, [
        [await senders.register(), bodies(0, rows * scale, batch)],
      ]);
    }
    // A boat's first row begins its first stay; a live boat has that behind it.
    await senders.deal(fleet.map((token): Queue => [token, bodies(0, 1, 1)]));
    let minute = 1;
    for (const [batch, posts] of [
      [1, 20],
      [31, 5],
      [1000, 1],
    ] as const) {
      const [from, each] = [minute, batch * posts];
      minute += each;
      const queues = fleet.map((token): Queue => [token, bodies(from, each, batch)]);
      await measure(`${vessels} vessels, batches of ${batch}`, batch, queues);
    }
    const old = await senders.register();
    const past = history - LIVE_POSTS;
    const started = performance.now();
    for (let from = 0; from < past; from += 20_000)
      await senders.deal([[old, bodies(from, Math.min(20_000, past - from), 1000)]]);
    process.stderr.write(
      `${server}: ${past} rows of history in ${Math.round((performance.now() - started) / 1000)} s\n`,
    );
    await jobsDone(service.databaseUrl);
    process.stderr.write(
      `${server}: logs finished ${Math.round((performance.now() - started) / 1000)} s after\n`,
    );
    await measure(`live row, ${history} rows behind it`, null, [[old, bodies(past, LIVE_POSTS, 1)]]);
    const late = Array.from({ length: LATE_POSTS }, (_, i) => {
      const at = Math.floor(past / 2) + i * 97;
      const time = Date.parse(String(row(at).time)) + MINUTE / 2;
      return JSON.stringify([{ ...row(at), time: new Date(time).toISOString() }]);
    });
    await measure("late row in their middle", null, [[old, late]]);
    const peakMemoryMb = await service.peakMemoryMb();
    return { server, lines, statements: await countStatements(service.databaseUrl), peakMemoryMb };
  } finally {
    senders.close();
    await service.stop();
  }
}

/** Waits, a few minutes at most, until the worker has finished the history's logs, as for a live boat. */
async function jobsDone(databaseUrl: string): Promise<void> {
  const database = connectPostgres({ url: databaseUrl, max: 1 });
  for (let tries = 0; tries < 600; tries++) {
    const [found] = await database.transaction((tx) =>
      tx.query(sql`select count(*)::integer as waiting from app.events where processed is null`),
    );
    if (found?.waiting === 0) break;
    await sleep(500);
  }
  await database.close();
}

const results = [await bench("embedded", null)];
const other = process.env.DATABASE_URL ?? "";
if (other !== "") results.push(await bench("DATABASE_URL", other));
for (const { server, lines, statements, peakMemoryMb } of results) {
  console.log(`\n${server}: at most ${peakMemoryMb ?? "?"} MB of memory in the service's process`);
  console.table(lines);
  console.table(statements);
}
console.log(JSON.stringify({ bench: "ingest", quick, vessels, history, results }));
