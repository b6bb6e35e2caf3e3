import type { Tx } from "@wakelog/data-api/db/database.ts";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { expect, it, vi } from "vitest";
import { type Client, newSailor, type Sailor } from "../../../../test/support/client.ts";
import { installationForTests } from "../../../../test/support/installation.ts";
import { type Part, passage } from "../../../../test/support/passage.ts";
import { connectToEmbedded } from "../../src/database/postgres-server/embedded.ts";

/** With its own embedded server, as in production. */
const installation = installationForTests({ WAKELOG_RATE_LIMITS: "off", WAKELOG_PARTS: "api" });

async function refolded(...words: string[]): Promise<{ code: number | string; output: string }> {
  const command = installation.run(["refold", ...words]);
  return { code: await command.ended, output: command.output() };
}

const TRIPS = Array.from({ length: 3 }, (_, n): Part[] => [
  { sail: n % 2 === 0 ? 160 : 340, knots: 5, minutes: 90 },
  { stay: "anchored", minutes: 600 },
]).flat();

/** Everything visible, once finished. */
async function logbook(api: Client, { userToken: token }: Sailor) {
  const rows = async (path: string) => (await api.get(path, { token })).json;
  const pending = "/eventlogs_view?select=id&processed=is.null";
  await vi.waitFor(async () => expect(await rows(pending)).toEqual([]), { timeout: 30_000, interval: 30 });
  return {
    logs: await rows(
      "/logbook?select=id,name,_from,_to,_from_time,_to_time,distance,avg_speed,notes,extra,active,voyage_id&order=_from_time",
    ),
    stays: await rows("/stays?select=id,name,arrived,departed,duration,notes,active&order=arrived"),
    moorages: (await rows("/moorages?select=name,latitude,reference_count&order=latitude")).length,
  };
}

/** Takes away every row but the tail's, as a late row in a first long stay once did. */
async function damage(vesselName: string): Promise<void> {
  const running = await connectToEmbedded(installation.dataDir);
  if (running === null) throw new Error("the embedded server is not running");
  const owner = connectPostgres({ url: running.url, max: 1 });
  await owner.transaction(
    async (tx: Tx) => {
      const own = sql`vessel_id = (select vessel_id from app.vessels where name = ${vesselName})`;
      await tx.run(sql`delete from api.logbook where ${own}`);
      await tx.run(sql`delete from api.stays where departed is not null and ${own}`);
      await tx.run(
        sql`select app.mark_unfinished(vessel_id, 'stays', 0) from app.vessels where name = ${vesselName}`,
      );
    },
    { role: "wakelog_worker" },
  );
  await owner.close();
}

it("brings back a logbook that was lost, ids and names included, beside a running service and without one", {
  timeout: 240_000,
}, async () => {
  let { service, api } = await installation.start();
  const sailor = await newSailor(api, "Seagull");
  const rows = passage(Date.now() - 6 * 86_400_000, [{ stay: "moored", minutes: 1800 }, ...TRIPS]);
  expect((await api.post("/metrics?select=time", rows, { token: sailor.vesselToken })).status).toBe(201);
  const { logs, stays } = await logbook(api, sailor);
  expect(logs).toHaveLength(3);
  const say = async (path: string, words: object) =>
    expect((await api.patch(path, words, { token: sailor.userToken })).status).toBeLessThan(300);
  await say(`/logbook?id=eq.${logs[1].id}`, { name: "Round the island", notes: "Rain" });
  await say(`/stays?id=eq.${stays[2].id}`, { name: "The lee of the skerry" });
  const whole = await logbook(api, sailor);

  await damage("Seagull");
  expect(await logbook(api, sailor)).toMatchObject({ logs: [], stays: [{ active: true }], moorages: 0 });
  const beside = await refolded("seagull");
  expect(beside.output).toContain("before: 0 logs, 1 stay, 0 moorages");
  expect(beside.output).toContain(`after:  3 logs, 4 stays, ${whole.moorages} moorages`);
  expect(beside.code).toBe(0);
  expect(await logbook(api, sailor)).toEqual(whole);

  await damage("Seagull");
  service.process.kill("SIGTERM");
  expect(await service.ended).toBe(0);
  const alone = await refolded("Seagull");
  expect(alone.output).toContain(`after:  3 logs, 4 stays, ${whole.moorages} moorages`);
  expect(alone.code).toBe(0);
  ({ service, api } = await installation.start());
  expect(await logbook(api, sailor)).toEqual(whole);

  // A second time there is nothing to mend.
  expect((await refolded("Seagull")).output).toContain("before: 3 logs, 4 stays");
  expect(await logbook(api, sailor)).toEqual(whole);
});

it("says which vessel it takes, and when there is no such vessel", { timeout: 120_000 }, async () => {
  const none = await refolded("Unknown boat");
  expect(none).toMatchObject({ code: 1 });
  expect(none.output).toContain("there is no vessel here with the id, name or MMSI Unknown boat");
  expect((await refolded()).code).toBe(64);
});
