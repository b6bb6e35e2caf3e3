/**
 * Fleets at their natural rhythm on one machine: `npx tsx bench/fleet.ts [--boats 1000,10000,40000] [--seconds 60]`, on
 * its own embedded server. Like the plugin, each boat posts its measurements every ten minutes (two rows at rest, ten
 * under way, which one in seven is) and its metadata every hour, and one under way reads its configuration every
 * minute; one owner in a hundred has the dashboard open and reads a page a minute. Prints a table and one JSON line:
 * latencies, processor time, memory, and the remaining backlog.
 */
import { Agent, request } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connectPostgres, type Postgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { z } from "zod";
import { tokenIssuer } from "../packages/server/src/people/accounts/tokens.ts";
import { row } from "./ingest-boats.ts";
import { memoryAlone } from "./support/memory.ts";
import { descendants } from "./support/peak-memory.ts";
import { runService } from "./support/running-service.ts";

const { values } = parseArgs({
  options: {
    boats: { type: "string", default: "1000,10000,40000" },
    seconds: { type: "string", default: "60" },
  },
});
/** Boats of each fleet; each includes the boats of the one before. */
const FLEETS = values.boats.split(",").map(Number);
const BOATS = Math.max(...FLEETS);
const SECONDS = Number(values.seconds);
const SECRET = "a secret for benchmarks, not for boats";
/** Minutes between two posts of rows. */
const POST_EVERY = 10;
/** One boat in this many is under way. */
const UNDER_WAY_OF = 7;
/** One owner in this many has the dashboard open. */
const LOOKING_OF = 100;
/** Minutes of a day at which `row` is at rest, and under way. */
const AT_REST = 120;
const SAILING = 650;
const PAGES = [
  "/logs_view?limit=10",
  "/monitoring_view",
  "/stays_view?limit=10",
  "/metadata?select=name,time",
];
/** Most time to wait for the backlog after a fleet's run. */
const QUIET_MS = 120_000;

interface Boat {
  readonly token: string;
  readonly owner: string;
  readonly isUnderWay: boolean;
  /** Rows sent so far. */
  sent: number;
}

/** Boats and owners, inserted directly: hashing ten thousand passwords is not the subject. */
async function insertBoats(database: Postgres): Promise<Boat[]> {
  await database.transaction(async (tx) => {
    await tx.script("alter table app.vessels no force row level security");
    await tx.run(sql`
      insert into app.accounts (account_id, email, first, last, password_hash)
      select 'owner' || n, 'owner' || n || '@example.org', 'Aino', 'Meri', 'none' from generate_series(1, ${BOATS}::int) n`);
    await tx.run(sql`
      insert into app.vessels (vessel_id, name) select 'vessel' || n, 'Boat ' || n from generate_series(1, ${BOATS}::int) n`);
    await tx.run(sql`
      insert into app.memberships (account_id, vessel_id, role)
      select 'owner' || n, 'vessel' || n, 'owner' from generate_series(1, ${BOATS}::int) n`);
    await tx.script("alter table app.vessels force row level security");
  });
  const issuer = tokenIssuer(SECRET, 1);
  return Promise.all(
    Array.from({ length: BOATS }, async (_, i) => {
      const [accountId, vesselId] = [`owner${i + 1}`, `vessel${i + 1}`];
      const email = `${accountId}@example.org`;
      return {
        token: await issuer.vessel({ vesselId, email, tokenVersion: 1 }),
        owner: await issuer.user({ accountId, email, vesselId, sessionVersion: 1 }),
        isUnderWay: i % UNDER_WAY_OF === 0,
        sent: 0,
      };
    }),
  );
}

type Kind = "rows" | "metadata" | "configuration" | "page";

