/** A sender that is killed between sending and recording: nothing is lost, and little is sent twice. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { type Receiver, startReceiver } from "./servers/receiver.ts";

const PEOPLE = 12;
const MESSAGES = 5;
let database: TestDatabase;
let receiver: Receiver;
let sender: ChildProcess | null = null;
beforeAll(async () => {
  [database, receiver] = await Promise.all([cloneDatabase(), startReceiver()]);
});
afterAll(async () => {
  sender?.kill("SIGKILL");
  await receiver.stop();
  await database.drop();
});

const rows = (statement: Sql) => database.owner.transaction((tx) => tx.query(statement));
const start = () => {
  sender = spawn(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "servers/sender-process.ts"), database.url],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  return sender;
};
/** How often each message arrived. */
const arrivals = (): readonly number[] => {
  const counts = new Map<string, number>();
  for (const { headers } of receiver.received) {
    const id = String(headers["webhook-id"]);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts.values()];
};

test("repeats what was on its way when it was killed, once each, and loses nothing", async () => {
  await rows(sql`
    insert into app.accounts (account_id, email, first, last, password_hash)
    select 'p' || n, 'p' || n || '@example.org', 'Aino', 'Meri', 'none' from generate_series(1, ${PEOPLE}::int) n`);
  await rows(sql`
    insert into app.deliveries (account_id, kind, channel, recipient, subject, body, structured)
    select 'p' || n, 'alert', 'webhook', ${`${receiver.url}/`} || n || '/' || m, '', '',
      '{"type": "alert.raised", "timestamp": "2026-01-01T00:00:00Z", "data": {}}'
    from generate_series(1, ${PEOPLE}::int) n, generate_series(1, ${MESSAGES}::int) m`);
  // The third user's second message kills its sender before the response.
  const deadly = "/3/2";
  receiver.answer(deadly, null);
  const first = start();
  const killed = once(first, "exit");
  await expect.poll(() => receiver.at(deadly).length, { timeout: 30_000, interval: 5 }).toBe(1);
  first.kill("SIGKILL");
  await killed;
  const before = receiver.received.length;

  receiver.answer(deadly, { status: 200 });
  // The leases of the dead end.
  await rows(sql`update app.deliveries set due = now() where sent is null`);
  start();
  const waiting = sql`select count(*)::int as n from app.deliveries where sent is null`;
  await expect.poll(() => rows(waiting), { timeout: 30_000 }).toEqual([{ n: 0 }]);
  const counts = arrivals();
  expect(counts).toHaveLength(PEOPLE * MESSAGES);
  expect(Math.max(...counts)).toBe(2);
  const repeated = counts.filter((count) => count === 2).length;
  expect(repeated).toBeGreaterThanOrEqual(1);
  // At most the messages in flight.
  expect(repeated).toBeLessThanOrEqual(8);
  expect(receiver.received.length - before).toBe(PEOPLE * MESSAGES + repeated - before);
}, 90_000);
