/**
 * The cost of following: `npx tsx bench/live.ts [--streams 10000] [--posts 100]`. Opens this many streams of `GET
 * /live` on one process of a separate service, forty per person and forty per boat, the most that each may have. Measures
 * memory, database connections, and the time from a POST to its position on each stream of the boat. Needs as many file
 * descriptors as streams (`ulimit -n`). Prints one JSON line.
 */
import { connect, type Socket } from "node:net";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { type BoatWithOwner, boats } from "./ingest-boats.ts";
import { memoryOf } from "./support/memory.ts";
import { runService } from "./support/running-service.ts";

const { values } = parseArgs({
  options: { streams: { type: "string", default: "10000" }, posts: { type: "string", default: "100" } },
});
const wanted = Number(values.streams);
const posts = Number(values.posts);
/** The service's limit of streams per person and per boat. */
const EACH = 40;
/** Streams opened concurrently. */
const AT_ONCE = 40;
/** Interval of comments, so that every stream has written something when memory is read. */
const COMMENT_MS = 15_000;

/** A raw stream: a client for each would cost more than the server. */
class Stream {
  readonly #socket: Socket;
  readonly #ended: Promise<never>;
  #tail = "";
  #waiting: { readonly text: string; readonly found: (time: number) => void } | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding("latin1").on("data", (text) => this.#take(String(text)));
    this.#ended = new Promise((_, reject) => {
      socket
        .on("error", reject)
        .on("close", () => reject(new Error(`a stream ended: ${this.#tail.slice(0, 200)}`)));
    });
    // Readers waiting for text get the error.
    this.#ended.catch(() => {});
  }

  static async open(url: URL, token: string): Promise<Stream> {
    const socket = connect(Number(url.port), url.hostname);
    const stream = new Stream(socket);
    const begun = stream.has("event: state");
    socket.write(
      `GET /live HTTP/1.1\r\nHost: ${url.host}\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    await begun;
    return stream;
  }

  /** Waits for text. @returns when it came, `performance.now()` */
  has(text: string): Promise<number> {
    this.#tail = "";
    const found = new Promise<number>((resolve) => {
      this.#waiting = { text, found: resolve };
    });
    return Promise.race([found, this.#ended]);
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(text: string): void {
    if (this.#waiting === null) return;
    this.#tail += text;
    if (!this.#tail.includes(this.#waiting.text)) return;
    this.#waiting.found(performance.now());
    this.#waiting = null;
    this.#tail = "";
  }
}

interface FollowedBoat extends BoatWithOwner {
  readonly streams: Stream[];
}

/** The percentile of sorted milliseconds. */
const percentile = (sorted: readonly number[], percent: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0);

async function main(): Promise<void> {
  const service = await runService(null, null);
  const senders = boats(service.apiUrl);
  const database = connectPostgres({ url: service.databaseUrl, max: 1 });
  const url = new URL(service.apiUrl);
  const all: FollowedBoat[] = [];
  try {
    const fleet = await senders.fleetWithOwners(Math.ceil(wanted / EACH / 2));
    all.push(...fleet.map((boat) => ({ ...boat, streams: [] })));
    const post = (boat: FollowedBoat, latitude: number) =>
      senders.deal([
        [boat.boat, [JSON.stringify([{ time: new Date().toISOString(), latitude, longitude: 22.9 }])]],
      ]);
    for (const boat of all) await post(boat, 59);

    const tokens = all.flatMap((boat) =>
      [boat.owner, boat.boat].flatMap((token) => Array.from({ length: EACH }, () => ({ boat, token }))),
    );
    const open = async (some: typeof tokens): Promise<void> => {
      const waiting = [...some];
      const work = async (): Promise<void> => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
          next.boat.streams.push(await Stream.open(url, next.token));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    };
    const residentMb = async (): Promise<number> => {
      await sleep(COMMENT_MS + 2000);
      return (await memoryOf([service.pid]))[0]?.rss ?? 0;
    };
    const connections = async (): Promise<number> => {
      const [row] = await database.transaction((tx) =>
        tx.query(sql`select count(*)::int as n from pg_stat_activity where backend_type = 'client backend'`),
      );
      return Number(row?.n);
    };

    // The first streams warm up the process; their cost is not counted.
    const first = tokens.slice(0, EACH);
    await open(first);
    const before = await residentMb();
    const connectionsBefore = await connections();
    const cpuBefore = await service.cpuTime();
    const began = performance.now();
    const others = tokens.slice(EACH, wanted);
    await open(others);
    const openSeconds = (performance.now() - began) / 1000;
    const cpuAfter = await service.cpuTime();
    const after = await residentMb();
    const connectionsAfter = await connections();
    const load = loadavg()[0] ?? 0;

    const took: number[] = [];
    for (let i = 0; i < posts; i++) {
      const boat = all[(i * 7) % all.length];
      if (boat === undefined) break;
      const latitude = 60 + i / 1000;
      const start = performance.now();
      const seen = Promise.all(boat.streams.map((stream) => stream.has(`"latitude":${latitude}`)));
      await post(boat, latitude);
      took.push(...(await seen).map((time) => time - start));
    }
    took.sort((a, b) => a - b);
    const seconds = (of: "service" | "database") => (cpuAfter?.[of] ?? 0) - (cpuBefore?.[of] ?? 0);
    const result = {
      streams: others.length + first.length,
      kilobytesEach: Math.round(((after - before) * 1024 * 10) / others.length) / 10,
      serviceMb: { before: Math.round(before), after: Math.round(after) },
      connections: { before: connectionsBefore, after: connectionsAfter },
      openSeconds: Math.round(openSeconds),
      openCpuMs: {
        service: Math.round((seconds("service") * 1e5) / others.length) / 100,
        database: Math.round((seconds("database") * 1e5) / others.length) / 100,
      },
      postToEventMs: { events: took.length, median: percentile(took, 50), p99: percentile(took, 99) },
      load: Math.round(load),
    };
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } finally {
    for (const { streams } of all) for (const stream of streams) stream.close();
    senders.close();
    await database.close();
    await service.stop();
  }
}

await main();
