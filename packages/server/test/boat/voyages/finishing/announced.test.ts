/** Which finished logs are news. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { expect, test } from "vitest";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { newSkipper } from "../../../../../../test/support/skipper.ts";

const service = serviceForTests();
const START = Date.parse("2026-05-02T06:00:00Z");

test("parts of a split log are not news, whatever their reasons say; a log that is found again is", async () => {
  const skipper = await newSkipper(service);
  const announced = async () => {
    const rows = await service.database.owner.transaction((tx) =>
      tx.query(sql`select payload from app.events where channel = 'log_finished' order by id`),
    );
    return rows.map(({ payload }) => Number(payload));
  };
  await skipper.send(passage(START, DAY_TRIP));
  const [first, second] = await skipper.logs(START);
  expect(await announced()).toEqual([first?.[0], second?.[0]]);

  const half = new Date(START + 85 * 60_000).toISOString();
  const split = await skipper.call("split_logbook_fn", { _id: first?.[0], split_time: half });
  expect(split.status, split.text).toBe(200);
  await service.database.owner.transaction((tx) =>
    tx.run(sql`
      update api.logbook set reasons = replace(reasons::text, 'split by hand', 'jaettu')::jsonb
      where reasons::text like '%split by hand%'`),
  );
  await service.drainJobs();
  expect(await skipper.logs(START)).toHaveLength(3);
  expect(await announced()).toEqual([first?.[0], second?.[0]]);

  await skipper.send(passage(START + 7 * 3_600_000, DAY_TRIP));
  const logs = await skipper.logs(START);
  expect(await announced()).toHaveLength(4);
  expect((await announced()).slice(2)).toEqual(logs.slice(3).map(([id]) => id));
});
