/**
 * Bytes that the plugin on board spends in a day of each mode: `npx tsx bench/boat-day.ts [--hours 24] [--only satellite]`.
 * The plugin and the whole service run here by one calendar, which jumps from second to second; sockets, disk and
 * database are real. A proxy between them counts, and lets polls wait by that calendar. Prints a table beside the budgets,
 * and the figures as JSON.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock } from "node:test";
import { parseArgs } from "node:util";
import { TIME_LIMITS } from "@wakelog/data-api/http/time-limits.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { DAY, HOUR } from "@wakelog/kit/time/units.ts";
import { z } from "zod";
import { startService } from "../packages/server/src/service/service.ts";
import { readConfig } from "../packages/server/src/settings/config.ts";
import { Transport } from "../packages/signalk-wakelog/src/link/transport.ts";
import { machineClocks } from "../packages/signalk-wakelog/src/machine.ts";
import { wakelog } from "../packages/signalk-wakelog/src/plugin.ts";
import { CountingProxy } from "../packages/signalk-wakelog/test/link/counting-proxy.ts";
import { Instruments, SATELLITE_PATHS } from "../packages/signalk-wakelog/test/link/instruments.ts";
import { StubServer } from "../packages/signalk-wakelog/test/stub-server.ts";
import { boats } from "./ingest-boats.ts";
import { withDatabase } from "./support/database.ts";

const { values: options } = parseArgs({
  options: { hours: { type: "string", default: "24" }, only: { type: "string" } },
});
const hours = Number(options.hours);
const SECOND = 1000;
const UNDER_WAY = 3;

/** Mode, speed in m/s, and the bytes of a day that it may spend. */
const CASES = [
  ["normal", UNDER_WAY, 1_900_000],
  ["normal", 0, 800_000],
  ["metered", UNDER_WAY, 360_000],
  ["metered", 0, 90_000],
  ["satellite", UNDER_WAY, 12_000],
  ["satellite", 0, 12_000],
  ["off", UNDER_WAY, 0],
] as const;

const status = z.looseObject({
  paired: z.boolean(),
  last_error: z.string().nullable(),
  waiting: z.number(),
  today: z.looseObject({ sent: z.number(), received: z.number() }),
});

/** Exchanges that wait for their answer: meanwhile no time passes. */
let asking = 0;
const { ask } = Transport.prototype;
Transport.prototype.ask = async function (this: Transport, ...asked) {
  const isPoll = asked[1].method === "GET";
  if (!isPoll) asking += 1;
  try {
    return await ask.apply(this, asked);
  } finally {
    if (!isPoll) asking -= 1;
  }
};

/** Milliseconds of the boat's monotonic clock. */
let passed = 1000;
machineClocks.monotonic = () => passed;

/** Polls on their way, and when the boat has waited for them. */
let polls: { readonly until: number; readonly goOn: () => void }[] = [];

/** Keeps a poll for as long as it would wait for news; then the server answers it at once. */
function hold(bytes: Buffer): Promise<Buffer> | null {
  const text = bytes.toString("latin1");
  const seconds = /^GET \/link\?wait=(\d+)/.exec(text)?.[1];
  if (seconds === undefined) return null;
  const until = passed + Number(seconds) * SECOND;
  return new Promise((resolve) => {
    polls.push({ until, goOn: () => resolve(Buffer.from(text.replace(/wait=\d+/, "wait=0"), "latin1")) });
  });
}

/** Lets a second pass, and waits for what it begins. */
async function pass(tick: () => void): Promise<void> {
  passed += SECOND;
  mock.timers.tick(SECOND);
  tick();
  for (const { goOn } of polls.filter(({ until }) => until <= passed)) goOn();
  polls = polls.filter(({ until }) => until > passed);
  for (let turn = 0; turn < 4; turn += 1) await new Promise((done) => setImmediate(done));
  while (asking > 0) await new Promise((done) => setImmediate(done));
}

/** What the plugin does each second, instead of a timer. */
function startedBy(start: () => void): () => void {
  const { setInterval: usual } = globalThis;
  let tick = (): void => undefined;
  globalThis.setInterval = Object.assign((act: () => void) => {
    tick = act;
    return usual(() => undefined, 2 ** 30);
  }, usual);
  start();
  globalThis.setInterval = usual;
  return tick;
}

/** A day of a boat that was paired an hour before. */
async function day(apiUrl: string, senders: ReturnType<typeof boats>, mode: string, speed: number) {
  const folder = mkdtempSync(join(tmpdir(), "wakelog-bench-"));
  const [{ owner } = { owner: "" }] = await senders.fleetWithOwners(1);
  const call = async (name: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${apiUrl}/rpc/${name}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${owner}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return z.record(z.string(), z.unknown()).parse(await answer.json());
  };
  await call("update_boat_settings_fn", { settings: { mode, satellite: SATELLITE_PATHS } });
  const { code } = await call("pair_boat_fn", {});
  const proxy = await CountingProxy.start(Number(new URL(apiUrl).port), hold);
  // The day ends now: the database, which has its own calendar, takes no rows of the future.
  mock.timers.enable({ apis: ["Date"], now: Date.now() - (hours + 1) * HOUR });
  const server = new StubServer(folder);
  const instruments = new Instruments(server);
  const plugin = wakelog(server);
  plugin.registerWithRouter(server.router());
  const tick = startedBy(() => plugin.start({ pairing: `http://127.0.0.1:${proxy.port}/${code}` }));
  let second = 0;
  const sail = async (ms: number): Promise<void> => {
    for (let end = second + ms / SECOND; second < end; ) {
      second += 1;
      instruments.play(second, speed);
      await pass(tick);
    }
  };
  await sail(HOUR);
  const before = { sent: proxy.sent, received: proxy.received };
  await sail(hours * HOUR);
  const last = status.parse((await server.ask("GET /status")).body);
  if (!last.paired || last.last_error !== null) throw new Error(`it did not send: ${server.said.at(-1)}`);
  const scale = DAY / HOUR / hours;
  const sent = Math.round((proxy.sent - before.sent) * scale);
  const received = Math.round((proxy.received - before.received) * scale);
  await plugin.stop();
  proxy.close();
  polls = [];
  mock.timers.reset();
  rmSync(folder, { recursive: true, force: true });
  return { sent, received, waiting: last.waiting };
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

await withDatabase("boat_day", async (url) => {
  const service = await startService(
    readConfig({
      DATABASE_URL: url,
      WAKELOG_JWT_SECRET: "a secret for benchmarks, not for boats",
      WAKELOG_API_PORT: "0",
      WAKELOG_ADMIN_PORT: "0",
      WAKELOG_WEB_PORT: "0",
      WAKELOG_PARTS: "api",
      WAKELOG_RATE_LIMITS: "off",
      WAKELOG_PROCESSES: "1",
    }),
    ignoreAll,
    TIME_LIMITS,
  );
  const senders = boats(service.apiUrl);
  const figures = [];
  console.log("| Mode | | Sent | Received | Both | Budget |\n|---|---|---|---|---|---|");
  for (const [mode, speed, budget] of CASES) {
    if (options.only !== undefined && options.only !== mode) continue;
    const { sent, received, waiting } = await day(service.apiUrl, senders, mode, speed);
    const way = speed > 0 ? "under way" : "at rest";
    console.log(
      `| ${mode} | ${way} | ${[sent, received, sent + received, budget].map(kilobytes).join(" | ")} |`,
    );
    figures.push({ mode, way, sent, received, budget, waiting });
  }
  console.log(JSON.stringify(figures));
  senders.close();
  await service.stop();
});
