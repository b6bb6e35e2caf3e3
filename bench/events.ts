/**
 * Speed of the worker, and the latency of account mail meanwhile: `npx tsx bench/events.ts [--mails 60] [--lanes 3]
 * [--minutes 4]`, on the embedded server, through the service, its outbox and a mail server on loopback. 500 vessels
 * have 10 000 events pending, half of them messages to mail, half logs to finish; one vessel has 20 000 more. Meanwhile
 * users request recovery mails one by one; each latency is from request to arrival. Prints a table and one JSON line;
 * takes a few minutes at most.
 */
import { once } from "node:events";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connectPostgres, type Postgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { SMTPServer } from "smtp-server";
import { z } from "zod";
import { runService } from "./support/running-service.ts";

const { values } = parseArgs({
  options: {
    mails: { type: "string", default: "60" },
    lanes: { type: "string", default: "3" },
    minutes: { type: "string", default: "4" },
  },
});
const MAILS = Number(values.mails);
const VESSELS = 500;
const EVENTS_EACH = 20;
const EVENTS_OF_ONE = 20_000;
/** Delay between two requests for a mail. */
const PAUSE_MS = 250;
/** Latency assumed for a mail that has not arrived by then. */
const PATIENCE_MS = 60_000;

/** A mail server that records when mail for an address arrived. */
async function startMailServer() {
  const arrived = new Map<string, number>();
  let mails = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onData(stream, session, done) {
      stream.resume();
      stream.on("end", () => {
        mails++;
        for (const { address } of session.envelope.rcptTo) arrived.set(address, performance.now());
        done();
      });
    },
  });
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    arrived,
    count: () => mails,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
}

/** Accounts with a vessel each, one for the vessel with the backlog, and users who request recovery. */
async function populate(database: Postgres): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.script(`alter table app.vessels no force row level security;
      alter table app.events no force row level security;`);
    const people = sql`(
      select 'owner' || n as name from generate_series(0, ${VESSELS}::int) n
      union all select 'lost' || n from generate_series(1, ${MAILS}::int) n)`;
    await tx.run(sql`
      insert into app.accounts (account_id, email, first, last, password_hash, preferences)
      select name, name || '@example.org', 'Aino', 'Meri', 'none', '{"email_notifications": true, "email_valid": true}'
      from ${people} p`);
    await tx.run(sql`
      insert into app.vessels (vessel_id, name) select 'vessel' || n, 'Boat ' || n from generate_series(0, ${VESSELS}::int) n`);
    await tx.run(sql`
      insert into app.memberships (account_id, vessel_id, role)
      select 'owner' || n, 'vessel' || n, 'owner' from generate_series(0, ${VESSELS}::int) n`);
    await tx.script("alter table app.vessels force row level security;");
  });
}

/** All at once, the vessel with the backlog first. */
async function storeEvents(database: Postgres): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(sql`
      insert into app.events (channel, payload, ref_id)
      select 'finish_log', n::text, 'vessel0' from generate_series(1, ${EVENTS_OF_ONE}::int) n`);
    await tx.run(sql`
      insert into app.events (channel, payload, ref_id)
      select case when k % 2 = 0 then 'monitoring_online' else 'finish_log' end, k::text, 'vessel' || n
      from generate_series(1, ${EVENTS_EACH}::int) k, generate_series(1, ${VESSELS}::int) n`);
    await tx.run(sql`select pg_notify('wakelog_events', '')`);
    await tx.script("alter table app.events force row level security;");
  });
}

const pendingRow = z.object({ all: z.number(), others: z.number(), failed: z.number() });

async function pending(database: Postgres): Promise<z.infer<typeof pendingRow>> {
  const [row] = await database.transaction((tx) =>
    tx.query(sql`
      select count(*) filter (where processed is null)::int as all,
        count(*) filter (where processed is null and ref_id <> 'vessel0')::int as others,
        count(*) filter (where failure is not null)::int as failed
      from app.events`),
  );
  return pendingRow.parse(row);
}

function quantile(sorted: readonly number[], q: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0);
}

const mail = await startMailServer();
process.env.WAKELOG_SMTP_URL = `smtp://127.0.0.1:${mail.port}`;
process.env.WAKELOG_JOB_LANES = values.lanes;
const service = await runService(null);
const database = connectPostgres({ url: service.databaseUrl, max: 2 });
try {
  await populate(database);
  const cpuBefore = await service.cpuTime();
  const started = performance.now();
  await storeEvents(database);
  const deadline = started + Number(values.minutes) * 60_000;
  const stored = (performance.now() - started) / 1000;
  const waits: number[] = [];
  let othersDone: number | null = null;
  const look = async (): Promise<number> => {
    const { all, others } = await pending(database);
    if (others === 0) othersDone ??= (performance.now() - started) / 1000;
    return all;
  };
  let pendingAtLast = 0;
  for (let n = 1; n <= MAILS; n++) {
    const address = `lost${n}@example.org`;
    const requestedAt = performance.now();
    const answer = await fetch(`${service.apiUrl}/rpc/recover`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: address }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    while (!mail.arrived.has(address) && performance.now() - requestedAt < PATIENCE_MS) await sleep(2);
    waits.push((mail.arrived.get(address) ?? performance.now()) - requestedAt);
    if (n % 10 === 0) pendingAtLast = await look();
    await sleep(PAUSE_MS);
  }
  let left = pendingAtLast;
  while (left > 0 && performance.now() < deadline) {
    await sleep(1000);
    left = await look();
  }
  const seconds = (performance.now() - started) / 1000;
  const cpuAfter = await service.cpuTime();
  const { failed } = await pending(database);
  waits.sort((a, b) => a - b);
  const done = EVENTS_OF_ONE + EVENTS_EACH * VESSELS + MAILS - left;
  const result = {
    lanes: Number(values.lanes),
    events: done,
    left,
    failed,
    storedInSeconds: Math.round(stored * 10) / 10,
    seconds: Math.round(seconds),
    perSecond: Math.round(done / seconds),
    othersDoneSeconds: othersDone === null ? null : Math.round(othersDone),
    mailsInAll: mail.count(),
    waits: waits.length,
    pendingAtLastWait: pendingAtLast,
    waitP50Ms: quantile(waits, 0.5),
    waitP99Ms: quantile(waits, 0.99),
    waitMaxMs: quantile(waits, 1),
    serviceCpuMsEach: cpuBefore && cpuAfter && round(cpuAfter.service - cpuBefore.service, done),
    databaseCpuMsEach: cpuBefore && cpuAfter && round(cpuAfter.database - cpuBefore.database, done),
    load: loadavg().map((one) => Math.round(one * 10) / 10),
  };
  console.table(Object.fromEntries(Object.entries(result).map(([name, value]) => [name, String(value)])));
  console.log(JSON.stringify({ bench: "events", ...result }));
} finally {
  await database.close();
  await service.stop();
  await mail.stop();
}

/** Converts seconds of processor time to milliseconds per event. */
function round(seconds: number, events: number): number {
  return Math.round((seconds * 100_000) / events) / 100;
}
