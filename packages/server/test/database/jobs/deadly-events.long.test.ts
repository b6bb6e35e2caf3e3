/** An event that kills the process that handles it, again and again. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { connectionsOf, createWorker } from "../../../src/database/jobs/worker.ts";
import { prepareEffects } from "./errands.ts";

const TRIES = 8;
let database: TestDatabase;
let child: ChildProcess | null = null;
beforeAll(async () => {
  database = await cloneDatabase();
  await prepareEffects(database.owner);
});
afterAll(async () => {
  child?.kill("SIGKILL");
  await database.drop();
});

const rows = (statement: Sql) => database.owner.transaction((tx) => tx.query(statement));

async function startProcess(): Promise<ChildProcess> {
  const started = spawn(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "worker-process.ts"), database.url, "3"],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  child = started;
  return started;
}

test("is given up after its tries; no other event is blamed, lost or done twice", async () => {
  await rows(sql`select app.enqueue('deadly', '', 'Kapla')`);
  await rows(sql`
    select app.enqueue('first', '{"failures": 0, "takes": 300}', tenant) from unnest(array['Aava', 'Tuuli', 'Kapla']) tenant`);
  const deadly = sql`select attempts, dead, failure from app.events where channel = 'deadly'`;
  let deaths = 0;
  for (; deaths <= TRIES + 1 && (await rows(deadly))[0]?.dead !== true; deaths++) {
    const [, signal] = await once(await startProcess(), "exit");
    expect(signal).toBe("SIGKILL");
    // Run events scheduled far ahead at once.
    await rows(sql`update app.events set due = now() where processed is null and not dead`);
    await rows(sql`
      insert into app.events (channel, payload, ref_id)
      values ('first', '{"failures": 0, "takes": 300}', 'Lumo'), ('mail', '{"failures": 0, "takes": 0}', 'Meri')`);
  }
  expect(await rows(deadly)).toEqual([
    { attempts: TRIES, dead: true, failure: "the process that was handling the event ended" },
  ]);
  // The first death comes unexpected, and is not counted.
  expect(deaths).toBeLessThanOrEqual(TRIES + 1);

  // The tenant's other events, and all others', are done without an extra attempt. Account mail, which does not wait,
  // may have been running at the time.
  await startProcess();
  const others = sql`
    select count(*)::int as all, count(*) filter (where processed is not null and (attempts = 1 or channel = 'mail'))::int as done
    from app.events where channel <> 'deadly'`;
  const all = 3 + 2 * deaths;
  await expect.poll(() => rows(others), { timeout: 30_000 }).toEqual([{ all, done: all }]);
  expect(
    await rows(sql`select count(*)::int as n, count(distinct event_id)::int as events from app.effects`),
  ).toEqual([{ n: all, events: all }]);
}, 240_000);

test("costs nothing once workers stop in order: no try is counted beforehand", async () => {
  child?.kill("SIGKILL");
  const counted: unknown[] = [];
  const run = async (payload: string): Promise<void> => {
    const pool = connectPostgres({ url: database.url, max: connectionsOf(1) });
    const worker = createWorker({
      database: pool,
      handlers: new Map([
        [
          "look",
          async (event) => {
            counted.push(
              ...(await rows(sql`select payload, attempts from app.events where id = ${event.id}::int`)),
            );
          },
        ],
      ]),
      lanes: 1,
      schedule: [],
      observe: ignoreAll,
    });
    await worker.start();
    await rows(sql`select app.enqueue('look', ${payload}, 'Kapla')`);
    await expect.poll(() => counted.length, { timeout: 20_000 }).toBe(Number(payload));
    await worker.stop();
    await pool.close();
  };
  await run("1");
  await run("2");
  expect(counted, "after a death, and after an end in order").toEqual([
    { payload: "1", attempts: 1 },
    { payload: "2", attempts: 0 },
  ]);
  expect(await rows(sql`select * from app.workers`)).toEqual([]);
}, 60_000);
