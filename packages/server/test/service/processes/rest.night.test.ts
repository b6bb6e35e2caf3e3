/** How many processes a service for one boat has when nothing is asked of it. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { installationForTests } from "../../../../../test/support/installation.ts";
import { childrenOf, postmasterOf } from "../../faults/processes.ts";

/** Promised in docs/performance.md: the service, PostgreSQL's own, and the connections that it keeps. */
const MOST = 13;
/** After as many seconds the start and the row are worked off. */
const SECONDS = 8;

const installation = installationForTests({ WAKELOG_PROCESSES: "1" });

/** The service, its children, and those of its database server. */
async function familyOf(pid: number): Promise<number> {
  const postmaster = await postmasterOf(join(installation.dataDir, "postgres"));
  expect(postmaster).not.toBeNull();
  return 1 + (await childrenOf(pid)).length + (await childrenOf(postmaster ?? 0)).length;
}

it.runIf(process.platform === "linux")("rests with few processes", { timeout: 120_000 }, async () => {
  const { service, api } = await installation.start();
  const { vesselToken } = await newSailor(api, "Calm");
  const row = { time: new Date().toISOString(), latitude: 60, longitude: 24, speedoverground: 0 };
  expect((await api.post("/metrics", row, { token: vesselToken })).status).toBe(201);
  const pid = service.process.pid ?? 0;
  await sleep(SECONDS * 1000);
  // A poll of the worker opens connections for a moment.
  await vi.waitFor(async () => expect(await familyOf(pid)).toBeLessThanOrEqual(MOST), 5_000);
  expect(await familyOf(pid)).toBeGreaterThan(7);
  service.process.kill("SIGTERM");
  expect(await service.ended).toBe(0);
});
