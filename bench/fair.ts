/**
 * The cost of one tenant's heavy work to the others: `npx tsx bench/fair.ts [--years 4] [--boats 10]`, on its own
 * embedded server. A boat with years of rows refolds, previews other thresholds, posts a backlog of 30 times 2 000 late
 * rows, shuffled, and exports everything, while other boats post a row per second and their crews read. Prints a table
 * and one JSON line: latencies of the others' posts and reads in each phase, in milliseconds, unexpected responses, and
 * the longest block of the event loop. Four years take about a quarter of an hour, mostly for the rows.
 */
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { bodies, row, YEAR } from "./ingest-boats.ts";
import { runService } from "./support/running-service.ts";

const { values } = parseArgs({
  options: { years: { type: "string", default: "4" }, boats: { type: "string", default: "10" } },
});
const rows = Math.round(Number(values.years) * YEAR);
const boatCount = Number(values.boats);
const CALM_MS = 20_000;
/** Least duration of a phase, so that there is enough to count. */
const PHASE_MS = 10_000;
/** Longest duration of a phase. */
const LONGEST_MS = 300_000;

interface Person {
  readonly user: string;
  readonly boat: string;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

interface Tally {
  readonly took: number[];
  readonly refused: Map<number, number>;
}

interface Line {
  readonly phase: string;
  readonly seconds: number;
  readonly work: string;
  readonly posts: string;
  readonly reads: string;
  readonly refused: string;
  readonly heldMs: number | null;
  readonly serviceMb: number | null;
  readonly backendMb: number | null;
}

function caller(apiUrl: string, sockets: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const send = (method: string, path: string, token: string | null, body: string | null): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const begun = performance.now();
      const headers = {
        ...(body === null
          ? {}
          : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      };
      const sent = request(apiUrl + path, { method, agent, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(parts).toString(),
            ms: performance.now() - begun,
          }),
        );
      });
      sent.on("error", reject);
      sent.end(body);
    });
  return {
    get: (path: string, token: string) => send("GET", path, token, null),
    post: (path: string, body: unknown, token: string | null = null) =>
      send("POST", path, token, typeof body === "string" ? body : JSON.stringify(body)),
    close: () => agent.destroy(),
  };
}

type Caller = ReturnType<typeof caller>;

async function register(api: Caller, name: string): Promise<Person> {
  const email = `${name}@example.org`;
  const signup = { email, pass: "fair winds 7", firstname: "Aino", lastname: "Meri" };
  const user = tokenIn(await api.post("/rpc/signup", signup));
  const vessel = { vessel_email: email, vessel_mmsi: "", vessel_name: name };
  return { user, boat: tokenIn(await api.post("/rpc/register_vessel", vessel, user)) };
}

function tokenIn({ status, text }: Answer): string {
  const found: unknown = JSON.parse(text);
  if (typeof found === "object" && found !== null && "token" in found) return String(found.token);
  throw new Error(`no token in ${status}: ${text}`);
}

/** The others: each boat posts a row per second, and its crew reads four pages in turn. */
function live(api: Caller, others: readonly Person[]) {
  const posts: Tally = { took: [], refused: new Map() };
  const reads: Tally = { took: [], refused: new Map() };
  const pages = [
    "/logs_view?limit=10",
    "/monitoring_view",
    "/moorages_view?limit=10",
    "/metadata?select=name,time",
  ];
  let minute = 0;
  let turn = 0;
  const note = ({ took, refused }: Tally, { status, ms }: Answer): void => {
    took.push(ms);
    if (status >= 300) refused.set(status, (refused.get(status) ?? 0) + 1);
  };
  const timer = setInterval(() => {
    minute++;
    for (const { user, boat } of others) {
      void api.post("/metrics?select=time", [row(minute)], boat).then((answer) => note(posts, answer));
      void api.get(pages[turn++ % pages.length] ?? "", user).then((answer) => note(reads, answer));
    }
  }, 1000);
  return {
    /** The counts since the last call. */
    take: () => [posts, reads].map(({ took, refused }) => summary(took.splice(0), refused)),
    stop: () => clearInterval(timer),
  };
}

function summary(took: number[], refused: Map<number, number>): { text: string; refused: string } {
  took.sort((a, b) => a - b);
  const at = (q: number): number =>
    Math.round(took[Math.min(took.length - 1, Math.floor(took.length * q))] ?? 0);
  const text = `${took.length}: ${at(0.5)} / ${at(0.99)} / ${at(1)}`;
  const codes = [...refused].map(([status, count]) => `${status} x${count}`).join(", ");
  refused.clear();
  return { text, refused: codes };
}

