/**
 * Makes a dump of a database filled by a version of this project, for upgrade tests:
 *
 *     npm run dump -- NAME of this checkout, named after the version that it is released as
 *     npm run dump -- NAME FOLDER of another checkout, after `npm ci` there
 *
 * Needs Debian's postgresql-15. That checkout's service runs on an empty cluster, two users use its API, and `pg_dump
 * --inserts` writes the result.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { type Answer, type Client, client } from "../../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";
import { TEST_SECRET } from "../../../../../../test/support/server.ts";
import { SUPERUSER } from "../../../../src/database/postgres-server/cluster.ts";
import { type EmbeddedServer, startEmbedded } from "../../../../src/database/postgres-server/embedded.ts";
import { freePort } from "../../../../src/database/postgres-server/free-port.ts";
import type { Dump } from "./dump.ts";

const BIN = "/usr/lib/postgresql/15/bin";
const PATIENCE_MS = 120_000;
const START = Date.parse("2026-05-02T06:00:00Z");
const BATCH = 30;
type Person = Dump["people"][number];

const [dumped, checkout = "."] = process.argv.slice(2);
if (dumped === undefined || !/^[\w.-]+$/.test(dumped)) throw new Error("name the version to be dumped");
await makeDump(dumped, resolve(checkout));

async function makeDump(name: string, checkout: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "wakelog-dump-"));
  chmodSync(folder, 0o755);
  const server = await startEmbedded({ dataDir: folder, port: "auto", durable: false, binDir: BIN });
  try {
    await chooseAdapters(server);
    const people = await withService(checkout, server, async (apiUrl) => [
      await cruise(client(apiUrl)),
      await simulation(checkout, apiUrl),
    ]);
    const target = join(import.meta.dirname, name);
    const description: Dump = { major: 15, people };
    writeFileSync(`${target}.json`, `${JSON.stringify(description, null, 2)}\n`);
    execFileSync("npx", ["biome", "format", "--write", `${target}.json`]);
    writeFileSync(`${target}.sql.br`, brotliCompressSync(`${await roles(server)}\n${tables(server)}`));
    process.stdout.write(`${target}.sql.br and ${target}.json\n`);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Those that the embedded server has, too: its database records the choice before the first migration. */
async function chooseAdapters(server: EmbeddedServer): Promise<void> {
  await inDatabase(server, (db) =>
    db.transaction((tx) =>
      tx.script(`create schema app;
        create table app.ports (port text primary key, adapter text not null);
        insert into app.ports values ('spatial', 'plain'), ('timeseries', 'plain');`),
    ),
  );
}

