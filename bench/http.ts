/**
 * The cost of the API's HTTP server alone: processor time of a request with an immediate response, compared with Node's
 * own server that only writes the same body. The servers alternate in one run. Prints least and median of each. Linux
 * or macOS.
 *
 *   npx tsx bench/http.ts [--rounds 5] [--seconds 2]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import type { Engine } from "@wakelog/data-api/engine/engine.ts";
import { admitAlike } from "@wakelog/data-api/http/admission.ts";
import { createApiServer } from "@wakelog/data-api/http/api-server.ts";
import { listen } from "@wakelog/data-api/http/listen.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import type { Load, LoadResult } from "./reads-load.ts";

const BODY = '[{"id":4711,"boat_id":212,"time":"2024-01-04T06:31:00+00:00","lat":54.04711,"lon":10.04711}]';
const TYPE = "application/json; charset=utf-8";
const HEADERS = {
  Authorization: `Bearer ${"x".repeat(200)}`,
  Accept: "application/json",
  "User-Agent": "bench",
};

const engine: Engine = {
  handle: async () => ({
    status: 200,
    headers: [
      ["Content-Range", "0-0/*"],
      ["Content-Location", "/positions?id=eq.4711"],
      ["Content-Type", TYPE],
    ],
    body: BODY,
  }),
  reload: async () => {},
  ready: () => true,
  close: async () => {},
};

function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1] ?? fallback);
}

/** The least that a server on `node:http` can do. */
async function bare(): Promise<number> {
  const server: Server = createServer((_request, response) => {
    response.writeHead(200, ["Content-Type", TYPE, "Content-Length", String(BODY.length)]).end(BODY);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function ours(thinLinks: boolean): Promise<number> {
  const server = createApiServer(engine, {
    admit: thinLinks
      ? async (_headers, address) => ({
          bodyBytes: 65_536,
          perMinute: 1e9,
          counted: address,
          holder: address,
        })
      : admitAlike(65_536),
    trustProxy: 0,
    thinLinks,
    serverName: () => "bench",
    observe: ignoreAll,
    translate: (input) => ({ input, answer: (output) => output }),
  });
  return listen(server, { what: "bench", host: "127.0.0.1", port: 0, setting: "-", hostSetting: "-" });
}

/** Microseconds of this process's processor time per request. The client is another process. */
async function measure(port: number, milliseconds: number): Promise<number> {
  const load: Load = {
    port,
    connections: 16,
    milliseconds,
    method: "GET",
    target: "/positions?id=eq.4711",
    headers: HEADERS,
    body: "",
  };
  const before = process.cpuUsage();
  const script = fileURLToPath(new URL("reads-load.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", script, JSON.stringify(load)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (data: Buffer) => {
    printed += data.toString();
  });
  await once(child, "close");
  const spent = process.cpuUsage(before);
  const { requests, failures }: LoadResult = JSON.parse(printed);
  if (failures > 0) throw new Error(`${failures} requests failed`);
  return (spent.user + spent.system) / requests;
}

const rounds = option("rounds", 5);
const milliseconds = option("seconds", 2) * 1000;
const sides = [
  { name: "node:http alone", port: await bare(), seen: [] as number[] },
  { name: "as `wakelog data-api`", port: await ours(false), seen: [] as number[] },
  { name: "as the service, with tags and counting", port: await ours(true), seen: [] as number[] },
];
for (const { port } of sides) await measure(port, milliseconds);
for (let round = 0; round < rounds; round++) {
  for (const { port, seen } of sides) seen.push(await measure(port, milliseconds));
}
const results = sides.map(({ name, seen }) => {
  const sorted = seen.toSorted((a, b) => a - b);
  const shown = (us = 0): number => Math.round(us * 10) / 10;
  return { server: name, "least µs": shown(sorted[0]), "median µs": shown(sorted[sorted.length >> 1]) };
});
console.table(results);
console.log(JSON.stringify({ bench: "http", rounds, milliseconds, results }));
process.exit();
