import { sql } from "@wakelog/data-api/db/sql.ts";
import { expect, test } from "vitest";
import { runCli } from "../../../../test/support/cli.ts";
import { client, newSailor } from "../../../../test/support/client.ts";
import { TEST_SECRET } from "../../../../test/support/server.ts";
import { serviceForTests } from "../../../../test/support/service.ts";

const service = serviceForTests();

async function events(
  ...words: string[]
): Promise<{ readonly code: number | string; readonly output: string }> {
  const command = runCli(["events", ...words], {
    DATABASE_URL: service.database.url,
    WAKELOG_JWT_SECRET: TEST_SECRET,
  });
  return { code: await command.ended, output: command.output() };
}

test("an event that was given up is shown with its reason, and done once its cause is gone and it is tried again", {
  timeout: 180_000,
}, async () => {
  await newSailor(client(service.apiUrl));
  await service.drainJobs();
  const owner = service.database.owner;
  // Not the number of a log: telling of it cannot succeed.
  const [event] = await owner.transaction((tx) =>
    tx.query(sql`
      insert into app.events (channel, payload, ref_id, attempts)
      select 'log_finished', 'Ithaca', vessel_id, 7 from app.vessels returning id, ref_id`),
  );
  const id = String(event?.id);
  await service.drainJobs();

  const [waiting] = await owner.transaction((tx) =>
    tx.query(sql`
      insert into app.events (channel, payload, ref_id, due)
      select 'log_finished', '1', vessel_id, now() + interval '1 hour' from app.vessels returning id`),
  );
  const shown = await events();
  expect(shown.code).toBe(0);
  expect(shown.output).toContain("1 waiting, 0 to be tried again, 1 given up");
  const dead = new RegExp(
    `^${id}\tlog_finished Ithaca\t${String(event?.ref_id)}\tgiven up after 8 attempts: .*Ithaca`,
    "m",
  );
  expect(shown.output).toMatch(dead);
  expect(shown.output).toMatch(
    new RegExp(`^${String(waiting?.id)}\tlog_finished 1\t.*\twaiting since 20`, "m"),
  );
  const onlyDead = await events("--dead");
  expect(onlyDead.output).toMatch(dead);
  expect(onlyDead.output).not.toContain("waiting since");

  expect(await events("--retry", "999999")).toEqual({
    code: 1,
    output: expect.stringContaining("there is no failed event with the number 999999"),
  });
  expect((await events("--retry", "Ithaca")).code).toBe(64);

  await owner.transaction((tx) => tx.run(sql`update app.events set payload = '1' where id = ${id}::int`));
  const retried = await events("--retry", "all");
  expect(retried).toEqual({ code: 0, output: "1 event is tried again\n" });
  // The running service hears of it.
  await expect
    .poll(
      () =>
        owner.transaction((tx) =>
          tx.query(sql`select dead, processed is not null as done from app.events where id = ${id}::int`),
        ),
      { timeout: 10_000 },
    )
    .toEqual([{ dead: false, done: true }]);
});
