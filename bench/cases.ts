/**
 * Sends inputs that once went wrong through the front door and prints what came out beside what is right:
 *
 *   npx tsx bench/cases.ts [FOLDER] [--only d06]
 *
 * FOLDER holds the inputs, `../shared/cases` unless named. The program starts a service and a data API on loopback, and
 * exits with 1 if one answer is wrong.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readDotEnv } from "@wakelog/kit/settings/dot-env.ts";
import { SignJWT } from "jose";
import { Client } from "pg";
import { SMTPServer } from "smtp-server";
import { z } from "zod";
import { type Client as ApiClient, client, newSailor, type Sailor } from "../test/support/client.ts";
import { startDataApiProcess } from "./reads-ours.ts";
import { type RunningService, runService, temporaryDirectory } from "./support/running-service.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "" } },
});
const folder = positionals[0] ?? "../shared/cases";
const BIN = join(import.meta.dirname, "..", "bin", "wakelog");

const number = z.number().nullable();
const logSchema = z.object({
  id: z.number(),
  active: z.boolean(),
  _from_time: z.string(),
  _to_time: z.string().nullable(),
  distance: number,
  duration: z.string().nullable(),
  avg_speed: number,
  max_speed: number,
  extra: z.record(z.string(), z.unknown()).nullable(),
});
const rowSchema = z.object({
  time: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  speedoverground: number,
  courseovergroundtrue: number,
  status: z.string().nullable(),
  metrics: z.record(z.string(), z.unknown()).nullable(),
});
type Log = z.infer<typeof logSchema>;
type Row = z.infer<typeof rowSchema>;

/** What the service made of an input. */
interface Seen {
  readonly logs: readonly Log[];
  readonly rows: readonly Row[];
  readonly review: readonly { readonly kind: string; readonly doubt: string | null }[];
  readonly stays: readonly { readonly arrived: string; readonly departed: string | null }[];
  /** What `wakelog import` printed. */
  readonly printed: string;
}

/** What was seen, in words, and whether it is right. */
type Verdict = readonly [got: string, isRight: boolean];

interface Case {
  readonly id: string;
  readonly wanted: string;
  readonly judge: (seen: Seen) => Verdict;
}

const at = (log: Log | undefined, end: "from" | "to"): string =>
  (end === "from" ? log?._from_time : log?._to_time)?.slice(11, 16) ?? "open";
const inWords = (logs: readonly Log[]): string =>
  `${logs.length} logs${logs.map((log) => `, ${at(log, "from")}-${at(log, "to")} ${log.distance} NM`).join("")}`;
const near = (value: number | null | undefined, wanted: number, by: number): boolean =>
  value !== null && value !== undefined && Math.abs(value - wanted) <= by;
const range = (values: readonly number[]): string => `${Math.min(...values)} to ${Math.max(...values)}`;
const numbers = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

/** So many logs, all of them finished, of these lengths in nautical miles within a share. */
function logs(...lengths: readonly { readonly nm: number; readonly share?: number }[]) {
  return ({ logs: found }: Seen): Verdict => [
    inWords(found),
    found.length === lengths.length &&
      lengths.every(({ nm, share = 0.01 }, n) => near(found[n]?.distance, nm, nm * share)) &&
      found.every((log) => !log.active),
  ];
}

