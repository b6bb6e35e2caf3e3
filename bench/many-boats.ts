/**
 * The cost of a row of one of many boats that send at once: `npx tsx bench/many-boats.ts [--boats 48] [--rounds 60]
 * [--rules 0] [--followed]`, on the embedded server. Every boat sends one live row after the other, each when the one
 * before is answered; every second one is under way. Prints one JSON line: processor time for a POST in microseconds,
 * of the service and of the database, and latencies in milliseconds.
 */
import { parseArgs } from "node:util";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { destination } from "@wakelog/kit/geo/distance.ts";
import { NM_M } from "@wakelog/kit/geo/units.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { tokenIssuer } from "../packages/server/src/people/accounts/tokens.ts";
import { type BoatWithOwner, boats, type Queue, row } from "./ingest-boats.ts";
import { runService } from "./support/running-service.ts";

const { values } = parseArgs({
  options: {
    boats: { type: "string", default: "48" },
    rounds: { type: "string", default: "60" },
    rules: { type: "string", default: "0" },
    followed: { type: "boolean", default: false },
    profile: { type: "string" },
  },
});
const size = Number(values.boats);
const rounds = Number(values.rounds);
const SECRET = "a secret for benchmarks, not for boats";
const KNOTS = 5.2;
/** Rows before the measured ones: a boat's first rows begin its first stay and log. */
const WARM = 40;
/** Between two rows of a boat: all of them within a quarter of an hour. */
const EVERY_MS = Math.min(2_000, Math.floor((14 * MINUTE) / (WARM + rounds)));

/** The n-th row of a boat, the last of them now; less than a quarter of an hour old. */
function liveRow(boat: number, n: number, from: number): Record<string, unknown> {
  const time = from + n * EVERY_MS;
  const isSailing = boat % 2 === 1;
  const reach = isSailing ? (KNOTS * NM_M * n * EVERY_MS) / (60 * MINUTE) : 0;
  const at = destination({ latitude: 59.8, longitude: 22.9 }, 160, reach);
  return {
    ...row(0),
    ...destination(at, (n * 137) % 360, (n * 31) % 7),
    time: new Date(time).toISOString(),
    speedoverground: isSailing ? KNOTS : 0.1,
    status: isSailing ? "sailing" : "moored",
  };
}

/** Inserts boats and owners directly, because hashing passwords is not the subject, and rules that never trigger. */
async function insertFleet(databaseUrl: string, rules: number): Promise<BoatWithOwner[]> {
  const database = connectPostgres({ url: databaseUrl, max: 1 });
  await database.transaction(
    async (tx) => {
      await tx.run(sql`
        insert into app.accounts (account_id, email, first, last, password_hash)
        select 'owner' || n, 'owner' || n || '@example.org', 'Aino', 'Meri', 'none' from generate_series(1, ${size}::int) n`);
      await tx.run(sql`
        insert into app.vessels (vessel_id, name) select 'vessel' || n, 'Boat ' || n from generate_series(1, ${size}::int) n`);
      await tx.run(sql`
        insert into app.memberships (account_id, vessel_id, role)
        select 'owner' || n, 'vessel' || n, 'owner' from generate_series(1, ${size}::int) n`);
    },
    { role: "wakelog_worker" },
  );
  await database.transaction(
    (tx) =>
      tx.run(sql`
      insert into api.alert_rules (vessel_id, name, kind, key, low, hysteresis, after)
      select v.vessel_id, 'Rule ' || n, 'below', 'environment.depth.belowTransducer', -n, 0.1, interval '1 min'
      from app.vessels v, generate_series(1, ${rules}::integer) n`),
    { role: "wakelog_worker" },
  );
  await database.close();
  const issuer = tokenIssuer(SECRET, 1);
  return Promise.all(
    Array.from({ length: size }, async (_, i) => {
      const [accountId, vesselId, email] = [`owner${i + 1}`, `vessel${i + 1}`, `owner${i + 1}@example.org`];
      return {
        boat: await issuer.vessel({ vesselId, email, tokenVersion: 1 }),
        owner: await issuer.user({ accountId, email, vesselId, sessionVersion: 1 }),
      };
    }),
  );
}

/** Opens a stream and reads it, until it is aborted. */
async function follow(apiUrl: string, token: string, signal: AbortSignal): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, Accept: "text/event-stream" };
  const { body } = await fetch(`${apiUrl}/live`, { headers, signal });
  const read = async (): Promise<void> => {
    for await (const bytes of body ?? []) void bytes;
  };
  void read().catch(() => {});
}

process.env.WAKELOG_JWT_SECRET = SECRET;
const service = await runService(null, values.profile ?? null);
const senders = boats(service.apiUrl, size);
const streams = new AbortController();
try {
  const fleet = await insertFleet(service.databaseUrl, Number(values.rules));
  const from = Date.now() - (WARM + rounds) * EVERY_MS;
  const queues = (first: number, count: number): Queue[] =>
    fleet.map(({ boat }, n) => [
      boat,
      Array.from({ length: count }, (_, i) => JSON.stringify([liveRow(n, first + i, from)])),
    ]);
  await senders.deal(queues(0, WARM));
  if (values.followed) for (const { owner } of fleet) await follow(service.apiUrl, owner, streams.signal);
  const before = await service.cpuTime();
  const took = (await senders.deal(queues(WARM, rounds))).sort((a, b) => a - b);
  const after = await service.cpuTime();
  const each = (of: "service" | "database"): number =>
    Math.round((((after?.[of] ?? 0) - (before?.[of] ?? 0)) * 1e6) / took.length);
  const at = (q: number): number => Math.round((took[Math.floor((took.length - 1) * q)] ?? 0) * 10) / 10;
  const result = {
    boats: size,
    rules: Number(values.rules),
    followed: values.followed,
    posts: took.length,
    micros: {
      service: each("service"),
      database: each("database"),
      both: each("service") + each("database"),
    },
    p50: at(0.5),
    p99: at(0.99),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
} finally {
  streams.abort();
  senders.close();
  await service.stop();
}