async function inDatabase<T>(
  { url }: EmbeddedServer,
  work: (db: ReturnType<typeof connectPostgres>) => Promise<T>,
): Promise<T> {
  const db = connectPostgres({ url, max: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Runs the checkout's service, and stops it in order. */
async function withService<T>(
  checkout: string,
  { url }: EmbeddedServer,
  work: (apiUrl: string) => Promise<T>,
): Promise<T> {
  const [api, web, admin] = [await freePort(), await freePort(), await freePort()];
  const service: ChildProcess = spawn(process.execPath, [join(checkout, "bin/wakelog"), "start"], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH ?? "",
      DATABASE_URL: url,
      WAKELOG_JWT_SECRET: TEST_SECRET,
      WAKELOG_API_PORT: String(api),
      WAKELOG_WEB_PORT: String(web),
      WAKELOG_ADMIN_PORT: String(admin),
      WAKELOG_RATE_LIMITS: "off",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const apiUrl = `http://127.0.0.1:${api}`;
  try {
    await until("the service answers", async () => {
      if (service.exitCode !== null) throw new Error("the service has ended");
      return (await fetch(apiUrl).catch(() => null)) !== null;
    });
    return await work(apiUrl);
  } finally {
    service.kill("SIGTERM");
    if (service.exitCode === null) await once(service, "exit");
  }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s`);
    await sleep(500);
  }
}

/** Requires success. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape, and the program ends where one differs
function good({ status, text, json }: Answer): any {
  if (status >= 300) throw new Error(`answered ${status}: ${text}`);
  return json;
}

/** Features missing in earlier versions. @returns the text, if it could be written */
async function ifThere(text: string, answer: Promise<Answer>): Promise<string[]> {
  const given = await answer;
  if (given.status === 404) return [];
  good(given);
  return [text];
}

/** Out to an anchorage and home again, with users' edits: a name, a split, a note, a rule, a remark. */
async function cruise(api: Client): Promise<Person> {
  const person = { email: "aino@example.org", password: "fair winds 7" };
  const names = { firstname: "Aino", lastname: "Meri" };
  const token: string = good(
    await api.post("/rpc/signup", { email: person.email, pass: person.password, ...names }),
  ).token;
  const vesselToken: string = good(
    await api.post(
      "/rpc/register_vessel",
      { vessel_email: person.email, vessel_mmsi: "230000001", vessel_name: "Kapla" },
      { token },
    ),
  ).token;
  const rows = passage(START, DAY_TRIP);
  for (let from = 0; from < rows.length; from += BATCH) {
    good(await api.post("/metrics", rows.slice(from, from + BATCH), { token: vesselToken }));
  }
  await finished(api, token, 2);
  const [first, second] = await logs(api, token);
  good(
    await api.patch(
      `/logbook?id=eq.${first?.id}`,
      { name: "To the archipelago", notes: "Väster om Örö" },
      { token },
    ),
  );
  good(await api.post("/rpc/split_logbook_fn", { _id: second?.id, split_time: halfway(second) }, { token }));
  const notes = ["Bunkered 40 l"];
  good(await api.post("/eventlogs_view", { channel: "note", payload: notes[0] }, { token }));
  const rules = await ifThere(
    "House bank",
    api.post("/alert_rules", { kind: "below", key: "voltage", low: 12.2, name: "House bank" }, { token }),
  );
  const entries = await ifThere(
    "Reefed",
    api.post(
      "/log_entries",
      { kind: "remark", text: "Reefed", time: new Date(START + 70 * 60_000).toISOString() },
      { token },
    ),
  );
  await finished(api, token, 3);
  return {
    ...person,
    vesselToken,
    last: await lastRow(api, token),
    logs: await logs(api, token),
    notes,
    entries,
    rules,
  };
}

/** The voyage of the checkout's own `wakelog simulate`. */
async function simulation(checkout: string, apiUrl: string): Promise<Person> {
  const said = execFileSync(
    process.execPath,
    [join(checkout, "bin/wakelog"), "simulate", "--fast", "--api-url", apiUrl],
    {
      cwd: checkout,
      encoding: "utf8",
    },
  );
  const [, email = "", password = ""] = /signed up as (\S+) with the password (\S+)/.exec(said) ?? [];
  const api = client(apiUrl);
  const { token } = good(await api.post("/rpc/login", { email, pass: password }));
  await finished(api, token, 1);
  return {
    email,
    password,
    vesselToken: null,
    last: await lastRow(api, token),
    logs: await logs(api, token),
    notes: [],
    entries: [],
    rules: [],
  };
}

/** Waits until this many logs have a name and a distance, and the queue is empty. */
async function finished(api: Client, token: string, number: number): Promise<void> {
  await until(`${number} logs are finished`, async () => {
    const complete: { name: unknown; distance: unknown }[] = good(
      await api.get("/logbook?select=name,distance&_to_time=not.is.null", { token }),
    );
    const waiting: unknown[] = good(await api.get("/eventlogs_view?processed=is.null", { token }));
    const done = complete.filter(({ name, distance }) => name !== null && distance !== null);
    return done.length === number && complete.length === number && waiting.length === 0;
  });
}

async function logs(api: Client, token: string): Promise<Person["logs"]> {
  return good(
    await api.get(
      "/logbook?select=id,name,distance,started:_from_time,ended:_to_time,notes&_to_time=not.is.null&order=_from_time",
      { token },
    ),
  );
}

async function lastRow(api: Client, token: string): Promise<Person["last"]> {
  const [row] = good(
    await api.get("/metrics?select=time,latitude,longitude&order=time.desc&limit=1", { token }),
  );
  return row;
}

function halfway(log: Person["logs"][number] | undefined): string {
  if (log === undefined) throw new Error("there is no log to split");
  return new Date((Date.parse(log.started) + Date.parse(log.ended)) / 2).toISOString();
}

/** Makes the roles where they are missing: they are not in a database's dump. */
async function roles(server: EmbeddedServer): Promise<string> {
  const ours = sql`rolname !~ '^pg_' and rolname <> ${SUPERUSER}`;
  return inDatabase(server, async (db) => {
    const { rows } = await db.transaction((tx) =>
      tx.run(sql`
        select format('if to_regrole(%L) is null then create role %I %s %s; end if;', rolname, rolname,
          case when rolcanlogin then 'login' else 'nologin' end, case when rolinherit then 'inherit' else 'noinherit' end)
        from pg_roles where ${ours} order by rolname`),
    );
    const members = await db.transaction((tx) =>
      tx.run(sql`
        select format('grant %I to %I;', roleid::regrole::text, member::regrole::text) from pg_auth_members
        where member in (select oid from pg_roles where ${ours}) order by 1`),
    );
    const lines = [...rows, ...members.rows].map(([line]) => `  ${line}`);
    return `do $$ begin\n${lines.join("\n")}\nend $$;`;
  });
}

/** The dump without owner names and `psql` commands. */
function tables({ connection }: EmbeddedServer): string {
  const { host, port, user, password, database } = connection;
  const dumped = execFileSync(
    join(BIN, "pg_dump"),
    [
      "--inserts",
      "--enable-row-security",
      "--rows-per-insert=500",
      "-h",
      host,
      "-p",
      String(port),
      "-U",
      user,
      database,
    ],
    { encoding: "utf8", env: { PGPASSWORD: password }, maxBuffer: 256 * 1024 * 1024 },
  );
  return dumped
    .split("\n")
    .filter((line) => !/^\\(un)?restrict /.test(line) && !line.endsWith(` OWNER TO ${SUPERUSER};`))
    .join("\n");
}