const CASES: readonly Case[] = [
  {
    id: "c01",
    wanted: "22.9 S 43.1 W, 5.97 NM, 6 kn, 180°",
    judge: ({ logs: found, rows }) => {
      const courses = numbers(rows.map((row) => row.courseovergroundtrue));
      const speeds = numbers(rows.map((row) => row.speedoverground));
      const isThere = rows.length > 0 && rows.every((row) => row.latitude < -22 && row.longitude < -43);
      return [
        `${inWords(found)}, from ${rows[0]?.latitude} ${rows[0]?.longitude}, kn ${range(speeds)}, course ${range(courses)}`,
        isThere &&
          near(found[0]?.distance, 5.97, 0.06) &&
          near(Math.max(...speeds), 6, 0.1) &&
          near(Math.max(...courses), 180, 0.5),
      ];
    },
  },
  {
    id: "c02",
    wanted: "10 June 2026, 15:15-16:15",
    judge: ({ logs: found }) => [
      `${found[0]?._from_time}, ${inWords(found)}`,
      found.length === 1 &&
        near(Date.parse(found[0]?._from_time ?? ""), Date.UTC(2026, 5, 10, 15, 15), 120_000) &&
        near(Date.parse(found[0]?._to_time ?? ""), Date.UTC(2026, 5, 10, 16, 15), 120_000),
    ],
  },
  {
    id: "c04",
    wanted: "SOG 0, no status, no course 90°",
    judge: ({ rows }) => {
      const speeds = numbers(rows.map((row) => row.speedoverground));
      const courses = numbers(rows.map((row) => row.courseovergroundtrue));
      const statuses = new Set(rows.map((row) => row.status));
      return [
        `SOG ${range(speeds)}, status ${[...statuses]}, courses ${[...new Set(courses)]}`,
        Math.max(...speeds) === 0 &&
          !statuses.has("motoring") &&
          !courses.some((course) => near(course, 90, 1)),
      ];
    },
  },
  {
    id: "c06",
    wanted: "finished, about 4.5 NM, ended 10:09, arrival doubtful",
    judge: ({ logs: found, review }) => [
      `${inWords(found)}, doubt ${review.map(({ doubt }) => doubt)}`,
      found.length === 1 &&
        found[0]?.active === false &&
        near(found[0].distance, 4.5, 0.1) &&
        near(Date.parse(found[0]._to_time ?? ""), Date.UTC(2021, 5, 10, 10, 9), 60_000) &&
        review.some(({ doubt }) => doubt === "arrival" || doubt === "both"),
    ],
  },
  { id: "c07", wanted: "one log of 5.0 NM", judge: logs({ nm: 5.0 }) },
  {
    id: "c10",
    wanted: "max_speed 5",
    judge: ({ logs: found }) => [`max_speed ${found[0]?.max_speed}`, near(found[0]?.max_speed, 5, 0.1)],
  },
  {
    id: "c11",
    wanted: "2.92 from 09:01 or 2.99 from 09:00; best_24h_nm equal",
    judge: ({ logs: found }) => {
      const best = z.number().nullable().catch(null).parse(found[0]?.extra?.best_24h_nm);
      const wanted = at(found[0], "from") === "09:00" ? 2.99 : 2.92;
      return [
        `${inWords(found)}, best 24 h ${best}`,
        near(found[0]?.distance, wanted, 0.01) && near(best, found[0]?.distance ?? 0, 0.01),
      ];
    },
  },
  {
    id: "c12",
    wanted: "depth 8.0 to 15.0 m",
    judge: ({ rows }) => {
      const depths = rows.flatMap(({ metrics }) =>
        Object.entries(metrics ?? {}).flatMap(([key, value]) =>
          key.startsWith("environment.depth.") && typeof value === "number" ? [value] : [],
        ),
      );
      return [
        `depth ${range(depths)}`,
        near(Math.min(...depths), 8, 0.1) && near(Math.max(...depths), 15, 0.15),
      ];
    },
  },
  {
    id: "c15",
    wanted: "a log, and no speeds",
    judge: ({ logs: found, rows }) => [
      `${inWords(found)}, ${numbers(rows.map((row) => row.speedoverground)).length} speeds`,
      found.length === 1 && rows.every((row) => row.speedoverground === null),
    ],
  },
  {
    id: "c21",
    wanted: "14 rows, or a sentence",
    judge: ({ rows, printed }) => [
      `${rows.length} rows; ${printed.trim().split("\n").at(-1)}`,
      rows.length === 14 || (rows.length === 0 && printed.trim() !== "" && !printed.includes("no times")),
    ],
  },
  {
    id: "d01",
    wanted: "one stay",
    judge: ({ logs: found, review, stays }) => [
      `${inWords(found)}, ${stays.length} stays, ${review.length} to review`,
      found.length === 0 && stays.length === 1 && review.length === 0,
    ],
  },
  {
    id: "d03",
    wanted: "ends 08:40, 2.43 NM",
    judge: (seen) => {
      const [got, isRight] = logs({ nm: 2.43 })(seen);
      return [
        got,
        isRight && near(Date.parse(seen.logs[0]?._to_time ?? ""), Date.UTC(2025, 5, 1, 8, 40), 120_000),
      ];
    },
  },
  { id: "d05", wanted: "no log", judge: logs() },
  { id: "d06", wanted: "1 log, 7.7 NM", judge: logs({ nm: 7.7 }) },
  {
    id: "d10",
    wanted: "1 log, about 08:30-14:30",
    judge: ({ logs: found }) => [
      inWords(found),
      found.length === 1 &&
        near(Date.parse(found[0]?._from_time ?? ""), Date.UTC(2025, 5, 1, 8, 30), 1_800_000) &&
        near(Date.parse(found[0]?._to_time ?? ""), Date.UTC(2025, 5, 1, 14, 30), 1_800_000),
    ],
  },
  { id: "d12", wanted: "1 log", judge: ({ logs: found }) => [inWords(found), found.length === 1] },
  { id: "d14", wanted: "1 log", judge: ({ logs: found }) => [inWords(found), found.length === 1] },
  { id: "d15", wanted: "no log", judge: logs() },
  {
    id: "d16",
    wanted: "2.73 NM, stay of a week",
    judge: (seen) => {
      const [got, isRight] = logs({ nm: 2.73 })(seen);
      const week = seen.stays.some(
        ({ arrived, departed }) =>
          Date.parse(departed ?? "2025-06-08T08:55Z") - Date.parse(arrived) > 6.5 * 86_400_000,
      );
      return [`${got}, ${week ? "" : "no "}stay of a week, ${seen.review.length} to review`, isRight && week];
    },
  },
  {
    id: "d18",
    wanted: "no log",
    judge: ({ logs: found, review }) => [
      `${inWords(found)}, ${review.length} to review`,
      found.length === 0 && review.length === 0,
    ],
  },
  { id: "d19", wanted: "no log, event drag", judge: logs() },
  { id: "d21", wanted: "7.93 NM", judge: logs({ nm: 7.93 }) },
  { id: "d22", wanted: "1.450 NM", judge: logs({ nm: 1.45 }) },
];