/** Requests of all callers, and their latencies. */
function traffic(apiUrl: string) {
  // Boats do not keep connections for ten minutes; one per boat would measure the client's sockets.
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const took = new Map<Kind, number[]>();
  const refused = new Map<string, number>();
  const refuse = (what: string) => void refused.set(what, (refused.get(what) ?? 0) + 1);

  const ask = (kind: Kind, path: string, token: string, body: string | null = null): Promise<void> =>
    new Promise((resolve) => {
      const begun = performance.now();
      const headers = {
        Authorization: `Bearer ${token}`,
        ...(body === null
          ? {}
          : {
              "Content-Type": "application/json",
              "Content-Length": Buffer.byteLength(body),
              Prefer:
                kind === "rows"
                  ? "return=representation"
                  : "missing=default,return=headers-only,resolution=merge-duplicates",
            }),
      };
      const sent = request(apiUrl + path, { method: body === null ? "GET" : "POST", agent, headers });
      sent.on("response", (answer) => {
        answer.resume();
        answer.on("end", () => {
          if ((answer.statusCode ?? 500) >= 300) refuse(`${kind} ${answer.statusCode}`);
          took.set(kind, [...(took.get(kind) ?? [])].concat(performance.now() - begun));
          resolve();
        });
      });
      sent.on("error", () => {
        refuse(`${kind} without an answer`);
        resolve();
      });
      sent.end(body);
    });

  /** A boat's measurements of ten minutes that ended this many milliseconds ago. */
  const rows = (boat: Boat, ago = 0): Promise<void> => {
    const count = boat.isUnderWay ? POST_EVERY : 2;
    const every = (POST_EVERY / count) * MINUTE;
    const now = Date.now();
    const posted = Array.from({ length: count }, (_, k) => ({
      ...row(boat.isUnderWay ? SAILING + ((boat.sent + k) % 180) : AT_REST),
      time: new Date(now - ago - (count - 1 - k) * every).toISOString(),
    }));
    boat.sent += count;
    return ask("rows", "/metrics?select=time", boat.token, JSON.stringify(posted));
  };
  return {
    rows,
    metadata: (boat: Boat) =>
      ask("metadata", "/metadata?on_conflict=vessel_id", boat.token, JSON.stringify(METADATA)),
    configuration: (boat: Boat) => ask("configuration", "/metadata?select=configuration", boat.token),
    page: (boat: Boat, turn: number) => ask("page", PAGES[turn % PAGES.length] ?? "", boat.owner),
    /** The counts since the last call. */
    take() {
      const counted = new Map([...took].map(([kind, times]) => [kind, times.sort((a, b) => a - b)]));
      const answer = { counted, refused: [...refused].map(([what, n]) => `${n} × ${what}`).join(", ") };
      took.clear();
      refused.clear();
      return answer;
    },
    close: () => agent.destroy(),
  };
}

const METADATA = {
  name: "A boat",
  mmsi: null,
  length: 11,
  beam: 3.6,
  height: 17,
  ship_type: 36,
  plugin_version: "0.6.0",
  signalk_version: "2.0.0",
  platform: "linux",
  time: new Date().toISOString(),
  available_keys: [{ key: "environment.depth.belowTransducer", unit: "m" }],
};

const stateRow = z.object({ rows: z.number(), logs: z.number() });

async function stateOf(database: Postgres): Promise<z.infer<typeof stateRow>> {
  const [state] = await database.transaction(
    (tx) =>
      tx.query(sql`
        select (select count(*)::int from api.metrics) as rows,
          (select count(*)::int from api.logbook) as logs`),
    { role: "wakelog_worker" },
  );
  return stateRow.parse(state);
}

function quantiles(times: readonly number[] = []): string {
  const at = (q: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * q))] ?? 0);
  return times.length === 0 ? "-" : `${times.length}: ${at(0.5)} / ${at(0.99)} / ${at(1)}`;
}

/** Pending events. */
async function backlogOf(database: Postgres): Promise<number> {
  const [row] = await database.transaction(
    (tx) => tx.query(sql`select count(*)::int as left from app.events where processed is null`),
    { role: "wakelog_worker" },
  );
  return z.object({ left: z.number() }).parse(row).left;
}

/** Waits until nothing is pending. @returns seconds, or null on timeout */
async function drained(database: Postgres): Promise<number | null> {
  const begun = performance.now();
  while (performance.now() - begun < QUIET_MS) {
    if ((await backlogOf(database)) === 0) return Math.round((performance.now() - begun) / 1000);
    await sleep(500);
  }
  return null;
}

