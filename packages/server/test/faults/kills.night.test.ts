/**
 * Whatever is killed, and whenever: boats keep sending like plugins until each batch is acknowledged, while the
 * service's process, its database, one of the database's processes, or one of several API processes is killed with -9
 * at random instants. Afterwards every acknowledged row is stored once, and each boat's logbook equals an undisturbed
 * boat's. A few rounds here; `npm run faults` for a hundred.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import type { Running } from "../../../../test/support/cli.ts";
import { newSailor } from "../../../../test/support/client.ts";
import { installationForTests } from "../../../../test/support/installation.ts";
import { answeringOf } from "../service/processes/family.ts";
import { expectAsCalm, post, season, sendOn } from "./plugin.ts";
import { childrenOf, postmasterOf, signal } from "./processes.ts";

/** Half of them with one process, half with several. */
const ROUNDS = Math.ceil(Number(process.env.WAKELOG_FAULT_ROUNDS ?? 8) / 2);
const BOATS = 3;
const START = Date.UTC(2026, 5, 1);
const PACE = { batch: 31, pauseMs: 40 };
/** Work that was in hand when a process died is tried again later, each time three times as late as before. */
const PATIENCE = { timeout: 60_000 + ROUNDS * 10_000, interval: 200 };
/** Kills come within this time of each other, while batches are stored, folded and finished. */
const LONGEST_CALM_MS = 900;

type Target = "service" | "database" | "database process" | "answering process";
const ALONE: readonly Target[] = ["service", "database", "database process"];

const oneOf = (all: readonly number[]): number | null => all[Math.floor(Math.random() * all.length)] ?? null;

describe.each([
  // The first process has the worker in either case.
  { processes: "1", targets: ALONE },
  { processes: "3", targets: [...ALONE, "answering process"] as const },
])("with $processes process(es) that answer", ({ processes, targets }) => {
  const installation = installationForTests({
    WAKELOG_RATE_LIMITS: "off",
    WAKELOG_PARTS: "api",
    WAKELOG_PROCESSES: processes,
  });

  /** The process to be killed; null if there is none of that kind now. */
  async function pidOf(target: Target, service: Running): Promise<number | null> {
    const first = service.process.pid ?? null;
    if (target === "service" || first === null) return first;
    if (target === "answering process") return oneOf(await answeringOf(first));
    const postmaster = await postmasterOf(join(installation.dataDir, "postgres"));
    if (target === "database" || postmaster === null) return postmaster;
    return oneOf(await childrenOf(postmaster));
  }

  it("no kill loses or doubles an acknowledged row, and the logbook is that of an undisturbed boat", {
    timeout: 120_000 + ROUNDS * 40_000,
  }, async () => {
    let { service, api } = await installation.start();
    const sailors = await Promise.all(Array.from({ length: BOATS }, (_, n) => newSailor(api, `Kill ${n}`)));
    const rows = season(10 + ROUNDS * 3, START);
    let isOver = false;
    const boats = sailors.map((sailor) =>
      sendOn(
        () => api,
        sailor,
        rows,
        () => isOver,
        PACE,
      ),
    );

    const killed: Record<Target, number> = {
      service: 0,
      database: 0,
      "database process": 0,
      "answering process": 0,
    };
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(Math.random() * LONGEST_CALM_MS);
      const target = targets[round % targets.length] ?? "service";
      const pid = await pidOf(target, service);
      if (pid === null) continue;
      signal(pid, "SIGKILL");
      killed[target]++;
      if (target !== "service") continue;
      await service.ended;
      ({ service, api } = await installation.start());
    }
    // Rows are taken again without a restart.
    const unanswered = boats.reduce((sum, boat) => sum + boat.unanswered, 0);
    await vi.waitFor(async () => expect((await post(api, sailors[0], rows.slice(0, 1))).status).toBe(201), {
      timeout: 30_000,
      interval: 100,
    });
    isOver = true;
    await Promise.all(boats.map((boat) => boat.acknowledged));
    expect(unanswered, "no kill was felt").toBeGreaterThan(0);
    await expectAsCalm(api, boats, rows, JSON.stringify(killed), PATIENCE);
  });
});
