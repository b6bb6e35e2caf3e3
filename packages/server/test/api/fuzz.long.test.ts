/** Random requests of all roles, half of them corrupted: a short run of the campaign in `bench/fuzz.ts`. */
import { beforeAll, expect, it } from "vitest";
import { runCampaign } from "../../../../bench/fuzz/campaign.ts";
import { assemble, type Cast } from "../../../../bench/fuzz/cast.ts";
import { readSurface, type Surface } from "../../../../bench/fuzz/surface.ts";
import { TEST_SECRET } from "../../../../test/support/server.ts";
import { serviceForTests } from "../../../../test/support/service.ts";

const REQUESTS = 400;
const SEED = Number(process.env.WAKELOG_TEST_SEED ?? 20_261_122);

const service = serviceForTests();
let cast: Cast;
let surface: Surface;

beforeAll(async () => {
  cast = await assemble(service.apiUrl, service.database.owner, TEST_SECRET, service.drainJobs);
  surface = await readSurface(service.apiUrl, cast.operatorToken);
});

it("no request makes the service fail, tell what it should not, or touch another tenant's rows", async () => {
  const before = await cast.victimsRows();
  const { sent, counts, findings } = await runCampaign({
    ...{ apiUrl: service.apiUrl, surface, cast, seed: SEED, from: 0, to: REQUESTS },
    parallel: 4,
    milliseconds: 50_000,
  });
  expect(findings).toEqual([]);
  expect(await cast.victimsRows()).toBe(before);
  // Requests that are all refused would prove little.
  const statuses = [...counts.values()].flatMap((byStatus) => [...byStatus]);
  const fine = statuses.reduce((sum, [status, times]) => sum + (status < 300 ? times : 0), 0);
  expect(sent).toBeGreaterThan(100);
  expect(fine).toBeGreaterThan(sent / 10);
});