/** 30 bodies of 2 000 rows between the stored ones, shuffled. */
function backlog(): string[] {
  const count = Math.min(60_000, rows - 1);
  const from = Math.floor((rows - count) / 2);
  const late = Array.from({ length: count }, (_, i) => {
    const one = row(from + i);
    return { ...one, time: new Date(Date.parse(String(one.time)) + MINUTE / 2).toISOString() };
  });
  // A step coprime to the count visits every row once.
  const shuffled = late.map((_, i) => late[(i * 48_271) % count] ?? late[0]);
  return Array.from({ length: Math.ceil(count / 2000) }, (_, i) =>
    JSON.stringify(shuffled.slice(i * 2000, (i + 1) * 2000)),
  );
}

const service = await runService(null);
const busyApi = caller(service.apiUrl, 8);
const othersApi = caller(service.apiUrl, 64);
const lines: Line[] = [];
try {
  const busy = await register(busyApi, "busy");
  const others: Person[] = [];
  for (let i = 0; i < boatCount; i++) others.push(await register(busyApi, `other${i}`));
  const begun = performance.now();
  for (let from = 0; from < rows; from += 20_000) {
    for (const body of bodies(from, Math.min(20_000, rows - from), 2000)) {
      const { status, text } = await busyApi.post("/metrics?select=time", body, busy.boat);
      if (status !== 201) throw new Error(`${status}: ${text}`);
    }
  }
  process.stderr.write(`${rows} rows in ${Math.round((performance.now() - begun) / 1000)} s\n`);
  const traffic = live(othersApi, others);

  const phase = async (name: string, work: () => Promise<readonly Answer[]>): Promise<void> => {
    const start = performance.now();
    traffic.take();
    await service.takeWorst();
    const answers = await Promise.race([work(), sleep(LONGEST_MS).then((): Answer[] => [])]);
    const seconds = (performance.now() - start) / 1000;
    await sleep(Math.max(0, PHASE_MS - seconds * 1000));
    const [posts, reads] = traffic.take();
    const worst = await service.takeWorst();
    const codes = new Map<number, number>();
    for (const { status } of answers) codes.set(status, (codes.get(status) ?? 0) + 1);
    const line = {
      phase: name,
      seconds: Math.round(seconds * 10) / 10,
      work: [...codes].map(([status, count]) => `${status} x${count}`).join(", "),
      posts: posts?.text ?? "",
      reads: reads?.text ?? "",
      refused: [posts?.refused, reads?.refused].filter(Boolean).join("; "),
      ...worst,
    };
    lines.push(line);
    process.stderr.write(`${JSON.stringify(line)}\n`);
  };
  const rpc = (name: string, args: unknown) => busyApi.post(`/rpc/${name}`, args, busy.user);
  const late = backlog();
  await phase("calm", async () => {
    await sleep(CALM_MS);
    return [];
  });
  await phase("refold", async () => [await rpc("refold_fn", { from_time: null })]);
  await phase("previews, 4 at once", () =>
    Promise.all(Array.from({ length: 4 }, () => rpc("preview_fold_fn", { settings: {} }))),
  );
  await phase("backlog of late rows", () =>
    Promise.all(late.map((body) => busyApi.post("/metrics?select=time", body, busy.boat))),
  );
  await phase("exports", () =>
    Promise.all([
      rpc("export_logbooks_gpx_fn", {}),
      rpc("export_logbooks_kml_fn", {}),
      rpc("timelapse_fn", {}),
      busyApi.get("/metrics?limit=50000", busy.user),
    ]),
  );
  await phase("all of it", () =>
    Promise.all([
      rpc("refold_fn", { from_time: null }),
      rpc("preview_fold_fn", { settings: {} }),
      ...late.slice(0, 10).map((body) => busyApi.post("/metrics?select=time", body, busy.boat)),
      rpc("export_logbooks_gpx_fn", {}),
      rpc("export_logbooks_kml_fn", {}),
    ]),
  );
  traffic.stop();
  await sleep(2000);
  const peaks = lines.flatMap(({ serviceMb }) => (serviceMb === null ? [] : [serviceMb]));
  const peakMemoryMb = peaks.length === 0 ? null : Math.max(...peaks);
  console.log(`\n${rows} rows, ${boatCount} other boats; posts and reads are count: p50 / p99 / max ms`);
  console.log("heldMs is the longest that the event loop was blocked; memory is at its peak");
  console.table(lines);
  console.log(`at most ${peakMemoryMb ?? "?"} MB of memory in the service's process`);
  console.log(JSON.stringify({ bench: "fair", rows, boats: boatCount, lines, peakMemoryMb }));
} finally {
  busyApi.close();
  othersApi.close();
  await service.stop();
}
