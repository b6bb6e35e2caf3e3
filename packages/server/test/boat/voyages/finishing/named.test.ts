/** Whether a log has its own name. Any other is made by its readers in their language, of its places or its day. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, expect, test } from "vitest";
import { acting, rowsAs, valueAs } from "../../../../../../test/support/acting.ts";
import { twoBoatsForTests } from "../../../../../../test/support/two-boats.ts";
import { nameLogs } from "../../../../src/boat/voyages/finishing/log-names.ts";

const boats = twoBoatsForTests();
let log = 0;

/** Names the boat's logs as the job does. */
async function finish(): Promise<void> {
  const { vesselId } = boats.alfa;
  await boats.db.owner.transaction(async (tx) => {
    await tx.run(sql`select set_config('wakelog.vessel_id', ${vesselId}, true)`);
    await nameLogs(tx, vesselId, [log]);
  });
}

/** What each list says of the log's name. */
async function told() {
  const { user } = boats.alfa;
  const [line] = await rowsAs(boats.db, user, sql`select name, named from api.logs_view where id = ${log}`);
  const [whole] = await rowsAs(boats.db, user, sql`select name, named from api.log_view where id = ${log}`);
  const [found] = await rowsAs(
    boats.db,
    user,
    sql`select name, named from api.find_logs_fn() where id = ${log}`,
  );
  expect([whole, found]).toEqual([line, line]);
  const best = await rowsAs(
    boats.db,
    user,
    sql`select b ->> 'name' as name, (b ->> 'named')::boolean as named
      from json_array_elements(api.statistics_fn() #> '{records,distance}') b where (b ->> 'id')::int = ${log}`,
  );
  expect(best).toEqual([line]);
  return line;
}

const rename = (name: string) =>
  acting(boats.db, boats.alfa.user, (tx) =>
    tx.run(sql`update api.logbook set name = ${name} where id = ${log}`),
  );

beforeAll(async () => {
  const made = await valueAs(
    boats.db,
    boats.alfa.user,
    sql`insert into api.logs_view (started, ended, "from", "to", distance)
      values ('2025-07-01 06:00Z', '2025-07-01 12:00Z', 'Hanko', 'Jussarö', 999) returning id`,
  );
  log = Number(made);
});

test("a name made of the log's places is not its own, and stays the same text", async () => {
  await finish();
  expect(await told()).toEqual({ name: "Hanko to Jussarö", named: false });
});

test("a typed name is its own, also if it reads like one of places", async () => {
  for (const name of ["Midsummer", "Hanko to Jussarö"]) {
    await rename(name);
    await finish();
    expect(await told()).toEqual({ name, named: true });
  }
});

test("an emptied name is made of the places again", async () => {
  await rename("");
  await finish();
  expect(await told()).toEqual({ name: "Hanko to Jussarö", named: false });
});

test("a name that the boat's own software sent is the log's own", async () => {
  const { boat, user } = boats.alfa;
  const sent = await valueAs(
    boats.db,
    boat,
    sql`insert into api.logs_view (name, started, ended) values ('Race 3', '2025-08-01 06:00Z', '2025-08-01 09:00Z')
      returning id`,
  );
  await finish();
  const [line] = await rowsAs(
    boats.db,
    user,
    sql`select name, named from api.logs_view where id = ${Number(sent)}`,
  );
  expect(line).toEqual({ name: "Race 3", named: true });
});
