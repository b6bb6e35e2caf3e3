/** With many live boats, the time from a row that raises an alert to the message at the owner's webhook. */
import { once } from "node:events";
import { createServer } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { boats } from "./ingest-boats.ts";
import type { RunningService } from "./support/running-service.ts";

export interface AlertLatency {
  readonly boats: number;
  readonly messages: number;
  /** From the POST of a row to its message, milliseconds. */
  readonly median: number;
  readonly p99: number;
  readonly most: number;
  /** Load average of the machine. */
  readonly load: number;
}

/**
 * Each boat sends two rows: a good one, then one that raises an alert. Rounds are spread evenly over `seconds`, because
 * real boats do not send all at once.
 * @param size number of boats, each with its own owner
 * @throws Error if a message takes more than a minute
 */
export async function alertFleet(
  service: RunningService,
  size: number,
  seconds: number,
  rules: readonly { readonly name: string; readonly key: string }[],
  measured: (boat: number) => Readonly<Record<string, number>>,
): Promise<AlertLatency> {
  const arrived = new Map<string, number>();
  const receiver = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const boat = /"boat":"([^"]+)"/.exec(Buffer.concat(parts).toString())?.[1];
      if (boat !== undefined && !arrived.has(boat)) arrived.set(boat, performance.now());
      answer.end();
    });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const address = receiver.address();
  if (address === null || typeof address === "string") throw new Error("no port");

  const senders = boats(service.apiUrl);
  const database = connectPostgres({ url: service.databaseUrl, max: 1 });
  try {
    const fleet = await senders.fleet(size);
    await watch(database, `http://127.0.0.1:${address.port}/`, rules);
    const send = (n: number, metrics: Readonly<Record<string, number>>) => {
      const row = {
        time: new Date().toISOString(),
        latitude: 59.8,
        longitude: 22.9,
        speedoverground: 0,
        metrics,
      };
      return senders.deal([[fleet[n] ?? "", [JSON.stringify([row])]]]);
    };
    const sent = new Map<string, number>();
    const round = (raise: boolean) =>
      Promise.all(
        fleet.map(async (_, n) => {
          await sleep((n * seconds * 1000) / size);
          if (raise) sent.set(`Bench ${n + 1}`, performance.now());
          await send(n, { ...measured(n), ...(raise ? { "oven.temperature": 500 } : {}) });
        }),
      );
    await round(false);
    arrived.clear();
    await round(true);
    const deadline = performance.now() + 60_000;
    while (arrived.size < sent.size && performance.now() < deadline) await sleep(50);
    if (arrived.size < sent.size)
      throw new Error(`${sent.size - arrived.size} of ${sent.size} messages are missing`);
    const took = [...sent]
      .map(([boat, time]) => Math.round((arrived.get(boat) ?? 0) - time))
      .sort((a, b) => a - b);
    const at = (percent: number) =>
      took[Math.min(took.length - 1, Math.floor((took.length * percent) / 100))] ?? 0;
    return {
      boats: size,
      messages: took.length,
      median: at(50),
      p99: at(99),
      most: at(100),
      load: Math.round(loadavg()[0] ?? 0),
    };
  } finally {
    senders.close();
    await database.close();
    receiver.close();
    receiver.closeAllConnections();
  }
}

/** Gives every boat rules that never trigger and one that can, and its owner a webhook. */
async function watch(
  database: ReturnType<typeof connectPostgres>,
  webhook: string,
  rules: readonly { readonly name: string; readonly key: string }[],
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(sql`
      update app.accounts set preferences = preferences
        || jsonb_build_object('email_valid', true, 'email_notifications', false, 'webhook_url', ${webhook}::text)`);
    await tx.run(sql`delete from api.alert_rules`);
    await tx.run(sql`
      insert into api.alert_rules (vessel_id, name, kind, key, low, hysteresis, after)
      select v.vessel_id, r.name, 'below', r.key, -1e6, 0.1, interval '1 min'
      from app.vessels v, json_to_recordset(${JSON.stringify(rules)}::json) as r (name text, key text)`);
    await tx.run(sql`
      insert into api.alert_rules (vessel_id, name, kind, key, high, hysteresis, after)
      select vessel_id, 'hot', 'above', 'oven.temperature', 400, 0, interval '0' from app.vessels`);
  });
}
