/** The event log as people read it: one line for each thing that happened, at its own time. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";

/** Months ago, as in a first import. */
const START = Date.UTC(2026, 5, 1, 6);
let database: TestDatabase;
let boat: Boat;
beforeAll(async () => {
  database = await cloneDatabase();
  boat = await makeBoat(database);
  await boat.post(passage(START, DAY_TRIP));
  await boat.drain();
});
afterAll(() => database.drop());

/** Lines about voyages and stays, newest first. */
const lines = (channels: readonly string[]) =>
  boat.as("user_role", (tx) =>
    tx.query(sql`
      select channel, time, log_id, log, named, distance, stay_id, moorage from api.timeline_view
      where channel = any (${channels}::text[]) order by time desc, id desc`),
  );

it("has one line for each arrival and departure, at the voyage's times", async () => {
  const { logs, stays } = await boat.logbook();
  expect(logs).toHaveLength(2);
  const [first, second] = logs;
  const [berth, anchorage] = stays;
  const happened = await lines(["new_logbook", "new_moorage"]);
  expect(happened.map(({ channel, time, log_id, stay_id }) => ({ channel, time, log_id, stay_id }))).toEqual([
    { channel: "new_logbook", time: second?._to_time, log_id: second?.id, stay_id: null },
    { channel: "new_moorage", time: anchorage?.departed, log_id: null, stay_id: anchorage?.id },
    { channel: "new_logbook", time: first?._to_time, log_id: first?.id, stay_id: null },
    { channel: "new_moorage", time: berth?.departed, log_id: null, stay_id: berth?.id },
  ]);
  for (const { log, distance } of happened.filter(({ channel }) => channel === "new_logbook")) {
    expect(log).toEqual(expect.any(String));
    expect(Number(distance)).toBeGreaterThan(3);
  }
});

it("leaves out logs that are no longer there, and keeps the work of the service at its own time", async () => {
  const { logs } = await boat.logbook();
  await boat.rows(sql`delete from api.logbook where id = ${logs[0]?.id as number}::int returning id`);
  expect((await lines(["new_logbook"])).map(({ log_id }) => log_id)).toEqual([logs[1]?.id]);
  const work = await lines(["log_finished"]);
  expect(work).toHaveLength(2);
  for (const { time } of work) expect(Date.parse(String(time))).toBeGreaterThan(Date.now() - 600_000);
});

it("breaks on no payload that is not a number", async () => {
  await boat.rows(sql`
    insert into app.events (channel, payload, ref_id, processed)
    values ('new_logbook', 'seven', ${boat.vesselId}, now()), ('alert_raised', '', ${boat.vesselId}, now())
    returning id`);
  expect(await lines(["new_logbook"])).toHaveLength(1);
  expect(await lines(["alert_raised"])).toMatchObject([
    { channel: "alert_raised", log_id: null, named: null },
  ]);
});
