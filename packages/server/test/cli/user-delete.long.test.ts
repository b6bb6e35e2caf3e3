import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { expect, it, vi } from "vitest";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";
import { TEST_SECRET } from "../../../../test/support/server.ts";
import { serviceForTests } from "../../../../test/support/service.ts";
import { BUSY_TABLES, busySailor, idsOf, tablesWith } from "../people/accounts/leaving/traces.ts";

const service = serviceForTests();

/** Runs the command on the service's database. @param typed input in place of a keyboard */
async function wakelog(args: readonly string[], typed: string | null = null) {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, "../../bin/wakelog"), ...args], {
    env: {
      PATH: process.env.PATH ?? "",
      DATABASE_URL: service.database.url,
      WAKELOG_JWT_SECRET: TEST_SECRET,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (piece) => {
      output += String(piece);
    });
  }
  child.stdin.end(typed === null ? "" : `${typed}\n`);
  const code = await new Promise<number | null>((done) => child.once("close", done));
  return { code, output };
}

it("deletes an account, its boat and every row of them from every table, and nothing of others", {
  timeout: 120_000,
}, async () => {
  const { api } = service;
  const [leaving, staying] = [await busySailor(service, "Leaver"), await busySailor(service, "Stayer")];
  const [gone, kept] = [await idsOf(service, leaving), await idsOf(service, staying)];
  const before = await tablesWith(service, gone);
  // As many as the other has; otherwise nothing would be shown.
  expect(Object.keys(before)).toEqual(expect.arrayContaining([...BUSY_TABLES]));
  const others = await tablesWith(service, kept);

  expect(await wakelog(["user", "delete", leaving.email])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/Leaver .*rows.*nothing was deleted/s),
  });
  expect(await wakelog(["user", "delete", leaving.email], "yes")).toMatchObject({ code: 1 });
  expect(await tablesWith(service, gone)).toEqual(before);

  expect(await wakelog(["user", "delete", leaving.email], leaving.email.toUpperCase())).toMatchObject({
    code: 0,
    output: expect.stringMatching(/deleted, with Leaver \(\w+\) and \d+ rows/),
  });
  await service.drainJobs();
  expect(await tablesWith(service, gone)).toEqual({});
  expect(await tablesWith(service, kept)).toEqual(others);

  // Neither the user nor the boat has access any more.
  expect((await api.get("/logs_view", { token: leaving.userToken })).status).toBeGreaterThanOrEqual(400);
  const late = passage(Date.now() - 3_600_000, DAY_TRIP.slice(0, 1));
  await vi.waitFor(async () => {
    expect((await api.post("/metrics", late, { token: leaving.vesselToken })).status).toBeGreaterThanOrEqual(
      400,
    );
  }, 30_000);
  expect(await tablesWith(service, gone)).toEqual({});

  expect(await wakelog(["user", "delete", staying.email, "--yes"])).toMatchObject({ code: 0 });
  expect(await tablesWith(service, kept)).toEqual({});
  expect(await wakelog(["user", "delete", staying.email, "--yes"])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/no account has the e-mail address/),
  });
});
