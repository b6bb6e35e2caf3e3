/**
 * Rows per second through HTTP: `npx tsx bench/ingest.ts [--database URL] [--vessels 200] [--rows 30000]
 * [--history 525600]`. One vessel and many at once, in batches of 1, 31 and 1000; then, with a year of history behind
 * it, a boat that posts row by row, and a late row in the middle of the year. Prints a table and one JSON line.
 */
import { Agent, request } from "node:http";
import { parseArgs } from "node:util";
import { destination } from "../src/geo/distance.ts";
import { runService } from "./running-service.ts";

const { values } = parseArgs({
  options: {
    database: { type: "string" },
    vessels: { type: "string", default: "200" },
    rows: { type: "string", default: "30000" },
    history: { type: "string", default: "525600" },
  },
});
const vessels = Number(values.vessels);
const mostRows = Number(values.rows);
const history = Number(values.history);
/** Boats that talk at the same moment. */
const AT_ONCE = 16;
const MINUTE = 60_000;
const YEAR = 525_600;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const service = await runService(values.database ?? null);

function post(path: string, body: string, token?: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
      Prefer: "return=representation",
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    const sent = request(service.apiUrl + path, { method: "POST", agent, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

async function expectCreated(body: string, token: string): Promise<void> {
  const answer = await post("/metrics?select=time", body, token);
  if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
}

let registered = 0;
async function register(): Promise<string> {
  const email = `bench${++registered}@example.org`;
  const signup = JSON.stringify({ email, pass: "fair winds 7", firstname: "Aino", lastname: "Meri" });
  const { token } = JSON.parse((await post("/rpc/signup", signup)).text) as { token: string };
  const boat = JSON.stringify({ vessel_email: email, vessel_mmsi: "", vessel_name: `Boat ${registered}` });
  const made = JSON.parse((await post("/rpc/register_vessel", boat, token)).text) as { token: string };
  return made.token;
}

/** A row a minute: 20 hours at rest, 4 hours under way each day, up and down the coast. */
function row(minute: number): object {
  const day = Math.floor(minute / 1440);
  const sailed = Math.min(240, Math.max(0, (minute % 1440) - 600));
  const sailing = sailed > 0 && sailed < 240;
  const reach = ((day % 2 === 0 ? sailed : 240 - sailed) * 5.2 * 1852) / 60;
  const truth = destination({ latitude: 59.8, longitude: 22.9 }, 160, reach);
  const at = destination(truth, (minute * 137) % 360, (minute * 31) % 7);
  return {
    time: new Date(Date.now() - YEAR * MINUTE + minute * MINUTE).toISOString(),
    ...at,
    speedoverground: sailing ? 5.2 : 0.1,
    courseovergroundtrue: 160,
    windspeedapparent: 8.1,
    anglespeedapparent: -32,
    status: sailing ? "sailing" : "moored",
    metrics: {
      "navigation.log": minute * 100,
      "navigation.speedThroughWater": 3.1,
      "environment.depth.belowTransducer": 13.1,
      "environment.wind.speedTrue": 4.4,
      "electrical.batteries.house.voltage": 12.6,
      "propulsion.main.runTime": 1_776_241,
      "propulsion.main.state": "stopped",
    },
  };
}

/** `count` rows from a minute on, as request bodies. */
function bodies(from: number, count: number, batch: number): string[] {
  return Array.from({ length: Math.ceil(count / batch) }, (_, i) =>
    JSON.stringify(
      Array.from({ length: Math.min(batch, count - i * batch) }, (_, k) => row(from + i * batch + k)),
    ),
  );
}

/** Each boat sends its bodies in order; so many boats talk at once. */
async function deal(queues: readonly (readonly [string, readonly string[]])[]): Promise<number[]> {
  const waiting = [...queues];
  const took: number[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [token, sent] = next;
      for (const body of sent) {
        const start = performance.now();
        await expectCreated(body, token);
        took.push(performance.now() - start);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, queues.length) }, work));
  return took.sort((a, b) => a - b);
}

interface Line {
  readonly what: string;
  readonly rowsPerSecond: number | null;
  readonly medianMs: number;
  readonly p95Ms: number;
}
const lines: Line[] = [];

async function measure(
  what: string,
  rows: number,
  queues: readonly (readonly [string, readonly string[]])[],
): Promise<void> {
  const start = performance.now();
  const took = await deal(queues);
  const seconds = (performance.now() - start) / 1000;
  const quantile = (q: number): number => Math.round((took[Math.floor(took.length * q)] ?? 0) * 100) / 100;
  lines.push({
    what,
    rowsPerSecond: rows > 1 ? Math.round(rows / seconds) : null,
    medianMs: quantile(0.5),
    p95Ms: quantile(0.95),
  });
}

try {
  const fleet: string[] = [];
  while (fleet.length < vessels)
    fleet.push(...(await Promise.all(Array.from({ length: Math.min(8, vessels - fleet.length) }, register))));
  for (const batch of [1, 31, 1000]) {
    const rows = Math.min(mostRows, batch * 1000);
    await measure(`1 vessel, batches of ${batch}`, rows, [[await register(), bodies(0, rows, batch)]]);
  }
  let minute = 0;
  for (const batch of [1, 31, 1000]) {
    const each = Math.max(batch, Math.floor(Math.min(mostRows * 2, batch * 4000) / vessels / batch) * batch);
    const from = minute;
    minute += each;
    await measure(
      `${vessels} vessels, batches of ${batch}`,
      each * vessels,
      fleet.map((token) => [token, bodies(from, each, batch)]),
    );
  }
  const old = await register();
  const past = history - 1000;
  for (let from = 0; from < past; from += 20_000) {
    await deal([[old, bodies(from, Math.min(20_000, past - from), 1000)]]);
  }
  await measure(`1 row, ${history} rows of history`, 500, [[old, bodies(past, 500, 1)]]);
  const late = JSON.stringify([
    {
      ...row(past / 2),
      time: new Date(Date.now() - (YEAR - Math.floor(past / 2)) * MINUTE + 30_000).toISOString(),
    },
  ]);
  await measure("1 late row in their middle", 1, [[old, [late]]]);
} finally {
  await service.stop();
}
console.table(lines);
console.log(JSON.stringify({ bench: "ingest", vessels, history, lines }));
