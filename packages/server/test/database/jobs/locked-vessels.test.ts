/** Through the service: work for vessels whose logbooks are locked. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../../../../../test/support/service.ts";

const LOCKED = 5;
let service: TestService;
beforeAll(async () => {
  service = await startService({ WAKELOG_JOB_LANES: "2" });
});
afterAll(() => service.stop());

const rows = (statement: Sql) => service.database.owner.transaction((tx) => tx.query(statement));

test("keeps no lane from other vessels, and is done when they are free, without a try counted", async () => {
  await rows(sql`
    insert into app.vessels (vessel_id, name)
    select kind || ' ' || n, kind || ' ' || n from unnest(array['locked', 'free']) kind, generate_series(1, ${LOCKED}::int) n`);
  let letGo = (): void => {};
  const released = new Promise<void>((done) => {
    letGo = done;
  });
  let locked = (): void => {};
  const held = new Promise<void>((done) => {
    locked = done;
  });
  const holding = service.database.owner.transaction(async (tx) => {
    await tx.run(sql`select app.lock_vessel('locked ' || n) from generate_series(1, ${LOCKED}::int) n`);
    locked();
    await released;
  });
  const left = (kind: string) =>
    rows(sql`
      select count(*)::int as n, max(attempts)::int as attempts
      from app.events where processed is null and ref_id like ${`${kind} %`}`);
  try {
    await held;
    await rows(sql`
      select app.enqueue('finish_log', '1', 'locked ' || n) from generate_series(1, ${LOCKED}::int) n`);
    await rows(sql`
      select app.enqueue('finish_log', k::text, 'free ' || n)
      from generate_series(1, 20) k, generate_series(1, ${LOCKED}::int) n`);
    await expect.poll(() => left("free"), { timeout: 20_000 }).toEqual([{ n: 0, attempts: null }]);
    expect(await left("locked")).toEqual([{ n: LOCKED, attempts: 0 }]);
  } finally {
    letGo();
    await holding;
  }
  await expect.poll(() => left("locked"), { timeout: 10_000 }).toEqual([{ n: 0, attempts: null }]);
  expect(
    await rows(sql`select distinct attempts, failure from app.events where channel = 'finish_log'`),
  ).toEqual([{ attempts: 1, failure: null }]);
}, 60_000);
