/**
 * Random requests from every kind of caller to the real service: `npx tsx bench/fuzz.ts [--requests 20000] [--seed N]
 * [--minutes 30] [--parallel 8] [--only N]`, on its own embedded server. Half of the requests resemble those of
 * clients; half are spoilt. Every response is checked against the laws in `fuzz/laws.ts`, and a victim's rows must not
 * change. Prints counts by caller and status, the slowest response, the longest block of the event loop, memory, and
 * each finding with a command that repeats it. Exits with 1 if there is a finding, the victim's rows have changed or
 * the service is down. `--only` repeats one request of a seed.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connectPostgres, type Postgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { runCampaign } from "./fuzz/campaign.ts";
import { assemble } from "./fuzz/cast.ts";
import { readSurface } from "./fuzz/surface.ts";
import { freshSeed } from "./fuzz/values.ts";
import { type RunningService, runService, type Worst } from "./support/running-service.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "20000" },
    seed: { type: "string", default: String(freshSeed()) },
    minutes: { type: "string", default: "30" },
    parallel: { type: "string", default: "8" },
    only: { type: "string" },
  },
});
const SECRET = "a secret for fuzzing, not for boats";
const SETTLED_MS = 60_000;
/** Sampling interval of the service's figures, milliseconds. */
const SAMPLED_MS = 5_000;

/** Waits until the worker has nothing left to do, a minute at most. */
async function settled(database: Postgres): Promise<void> {
  const deadline = Date.now() + SETTLED_MS;
  while (Date.now() < deadline) {
    const [row] = await database.transaction(
      (tx) => tx.query(sql`select count(*)::int as left from app.events where processed is null`),
      { role: "wakelog_worker" },
    );
    if (row?.left === 0) return;
    await sleep(200);
  }
}

/** The worst figures of a service during some work. */
async function worstDuring<T>(
  service: RunningService,
  work: Promise<T>,
): Promise<{ outcome: T; worst: Worst }> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  // Resets the figures, so that earlier ones do not count.
  await service.takeWorst();
  let worst: Worst = { heldMs: null, serviceMb: null, backendMb: null };
  while (!isDone) {
    await Promise.race([sleep(SAMPLED_MS), done]);
    const latest = await service.takeWorst();
    worst = {
      heldMs: most(worst.heldMs, latest.heldMs),
      serviceMb: most(worst.serviceMb, latest.serviceMb),
      backendMb: most(worst.backendMb, latest.backendMb),
    };
  }
  return { outcome: await done, worst };
}

function most(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

const seed = Number(values.seed);
const from = values.only === undefined ? 0 : Number(values.only);
const to = values.only === undefined ? Number(values.requests) : from + 1;
process.env.WAKELOG_JWT_SECRET = SECRET;
const service = await runService(null);
const database = connectPostgres({ url: service.databaseUrl, max: 2 });
let failed = false;
try {
  const cast = await assemble(service.apiUrl, database, SECRET, () => settled(database));
  const surface = await readSurface(service.apiUrl, cast.operatorToken);
  console.log(
    `Seed ${seed}: ${surface.relations.length} relations, ${surface.procedures.length} procedures, at ${service.apiUrl}.`,
  );
  const before = await cast.victimsRows();
  const began = performance.now();
  const campaign = runCampaign({
    ...{ apiUrl: service.apiUrl, surface, cast, seed, from, to },
    parallel: Number(values.parallel),
    milliseconds: Number(values.minutes) * 60_000,
  });
  const { outcome, worst } = await worstDuring(service, campaign);
  const seconds = Math.round((performance.now() - began) / 1000);
  const after = await cast.victimsRows();
  const alive = await fetch(`${service.apiUrl}/versions_view`).then(
    ({ ok }) => ok,
    () => false,
  );
  const table = [...outcome.counts].map(([caller, byStatus]) => [
    caller,
    Object.fromEntries([...byStatus].sort(([a], [b]) => a - b)),
  ]);
  console.table(Object.fromEntries(table));
  const kinds = new Map<string, number>();
  for (const { law } of outcome.findings) kinds.set(law, (kinds.get(law) ?? 0) + 1);
  for (const { law, seen, request, command } of outcome.findings) {
    console.log(`\n#${request} ${law}\n  ${seen}\n  ${command.slice(0, 2_000)}`);
  }
  console.log(`\nSlowest answer: ${outcome.longest.command.slice(0, 2_000)}`);
  const result = {
    seed,
    sent: outcome.sent,
    seconds,
    longestMs: Math.round(outcome.longest.milliseconds),
    heldMs: worst.heldMs,
    serviceMb: worst.serviceMb,
    backendMb: worst.backendMb,
    victimUntouched: before === after,
    alive,
    findings: Object.fromEntries(kinds),
  };
  console.log(JSON.stringify({ bench: "fuzz", ...result }));
  failed = before !== after || !alive || outcome.findings.length > 0;
} finally {
  await database.close();
  await service.stop();
}
process.exitCode = failed ? 1 : 0;