/**
 * Runs a fleet for the time, and waits for its responses.
 * @param turn the first boat that posts rows
 * @returns how many boats have posted rows
 */
async function live(api: ReturnType<typeof traffic>, fleet: readonly Boat[], turn: number): Promise<number> {
  const underWay = fleet.filter(({ isUnderWay }) => isUnderWay);
  const waiting: Promise<void>[] = [];
  const begun = performance.now();
  /** Makes this many boats do something once per period, in turn. */
  const repeat = (
    all: readonly Boat[],
    share: number,
    minutes: number,
    act: (boat: Boat, n: number) => Promise<void>,
  ) => {
    let done = 0;
    return (ms: number): number => {
      for (; done < Math.floor((all.length * share * ms) / (minutes * MINUTE)); done++) {
        const boat = all[(turn + done) % all.length];
        if (boat !== undefined) waiting.push(act(boat, done));
      }
      return done;
    };
  };
  const posting = repeat(fleet, 1, POST_EVERY, (boat) => api.rows(boat));
  const habits = [
    posting,
    repeat(fleet, 1, 60, api.metadata),
    repeat(underWay, 1, 1, api.configuration),
    repeat(fleet, 1 / LOOKING_OF, 1, api.page),
  ];
  for (let ms = 0; ms < SECONDS * 1000; ms = performance.now() - begun) {
    for (const go of habits) go(ms);
    await sleep(20);
  }
  await Promise.all(waiting);
  return posting(0);
}

process.env.WAKELOG_JWT_SECRET = SECRET;
const service = await runService(null);
const database = connectPostgres({ url: service.databaseUrl, max: 2 });
const lines: Record<string, string | number | null>[] = [];
try {
  const boats = await insertBoats(database);
  const api = traffic(service.apiUrl);
  let known = 0;
  let turn = 0;
  for (const size of FLEETS) {
    const fleet = boats.slice(0, size);
    // A boat's first rows cost more than later ones.
    for (; known < size; known += 64) {
      await Promise.all(
        boats.slice(known, Math.min(size, known + 64)).map(async (boat) => {
          await api.metadata(boat);
          await api.rows(boat, POST_EVERY * MINUTE);
        }),
      );
    }
    known = size;
    await drained(database);
    api.take();
    const before = await stateOf(database);
    const cpu = await service.cpuTime();
    await service.takeWorst();
    const begun = performance.now();
    turn += await live(api, fleet, turn);
    const seconds = (performance.now() - begun) / 1000;
    const spent = await service.cpuTime();
    const left = await backlogOf(database);
    const after = await drained(database);
    const state = await stateOf(database);
    const worst = await service.takeWorst();
    const { counted, refused } = api.take();
    const rows = state.rows - before.rows;
    lines.push({
      boats: size,
      seconds: Math.round(seconds),
      "rows/s": Math.round(rows / seconds),
      "rows: n, p50/p99/max ms": quantiles(counted.get("rows")),
      metadata: quantiles(
        [...(counted.get("metadata") ?? []), ...(counted.get("configuration") ?? [])].sort((a, b) => a - b),
      ),
      pages: quantiles(counted.get("page")),
      refused,
      "node %": cpu && spent ? Math.round(((spent.service - cpu.service) / seconds) * 100) : null,
      "database %": cpu && spent ? Math.round(((spent.database - cpu.database) / seconds) * 100) : null,
      "held ms": worst.heldMs,
      "node MB": worst.serviceMb,
      "backend MB": worst.backendMb,
      "left, quiet after s": `${left}, ${after ?? "not"}`,
      logs: state.logs,
      load: Math.round(loadavg()[0] ?? 0),
    });
  }
  api.close();
  const alone = await memoryAlone([service.pid, ...(await descendants(service.pid))]);
  console.table(Object.fromEntries(lines.map((line) => [line.boats, line])));
  console.log(JSON.stringify({ seconds: SECONDS, aloneMb: Math.round(alone), lines }));
} finally {
  await database.close();
  await service.stop();
}
