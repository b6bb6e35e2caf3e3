import { expect, test } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { runCli } from "../support/cli.ts";
import { client, newSailor } from "../support/client.ts";
import { TEST_SECRET } from "../support/server.ts";
import { serviceForTests } from "../support/service.ts";

const service = serviceForTests();

async function jobs(
  ...words: string[]
): Promise<{ readonly code: number | string; readonly output: string }> {
  const command = runCli(["jobs", ...words], {
    DATABASE_URL: service.database.url,
    WAKELOG_JWT_SECRET: TEST_SECRET,
  });
  return { code: await command.ended, output: command.output() };
}

test("a job that was given up is shown with its reason, and done once its cause is gone and it is revived", {
  timeout: 180_000,
}, async () => {
  await newSailor(client(service.apiUrl));
  await service.drainJobs();
  const owner = service.database.owner;
  // A log number that is none: telling of it cannot succeed.
  const [event] = await owner.transaction((tx) =>
    tx.query(sql`
      insert into app.events (channel, payload, ref_id, attempts)
      select 'log_finished', 'Ithaca', vessel_id, 7 from app.vessels returning id, ref_id`),
  );
  const id = String(event?.id);
  await service.drainJobs();

  const shown = await jobs();
  expect(shown.code).toBe(0);
  expect(shown.output).toContain("0 waiting, 0 to be tried again, 1 given up");
  expect(shown.output).toMatch(
    new RegExp(
      `^${id}\tlog_finished Ithaca\t${String(event?.ref_id)}\tgiven up after 8 attempts: .*Ithaca`,
      "m",
    ),
  );

  expect(await jobs("revive", "999999")).toEqual({
    code: 1,
    output: expect.stringContaining("no job that failed has the number 999999"),
  });
  expect((await jobs("revive", "Ithaca")).code).toBe(64);

  await owner.transaction((tx) => tx.run(sql`update app.events set payload = '1' where id = ${id}::int`));
  const revived = await jobs("revive", "all");
  expect(revived).toEqual({ code: 0, output: "1 job is tried again\n" });
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
  expect((await jobs()).output).toBe("0 waiting, 0 to be tried again, 0 given up\n");
});
