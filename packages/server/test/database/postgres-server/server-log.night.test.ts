/** Laws of the embedded server's log: nothing caused by callers, everything about the server, and a bounded size. */
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { connectPostgres, type Postgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startEmbedded } from "../../../src/database/postgres-server/embedded.ts";
import { logSize, MAX_LOG_BYTES, rotateLog } from "../../../src/database/postgres-server/server-log.ts";
import { startService } from "../../../src/service/service.ts";
import { readConfig } from "../../../src/settings/config.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "wakelog-server-log-"));
  // PostgreSQL's user must reach it where we are root.
  await chmod(root, 0o755);
});
afterAll(() => rm(root, { recursive: true, force: true }));
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function connect(url: string): Promise<Postgres> {
  const database = connectPostgres({ url, max: 2 });
  undo.push(() => database.close());
  return database;
}

describe("the log of a running service", () => {
  let service: Awaited<ReturnType<typeof startService>>;
  let log: string;
  let url: string;

  beforeAll(async () => {
    const dataDir = join(root, "data");
    const config = readConfig({
      WAKELOG_DATA_DIR: dataDir,
      WAKELOG_DB_PORT: "0",
      WAKELOG_API_PORT: "0",
      WAKELOG_WEB_PORT: "0",
      WAKELOG_ADMIN_PORT: "0",
      WAKELOG_RATE_LIMITS: "off",
    });
    service = await startService(config, ignoreAll);
    log = join(dataDir, "postgres.log");
    const password = (await readFile(join(dataDir, "postgres.password"), "utf8")).trim();
    const port = (await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n")[3];
    url = `postgresql://wakelog:${password}@127.0.0.1:${port}/wakelog`;
  }, 120_000);
  afterAll(() => service?.stop());

  const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(`${service.apiUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });

  test("does not hold, nor grow by, what callers send", async () => {
    const before = await readFile(log, "utf8");
    const signup = await post(
      "/rpc/signup",
      '{"email":"aino@example.org","pass":"fair winds 7","firstname":"Aino","lastname":"Meri"}',
    );
    const { token } = z.object({ token: z.string() }).parse(await signup.json());
    const large = gzipSync(`{"id":"${"z".repeat(31_000_000)}","_type":"public_logs"}`);
    expect(large.length).toBeLessThan(40_000);
    const answer = await post("/rpc/ispublic_fn", large, {
      authorization: `Bearer ${token}`,
      "content-encoding": "gzip",
    });
    expect(answer.status).toBe(413);
    await answer.arrayBuffer();
    for (const secret of ["SuperSecretPw1\\ud83d", "\\udc00SuperSecretPw1", "SuperSecretPw1\\u0000"]) {
      const body = `{"email":"eero@example.org","pass":"${secret}","firstname":"Eero","lastname":"Meri"}`;
      await (await post("/rpc/signup", body)).arrayBuffer();
      await (await post("/rpc/login", body)).arrayBuffer();
    }
    // The database's own words about a JSON text that it cannot read, as a request would cause them.
    const database = await connect(url);
    for (let i = 0; i < 10_000; i += 100) {
      const faults = Array.from({ length: 100 }, (_, k) => {
        const value = `SuperSecretPw1 ${i + k}`;
        const statement =
          [sql`select ${value}::integer`, sql`select ${`{"pass":"${value}\\ud83d"}`}::jsonb ->> 'pass'`][
            k % 3
          ] ?? sql`select no_such_function(${value})`;
        return database.pipeline([{ statement }]);
      });
      const outcomes = await Promise.allSettled(faults);
      expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
    }
    const after = await readFile(log, "utf8");
    expect(after.length - before.length).toBeLessThan(4000);
    expect(after).not.toMatch(/SuperSecretPw1|zzzz|fair winds|example\.org/);
    expect((await stat(log)).mode & 0o777).toBe(0o600);
  }, 120_000);

  test("tells of what befalls the server, without the statement that was running", async () => {
    const database = await connect(url);
    const victim = database.transaction(async (tx) => {
      const [row] = await tx.query(sql`select pg_backend_pid() as pid`);
      process.kill(Number(row?.pid), "SIGKILL");
      await tx.query(sql`select pg_sleep(20), 'Ithaca'`);
    });
    await expect(victim).rejects.toThrow();
    await expect.poll(() => readFile(log, "utf8"), { timeout: 20_000 }).toMatch(/terminated by signal 9/);
    await expect
      .poll(() => readFile(log, "utf8"), { timeout: 20_000 })
      .toMatch(/ready to accept connections\n*$/);
    expect(await readFile(log, "utf8")).not.toContain("Ithaca");
  }, 60_000);
});

describe("a log", () => {
  test("turns over while its server writes, and holds no more than twice its limit then", async () => {
    const limit = 30_000;
    const dataDir = join(root, "turning");
    const server = await startEmbedded({ dataDir, port: "auto", durable: false, maxLogBytes: limit });
    undo.push(() => server.stop());
    const log = join(server.dataDir, "postgres.log");
    const database = await connect(server.url);
    const write = (round: number) =>
      database.transaction((tx) =>
        tx.script(
          `do $$ begin for i in 1..500 loop raise log 'round ${round} line % ${".".repeat(60)}', i; end loop; end $$`,
        ),
      );
    for (let round = 1; round <= 3; round++) {
      await write(round);
      await expect.poll(() => logSize(log), { timeout: 20_000 }).toBeLessThan(limit);
      const old = await readFile(`${log}.old`, "utf8");
      expect(old.length).toBeLessThanOrEqual(limit + 200);
      expect(`${old}${await readFile(log, "utf8")}`, "the newest are there").toContain(
        `round ${round} line 500`,
      );
      expect((await stat(`${log}.old`)).mode & 0o777).toBe(0o600);
    }
    // It goes on at the beginning of the file that was emptied.
    await write(4);
    expect((await readFile(log)).subarray(0, 200).includes(0)).toBe(false);
    expect(2 * MAX_LOG_BYTES).toBeLessThan(25_000_000);
  }, 90_000);

  test("that turns over keeps its last bytes in their order, whatever was written", async () => {
    const path = join(root, "postgres.log");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 400 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 1500 }),
        async (pieces, limit) => {
          await Promise.all([rm(path, { force: true }), rm(`${path}.old`, { force: true })]);
          let all = Buffer.alloc(0);
          let emptied = 0;
          for (const piece of pieces) {
            await writeFile(path, piece, { flag: "a" });
            all = Buffer.concat([all, Buffer.from(piece)]);
            if (rotateLog(path, limit)) emptied = all.length;
            const size = logSize(path);
            expect(size).toBeLessThanOrEqual(limit);
            const old = emptied === 0 ? Buffer.alloc(0) : await readFile(`${path}.old`);
            const rest = await readFile(path).catch(() => Buffer.alloc(0));
            expect(old.length + rest.length).toBeLessThanOrEqual(2 * limit);
            expect(old.equals(all.subarray(Math.max(0, emptied - limit), emptied))).toBe(true);
            expect(rest.equals(all.subarray(emptied))).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
