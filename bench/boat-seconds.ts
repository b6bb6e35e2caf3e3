/**
 * Seconds between boat and shore: `npx tsx bench/boat-seconds.ts [--rounds 10]`. The plugin on board as it is published, in
 * Signal K's own server under Node 22, both from npm, and the service in a process of its own. Prints a table beside the
 * promises, and the figures as JSON.
 */
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { buildPlugin } from "../packages/server/test/clients/aboard/built-plugin.ts";
import { installServer, startSignalK } from "../packages/server/test/clients/aboard/signalk-server.ts";
import { boats } from "./ingest-boats.ts";
import { runService } from "./support/running-service.ts";

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "10" } } });
const rounds = Number(options.rounds);
const LONGEST_MS = 90_000;
const LOOK_MS = 50;
/** Rows that a text or a threshold makes are at least this far apart. */
const APART_MS = 5500;
const VOLTAGE = "electrical.batteries.house.voltage";
const PLUGIN = "/plugins/signalk-wakelog";

const installed = await installServer();
if (installed === null) throw new Error("The Signal K server cannot be installed from npm.");
const built = buildPlugin();
const service = await runService(null);
const senders = boats(service.apiUrl);
const [{ owner } = { owner: "" }] = await senders.fleetWithOwners(1);

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(service.apiUrl + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${owner}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return z
    .record(z.string(), z.unknown())
    .catch({})
    .parse(await answer.json().catch(() => ({})));
}

/** Repeats a look until it finds something. @returns what, and when */
async function until<T>(look: () => T | null | Promise<T | null>): Promise<readonly [T, at: number]> {
  for (const end = performance.now() + LONGEST_MS; performance.now() < end; await sleep(LOOK_MS)) {
    const found = await look();
    if (found !== null) return [found, performance.now()];
  }
  throw new Error(`not seen within ${LONGEST_MS / 1000} s`);
}

/** What the dashboard follows: all that the stream said so far. */
let heard = "";
async function follow(): Promise<void> {
  const { body } = await fetch(`${service.apiUrl}/live`, { headers: { Authorization: `Bearer ${owner}` } });
  if (body === null) throw new Error("there is no stream");
  for await (const part of body.pipeThrough(new TextDecoderStream())) heard += part;
}
follow().catch(() => undefined);

/** The data of the first event of a kind that came after a place in the stream and fits. */
function event(kind: string, after: number, fits: (data: Record<string, unknown>) => boolean) {
  const events = heard.slice(after).split("\n\n").slice(0, -1);
  for (const one of events) {
    if (!one.includes(`event: ${kind}`)) continue;
    const data = z.record(z.string(), z.unknown()).parse(JSON.parse(/^data: (.*)$/m.exec(one)?.[1] ?? "{}"));
    if (fits(data)) return data;
  }
  return null;
}

const { code } = await post("/rpc/pair_boat_fn", {});
const server = await startSignalK(
  installed,
  { "signalk-wakelog": built.folder },
  { "signalk-wakelog": { pairing: `${service.apiUrl}/${code}` } },
);
const lastSent = async (): Promise<true | null> =>
  typeof Object((await server.ask("GET", `${PLUGIN}/status`)).json).last_sent === "string" ? true : null;
const say = (latitude: number, more: object): void =>
  server.say({
    "navigation.position": { latitude, longitude: 22.9 },
    "navigation.speedOverGround": 0.1,
    ...more,
  });

const took: Record<"value" | "alarm" | "acknowledged" | "alert" | "restart", number[]> = {
  value: [],
  alarm: [],
  acknowledged: [],
  alert: [],
  restart: [],
};

/** A value, an alarm with its acknowledgement, and an alert of the shore's. */
async function measure(round: number): Promise<void> {
  await sleep(APART_MS + Math.random() * 5000);
  const latitude = Number((59.8 + round / 1e5).toFixed(6));
  let [after, began] = [heard.length, performance.now()];
  say(latitude, { [VOLTAGE]: 12.6, "propulsion.main.state": round % 2 === 0 ? "started" : "stopped" });
  const [, shown] = await until(() => event("position", after, (data) => data.latitude === latitude));
  took.value.push(shown - began);

  await sleep(APART_MS + Math.random() * 5000);
  const path = "notifications.electrical.bilgePump";
  const alarm = { state: "alarm", method: ["visual", "sound"], message: `Water ${round}` };
  [after, began] = [heard.length, performance.now()];
  server.say({ [path]: alarm });
  const [alert, raised] = await until(() =>
    event("alert", after, ({ message, state }) => message === alarm.message && state === "raised"),
  );
  took.alarm.push(raised - began);

  await sleep(1000 + Math.random() * 5000);
  began = performance.now();
  await post("/rpc/acknowledge_alert_fn", { _id: alert.id });
  const [, quiet] = await until(async () =>
    Object(Object(await server.self(path)).status).acknowledged === true ? true : null,
  );
  took.acknowledged.push(quiet - began);
  server.say({ [path]: { ...alarm, state: "normal", method: [] } });

  await sleep(APART_MS + Math.random() * 5000);
  after = heard.length;
  say(latitude, { [VOLTAGE]: 11.4 });
  const [low, seen] = await until(() =>
    event("alert", after, ({ kind, state }) => kind === "below" && state === "raised"),
  );
  const [, stood] = await until(async () =>
    Object(await server.self(`notifications.wakelog.${low.id}`)).state === "alarm" ? true : null,
  );
  took.alert.push(stood - seen);
  await sleep(APART_MS);
  after = heard.length;
  say(latitude, { [VOLTAGE]: 12.6 });
  await until(() => event("alert", after, ({ kind, state }) => kind === "below" && state === "cleared"));
}

try {
  say(59.8, { [VOLTAGE]: 12.6 });
  await until(lastSent);
  const rule = { name: "House low", kind: "below", key: VOLTAGE, low: 12, severity: "alarm", after: "0" };
  await post("/alert_rules", rule);
  await sleep(APART_MS);
  for (let round = 0; round < rounds; round += 1) await measure(round);
  for (let round = 0; round < Math.min(3, rounds); round += 1) {
    await server.restart();
    const began = performance.now();
    await until(lastSent);
    took.restart.push(performance.now() - began);
  }
} finally {
  await server.stop();
  senders.close();
  await service.stop();
  built.remove();
  installed.remove();
}

/** What was measured, and seconds that it may take. */
const PROMISES = [
  ["value", "A value aboard is on `GET /live`", 5],
  ["alarm", "An alarm aboard is an alert ashore", 5],
  ["acknowledged", "Acknowledged ashore, acknowledged aboard", 10],
  ["alert", "An alert ashore stands aboard", 15],
  ["restart", "After a restart of the server it sends again", 3],
] as const;

console.log("| | Median | Longest | Promised |\n|---|---|---|---|");
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
for (const [name, words, promised] of PROMISES) {
  const sorted = took[name].toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? Number.NaN;
  console.log(`| ${words} | ${seconds(median)} | ${seconds(sorted.at(-1) ?? Number.NaN)} | ${promised} s |`);
}
console.log(JSON.stringify({ ...took, load: loadavg() }));
process.exit(0);
