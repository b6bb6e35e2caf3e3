/**
 * Sends inputs of past faults through the public interface and prints each result beside the expected one:
 *
 *   npx tsx bench/cases.ts [FOLDER] [--only d06]
 *
 * FOLDER holds the inputs, `../shared/cases` by default. Starts a service and a data API on loopback, and exits with 1
 * if a result is wrong.
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
import {
  CASES,
  type Case,
  type Log,
  logSchema,
  rowSchema,
  type Seen,
  type Verdict,
} from "./support/expected-cases.ts";
import { type RunningService, runService, temporaryDirectory } from "./support/running-service.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "" } },
});
const folder = positionals[0] ?? "../shared/cases";
const BIN = join(import.meta.dirname, "..", "bin", "wakelog");

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

/** Waits until two reads, a second apart, are equal and every finished log has its distance. */
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

async function checkInput(one: Case, service: RunningService, dataDir: string): Promise<Verdict> {
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

/** A settings file with a byte order mark. */
function checkDotEnv(): boolean {
  const values = readDotEnv(fileOf("c14"));
  return print("c14", "every line obeyed", [
    JSON.stringify(values),
    values.WAKELOG_DATA_DIR === "./elsewhere" && values.WAKELOG_SESSION_HOURS === "12",
  ]);
}

/** The requests in the head of the SQL file, with their expected responses. */
async function checkDataApi(databaseUrl: string): Promise<boolean> {
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

/** A mail server on loopback. */
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
    right.push(print(one.id, one.wanted, await checkInput(one, service, dataDir)));
  }
  if (isWanted("c14")) right.push(checkDotEnv());
  if (isWanted("c17")) right.push(await checkDataApi(service.databaseUrl));
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