const files = [
  ...readdirSync(folder),
  ...readdirSync(join(folder, "detector")).map((name) => `detector/${name}`),
];

function fileOf(id: string): string {
  const name = files.find((file) => (file.split("/").at(-1) ?? "").startsWith(id));
  if (name === undefined) throw new Error(`${folder} has no input ${id}`);
  return join(folder, name);
}

/** Runs `wakelog import` and returns what it printed. */
async function importFile(path: string, apiUrl: string, token: string, dataDir: string): Promise<string> {
  const child = spawn(process.execPath, [BIN, "import", path, "--token", token, "--api-url", apiUrl], {
    env: { ...process.env, WAKELOG_DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  child.stdout.on("data", (data: Buffer) => (printed += data.toString()));
  child.stderr.on("data", (data: Buffer) => (printed += data.toString()));
  await new Promise((resolve) => child.once("close", resolve));
  return printed;
}

async function postRows(path: string, api: ApiClient, token: string): Promise<void> {
  const rows = z.array(z.unknown()).parse(JSON.parse(readFileSync(path, "utf8")));
  for (let from = 0; from < rows.length; from += 31) {
    const answer = await api.post("/metrics", rows.slice(from, from + 31), { token });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  }
}

/** Waits until two looks, a second apart, are the same and every finished log has its distance. */
async function settledLogs(api: ApiClient, token: string): Promise<readonly Log[]> {
  let before = "";
  for (let tries = 0; tries < 60; tries++) {
    const { text, json } = await api.get("/logbook?order=_from_time", { token });
    const found = z.array(logSchema.loose()).parse(json);
    if (text === before && found.every((log) => log.active || log.distance !== null)) return found;
    before = text;
    await sleep(1000);
  }
  throw new Error("the logbook does not come to rest");
}

async function see(sailor: Sailor, api: ApiClient, printed: string): Promise<Seen> {
  const token = sailor.userToken;
  const found = await settledLogs(api, token);
  const [rows, review, stays] = await Promise.all([
    api.get("/metrics?order=time", { token }),
    api.get("/review_view", { token }),
    api.get("/stays?order=arrived", { token }),
  ]);
  return {
    logs: found,
    rows: z.array(rowSchema.loose()).parse(rows.json),
    review: review.json,
    stays: stays.json,
    printed,
  };
}

async function judged(one: Case, service: RunningService, dataDir: string): Promise<Verdict> {
  const api = client(service.apiUrl);
  const sailor = await newSailor(api, `Case ${one.id}`);
  const path = fileOf(one.id);
  let printed = "";
  if (path.endsWith(".json")) await postRows(path, api, sailor.vesselToken);
  else printed = await importFile(path, service.apiUrl, sailor.vesselToken, dataDir);
  return one.judge(await see(sailor, api, printed));
}

function print(id: string, wanted: string, [got, isRight]: Verdict): boolean {
  console.log(`${isRight ? "right" : "WRONG"}  ${id}  wanted ${wanted}\n            got ${got}`);
  return isRight;
}

/** A settings file that begins with a byte order mark. */
function judgedDotEnv(): boolean {
  const values = readDotEnv(fileOf("c14"));
  return print("c14", "every line obeyed", [
    JSON.stringify(values),
    values.WAKELOG_DATA_DIR === "./elsewhere" && values.WAKELOG_SESSION_HOURS === "12",
  ]);
}

/** The requests that the head of the SQL file names, with their right answers. */
async function judgedDataApi(databaseUrl: string): Promise<boolean> {
  const database = new Client(databaseUrl);
  await database.connect();
  await database.query(readFileSync(fileOf("c17"), "utf8"));
  const name = z
    .object({ me: z.string() })
    .parse((await database.query("select current_user as me")).rows[0]).me;
  await database.query(`grant c_anon to ${database.escapeIdentifier(name)}`);
  await database.end();
  const secret = "a secret for thirty-two characters or more";
  const engine = await startDataApiProcess({
    "db-uri": databaseUrl,
    "db-schemas": "c",
    "db-anon-role": "c_anon",
    "jwt-secret": secret,
  });
  const token = await new SignJWT({ role: "c_absent" })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(secret));
  try {
    const api = client(`http://127.0.0.1:${engine.port}`);
    const ships = await api.get("/ships?select=n,papers(p)&order=n");
    const hint = await api.get("/rpc/ledger_tota");
    const visits = await api.get("/visits?select=id,places(visits())");
    const zone = await api.get("/visits?select=at", { headers: { Prefer: "timezone=+05:30" } });
    const role = await api.get("/ships", { token });
    return [
      print("c17", "papers is one object or null", [
        ships.text,
        JSON.stringify(ships.json) === '[{"n":"one","papers":{"p":"p1"}},{"n":"two","papers":null}]',
      ]),
      print("c17", "no hint of ledger_total", [hint.text, !hint.text.includes("ledger_total")]),
      print("c17", '[{"id":1}]', [visits.text, JSON.stringify(visits.json) === '[{"id":1}]']),
      print("c17", "the time with +05:30", [zone.text, zone.text.includes("+05:30")]),
      print("c17", "401 for an unknown role", [`${role.status} ${role.text}`, role.status === 401]),
    ].every(Boolean);
  } finally {
    await engine.stop();
  }
}

/** Takes mail on loopback. */
function mailServer(): Promise<{
  readonly port: number;
  readonly senders: readonly string[];
  close(): void;
}> {
  const senders: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onMailFrom: ({ address }, _session, done) => {
      senders.push(address);
      done();
    },
    onData: (stream, _session, done) => {
      stream.resume();
      stream.once("end", done);
    },
  });
  return new Promise((resolve) => {
    const listening = server.listen(0, "127.0.0.1", () => {
      const address = listening.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      resolve({ port, senders, close: () => void server.close() });
    });
  });
}

