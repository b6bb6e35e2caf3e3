/** Responses while the database is down, by a separate server over a real database. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DataApi, startDataApi } from "../../../src/command/server.ts";
import { readSettings } from "../../../src/command/settings.ts";
import { ident, sql } from "../../../src/db/sql.ts";
import type { PeerAnswer } from "../../peer/request.ts";
import { type Served, type Server, serveFixture } from "./served.ts";

const EXTRA = `
create function observatory.hang_up() returns void language sql volatile security definer as
  $$ select pg_terminate_backend(pg_backend_pid()) $$;
create function observatory.nap(seconds double precision) returns void language sql volatile as
  $$ select pg_sleep(seconds) $$;
`;
const JSON_TYPE = { "Content-Type": "application/json" };

let served: Served;
let usual: Server;
beforeAll(async () => {
  served = await serveFixture(EXTRA);
  usual = await served.start({ "db-pool": "1", "db-pool-acquisition-timeout": "1" });
});
afterAll(() => served.close());

const told = ({ status, body }: PeerAnswer): unknown => [status, JSON.parse(body)];
const error = (code: string, message: string): unknown => ({ code, message, details: null, hint: null });

describe("a database that cannot be had", () => {
  it("answers 503 PGRST001 and when to come back, when the connection breaks", async () => {
    const answered = await usual.send("POST", "/rpc/hang_up", JSON_TYPE, "{}");
    expect(told(answered)).toEqual([
      503,
      error("PGRST001", "Database client error. Retrying the connection."),
    ]);
    expect(answered.headers["retry-after"]).toMatch(/^\d+$/);
    expect(answered.headers["content-type"]).toBe("application/json; charset=utf-8");
    await expect.poll(async () => (await usual.send("GET", "/sites?select=id")).status).toBe(200);
  });

  it("answers 504 PGRST003 when all connections stay busy", async () => {
    const busy = usual.send("POST", "/rpc/nap", JSON_TYPE, '{"seconds": 2.5}');
    const naps = () =>
      served.database.owner.transaction((tx) =>
        tx.query(sql`
          select from pg_stat_activity
          where datname = current_database() and state = 'active' and wait_event = 'PgSleep'`),
      );
    await expect.poll(naps, { interval: 10 }).toHaveLength(1);
    const answered = await usual.send("GET", "/sites");
    expect(told(answered)).toEqual([
      504,
      error("PGRST003", "Timed out acquiring connection from connection pool."),
    ]);
    expect((await busy).status).toBe(204);
    expect((await usual.send("GET", "/sites")).status).toBe(200);
  });

  it("answers 503 PGRST000 and when to come back, when no connection can be made, and is found again", async () => {
    const { database } = served;
    const name = new URL(database.url).pathname.slice(1);
    const { owner } = database;
    await owner.transaction(async (tx) => {
      await tx.run(sql`alter database ${ident(name)} connection limit 0`);
    });
    const closed = async () =>
      owner.transaction((tx) =>
        tx.run(
          sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = 'fixture_authenticator'`,
        ),
      );
    await closed();
    const answers: PeerAnswer[] = [];
    for (let i = 0; i < 3; i++) answers.push(await usual.send("GET", "/sites"));
    const last = answers.at(-1);
    expect([last?.status, last?.headers["retry-after"]]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(JSON.parse(last?.body ?? "")).toEqual(
      error("PGRST000", "Database connection error. Retrying the connection."),
    );
    await owner.transaction((tx) => tx.run(sql`alter database ${ident(name)} connection limit -1`));
    await expect.poll(async () => (await usual.send("GET", "/sites")).status, { timeout: 10_000 }).toBe(200);
  });
});

describe("a catalogue that was never read", () => {
  let api: DataApi;
  beforeAll(async () => {
    const file = new Map(
      Object.entries({
        "db-uri": "postgresql://x@127.0.0.1:1/x",
        "server-host": "127.0.0.1",
        "server-port": "0",
      }),
    );
    api = await startDataApi(
      () => readSettings({ file }),
      () => {},
    );
  });
  afterAll(() => api.stop());

  it.each(["/", "/sites", "/rpc/answer", "/nowhere/at/all"])(
    "answers 503 PGRST002 and when to come back: %s",
    async (path) => {
      const answered = await fetch(`${api.where}${path}`);
      expect([answered.status, await answered.json()]).toEqual([
        503,
        error("PGRST002", "Could not query the database for the schema cache. Retrying."),
      ]);
      expect(answered.headers.get("retry-after")).toMatch(/^\d+$/);
    },
  );
});
