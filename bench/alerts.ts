/**
 * The cost of watching: `npx tsx bench/alerts.ts [--rules 10] [--posts 300] [--boats 500] [--seconds 60]`. Measures the
 * evaluator alone, as processor time per row of a hundred keys; then, with a separate service, single-row POSTs with
 * and without rules, and the time from a row that raises an alert to its event; then, for many live boats with a row
 * each per period, the time from the row to the webhook message. Prints one JSON line.
 */
import { parseArgs } from "node:util";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import { parseWatched } from "../packages/server/src/boat/monitoring/rule.ts";
import { NOTHING_SEEN } from "../packages/server/src/boat/monitoring/state.ts";
import { step } from "../packages/server/src/boat/monitoring/step.ts";
import { alertFleet } from "./alerts-fleet.ts";
import { runService } from "./support/running-service.ts";

const { values } = parseArgs({
  options: {
    rules: { type: "string", default: "10" },
    posts: { type: "string", default: "300" },
    boats: { type: "string", default: "500" },
    seconds: { type: "string", default: "60" },
  },
});
const ruleCount = Number(values.rules);
const posts = Number(values.posts);
const KEYS = ["voltage", "charge", "depth", "wind", "fuel", "fresh_water", "pressure", "waste_water"];

/** Rules that {@link measured} never triggers. */
const rules = Array.from({ length: ruleCount }, (_, n) => ({
  name: `rule ${n}`,
  kind: "below",
  key: KEYS[n % KEYS.length] ?? "voltage",
  low: -1e6,
}));

/** A row of a boat with many instruments. */
function measured(n: number): Record<string, number> {
  const others = Array.from({ length: 90 }, (_, k) => [`propulsion.port.cylinder${k}.temperature`, 300 + k]);
  return {
    ...Object.fromEntries(others),
    "electrical.batteries.House.voltage": 12 + (n % 10) / 10,
    "electrical.batteries.House.capacity.stateOfCharge": 0.7,
    "environment.depth.belowTransducer": 8,
    "environment.wind.speedTrue": 6,
    "tanks.fuel.0.currentLevel": 0.5,
    "tanks.freshWater.0.currentLevel": 0.5,
    "tanks.blackWater.0.currentLevel": 0.1,
    "environment.outside.pressure": 101_300,
  };
}

/** The evaluator's processor time per row, microseconds. */
function evaluatorMicroseconds(rows: number): number {
  const watched = parseWatched({
    rules: rules.map((rule, n) => ({
      ...rule,
      id: n + 1,
      high: null,
      hysteresis: 0.1,
      after: 60_000,
      area: null,
      severity: "warn",
      since: 0,
    })),
    keys: {},
    dragWarning: true,
    lacksBilge: false,
    armed: null,
  });
  const metrics = Array.from({ length: 100 }, (_, n) => measured(n));
  const begun = process.cpuUsage();
  let state = NOTHING_SEEN;
  for (let n = 0; n < rows; n++) {
    const time = n * 1000;
    const row = {
      time,
      latitude: 59.8,
      longitude: 22.9,
      speedoverground: 5,
      windspeedapparent: 12,
      metrics: metrics[n % metrics.length] ?? {},
    };
    ({ state } = step(state, { row, arrived: time }, watched));
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / rows;
}

/** Signs up an account with a boat. @returns the boat's token */
async function register(apiUrl: string): Promise<string> {
  const ask = async (path: string, body: object, token?: string): Promise<string> => {
    const answer = await fetch(apiUrl + path, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return z.object({ token: z.string() }).parse(await answer.json()).token;
  };
  const email = "bench@example.org";
  const person = { email, pass: "fair winds 7", firstname: "Aino", lastname: "Meri" };
  const boat = { vessel_email: email, vessel_mmsi: "", vessel_name: "Bench" };
  return ask("/rpc/register_vessel", boat, await ask("/rpc/signup", person));
}

interface Posted {
  /** Processor milliseconds per POST, of the service and of the database. */
  readonly service: number;
  readonly database: number;
}

async function main(): Promise<void> {
  evaluatorMicroseconds(20_000);
  const evaluator = evaluatorMicroseconds(100_000);
  // This program's webhooks are on this machine.
  process.env.WAKELOG_PRIVATE_WEBHOOKS = "true";
  const service = await runService(null, null);
  try {
    const boat = await register(service.apiUrl);
    const database = connectPostgres({ url: service.databaseUrl, max: 1 });
    let n = 0;
    const start = Date.now() - 10 * 60_000;
    const post = async (metrics: Readonly<Record<string, number>>) => {
      const time = new Date(start + n++ * 500).toISOString();
      const row = { time, latitude: 59.8, longitude: 22.9, speedoverground: 0, metrics };
      const answer = await fetch(`${service.apiUrl}/metrics?select=time`, {
        method: "POST",
        headers: { Authorization: `Bearer ${boat}`, "Content-Type": "application/json" },
        body: JSON.stringify([row]),
      });
      if (answer.status !== 201) throw new Error(await answer.text());
      await answer.arrayBuffer();
    };
    const measure = async (): Promise<Posted> => {
      const before = await service.cpuTime();
      for (let i = 0; i < posts; i++) await post(measured(i));
      const after = await service.cpuTime();
      if (before === null || after === null) throw new Error("the processor time is not known here");
      const each = (of: "service" | "database") =>
        Math.round(((after[of] - before[of]) * 1e6) / posts) / 1000;
      return { service: each("service"), database: each("database") };
    };
    await measure();
    const without = await measure();
    await database.transaction(async (tx) => {
      const low = rules.map(({ name, key }) => ({ name, key }));
      await tx.run(sql`
        insert into api.alert_rules (vessel_id, name, kind, key, low, hysteresis, after)
        select v.vessel_id, r.name, 'below', r.key, -1e6, 0.1, interval '1 min'
        from app.vessels v, json_to_recordset(${JSON.stringify(low)}::json) as r (name text, key text)`);
      await tx.run(sql`
        insert into api.alert_rules (vessel_id, name, kind, key, high, hysteresis, after)
        select vessel_id, 'hot', 'above', 'oven.temperature', 400, 0, interval '0' from app.vessels`);
    });
    const watched = await measure();
    const delays: number[] = [];
    for (let i = 0; i < 40; i++) {
      const sent = Date.now();
      await post({ "oven.temperature": i % 2 === 0 ? 500 : 20 });
      const [event] = await database.transaction((tx) =>
        tx.query(sql`
          select (extract(epoch from max(stored)) * 1000)::float8 as at from app.events where channel like 'alert_%'`),
      );
      delays.push(Number(event?.at) - sent);
    }
    delays.sort((a, b) => a - b);
    await database.close();
    const toMessageMs = await alertFleet(
      service,
      Number(values.boats),
      Number(values.seconds),
      rules,
      measured,
    );
    process.stdout.write(
      `${JSON.stringify({ rules: ruleCount, evaluatorMicrosecondsPerRow: Math.round(evaluator * 100) / 100, without, watched, rowToEventMs: { median: delays[20], p99: delays[39] }, rowToMessageMs: toMessageMs })}\n`,
    );
  } finally {
    await service.stop();
  }
}

await main();