const isWanted = (id: string): boolean => id.startsWith(options.only);
const mail = await mailServer();
const dataDir = await temporaryDirectory();
const service = await runService(null, null, null, {
  WAKELOG_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  WAKELOG_MAIL_FROM: readDotEnv(fileOf("c18")).WAKELOG_MAIL_FROM ?? "",
});
const right: boolean[] = [];
try {
  for (const one of CASES.filter(({ id }) => isWanted(id))) {
    right.push(print(one.id, one.wanted, await judged(one, service, dataDir)));
  }
  if (isWanted("c14")) right.push(judgedDotEnv());
  if (isWanted("c17")) right.push(await judgedDataApi(service.databaseUrl));
  if (isWanted("c18")) {
    await newSailor(client(service.apiUrl));
    for (let tries = 0; tries < 100 && mail.senders.length === 0; tries++) await sleep(100);
    right.push(
      print("c18", "mail leaves", [
        `from ${mail.senders[0] ?? "no address"}`,
        mail.senders[0] === "log@example.org",
      ]),
    );
  }
} finally {
  await service.stop();
  mail.close();
  await rm(dataDir, { recursive: true, force: true });
}
console.log(`${right.filter(Boolean).length} of ${right.length} right`);
process.exitCode = right.every(Boolean) ? 0 : 1;
